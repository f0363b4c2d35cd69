//! Naval Battle: one ply with beliefs.
//!
//! The bot reads its sight into a small board, with the chances of every
//! enemy token from what is known, what has moved and what is counted. An
//! action is worth what it gains on the mean, less what the enemy can then
//! take (jumps, series, combats, the Admiral above all) and plus what it
//! threatens itself. A quiet game makes it impatient.

mod belief;
mod conduct;
mod craft;
mod deploy;
mod sea;
mod search;
mod threats;
mod weights;

#[cfg(test)]
pub(crate) use craft::Seaman;
pub(super) use craft::{LEVELS, YARD};

use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Own, Rules, Seeded, Side, Sight, sample};
use belief::Care;
use naval_battle::{Action, Combat, KINDS, Kind, NavalBattle, Phase, Public, Secret, Square};
use sea::{Fleet, GAME, GONE, Sea, apart, cell};

static CADET: Named<NavalBattle, Sailor> = Named::new(
    "greedy",
    "Cadet",
    "Looks one move ahead, and three times in ten does not look at all.",
    Sailor { careless: 30, care: Care::Close },
);
static LIEUTENANT: Named<NavalBattle, Sailor> = Named::new(
    "greedy",
    "Lieutenant",
    "Counts what your pieces may be, takes what pays and guards its Admiral.",
    Sailor { careless: 0, care: Care::Close },
);

static CAPTAIN: Named<NavalBattle, search::Trier> = Named::new(
    "search",
    "Captain",
    "Tries its best ideas out on imagined fleets before it moves.",
    search::Trier { keep: 6, worlds: 20, turns: 3 },
);

static COMMODORE: Named<NavalBattle, search::Trier> = Named::new(
    "search",
    "Commodore",
    "Like the Captain, with more ideas, more fleets and a longer view.",
    search::Trier { keep: 8, worlds: 50, turns: 5 },
);

pub(super) static BOTS: &[&dyn Erased] = &[&CADET, &LIEUTENANT, &CAPTAIN, &COMMODORE];

/// The greedy player.
#[derive(Clone, Copy, Debug)]
struct Sailor {
    /// So many choices of a hundred are made at random, though never one that
    /// gives the Admiral away.
    careless: u32,
    /// How closely it looks.
    care: Care,
}

impl Bot<NavalBattle> for Sailor {
    fn choose(
        &self,
        sight: Sight<'_, NavalBattle>,
        _budget: Budget,
        rng: &mut Seeded,
    ) -> Option<Action> {
        let Own::Seat { seat, side, shared, .. } = sight.own else { return None };
        if !NavalBattle::awaited(sight).seats().has(seat) {
            return None;
        }
        if sight.public.phase() == Phase::Deploy {
            return deploy::choose(sight.public, shared, side, rng);
        }
        let mut actions = Vec::new();
        NavalBattle::legal(sight, &mut actions);
        let careless = rng.below(100) < self.careless;
        let judge = Judge::new(sight.public, shared, side, self.care);
        let mut judged: Vec<(f32, Action)> =
            actions.into_iter().map(|action| (judge.value(&action), action)).collect();
        if careless {
            judged.retain(|(value, _)| *value > -GAME * 0.04);
            if !judged.is_empty() {
                let i = rng.below(judged.len() as u32) as usize;
                return Some(judged.swap_remove(i).1);
            }
            return sample::<NavalBattle>(sight, rng, &mut Vec::new());
        }
        for (value, _) in &mut judged {
            *value += judge.restless * rng.below(1000) as f32 / 1000.0;
        }
        judged.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, action)| action)
    }
}

/// What actions are judged with.
struct Judge<'a> {
    public: &'a Public,
    fleet: Fleet,
    sea: Sea,
    side: Side,
    /// Worth of our ships less worth of theirs.
    ahead: f32,
    /// How much going somewhere counts; grows while nothing happens.
    eager: f32,
    /// How large the lot is that is cast among equals.
    restless: f32,
}

