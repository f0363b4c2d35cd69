//! Two squadrons of two admirals each. Every round a pool of dice lies open;
//! the flagships assign it in secret at the same time, then all four admirals
//! seal a speed. Half way the scale changes: fewer dice, shorter speeds.

use admiralty_core::{
    Actor, Around, Audience, Awaiting, BySeat, BySide, ClauseId, Dice, Die, Dry, Listed, Menu,
    Meta, Outcome, Own, Rules, Seat, SeatSet, Side, SideSet, Sight, Table, Told, Verdict,
};

/// The rules.
#[derive(Clone, Debug)]
pub struct Squadrons;

/// Everything fixed before the first decision.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) rounds: u8,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The flagships assign the pool.
    Assign,
    /// All admirals seal a speed.
    Seal,
    /// It is over.
    Over,
}

/// Known to all.
#[derive(Clone, Debug)]
pub struct Public {
    pub(super) rounds: u8,
    pub(super) round: u8,
    pub(super) phase: Phase,
    pub(super) pool: Vec<u8>,
    /// Who has decided in this phase.
    pub(super) done: SeatSet,
    pub(super) points: [u16; 2],
    /// Who has given up.
    pub(super) struck: Option<u8>,
}

/// What is decided.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// One `true` per die that goes to the guns.
    Assign(Vec<bool>),
    /// A speed.
    Seal(u8),
    /// Gives up for the side, at any time.
    Strike,
    /// The clock or the host strikes for a side where nobody answers.
    Forfeit(u8),
}

/// One step on the way.
#[derive(Clone, PartialEq, Debug)]
pub enum Pick {
    Guns,
    Sails,
    Speed(u8),
    Strike,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Event {
    Rolled { pool: Vec<u8> },
    Decided { seat: u8 },
    Mine { action: Action },
    Opened { guns: [Vec<bool>; 2], speeds: [u8; 4], points: [u16; 2] },
    Scale,
    Struck { side: u8 },
    Ended,
}

admiralty_core::refusals! {
    /// Why not.
    pub enum Illegal {
        NotNow: "SQ-1" => "this admiral has nothing to decide like that now";
        Dice { wanted: usize, found: usize }: "SQ-2"
            => "{wanted} dice lie in the pool, {found} are assigned";
        Speed { max: u8, found: u8 }: "SQ-3" => "a speed is 1 to {max}, not {found}";
    }
}

const CLAUSES: &str = r#"
[[clause]]
id = "SQ-1"
chapter = "sequence"
text = "Flagships assign the pool, then all admirals seal a speed, all at once."
status = "done"
[[clause]]
id = "SQ-2"
chapter = "pool"
text = "Every die of the pool goes to guns or sails."
status = "done"
[[clause]]
id = "SQ-3"
chapter = "speed"
text = "A speed is 1 to 3, in the second half of the game 1 or 2."
status = "done"
[[clause]]
id = "SQ-4"
chapter = "end"
text = "More points win; a lead of ten is clear, less is narrow."
status = "done"
"#;

/// The second half is played on a smaller scale.
pub(super) fn is_close(public: &Public) -> bool {
    public.round > public.rounds / 2
}

pub(super) fn n_dice(public: &Public) -> usize {
    if is_close(public) { 2 } else { 3 }
}

pub(super) fn max_speed(public: &Public) -> u8 {
    if is_close(public) { 2 } else { 3 }
}

const FLAGSHIPS: SeatSet = SeatSet::only(Seat(0)).with(Seat(2));

impl Rules for Squadrons {
    type Setup = Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = Event;
    type Illegal = Illegal;
    type Public = Public;
    /// The side's assignment of the pool.
    type SideSecret = Option<Vec<bool>>;
    /// The admiral's sealed speed; 0 if none.
    type SeatSecret = u8;
    type Umpire = ();

    const META: Meta = Meta {
        id: "squadrons",
        title: "Squadrons",
        prefix: "SQ",
        blurb: "Sealed speeds and a shared pool.",
        seats: (4, 4),
        minutes: (1, 2),
        options: &[],
        only: &[],
        scenarios: &[],
        dice: &[(6, "die")],
        clauses: CLAUSES,
    };

    fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        let mut public = Public {
            rounds: setup.rounds,
            round: 1,
            phase: Phase::Assign,
            pool: Vec::new(),
            done: SeatSet::EMPTY,
            points: [0; 2],
            struck: None,
        };
        roll_pool(&mut public, dice)?;
        Ok(Table {
            public,
            sides: BySide::new(2, |_| None),
            seats: BySeat::new(4, |_| 0),
            umpire: (),
        })
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        awaiting(&table.public)
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        awaiting(sight.public)
    }

    fn side_of(_: &Public, seat: Seat) -> Option<Side> {
        (seat.0 < 4).then_some(Side(seat.0 / 2))
    }

