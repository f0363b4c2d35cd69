//! Three ships race up a strait of twelve spaces. Each captain lays two mines
//! in secret and has a hidden strength; a gamemaster sees everything. Whoever
//! has a mine on the way of a moving ship is asked whether it goes off, and
//! nobody else knows that anybody is asked.

use super::strait_parts::{
    Action, CLAUSES, Depths, Event, Illegal, Phase, Pick, Public, Secret, Setup,
};
use admiralty_core::{
    Actor, Audience, Awaiting, BySeat, BySide, ClauseId, Dice, Die, Dry, Listed, Menu, Meta,
    Outcome, Own, Rules, Seat, SeatSet, Side, SideSet, Sight, Table, Told, Verdict,
};
use std::fmt;
use std::marker::PhantomData;

/// The last space.
pub(super) const END: u8 = 12;
/// The gamemaster's seat.
pub(super) const MASTER: Seat = Seat(3);

/// How to break the secrecy of the game, to see that the suite notices.
pub trait Leak: 'static + Clone + fmt::Debug + Send + Sync {
    /// Everybody sees who is asked about a mine.
    const ASKED: bool = false;
    /// A ship that is stopped by a mine is told of without declaring a reveal.
    const UNDECLARED: bool = false;
    /// Everybody is told which mines were laid.
    const LAID: bool = false;
    /// The menu offers a space more than `legal` lists.
    const MENU: bool = false;
    /// A ship that sinks is forgotten by the position.
    const POSITION: bool = false;
    /// Who keeps a number learns of the current, and can take the number back.
    const HINT: bool = false;
}

/// No leak: the game as it should be.
#[derive(Clone, Debug)]
pub struct Tight;
impl Leak for Tight {}

/// The rules.
#[derive(Clone, Debug)]
pub struct Strait<L = Tight>(PhantomData<L>);

impl<L: Leak> Rules for Strait<L> {
    type Setup = Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = Event;
    type Illegal = Illegal;
    type Public = Public;
    type SideSecret = Secret;
    type SeatSecret = u8;
    type Umpire = Depths;

    const META: Meta = Meta {
        id: "strait",
        title: "The Strait",
        prefix: "ST",
        blurb: "A race through mines.",
        seats: (4, 4),
        minutes: (1, 2),
        options: &[],
        only: &[],
        scenarios: &[],
        dice: &[(6, "die"), (2, "coin")],
        clauses: CLAUSES,
    };

    fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        Ok(Table {
            public: Public {
                rounds: setup.rounds,
                turn: 0,
                phase: Phase::Laying,
                ready: SeatSet::EMPTY,
                at: [0; 3],
                afloat: [true; 3],
                mines_left: [2; 3],
                blown: Vec::new(),
                strengths: [0; 3],
                current: None,
            },
            sides: BySide::new(3, |_| Secret::default()),
            seats: BySeat::new(4, |_| 0),
            umpire: Depths { current: dice.roll(Die(2))? as u8 - 1 },
        })
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        match table.public.phase {
            Phase::Passing(..) => {
                let asked: SeatSet = table
                    .sides
                    .iter()
                    .filter(|(_, secret)| secret.asked)
                    .map(|(side, _)| Seat(side.0))
                    .collect();
                Awaiting::Seats(if asked.is_empty() { SeatSet::only(MASTER) } else { asked })
            }
            _ => openly(&table.public),
        }
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        let Phase::Passing(..) = sight.public.phase else { return openly(sight.public) };
        match sight.own {
            Own::All(table) => Self::awaiting(table),
            Own::Seat { seat, shared, .. } if shared.asked => Awaiting::Seats(SeatSet::only(seat)),
            _ => Awaiting::Seats(SeatSet::EMPTY),
        }
    }

    fn side_of(_: &Public, seat: Seat) -> Option<Side> {
        (seat.0 < 3).then_some(Side(seat.0))
    }

    fn sees_all(_: &Public, seat: Seat) -> bool {
        seat == MASTER
    }

    fn legal(sight: Sight<'_, Self>, out: &mut Vec<Action>) -> Listed {
        if is_masters::<L>(sight) {
            out.extend([Action::Wave(false), Action::Wave(true)]);
        }
        let Own::Seat { seat, shared, .. } = sight.own else { return Listed::Complete };
        match sight.public.phase {
            Phase::Laying if !sight.public.ready.has(seat) => {
                for a in 2..=9 {
                    for b in a + 1..=10 {
                        out.extend((1..=3).map(|s| Action::Lay(a, b, s)));
                    }
                }
            }
            Phase::Sailing(ship) if ship == seat.0 => {
                let room = END - sight.public.at[usize::from(ship)];
                out.extend((1..=room.min(3)).map(Action::Sail));
            }
            Phase::Passing(_, from, to) if shared.asked => {
                out.extend(on_way(shared, from, to).map(Action::Blow));
                out.push(Action::Hold);
            }
            _ => {}
        }
        Listed::Complete
    }

    fn menu(sight: Sight<'_, Self>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
        let laying = matches!(sight.public.phase, Phase::Laying)
            && sight.seat().is_some_and(|seat| !sight.public.ready.has(seat));
        match draft {
            [] if laying => (2..=9).for_each(|a| out.on(Pick::Space(a))),
            [Pick::Space(a)] if laying => (a + 1..=10).for_each(|b| out.on(Pick::Space(b))),
            [Pick::Space(a), Pick::Space(b)] if laying => {
                (1..=3).for_each(|s| out.to(Pick::Strength(s), Action::Lay(*a, *b, s)));
            }
            [] => {
                let mut actions = Vec::new();
                Self::legal(sight, &mut actions);
                for action in actions {
                    let pick = match action {
                        Action::Sail(n) => Pick::Number(n),
                        Action::Blow(space) => Pick::Space(space),
                        Action::Wave(true) => Pick::Word("squall"),
                        Action::Wave(false) => Pick::Word("wave"),
                        _ => Pick::Word("hold"),
                    };
                    out.to(pick, action);
                }
                if L::MENU && matches!(sight.public.phase, Phase::Sailing(_)) {
                    out.to(Pick::Number(4), Action::Sail(4));
                }
            }
            [Pick::Word("note")] => {
                (0..=9).for_each(|n| out.aside(Pick::Number(n), Action::Note(n)));
            }
            _ => {}
        }
        if draft.is_empty() && sight.seat().is_some() && !is_over(sight.public) {
            out.on(Pick::Word("note"));
            if may_strike(sight.public, sight.seat()) {
                out.aside(Pick::Word("strike"), Action::Strike);
            }
        }
    }

    fn check(sight: Sight<'_, Self>, by: Actor, action: &Action) -> Result<(), Illegal> {
        if is_over(sight.public) {
            return Err(Illegal::Over); // ST-9
        }
        let Actor::Seat(_) = by else { return Err(Illegal::NotAsked) };
        if let Action::Wave(_) = action {
            // ST-7: nobody else sends squalls.
            return if is_masters::<L>(sight) { Ok(()) } else { Err(Illegal::NotMaster) };
        }
        let Own::Seat { seat, shared, .. } = sight.own else { return Err(Illegal::NotAsked) };
        match (*action, sight.public.phase) {
            (Action::Note(n), _) if n <= 9 => Ok(()),
            (Action::Note(n), _) => Err(Illegal::Note(n)), // ST-8
            (Action::Strike, _) if may_strike(sight.public, Some(seat)) => Ok(()),
            (Action::Lay(a, b, strength), Phase::Laying) if !sight.public.ready.has(seat) => {
                if !(2..b).contains(&a) || b > 10 {
                    return Err(Illegal::Mines { a, b }); // ST-2
                }
                if !(1..=3).contains(&strength) {
                    return Err(Illegal::Strength(strength)); // ST-3
                }
                Ok(())
            }
            (Action::Sail(by), Phase::Sailing(ship)) if ship == seat.0 => {
                let from = sight.public.at[usize::from(ship)];
                if !(1..=3).contains(&by) || from + by > END {
                    return Err(Illegal::Distance { from, by }); // ST-4
                }
                Ok(())
            }
            (Action::Blow(space), Phase::Passing(_, from, to)) if shared.asked => {
                // ST-5: own mines on the spaces entered, and no others.
                let mut mines = on_way(shared, from, to);
                mines.any(|mine| mine == space).then_some(()).ok_or(Illegal::NoMine(space))
            }
            (Action::Hold, Phase::Passing(..)) if shared.asked => Ok(()),
            _ => Err(Illegal::NotAsked), // ST-1
        }
    }

    fn apply(
        table: &mut Table<Self>,
        by: Actor,
        action: &Action,
        dice: &mut dyn Dice,
        tell: &mut dyn FnMut(Told<Event>),
    ) -> Result<(), Dry> {
        let seat = match by {
            Actor::Seat(seat) => seat,
            _ => return Ok(()),
        };
        let own = Audience::seats(SeatSet::only(seat).with(MASTER));
        let i = usize::from(seat.0);
        match *action {
            Action::Note(n) => {
                table.seats[seat] = n;
                tell(Told::to(Event::Noted { seat: seat.0 }, own));
                if L::HINT {
                    let set = table.umpire.current;
                    tell(Told::to(Event::Current { set, ship: seat.0, to: 0 }, own));
                }
            }
            Action::Strike => {
                table.public.afloat[i] = false;
                tell(Told::all(Event::Struck { ship: seat.0 }));
                if matches!(table.public.phase, Phase::Sailing(ship) if ship == seat.0) {
                    next(table, tell);
                } else {
                    end_if_alone(table, tell);
                }
            }
            Action::Lay(a, b, strength) => {
                table.sides[Side(seat.0)] = Secret { mines: vec![a, b], strength, asked: false };
                table.public.ready = table.public.ready.with(seat);
                let to = if L::LAID { Audience::ALL } else { own };
                tell(Told::to(Event::Laid { ship: seat.0, mines: [a, b], strength }, to));
                tell(Told::all(Event::Ready { ship: seat.0 }));
                if table.public.ready == SeatSet::first(3) {
                    tell(Told::all(Event::Began));
                    table.public.turn = 1;
                    table.public.phase = Phase::Sailing(0);
                }
            }
            Action::Sail(by) => {
                let from = table.public.at[i];
                table.public.at[i] = from + by;
                table.public.phase = Phase::Passing(seat.0, from, from + by);
                tell(Told::all(Event::Sailed { ship: seat.0, to: from + by }));
                for (side, secret) in table.sides.iter_mut() {
                    let afloat = table.public.afloat[side.index()];
                    let any = on_way(secret, from, from + by).next().is_some();
                    secret.asked = side.0 != seat.0 && any && afloat;
                    if secret.asked {
                        let to = if L::ASKED {
                            Audience::ALL
                        } else {
                            Audience::seats(SeatSet::only(Seat(side.0)).with(MASTER))
                        };
                        tell(Told::to(Event::Asked { ship: side.0 }, to));
                    }
                }
            }
            Action::Hold => table.sides[Side(seat.0)].asked = false,
            Action::Blow(space) => {
                let secret = &mut table.sides[Side(seat.0)];
                secret.mines.retain(|mine| *mine != space);
                secret.asked = false;
                table.public.mines_left[i] -= 1;
                table.public.blown.push(space);
                let die = dice.roll(Die::D6)?;
                let sunk = die >= 4;
                let event = Event::Blew { owner: seat.0, space, die, sunk };
                tell(if L::UNDECLARED { Told::all(event) } else { Told::reveal(event) });
                if let (true, Phase::Passing(ship, ..)) = (sunk, table.public.phase) {
                    table.public.afloat[usize::from(ship)] = false;
                    table.sides.iter_mut().for_each(|(_, secret)| secret.asked = false);
                }
            }
            Action::Wave(squall) => passed(table, squall, dice, tell)?,
        }
        Ok(())
    }

    fn imagine(sight: Sight<'_, Self>, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        let (seat, own) = match sight.own {
            Own::All(table) => return Ok(table.clone()),
            Own::Nobody => (None, None),
            Own::Seat { seat, shared, own, .. } => (Some(seat), Some((shared, *own))),
        };
        let public = sight.public;
        let mut sides = Vec::new();
        for ship in 0..3u8 {
            sides.push(match own {
                Some((secret, _)) if seat == Some(Seat(ship)) => secret.clone(),
                _ => imagine_secret(public, ship, dice)?,
            });
        }
        let mut notes = Vec::new();
        for i in 0..4u8 {
            notes.push(match own {
                Some((_, note)) if seat == Some(Seat(i)) => note,
                _ => dice.roll(Die(10))? as u8 - 1,
            });
        }
        let current = match public.current {
            Some(known) => known,
            None => dice.roll(Die(2))? as u8 - 1,
        };
        Ok(Table {
            public: public.clone(),
            sides: BySide::new(3, |side| sides[side.index()].clone()),
            seats: BySeat::new(4, |seat| notes[seat.index()]),
            umpire: Depths { current },
        })
    }

    fn turn(public: &Public) -> u32 {
        public.turn
    }
}