impl<'a> Judge<'a> {
    fn new(public: &'a Public, own: &Secret, side: Side, care: Care) -> Judge<'a> {
        let (fleet, sea) = sea::read(public, own, side, care);
        let ahead = fleet
            .pieces
            .iter()
            .filter(|piece| piece.kind != Some(Kind::Admiral))
            .map(|piece| if piece.own { piece.worth } else { -piece.worth })
            .sum();
        let quiet = f32::from(public.quiet());
        let eager = 0.4 + quiet / 15.0 + if ahead > 5.0 { 0.4 } else { 0.0 };
        Judge { public, fleet, sea, side, ahead, eager, restless: 0.3 + quiet / 40.0 }
    }

    fn value(&self, action: &Action) -> f32 {
        let at = |square: Square| self.sea.piece(cell(square));
        match *action {
            Action::Move { from, to } => match at(from) {
                Some(id) => self.moved(id, from, to),
                None => 0.0,
            },
            Action::Attack { from, to } => match (at(from), at(to)) {
                (Some(id), Some(enemy)) => self.attacked(id, enemy),
                _ => 0.0,
            },
            Action::Hop { from, to } => self.hopped(&self.sea, cell(from), cell(to), 3),
            Action::HopOn { to } => match self.public.phase() {
                Phase::Series(from) => self.hopped(&self.sea, cell(from), cell(to), 3),
                _ => 0.0,
            },
            _ => self.stand(&self.sea),
        }
    }

    /// How we stand with the enemy to move, what is on the board left aside.
    fn stand(&self, sea: &Sea) -> f32 {
        if sea.at[usize::from(self.fleet.enemy_admiral)] == GONE {
            return 0.0; // The game is over, and the gain says it all.
        }
        let risk = threats::risk(&self.fleet, sea);
        let (best, second) = threats::chances(&self.fleet, sea);
        let fear = 0.9 * risk.worst + 0.2 * risk.rest.min(GAME);
        let fear = if risk.is_mortal() { fear.max(GAME * 0.05) } else { fear };
        threats::admirals(&self.fleet, sea) + 0.25 * best + 0.1 * second - fear
    }

    fn moved(&self, id: u8, from: Square, to: Square) -> f32 {
        let mut after = self.sea.clone();
        after.put(id, cell(to));
        let piece = self.fleet.get(id);
        let mut value = self.stand(&after) + self.pull(id, cell(to)) - self.pull(id, cell(from));
        if piece.kind == Some(Kind::Admiral) && !self.fleet.is_hunt() {
            value -= 1.5;
        } else if !piece.moved
            && apart(cell(from), self.sea.at[usize::from(self.fleet.own_admiral)]) == 1
        {
            // Light ships that never moved look like mines.
            value -= 0.6;
        }
        value + self.again(from, to)
    }

    /// What is wrong with having been there before.
    fn again(&self, from: Square, to: Square) -> f32 {
        let content = self.ahead > -8.0;
        let times = self.public.occurrences_after(from, to);
        let mut value = 0.0;
        if self.public.repetition_limit().is_some_and(|limit| times >= limit) {
            return if content { -30.0 } else { 6.0 };
        }
        if times > 1 && content {
            value -= 4.0 * (times - 1) as f32;
        }
        if let Some((at, back, count)) = self.public.shuttle(self.side)
            && (at, back) == (from, to)
        {
            value -= 0.8 * f32::from(count);
        }
        value
    }

    fn attacked(&self, id: u8, enemy: u8) -> f32 {
        let (attacker, defender) = (self.fleet.get(id), self.fleet.get(enemy));
        let Some(kind) = attacker.kind else { return 0.0 };
        let (mut wins, mut loses, mut both) = (0.0, 0.0, 0.0);
        for other in KINDS {
            let chance = defender.chances[other as usize];
            match kind.attacks(other) {
                Combat::Wins => wins += chance,
                Combat::Loses => loses += chance,
                Combat::Both => both += chance,
            }
        }
        let mut value = self.fleet.our_attack(id, enemy);
        if enemy == self.fleet.enemy_admiral {
            return value;
        }
        let to = self.sea.at[usize::from(enemy)];
        for (chance, lives, dies) in
            [(wins, true, true), (loses, false, false), (both, false, true)]
        {
            if chance > 0.01 {
                let mut after = self.sea.clone();
                if dies {
                    after.remove(enemy);
                }
                if lives {
                    after.put(id, to);
                } else {
                    after.remove(id);
                }
                value += chance * self.stand(&after);
            }
        }
        // Both types become known: bad for what is worth hiding, good to learn.
        if !attacker.known
            && matches!(kind, Kind::AircraftCarrier | Kind::HelicopterCarrier | Kind::Sweeper)
        {
            value -= 1.0;
        }
        if !defender.known {
            value += 0.5 + 0.2 * self.eager;
        }
        value
    }

    fn hopped(&self, sea: &Sea, from: u8, to: u8, deep: u32) -> f32 {
        let over = ((u16::from(from) + u16::from(to)) / 2) as u8;
        let (Some(id), Some(victim)) = (sea.piece(from), sea.piece(over)) else { return 0.0 };
        let (gain, lives) = self.fleet.our_hop(id, victim);
        if victim == self.fleet.enemy_admiral {
            return gain;
        }
        let mut value = gain;
        if lives > 0.01 {
            let mut after = sea.clone();
            after.remove(victim);
            after.put(id, to);
            let mut best = self.stand(&after) + 0.5 * (self.pull(id, to) - self.pull(id, from));
            if deep > 0 {
                for way in &sea::WAYS[..4] {
                    let beside = sea::step(to, *way);
                    let landing = sea::step(beside, *way);
                    let enemy = after.piece(beside).is_some_and(|id| !self.fleet.get(id).own);
                    if enemy && after.is_empty(landing) {
                        best = best.max(self.hopped(&after, to, landing, deep - 1));
                    }
                }
            }
            value += lives * best;
        }
        if lives < 0.99 {
            let mut after = sea.clone();
            after.remove(id);
            value += (1.0 - lives) * self.stand(&after);
        }
        value
    }

    /// What draws a piece on: the best prey, the nearer the stronger.
    fn pull(&self, id: u8, at: u8) -> f32 {
        let piece = self.fleet.get(id);
        let hunts = piece.kind != Some(Kind::Admiral) || self.fleet.is_hunt();
        if piece.kind == Some(Kind::Mine) || !hunts {
            return 0.0;
        }
        let mut best: f32 = 0.0;
        for enemy in 0..self.fleet.pieces.len() as u8 {
            let there = self.sea.at[usize::from(enemy)];
            if self.fleet.get(enemy).own || there == GONE {
                continue;
            }
            let mut away = f32::from(apart(at, there));
            let mut gain = self.fleet.our_attack(id, enemy);
            if enemy == self.fleet.enemy_admiral {
                // It takes whoever comes next to it alone; two make the kill.
                away = away.max(2.0);
                gain = 14.0;
            }
            best = best.max(gain.min(14.0) / (1.0 + away));
        }
        best * self.eager
    }
}