    fn legal(sight: Sight<'_, Self>, out: &mut Vec<Action>) -> Listed {
        let Some(seat) = sight.seat() else { return Listed::Complete };
        if !awaiting(sight.public).seats().has(seat) {
            return Listed::Complete;
        }
        match sight.public.phase {
            Phase::Assign => {
                let n = n_dice(sight.public);
                for bits in 0..1u32 << n {
                    let dice = (0..n).map(|i| bits & (1 << (n - 1 - i)) == 0).collect();
                    out.push(Action::Assign(dice));
                }
            }
            Phase::Seal => out.extend((1..=max_speed(sight.public)).map(Action::Seal)),
            Phase::Over => {}
        }
        Listed::Complete
    }

    fn menu(sight: Sight<'_, Self>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
        let Some(seat) = sight.seat() else { return };
        let awaited = awaiting(sight.public).seats().has(seat);
        let growing =
            !draft.is_empty() && draft.iter().all(|pick| matches!(pick, Pick::Guns | Pick::Sails));
        match sight.public.phase {
            Phase::Assign if awaited && (draft.is_empty() || growing) => {
                let n = n_dice(sight.public);
                for pick in [Pick::Guns, Pick::Sails] {
                    if draft.len() + 1 < n {
                        out.on(pick);
                    } else if draft.len() + 1 == n {
                        let picks = draft.iter().chain([&pick]);
                        let dice = picks.map(|pick| *pick == Pick::Guns).collect();
                        out.to(pick, Action::Assign(dice));
                    }
                }
            }
            Phase::Seal if awaited && draft.is_empty() => {
                (1..=max_speed(sight.public)).for_each(|n| out.to(Pick::Speed(n), Action::Seal(n)));
            }
            _ => {}
        }
        if draft.is_empty() && sight.public.phase != Phase::Over && FLAGSHIPS.has(seat) {
            out.aside(Pick::Strike, Action::Strike);
        }
    }

    fn check(sight: Sight<'_, Self>, by: Actor, action: &Action) -> Result<(), Illegal> {
        if let (Actor::Clock | Actor::Host, Action::Forfeit(0 | 1)) = (by, action)
            && sight.public.phase != Phase::Over
        {
            return Ok(());
        }
        let (Actor::Seat(seat), Own::Seat { .. }) = (by, sight.own) else {
            return Err(Illegal::NotNow); // SQ-1
        };
        let awaited = awaiting(sight.public).seats().has(seat);
        match (action, sight.public.phase) {
            (Action::Strike, Phase::Assign | Phase::Seal) if FLAGSHIPS.has(seat) => Ok(()),
            (Action::Assign(dice), Phase::Assign) if awaited => {
                let (wanted, found) = (n_dice(sight.public), dice.len());
                // SQ-2: every die is assigned.
                if wanted == found { Ok(()) } else { Err(Illegal::Dice { wanted, found }) }
            }
            (Action::Seal(found), Phase::Seal) if awaited => {
                let (max, found) = (max_speed(sight.public), *found);
                // SQ-3: the scale limits the speed.
                let fits = (1..=max).contains(&found);
                if fits { Ok(()) } else { Err(Illegal::Speed { max, found }) }
            }
            _ => Err(Illegal::NotNow),
        }
    }

    fn apply(
        table: &mut Table<Self>,
        by: Actor,
        action: &Action,
        dice: &mut dyn Dice,
        tell: &mut dyn FnMut(Told<Event>),
    ) -> Result<(), Dry> {
        let (seat, side) = match (by, action) {
            (Actor::Seat(seat), Action::Strike) => return strike(table, seat.0 / 2, tell),
            (Actor::Seat(seat), _) => (seat, Side(seat.0 / 2)),
            (_, Action::Forfeit(side)) => return strike(table, *side, tell),
            _ => return Ok(()),
        };
        let (own, all) = match action {
            Action::Strike | Action::Forfeit(_) => return Ok(()),
            Action::Assign(bits) => {
                table.sides[side] = Some(bits.clone());
                (SeatSet::only(Seat(side.0 * 2)).with(Seat(side.0 * 2 + 1)), FLAGSHIPS)
            }
            Action::Seal(speed) => {
                table.seats[seat] = *speed;
                (SeatSet::only(seat), SeatSet::first(4))
            }
        };
        table.public.done = table.public.done.with(seat);
        tell(Told::to(Event::Mine { action: action.clone() }, Audience::seats(own)));
        tell(Told::all(Event::Decided { seat: seat.0 }));
        if table.public.done != all {
            return Ok(());
        }
        table.public.done = SeatSet::EMPTY;
        if table.public.phase == Phase::Assign {
            table.public.phase = Phase::Seal;
            return Ok(());
        }
        open(table, tell);
        if table.public.round == table.public.rounds {
            table.public.phase = Phase::Over;
            tell(Told::all(Event::Ended));
            return Ok(());
        }
        let was = is_close(&table.public);
        table.public.round += 1;
        if is_close(&table.public) != was {
            tell(Told::all(Event::Scale));
        }
        table.public.phase = Phase::Assign;
        roll_pool(&mut table.public, dice)?;
        tell(Told::all(Event::Rolled { pool: table.public.pool.clone() }));
        Ok(())
    }

