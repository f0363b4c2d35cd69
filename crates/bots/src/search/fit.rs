//! Fitting the weights of a game's judge to games that the quick policy has played with itself.

use super::craft::{Craft, chance, logistic};
use super::outlook::Outlook;
use crate::levels::{Level, Skill};
use crate::{Erased, Named};
use admiralty_catalog::TableFace;
use admiralty_core::{
    Actor, Awaiting, Doc, Rules, Seat, Seeded, Side, Table, Text, Verdict, Viewer, sample,
};
use std::marker::PhantomData;

/// A table met in self-play, for one side, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The kind of table.
    pub kind: usize,
    /// What the judge looks at.
    pub features: Vec<f32>,
    /// 1 won, 0 lost, a half drawn.
    pub score: f32,
}

/// Where the levels of a game are built: its set-ups to measure at, games to fit its judge with,
/// and bots of any skill to try.
pub trait Shipyard: Outlook {
    /// Set-ups that levels are measured at, by name: the usual one first, then others unlike it.
    fn setups(&self) -> Vec<(&'static str, Doc)>;
    /// A bot of this skill, under the name `skill:NAME`.
    fn bot(&self, skill: Skill, name: &'static str) -> Box<dyn Erased>;
    /// What the judge looks at.
    fn features(&self) -> &'static [&'static str];
    /// Kinds of tables, each with weights of its own.
    fn kinds(&self) -> &'static [&'static str];
    /// The chance of a side to win, as the judge has it; nothing for a table of another game.
    fn chance(&self, table: &dyn TableFace, side: Side) -> Option<f32>;
    /// The tables of one game.
    fn play(&self, setup: &Doc, seed: u64) -> Result<Vec<Sample>, String>;
}

/// An option and its value, as text.
pub type Choice = (&'static str, &'static str);

/// The yard of a craft.
pub struct Yard<R, C> {
    pub(super) craft: C,
    setups: &'static [(&'static str, &'static [Choice])],
    rules: PhantomData<fn() -> R>,
}

impl<R, C> Yard<R, C> {
    /// For a `static`.
    pub const fn new(craft: C, setups: &'static [(&'static str, &'static [Choice])]) -> Yard<R, C> {
        Yard { craft, setups, rules: PhantomData }
    }
}

/// So many choices of a hundred are slips, so that the games are not all alike.
const SLIPS: u32 = 12;
/// A game of more decisions is thrown away.
const LONGEST: u32 = 20_000;

impl<R: Rules + Text, C: Craft<R>> Shipyard for Yard<R, C> {
    fn setups(&self) -> Vec<(&'static str, Doc)> {
        let doc = |options: &[Choice]| {
            options.iter().fold(Doc::map(), |doc, (key, value)| match value.parse::<i64>() {
                Ok(number) => doc.with(*key, number),
                Err(_) => doc.with(*key, *value),
            })
        };
        self.setups.iter().map(|(name, options)| (*name, doc(options))).collect()
    }

    fn bot(&self, skill: Skill, name: &'static str) -> Box<dyn Erased> {
        let text = "A bot of a skill that was asked for.";
        Box::new(Named::<R, Level<C>>::new("skill", name, text, Level::new(self.craft, skill)))
    }

    fn features(&self) -> &'static [&'static str] {
        C::FEATURES
    }

    fn kinds(&self) -> &'static [&'static str] {
        C::KINDS
    }

    fn chance(&self, table: &dyn TableFace, side: Side) -> Option<f32> {
        let table = table.as_any().downcast_ref::<Table<R>>()?;
        Some(chance(&self.craft, table, side))
    }

    fn play(&self, setup: &Doc, seed: u64) -> Result<Vec<Sample>, String> {
        let setup = R::setup(setup).map_err(|faults| faults.to_string())?;
        let mut rng = Seeded::new(seed);
        let mut table = R::begin(&setup, &mut rng).map_err(|dry| dry.to_string())?;
        let mut met: Vec<(Side, Sample)> = Vec::new();
        let mut turn = R::turn(&table.public);
        for _ in 0..LONGEST {
            let seats = match R::awaiting(&table) {
                Awaiting::Seats(seats) => seats,
                Awaiting::Over(outcome) => {
                    let score = |side: Side| match outcome.verdict {
                        Verdict::Won(sides) => f32::from(u8::from(sides.has(side))),
                        Verdict::Drawn | Verdict::Cancelled => 0.5,
                    };
                    return Ok(met
                        .into_iter()
                        .map(|(side, sample)| Sample { score: score(side), ..sample })
                        .collect());
                }
            };
            let now = R::turn(&table.public);
            if now > turn {
                turn = now;
                self.note(&table, &mut met);
            }
            let Some(seat) = seats.iter().next() else { break };
            let Some(action) = self.choose(&table, seat, &mut rng) else { break };
            R::apply(&mut table, Actor::Seat(seat), &action, &mut rng, &mut |_| {})
                .map_err(|dry| dry.to_string())?;
        }
        Ok(Vec::new())
    }
}

