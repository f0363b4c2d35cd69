//! Weights of the judge, fitted to self-play. Written by
//! `admiralty tune naval_battle --games 300 --seed 11`.

/// One row for each kind of table; columns: ships, standing, pieces.
#[allow(clippy::approx_constant, reason = "fitted numbers may come near any constant")]
pub(super) const WEIGHTS: [[f32; 3]; 1] = [
    // all: 158024 tables, loss 0.6594
    [1.309, 0.418, -0.863],
];