    fn imagine(sight: Sight<'_, Self>, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        if let Own::All(table) = sight.own {
            return Ok(table.clone());
        }
        let public = sight.public;
        let mut sides = Vec::new();
        for i in 0..2u8 {
            let decided = public.phase == Phase::Seal || public.done.has(Seat(i * 2));
            let assigned = match sight.of_side(Side(i)) {
                Some(known) => known.clone(),
                None if public.phase != Phase::Over && decided => {
                    let mut bits = Vec::new();
                    for _ in 0..n_dice(public) {
                        bits.push(dice.roll(Die(2))? == 1);
                    }
                    Some(bits)
                }
                // Struck in the middle: nobody will know, and it no longer matters.
                None => None,
            };
            sides.push(assigned);
        }
        let mut speeds = Vec::new();
        for i in 0..4u8 {
            let sealed = public.phase == Phase::Seal && public.done.has(Seat(i));
            speeds.push(match sight.of_seat(Seat(i)) {
                Some(known) => *known,
                None if sealed => dice.roll(Die(u16::from(max_speed(public))))? as u8,
                None => 0,
            });
        }
        Ok(Table {
            public: public.clone(),
            sides: BySide::new(2, |side| sides[side.index()].clone()),
            seats: BySeat::new(4, |seat| speeds[seat.index()]),
            umpire: (),
        })
    }

    fn turn(public: &Public) -> u32 {
        u32::from(public.round)
    }

    /// Who does not answer loses for the side.
    fn around(public: &Public, what: Around) -> Option<Action> {
        let (Around::TimeOut(seat) | Around::Left(seat)) = what else { return None };
        let playing = public.phase != Phase::Over && seat.0 < 4;
        playing.then_some(Action::Forfeit(seat.0 / 2))
    }

    /// Only this round and the one before are recalled.
    fn recalls_from(sight: Sight<'_, Self>) -> u32 {
        match sight.own {
            Own::All(_) => 0,
            _ => u32::from(sight.public.round.saturating_sub(1)),
        }
    }
}

pub(super) fn awaiting(public: &Public) -> Awaiting {
    match public.phase {
        Phase::Assign => Awaiting::Seats(FLAGSHIPS.minus(public.done)),
        Phase::Seal => Awaiting::Seats(SeatSet::first(4).minus(public.done)),
        Phase::Over => {
            let [north, south] = public.points;
            let won = |side| Verdict::Won(SideSet::only(Side(side)));
            let verdict = match public.struck {
                Some(side) => won(1 - side),
                None if north > south => won(0),
                None if south > north => won(1),
                None => Verdict::Drawn,
            };
            let degree = match verdict {
                Verdict::Won(_) if north.abs_diff(south) >= 10 => "clear",
                Verdict::Won(_) => "narrow",
                _ => "",
            };
            let reason = if public.struck.is_some() { "struck" } else { "points" };
            Awaiting::Over(Outcome { verdict, reason, degree, clause: ClauseId("SQ-4") })
        }
    }
}

fn strike(
    table: &mut Table<Squadrons>,
    side: u8,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    table.public.struck = Some(side);
    table.public.phase = Phase::Over;
    tell(Told::all(Event::Struck { side }));
    Ok(())
}

fn roll_pool(public: &mut Public, dice: &mut dyn Dice) -> Result<(), Dry> {
    public.pool.clear();
    for _ in 0..n_dice(public) {
        let value = dice.roll(Die::D6)? as u8;
        public.pool.push(value);
    }
    Ok(())
}

/// Guns count their dice, sails count once per point of speed of the side.
fn open(table: &mut Table<Squadrons>, tell: &mut dyn FnMut(Told<Event>)) {
    let mut guns = [Vec::new(), Vec::new()];
    let speeds = [0, 1, 2, 3].map(|i| std::mem::take(&mut table.seats[Seat(i)]));
    for i in 0..2u8 {
        let n = usize::from(i);
        let bits = table.sides[Side(i)].take().unwrap_or_default();
        let fire: u16 = table
            .public
            .pool
            .iter()
            .zip(&bits)
            .filter(|(_, gun)| **gun)
            .map(|(die, _)| u16::from(*die))
            .sum();
        let sails = bits.iter().filter(|gun| !**gun).count() as u16;
        table.public.points[n] += fire + sails * u16::from(speeds[2 * n] + speeds[2 * n + 1]) / 2;
        guns[n] = bits;
    }
    tell(Told::reveal(Event::Opened { guns, speeds, points: table.public.points }));
}
