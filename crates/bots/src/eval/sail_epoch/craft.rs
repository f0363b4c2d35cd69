//! Sail Epoch for the search: ideas ship by ship, and a judge for each scenario.

use super::weights::WEIGHTS;
use super::{Admiral, guns, sailing};
use crate::levels::{Level, Skill, careless, levels, offered};
use crate::search::{Choice, Craft, Search, Shipyard, Yard};
use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Rules, Seat, Seeded, Side, Sight, Table};
use sail_epoch::{Action, Public, SailEpoch, Scenario, Stage};

const fn searcher(slips: u32, thinks: u32, nodes: u64, ideas: usize, turns: u32) -> Skill {
    Skill { slips, thinks, nodes, search: Search { ideas, turns, doubt: 0.5 } }
}

static STEPS: [Named<SailEpoch, Level<Seaman>>; 8] = levels(
    Seaman,
    [
        careless(95),
        careless(50),
        careless(20),
        searcher(0, 15, 600, 8, 2),
        searcher(0, 40, 600, 8, 2),
        searcher(0, 100, 600, 8, 2),
        searcher(0, 100, 3_000, 16, 2),
        searcher(0, 100, 20_000, 24, 2),
    ],
);

pub(crate) static LEVELS: &[&dyn Erased] = offered!(STEPS);
pub(crate) static YARD: &dyn Shipyard = &Yard::<SailEpoch, Seaman>::new(Seaman, SETUPS);

/// Where levels are measured.
const SETUPS: &[(&str, &[Choice])] = &[
    ("Oceans, two players", &[("scenario", "oceans"), ("players", "2")]),
    ("Treasures, two players", &[("scenario", "treasures"), ("players", "2")]),
    ("Pearls, two players", &[("scenario", "pearls"), ("players", "2")]),
];

/// What the game brings to the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seaman;

/// So many of the best movements of each ship are ideas.
const MOVES: usize = 3;
/// And so many volleys.
const VOLLEYS: usize = 6;

impl Craft<SailEpoch> for Seaman {
    type Hunch = ();

    fn habit(&self, sight: Sight<'_, SailEpoch>, rng: &mut Seeded) -> Option<Action> {
        Admiral.choose(sight, Budget::default(), rng)
    }

    fn ideas(&self, sight: Sight<'_, SailEpoch>, _rng: &mut Seeded, out: &mut Vec<Action>) {
        let Some(seat) = sight.seat() else { return };
        let p = sight.public;
        let mut actions = Vec::new();
        SailEpoch::legal(sight, &mut actions);
        if p.stage != Stage::Phase || !p.windows.is_empty() || p.acting() != seat {
            out.extend(actions.into_iter().take(24));
            return;
        }
        let mut moves = Vec::new();
        sailing::gains(p, seat, &actions, &mut moves);
        // The best of every ship first, then the second best of every ship.
        let mut ranked: Vec<(usize, i32, Action)> = Vec::new();
        let (mut ship, mut rank) = (None, 0);
        for (gain, action) in moves {
            let id = sailing::ends(p, &action).map(|(id, ..)| id);
            rank = if ship == id { rank + 1 } else { 0 };
            ship = id;
            if rank < MOVES {
                ranked.push((rank, gain, action));
            }
        }
        ranked.sort_by_key(|(rank, gain, _)| (*rank, -gain));
        let mut moves = ranked.into_iter().map(|(_, _, action)| action);
        let mut shots = guns::choices(p, seat).into_iter().take(VOLLEYS);
        let mut deeds = actions.iter().filter(|action| is_deed(p, seat, action)).take(8);
        // By turns, so that whatever the search has time for is mixed.
        loop {
            let before = out.len();
            out.extend(shots.next());
            out.extend(deeds.next().cloned());
            out.extend(moves.next());
            out.extend(moves.next());
            if out.len() == before {
                break;
            }
        }
        if actions.contains(&Action::End) {
            out.insert(out.len().min(3), Action::End);
        }
    }

    /// Even a beginner takes a treasure that lies beside the ship, and ends no phase in which he
    /// sees something to do. A fireship among enemies may tempt him, though they will be gone.
    fn slip(&self, sight: Sight<'_, SailEpoch>, rng: &mut Seeded) -> Option<Action> {
        let habit = self.habit(sight, rng)?;
        if matches!(habit, Action::End | Action::Load { .. } | Action::Unload { .. }) {
            return Some(habit);
        }
        let mut ideas = Vec::new();
        self.ideas(sight, rng, &mut ideas);
        ideas.retain(|idea| *idea != Action::End);
        if ideas.is_empty() {
            return Some(habit);
        }
        let i = rng.below(ideas.len() as u32) as usize;
        Some(ideas.swap_remove(i))
    }