/// What everybody knows of who is awaited, while no ship is passing.
fn openly(public: &Public) -> Awaiting {
    match public.phase {
        Phase::Laying => Awaiting::Seats(SeatSet::first(3).minus(public.ready)),
        Phase::Sailing(ship) => Awaiting::Seats(SeatSet::only(Seat(ship))),
        Phase::Passing(..) => Awaiting::Seats(SeatSet::EMPTY),
        Phase::Over(winner) => Awaiting::Over(Outcome {
            verdict: match winner {
                Some(ship) => Verdict::Won(SideSet::only(Side(ship))),
                None => Verdict::Drawn,
            },
            reason: if winner.is_some() { "race" } else { "rounds" },
            degree: "",
            clause: ClauseId("ST-9"),
        }),
    }
}

fn is_over(public: &Public) -> bool {
    matches!(public.phase, Phase::Over(_))
}

/// Only between moves, so that nobody vanishes while being asked.
fn may_strike(public: &Public, seat: Option<Seat>) -> bool {
    matches!(public.phase, Phase::Sailing(_))
        && seat.is_some_and(|seat| seat.0 < 3 && public.afloat[seat.index()])
}

fn is_masters<L: Leak>(sight: Sight<'_, Strait<L>>) -> bool {
    let Own::All(table) = sight.own else { return false };
    sight.viewer == admiralty_core::Viewer::Seat(MASTER)
        && Strait::<L>::awaiting(table).seats().has(MASTER)
}

