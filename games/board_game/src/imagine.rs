//! Imagining what a viewer does not know.

use crate::BoardGame;
use crate::action::{Action, Pick};
use crate::rules::fleet::{may_choose, may_mix};
use crate::rules::{Board, orders};
use crate::setup::Navies;
use crate::state::{NORTH, Phase, Public, SOUTH, SideSecret, Status, seat_of};
use crate::units::CardId;
use admiralty_core::{
    BySeat, BySide, Dice, Die, Dry, Leads, Menu, Own, Rules, Side, Sight, Table, Viewer,
};
use alloc::vec::Vec;

/// A whole table the viewer cannot rule out.
pub(crate) fn imagine(sight: Sight<'_, BoardGame>, dice: &mut dyn Dice) -> Result<Board, Dry> {
    if let Own::All(table) = sight.own {
        return Ok(table.clone());
    }
    let mut t = Table {
        public: sight.public.clone(),
        sides: BySide::new(2, |_| SideSecret::default()),
        seats: BySeat::new(2, |_| ()),
        umpire: (),
    };
    for side in [SOUTH, NORTH] {
        t.sides[side] = match sight.of_side(side) {
            Some(secret) => secret.clone(),
            None => draw(sight.public, side, dice)?,
        };
    }
    Ok(t)
}

/// Are boats of this side still to be placed out of a secret fleet?
fn hides_boats(p: &Public, side: Side) -> bool {
    if p.open[side.index()] || p.round != 1 {
        return false;
    }
    match p.phase {
        Phase::First => true,
        Phase::Subs => p.actor == side || p.actor == p.first,
        _ => false,
    }
}

/// A secret of a side that fits what all know.
fn draw(p: &Public, side: Side, dice: &mut dyn Dice) -> Result<SideSecret, Dry> {
    let ready = p.ready[side.index()];
    let mut t = Table::<BoardGame> {
        public: p.clone(),
        sides: BySide::new(2, |_| SideSecret::default()),
        seats: BySeat::new(2, |_| ()),
        umpire: (),
    };
    t.public.ready[side.index()] = false;
    match p.phase {
        Phase::Fleet | Phase::Deploy => {
            if !p.open[side.index()] && (ready || p.phase == Phase::Deploy) {
                t.public.phase = Phase::Fleet;
                if let Some(Action::Fleet(cards)) = walk(&t, side, dice)? {
                    t.sides[side].fleet = cards.into();
                }
                t.public.phase = p.phase;
            }
            if ready
                && p.phase == Phase::Deploy
                && let Some(Action::Deploy(spots)) = walk(&t, side, dice)?
            {
                t.sides[side].places = spots.into();
            }
        }
        Phase::Orders if ready && orders::has_any(p, side) => {
            if let Some(Action::Orders(list)) = walk(&t, side, dice)? {
                t.sides[side].orders = list.into();
            }
        }
        _ if hides_boats(p, side) => t.sides[side].fleet = boats(p, side, dice)?,
        _ => {}
    }
    Ok(core::mem::take(&mut t.sides[side]))
}

/// Boats that may stand behind the surface units that all see.
fn boats(p: &Public, side: Side, dice: &mut dyn Dice) -> Result<Vec<CardId>, Dry> {
    let seen: Vec<CardId> = p
        .of_side(side)
        .filter(|(_, unit)| unit.status != Status::Waiting)
        .map(|(_, unit)| unit.card)
        .collect();
    let mut spare = p.options.tp.saturating_sub(seen.iter().map(|card| card.tp()).sum());
    let mut boats: Vec<CardId> = Vec::new();
    loop {
        let n = seen.len() + boats.len() + 1;
        let fits: Vec<CardId> = CardId::all()
            .filter(|card| {
                card.is_boat()
                    && card.tp() <= spare
                    && !boats.contains(card)
                    && may_choose(&p.options, *card).is_ok()
                    && seen.iter().all(|other| may_mix(p.options.navies, *other, *card))
                    && (p.options.navies == Navies::Free
                        || boats.iter().all(|other| may_mix(p.options.navies, *other, *card)))
            })
            .collect();
        if fits.is_empty() || n > 24 || boats.len() + 1 > n / 3 {
            return Ok(boats);
        }
        // One more or enough, as likely as not.
        if dice.roll(Die(2))? == 1 {
            return Ok(boats);
        }
        let i = usize::from(dice.roll(Die(fits.len() as u16))?) - 1;
        spare -= fits[i].tp();
        boats.push(fits[i]);
    }
}

/// A random walk down the menu of a side.
fn walk(t: &Board, side: Side, dice: &mut dyn Dice) -> Result<Option<Action>, Dry> {
    let sight = t.sight(Viewer::Seat(seat_of(side)));
    let mut draft: Vec<Pick> = Vec::new();
    loop {
        let mut menu = Menu::default();
        BoardGame::menu(sight, &draft, &mut menu);
        menu.choices.retain(|choice| !matches!(choice.leads, Leads::Aside(_)));
        if menu.choices.is_empty() {
            return Ok(None);
        }
        let n = menu.choices.len().min(usize::from(Die::MAX_FACES));
        let i = usize::from(dice.roll(Die(n as u16))?) - 1;
        let choice = menu.choices.swap_remove(i);
        match choice.leads {
            Leads::To(action) => return Ok(Some(action)),
            _ => draft.push(choice.pick),
        }
    }
}