    fn ponders(&self, sight: Sight<'_, SailEpoch>) -> bool {
        matches!(sight.public.stage, Stage::Phase | Stage::Ending)
    }

    fn hunch(&self, _sight: Sight<'_, SailEpoch>) {}

    const FEATURES: &'static [&'static str] = &[
        "strength", "hulls", "guns", "forts", "store", "aboard", "homeward", "fortless", "harbour",
    ];

    const KINDS: &'static [&'static str] = &["treasures", "pearls", "jolly", "oceans"];

    fn kind(&self, public: &Public) -> usize {
        match public.options().scenario {
            Scenario::Treasures => 0,
            Scenario::Pearls => 1,
            Scenario::Jolly => 2,
            Scenario::Oceans => 3,
        }
    }

    fn features(&self, table: &Table<SailEpoch>, side: Side, out: &mut [f32]) {
        let p = &table.public;
        let mine = standing(p, side);
        // The rival who stands best by what wins the game, then by strength.
        let rivals = (0..table.sides.len()).map(Side).filter(|&other| other != side);
        let best = rivals.map(|other| standing(p, other)).max_by(|a, b| {
            let rank = |s: &[f32; 9]| s[4] + s[0] + 0.5 * s[3];
            rank(a).total_cmp(&rank(b))
        });
        let best = best.unwrap_or([0.0; 9]);
        for (i, out) in out.iter_mut().enumerate() {
            *out = mine[i] - best[i];
        }
    }

    fn weights(&self, public: &Public) -> &'static [f32] {
        &WEIGHTS[self.kind(public)]
    }
}

/// Is it worth a trial, beside sailing and gunfire? Nobody thinks of burning an own ship, of giving
/// forts away or of working at a whole fort.
fn is_deed(p: &Public, seat: Seat, action: &Action) -> bool {
    match action {
        Action::Board { .. }
        | Action::Assault { .. }
        | Action::Repair { .. }
        | Action::Unrepair(_)
        | Action::Mend(_)
        | Action::Load { .. }
        | Action::Unload { .. }
        | Action::Raise(_)
        | Action::Deploy { .. } => true,
        Action::Work { fort, .. } => p.fort(*fort).ruin || p.players[seat.index()].fortless > 0,
        // A fireship among enemies, with no friend beside it, and nothing aboard that wins the game.
        Action::Ignite(ship) => p.ship(*ship).cargo == 0 && sailing::blast(p, seat, *ship) > 3,
        _ => false,
    }
}

/// What a side has, in the order of the features.
fn standing(p: &Public, side: Side) -> [f32; 9] {
    let mut s = [0.0; 9];
    for seat in p.seats().filter(|&seat| p.side(seat) == side) {
        let player = &p.players[seat.index()];
        if player.out {
            continue;
        }
        for id in p.fleets[seat.index()].iter() {
            let ship = p.ship(id);
            s[0] += f32::from(p.strength(id)) / 8.0;
            s[1] += 0.25;
            s[2] += f32::from(id.card().shots) / 6.0;
            if ship.cargo > 0 {
                s[5] += f32::from(ship.cargo) / f32::from(p.goal.max(1));
                let homes = p.fort_ids().filter(|&fort| sailing::is_destination(p, seat, fort));
                let home = homes.map(|fort| p.fort(fort).space.distance(ship.space)).min();
                s[6] -= f32::from(ship.cargo) * home.map_or(1.0, |d| f32::from(d) / 12.0);
            }
            let foreign = |(at, harbour): (&(Seat, _), &sail_epoch::Cells)| {
                p.is_foe(seat, at.0) && harbour.has(ship.space)
            };
            if p.options().win_royal_port
                && p.chart().royal_ports.iter().zip(&p.chart().royal_harbour).any(foreign)
            {
                s[8] += 0.5;
            }
        }
        s[7] -= f32::from(u8::from(player.fortless > 0));
    }
    let own = |fort: &&sail_epoch::Fort| {
        !fort.ruin && fort.owner.seat().is_some_and(|owner| p.side(owner) == side)
    };
    s[3] = p.forts().iter().filter(own).count() as f32;
    s[4] = f32::from(p.store(side)) / f32::from(p.goal.max(1));
    s
}
