//! A player that tries its best ideas out: on imagined fleets, with two
//! Lieutenants playing on for some turns. Each of them sees only its own side
//! of the imagined table, so the enemy is not taken to know what it cannot.

use super::belief::Care;
use super::sea::GAME;
use super::{Judge, Sailor, deploy};
use crate::{Bot, Budget, verdict};
use admiralty_core::{Actor, Awaiting, Own, Rules, Seat, Seeded, Side, Sight, Table, Viewer};
use naval_battle::{Action, NavalBattle, Phase};

/// The player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trier {
    /// How many of the Lieutenant's best actions are tried.
    pub(super) keep: usize,
    /// On how many imagined tables, at most.
    pub(super) worlds: u32,
    /// How many turns are played, the own first one included: odd, so that
    /// the enemy is to move at the end, as the judge wants it.
    pub(super) turns: u32,
}

/// What the Lieutenant's own opinion counts beside the trials.
const OPINION: f32 = 0.5;

struct Idea {
    action: Action,
    opinion: f32,
    total: f32,
    tables: u32,
}

impl Idea {
    fn worth(&self) -> f32 {
        self.total / self.tables.max(1) as f32 + OPINION * self.opinion.clamp(-60.0, 60.0)
    }
}

impl Bot<NavalBattle> for Trier {
    fn choose(
        &self,
        sight: Sight<'_, NavalBattle>,
        budget: Budget,
        rng: &mut Seeded,
    ) -> Option<Action> {
        let Own::Seat { seat, side, shared, .. } = sight.own else { return None };
        if !NavalBattle::awaited(sight).seats().has(seat) {
            return None;
        }
        if sight.public.phase() == Phase::Deploy {
            return deploy::choose(sight.public, shared, side, rng);
        }
        let judge = Judge::new(sight.public, shared, side, Care::Close);
        let mut actions = Vec::new();
        NavalBattle::legal(sight, &mut actions);
        let mut ideas: Vec<Idea> = actions
            .into_iter()
            .map(|action| {
                let lot = judge.restless * rng.below(1000) as f32 / 1000.0;
                Idea { opinion: judge.value(&action) + lot, action, total: 0.0, tables: 0 }
            })
            .collect();
        ideas.sort_by(|a, b| b.opinion.total_cmp(&a.opinion));
        // A taken Admiral needs no trial.
        if ideas.len() < 2 || ideas[0].opinion > GAME * 0.5 {
            return ideas.into_iter().next().map(|idea| idea.action);
        }
        ideas.truncate(self.keep);
        self.try_out(sight, seat, side, ideas, budget, rng)
    }
}

impl Trier {
    fn try_out(
        &self,
        sight: Sight<'_, NavalBattle>,
        seat: Seat,
        side: Side,
        mut ideas: Vec<Idea>,
        budget: Budget,
        rng: &mut Seeded,
    ) -> Option<Action> {
        let mut meter = budget.meter(4_000);
        for world in 0..self.worlds {
            if !meter.has_room(u64::from(self.turns) * ideas.len() as u64) {
                break;
            }
            let Ok(table) = NavalBattle::imagine(sight, rng) else { break };
            let luck = rng.next_u64();
            for idea in &mut ideas {
                idea.total += self.trial(&table, seat, side, &idea.action, luck);
                idea.tables += 1;
                meter.spend(u64::from(self.turns));
            }
            // The worse half has had its chance.
            if world + 1 == self.worlds / 3 && ideas.len() > 3 {
                ideas.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
                ideas.truncate(ideas.len().div_ceil(2));
            }
        }
        ideas.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        ideas.into_iter().next().map(|idea| idea.action)
    }

    /// What comes of an action on one imagined table.
    fn trial(
        &self,
        table: &Table<NavalBattle>,
        seat: Seat,
        side: Side,
        action: &Action,
        luck: u64,
    ) -> f32 {
        let mut table = table.clone();
        let mut rng = Seeded::new(luck);
        let before = material(&table, side);
        let last = NavalBattle::turn(&table.public) + self.turns;
        let mut next = Some((seat, action.clone()));
        while let Some((seat, action)) = next {
            let by = Actor::Seat(seat);
            if NavalBattle::apply(&mut table, by, &action, &mut rng, &mut |_| {}).is_err() {
                return 0.0;
            }
            next = None;
            if NavalBattle::turn(&table.public) < last
                && let Awaiting::Seats(seats) = NavalBattle::awaiting(&table)
                && let Some(seat) = seats.iter().next()
            {
                let sight = table.sight(Viewer::Seat(seat));
                let reply = Sailor { careless: 0, care: Care::Close }.choose(
                    sight,
                    Budget::default(),
                    &mut rng,
                );
                next = reply.map(|reply| (seat, reply));
            }
        }
        if let Some(worth) = verdict::<NavalBattle>(&table, side) {
            return match worth {
                0 if before > -8.0 => -15.0,
                0 => 8.0,
                n => GAME * 0.3 * n.signum() as f32,
            };
        }
        let sight = table.sight(Viewer::Seat(seat));
        let Own::Seat { shared, .. } = sight.own else { return 0.0 };
        let judge = Judge::new(sight.public, shared, side, Care::Close);
        let stand = if table.public.to_move() == side { 0.0 } else { judge.stand(&judge.sea) };
        material(&table, side) - before + stand.clamp(-300.0, 80.0)
    }
}

/// Worth of the ships on an imagined table, ours less theirs.
fn material(table: &Table<NavalBattle>, side: Side) -> f32 {
    let sum = |side: Side| -> f32 {
        table
            .public
            .tokens(side)
            .filter_map(|(_, token)| table.sides[side].kind(token))
            .map(super::sea::plain_worth)
            .sum()
    };
    sum(side) - sum(side.other())
}
