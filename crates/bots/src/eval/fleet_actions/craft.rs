//! Fleet Actions for the search: the orders that look best at first sight, and a judge.

use super::station::{Chart, Mood};
use super::weights::WEIGHTS;
use super::{Mind, decide, parley};
use crate::levels::{Level, Skill, careless, levels, offered};
use crate::search::{Choice, Craft, Search, Shipyard, Yard};
use crate::{Erased, Named};
use admiralty_core::{Rules, Seat, SeatSet, Seeded, Side, Sight, Table, Viewer};
use fleet_actions::{Action, FleetActions, Laid, Public, Sealed, Unit, mark, scores};

const fn searcher(slips: u32, thinks: u32, nodes: u64, ideas: usize, turns: u32) -> Skill {
    Skill { slips, thinks, nodes, search: Search { ideas, turns, doubt: 0.5 } }
}

static STEPS: [Named<FleetActions, Level<Seaman>>; 8] = levels(
    Seaman,
    [
        careless(75),
        careless(50),
        careless(15),
        careless(0),
        searcher(0, 35, 1_500, 6, 2),
        searcher(0, 100, 1_500, 6, 2),
        searcher(0, 100, 5_000, 10, 2),
        searcher(0, 100, 20_000, 16, 2),
    ],
);

pub(crate) static LEVELS: &[&dyn Erased] = offered!(STEPS);
pub(crate) static YARD: &dyn Shipyard = &Yard::<FleetActions, Seaman>::new(Seaman, SETUPS);

/// Where levels are measured.
const SETUPS: &[(&str, &[Choice])] = &[
    ("Dogger Bank 1781", &[("scenario", "dogger-bank-1781")]),
    ("San Domingo 1806", &[("scenario", "san-domingo-1806")]),
    ("Camperdown 1797", &[("scenario", "camperdown-1797")]),
];

/// What the game brings to the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seaman;

/// Orders handed to the search.
const IDEAS: usize = 16;

/// The orders of the seat that looks, each with what it looks to be worth, best first.
fn judged(sight: Sight<'_, FleetActions>, rng: &mut Seeded) -> Vec<(f32, Action)> {
    let Some(seat) = sight.seat() else { return Vec::new() };
    let mut actions = Vec::new();
    FleetActions::legal(sight, &mut actions);
    let mind = Mind::new(sight, seat);
    let mut judged: Vec<(f32, Action)> = actions
        .into_iter()
        .map(|action| (mind.value(&action) + rng.below(1000) as f32 / 100_000.0, action))
        .collect();
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    judged
}

impl Craft<FleetActions> for Seaman {
    type Hunch = ();

    fn habit(&self, sight: Sight<'_, FleetActions>, rng: &mut Seeded) -> Option<Action> {
        let seat = sight.seat()?;
        FleetActions::awaited(sight).seats().has(seat).then(|| decide(sight, seat, rng))?
    }

    fn answer(&self, sight: Sight<'_, FleetActions>) -> Option<Action> {
        parley::answer(sight)
    }

    fn ideas(&self, sight: Sight<'_, FleetActions>, rng: &mut Seeded, out: &mut Vec<Action>) {
        // What looks absurd (on the rocks, a Group torn apart) is not tried.
        let judged = judged(sight, rng);
        let best = judged.first().map_or(0.0, |(value, _)| *value);
        let sane = judged.into_iter().filter(|(value, _)| *value > best - 40.0);
        out.extend(sane.take(IDEAS).map(|(_, action)| action));
    }

    /// Any order that is not plainly bad.
    fn slip(&self, sight: Sight<'_, FleetActions>, rng: &mut Seeded) -> Option<Action> {
        let mut judged = judged(sight, rng);
        let best = judged.first().map_or(0.0, |(value, _)| *value);
        judged.retain(|(value, _)| *value > best - 40.0);
        if judged.is_empty() {
            return self.habit(sight, rng);
        }
        let i = rng.below(judged.len() as u32) as usize;
        Some(judged.swap_remove(i).1)
    }

    fn hunch(&self, _sight: Sight<'_, FleetActions>) {}

    /// What the others have laid down is no random marker: they decide anew.
    fn unseal(&self, table: &mut Table<FleetActions>, seat: Seat) -> SeatSet {
        let mut anew = SeatSet::EMPTY;
        for other in (0..table.seats.len()).map(Seat).filter(|&other| other != seat) {
            if table.seats[other] == Sealed::default()
                || FleetActions::side_of(&table.public, other).is_none()
            {
                continue;
            }
            table.seats[other] = Sealed::default();
            let p = &mut table.public;
            let mut laid = std::mem::take(&mut p.laid);
            laid.retain(|what| owner(p, *what) != other);
            p.laid = laid;
            p.pending = p.pending.with(other);
            anew = anew.with(other);
        }
        anew
    }

    const FEATURES: &'static [&'static str] =
        &["score", "strength", "damage", "stragglers", "guns bearing", "weather gauge"];

    fn features(&self, table: &Table<FleetActions>, side: Side, out: &mut [f32]) {
        let p = &table.public;
        let other = side.other();
        let score = scores(p);
        let decisive = f32::from(p.battle.levels.1.max(10));
        out[0] = f32::from(score[side.index()] - score[other.index()]) / decisive;
        let (ours, theirs) = (standing(p, side), standing(p, other));
        let all = (ours[3] + theirs[3]).max(1.0);
        out[1] = 4.0 * (ours[0] - theirs[0]) / all;
        out[2] = 4.0 * (theirs[1] - ours[1]) / all;
        out[3] = (theirs[2] - ours[2]) / 5.0;
        out[4] = (fire(table, side) - fire(table, other)) / 10.0;
        out[5] = (ours[4] - theirs[4]) / 10.0;
    }

    fn weights(&self, _public: &Public) -> &'static [f32] {
        &WEIGHTS[0]
    }
}

/// Who has laid it.
fn owner(p: &Public, laid: Laid) -> Seat {
    match laid {
        Laid::Marker(squad) | Laid::Attack(Unit::Group(squad, _)) => p.seat_of(squad),
        Laid::Card(seat) => seat,
        Laid::Attack(Unit::Ship(ship)) | Laid::Board(ship) => p.controller(ship),
    }
}

/// Strength left, Movement damage, stragglers, Strength at the start, mean way upwind.
pub(super) fn standing(p: &Public, side: Side) -> [f32; 5] {
    let mut s = [0.0; 5];
    let mut n = 0.0f32;
    for ship in p.ships.iter().filter(|ship| ship.line && ship.side == side) {
        s[3] += f32::from(ship.s0);
        if ship.is_line_ok() {
            s[0] += f32::from(ship.strength());
            s[1] += f32::from(ship.md);
            s[2] += f32::from(u8::from(ship.is(mark::STRAGGLER)));
            s[4] += f32::from(ship.at.upwind(p.wind));
            n += 1.0;
        }
    }
    s[4] /= n.max(1.0);
    s
}

/// The fire that a side can give from where it stands.
fn fire(table: &Table<FleetActions>, side: Side) -> f32 {
    let p = &table.public;
    if p.grand.is_some() {
        return 0.0;
    }
    let seat = p.battle.cinc(side);
    let mood = Mood::read(table.sight(Viewer::Seat(seat)), side, seat);
    Chart::new(p, side, mood).broadsides()
}
