//! Weights of the judge, fitted to self-play. Written by
//! `admiralty tune fleet_actions --games 60 --seed 11`.

/// One row for each kind of table; columns: score, strength, damage, stragglers, guns bearing, weather gauge.
#[allow(clippy::approx_constant, reason = "fitted numbers may come near any constant")]
pub(super) const WEIGHTS: [[f32; 6]; 1] = [
    // all: 56412 tables, loss 0.5566
    [1.372, 0.513, 1.312, -0.012, 0.342, 0.260],
];