/// The own mines on spaces that were entered.
fn on_way(secret: &Secret, from: u8, to: u8) -> impl Iterator<Item = u8> + '_ {
    secret.mines.iter().copied().filter(move |mine| (from + 1..=to).contains(mine))
}

/// A secret that fits what is public.
fn imagine_secret(public: &Public, ship: u8, dice: &mut dyn Dice) -> Result<Secret, Dry> {
    if !public.ready.has(Seat(ship)) {
        return Ok(Secret::default());
    }
    let i = usize::from(ship);
    let mut mines = Vec::new();
    while mines.len() < usize::from(public.mines_left[i]) {
        let space = dice.roll(Die(9))? as u8 + 1;
        if !mines.contains(&space) {
            mines.push(space);
        }
    }
    mines.sort_unstable();
    let strength = match public.strengths[i] {
        0 => dice.roll(Die(3))? as u8,
        known => known,
    };
    let mut secret = Secret { mines, strength, asked: false };
    if let Phase::Passing(mover, from, to) = public.phase {
        // It may be asked still, or have answered; the mover is never asked,
        // and nobody is once the mover has sunk.
        let could = ship != mover && public.afloat[i] && public.afloat[usize::from(mover)];
        let any = on_way(&secret, from, to).next().is_some();
        secret.asked = could && any && dice.roll(Die(2))? == 1;
    }
    Ok(secret)
}

/// A ship has passed: squall, current, fight, arrival, then the next ship.
fn passed<L: Leak>(
    table: &mut Table<Strait<L>>,
    squall: bool,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    let Phase::Passing(ship, ..) = table.public.phase else { return Ok(()) };
    let i = usize::from(ship);
    table.public.phase = Phase::Sailing(ship);
    if !table.public.afloat[i] {
        next(table, tell);
        return Ok(());
    }
    if squall {
        table.public.at[i] -= 1;
        tell(Told::all(Event::Squall { ship, to: table.public.at[i] }));
    }
    if table.public.current.is_none() && (7..END).contains(&table.public.at[i]) {
        let set = table.umpire.current;
        table.public.current = Some(set);
        table.public.at[i] -= set;
        tell(Told::reveal(Event::Current { set, ship, to: table.public.at[i] }));
    }
    let at = table.public.at[i];
    if at >= END {
        table.public.phase = Phase::Over(Some(ship));
        tell(Told::all(Event::Ended { winner: Some(ship) }));
        return Ok(());
    }
    let met = (0..3u8).find(|&other| {
        let j = usize::from(other);
        other != ship && table.public.afloat[j] && table.public.at[j] == at && at > 0
    });
    if let Some(other) = met {
        // ST-6: both strengths are shown, whoever wins.
        let strengths = [ship, other].map(|ship| table.sides[Side(ship)].strength);
        table.public.strengths[i] = strengths[0];
        table.public.strengths[usize::from(other)] = strengths[1];
        let wins = match strengths[0].cmp(&strengths[1]) {
            std::cmp::Ordering::Equal => dice.roll(Die::D6)? >= 4,
            order => order.is_gt(),
        };
        let (winner, loser) = if wins { (ship, other) } else { (other, ship) };
        table.public.afloat[usize::from(loser)] = false;
        let strengths = table.public.strengths;
        tell(Told::reveal(Event::Fought { winner, loser, strengths }));
    }
    next(table, tell);
    Ok(())
}

/// The next ship afloat, a new round, or the end.
fn next<L: Leak>(table: &mut Table<Strait<L>>, tell: &mut dyn FnMut(Told<Event>)) {
    if end_if_alone(table, tell) {
        return;
    }
    let Phase::Sailing(mut ship) = table.public.phase else { return };
    loop {
        ship += 1;
        if ship == 3 {
            ship = 0;
            table.public.turn += 1;
            if table.public.turn > u32::from(table.public.rounds) {
                table.public.phase = Phase::Over(None);
                tell(Told::all(Event::Ended { winner: None }));
                return;
            }
        }
        if table.public.afloat[usize::from(ship)] {
            table.public.phase = Phase::Sailing(ship);
            return;
        }
    }
}

fn end_if_alone<L: Leak>(table: &mut Table<Strait<L>>, tell: &mut dyn FnMut(Told<Event>)) -> bool {
    let mut afloat = (0..3u8).filter(|&ship| table.public.afloat[usize::from(ship)]);
    let (first, second) = (afloat.next(), afloat.next());
    if second.is_some() {
        return false;
    }
    table.public.phase = Phase::Over(first);
    tell(Told::all(Event::Ended { winner: first }));
    true
}
