//! Carrying out an action: dispatcher to the chapters, then the sequence.

use crate::action::Action;
use crate::event::{Event, Gone};
use crate::rules::Play;
use crate::rules::admiral::{self, answers, captains, crossing};
use crate::rules::{
    absence, alliances, assault, boarding, cargo, drift, fireship, gunfire, mines, movement,
    placing, plunder, repair, works,
};
use crate::state::{ShipSet, Stage, Window};
use crate::{SailEpoch, sequence, victory};
use admiralty_core::{Actor, Dice, Dry, Seat, Table, Told};

/// Carries out a checked action, up to the next decision.
pub(crate) fn apply(
    table: &mut Table<SailEpoch>,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    let mut play = Play { table, dice, tell, gunners: ShipSet::EMPTY };
    let (seat, gone) = match (by, action) {
        (Actor::Seat(seat), _) => (seat, None),
        (_, Action::TimeOut(seat)) => (*seat, Some(Gone::Time)),
        (_, Action::Left(seat)) => (*seat, Some(Gone::Left)),
        _ => return Ok(()),
    };
    if let Action::Order { space, order } = *action {
        mines::order(&mut play, seat, space, order);
        return Ok(());
    }
    // Offers are secret: they leave no trace in what all can see.
    if !matches!(action, Action::Offer { .. } | Action::Decline) {
        play.m().clock += 1;
    }
    match gone {
        Some(why) => absence::go(&mut play, seat, why)?,
        None => dispatch(&mut play, seat, action)?,
    }
    sequence::settle(&mut play)
}

fn dispatch(play: &mut Play<'_>, seat: Seat, action: &Action) -> Result<(), Dry> {
    match action {
        Action::Place { piece, space } => placing::place(play, seat, *piece, *space)?,
        Action::Mine(space) => mines::lay(play, seat, *space)?,
        Action::Map(space) => mines::note_map(play, seat, *space)?,
        Action::Order { .. } => {}
        Action::Deploy { ship, space, bow } => placing::deploy(play, seat, *ship, *space, *bow)?,
        Action::Move { ship, course } => movement::sail(play, *ship, *course),
        Action::Sail { ship, path } => crossing::set_sail(play, *ship, *path),
        Action::Turn { ship, by } => admiral::movement::turn(play, *ship, *by),
        Action::Bow { ship, dir } => captains::point(play, *ship, *dir),
        Action::Captain { ship, card } => captains::give(play, *ship, *card),
        Action::Drift(ship) => drift::carry(play, *ship),
        Action::Fire { first, .. } if !play.p().windows.is_empty() => {
            answers::fire(play, seat, first)?;
        }
        Action::Fire { first, second } => gunfire::fire(play, seat, first, second.as_deref())?,
        Action::Waste(unit) => gunfire::waste(play, *unit),
        Action::Ignite(ship) => fireship::ignite(play, *ship),
        Action::Explode(ship) => fireship::explode(play, *ship),
        Action::Board { attackers, target } => boarding::board(play, seat, *attackers, *target)?,
        Action::Assault { attackers, fort } => assault::begin(play, seat, *attackers, *fort)?,
        Action::Defend(ships) => assault::defend(play, seat, *ships)?,
        Action::Allot(shares) => boarding::allot(play, shares)?,
        Action::Repair { ship, fort } => repair::begin(play, *ship, *fort),
        Action::Unrepair(ship) => repair::end(play, *ship),
        Action::Mend(ship) => repair::mend(play, *ship),
        Action::Work { fort, ships } => works::begin(play, seat, *fort, *ships),
        Action::Release(fort) => works::release(play, *fort),
        Action::Raise(fort) => works::raise(play, *fort),
        Action::Load { ship, n, from } => cargo::load(play, *ship, *n, *from),
        Action::Unload { ship, n, fort } => cargo::unload(play, *ship, *n, *fort),
        Action::Plunder(takes) => plunder::take(play, takes),
        Action::Pass => match play.p().windows.last() {
            Some(Window::Mines { .. }) => mines::pass(play, seat),
            Some(Window::Plunder { .. }) => plunder::take(play, &[]),
            // An answer, a first fire, a crossing shot or a shot before boarding is declined.
            _ => {
                play.m().windows.pop();
            }
        },
        Action::Detonate(space) => mines::detonate(play, seat, *space),
        Action::Offer { seat: to, turns } => alliances::offer(play, seat, *to, *turns),
        Action::Accept => alliances::answer(play, seat, alliances::Answer::Yes),
        Action::Decline => alliances::answer(play, seat, alliances::Answer::No),
        Action::Notice(with) => alliances::notice(play, seat, *with),
        Action::Break(with) => alliances::end(play, seat, *with),
        Action::Give { fort, seat: to } => works::give(play, seat, *fort, *to),
        Action::End if play.p().stage != Stage::Phase => captains::end(play, seat)?,
        Action::End => sequence::end_phase(play)?,
        Action::Resign => victory::resign(play, seat),
        // Said by the clock and the host alone.
        Action::TimeOut(_) | Action::Left(_) => {}
    }
    debug_assert!(play.p().stage != Stage::Over || play.p().outcome.is_some());
    Ok(())
}
