//! Weights of the judge, fitted to self-play. Written by
//! `admiralty tune sail_epoch --games 1000 --seed 11`.

/// One row for each kind of table; columns: strength, hulls, guns, forts, store, aboard, homeward, fortless, harbour.
#[allow(clippy::approx_constant, reason = "fitted numbers may come near any constant")]
pub(super) const WEIGHTS: [[f32; 9]; 4] = [
    // treasures: 28982 tables, loss 0.5712
    [2.560, 1.239, 0.826, 0.000, 3.218, 3.073, 0.797, 0.000, 0.000],
    // pearls: 63754 tables, loss 0.4642
    [1.439, -1.777, 2.891, 0.000, 4.104, 3.538, 0.805, 0.000, 0.000],
    // jolly: 59406 tables, loss 0.4694
    [1.262, -1.456, 3.234, -0.003, 2.258, 0.495, 0.039, 0.000, 0.000],
    // oceans: 18656 tables, loss 0.4592
    [1.638, 0.164, 0.536, 0.318, 0.000, 0.000, 0.000, 0.483, 3.909],
];