impl<R: Rules, C: Craft<R>> Yard<R, C> {
    fn note(&self, table: &Table<R>, met: &mut Vec<(Side, Sample)>) {
        for side in (0..table.sides.len()).map(Side) {
            let mut features = vec![0.0; C::FEATURES.len()];
            self.craft.features(table, side, &mut features);
            let kind = self.craft.kind(&table.public);
            met.push((side, Sample { kind, features, score: 0.5 }));
        }
    }

    fn choose(&self, table: &Table<R>, seat: Seat, rng: &mut Seeded) -> Option<R::Action> {
        let sight = table.sight(Viewer::Seat(seat));
        if sight.seat().is_none() {
            return sample::<R>(sight, rng, &mut Vec::new());
        }
        if self.craft.ponders(sight) && rng.below(100) < SLIPS {
            return self.craft.slip(sight, rng);
        }
        self.craft.habit(sight, rng)
    }
}

/// Weights that were fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// One for each feature.
    pub weights: Vec<f32>,
    /// How many tables they come from.
    pub samples: usize,
    /// Mean log loss; 0.693 is what knowing nothing gives.
    pub loss: f64,
}

/// How much a weight is drawn towards nothing: as if so many tables spoke against it.
const RIDGE: f64 = 20.0;

/// Logistic regression without a constant, so that both sides are judged alike, by Newton's
/// method.
pub fn fit(samples: &[&Sample], features: usize) -> Fitted {
    let mut weights = vec![0.0f64; features];
    for _ in 0..30 {
        let mut slope = vec![0.0f64; features];
        let mut bend = vec![vec![0.0f64; features]; features];
        for sample in samples {
            let p = predicted(&weights, sample);
            let miss = f64::from(sample.score) - p;
            for i in 0..features {
                let x = f64::from(sample.features[i]);
                slope[i] += miss * x;
                for (j, cell) in bend[i].iter_mut().enumerate() {
                    *cell += p * (1.0 - p) * x * f64::from(sample.features[j]);
                }
            }
        }
        for i in 0..features {
            slope[i] -= RIDGE * weights[i];
            bend[i][i] += RIDGE;
        }
        let step = solve(bend, slope);
        let far = step.iter().map(|x| x.abs()).fold(0.0, f64::max);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
        if far < 1e-6 {
            break;
        }
    }
    let loss = |sample: &&Sample| {
        let (p, y) = (predicted(&weights, sample), f64::from(sample.score));
        -(y * p.max(1e-9).ln() + (1.0 - y) * (1.0 - p).max(1e-9).ln())
    };
    let loss = samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64;
    let weights = weights.into_iter().map(|weight| weight as f32).collect();
    Fitted { weights, samples: samples.len(), loss }
}

fn predicted(weights: &[f64], sample: &Sample) -> f64 {
    let sum: f64 = weights.iter().zip(&sample.features).map(|(w, x)| w * f64::from(*x)).sum();
    f64::from(logistic(sum as f32))
}

/// Solves linear equations by elimination; what cannot be told apart stays 0.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs()));
        let pivot = pivot.unwrap_or(i);
        rows.swap(i, pivot);
        right.swap(i, pivot);
        if rows[i][i].abs() < 1e-12 {
            continue;
        }
        let (done, rest) = rows.split_at_mut(i + 1);
        for (j, row) in rest.iter_mut().enumerate() {
            let factor = row[i] / done[i][i];
            for (cell, above) in row.iter_mut().zip(&done[i]).skip(i) {
                *cell -= factor * above;
            }
            right[i + 1 + j] -= factor * right[i];
        }
    }
    let mut out = vec![0.0; n];
    for i in (0..n).rev() {
        if rows[i][i].abs() >= 1e-12 {
            let known: f64 = (i + 1..n).map(|j| rows[i][j] * out[j]).sum();
            out[i] = (right[i] - known) / rows[i][i];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_made_the_scores_are_found_again() {
        let mut rng = Seeded::new(5);
        let mut draw = || rng.below(2_001) as f32 / 1_000.0 - 1.0;
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let features = vec![draw(), draw()];
                let chance = logistic(2.0 * features[0] - features[1]);
                let score = f32::from(u8::from((draw() + 1.0) / 2.0 < chance));
                Sample { kind: 0, features, score }
            })
            .collect();
        let fitted = fit(&samples.iter().collect::<Vec<_>>(), 2);
        assert!((fitted.weights[0] - 2.0).abs() < 0.15, "{fitted:?}");
        assert!((fitted.weights[1] + 1.0).abs() < 0.15, "{fitted:?}");
        assert!(fitted.loss < 0.693);
    }
}
