//! Weights of the judge, fitted to self-play. Written by
//! `admiralty tune board_game --games 400 --seed 11`.

/// One row for each kind of table; columns: points, points late, units, structure, torpedoes, squadrons.
#[allow(clippy::approx_constant, reason = "fitted numbers may come near any constant")]
pub(super) const WEIGHTS: [[f32; 6]; 1] = [
    // all: 69004 tables, loss 0.3621
    [1.042, 2.801, 1.466, 0.847, 0.258, -0.484],
];
