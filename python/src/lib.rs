//! The games for Python. Rules, observations and codes come from the game crates; this crate
//! only hands them over: `table.rs` a table with all its words, `env.rs` one table for a learner,
//! `vector.rs` many of them at a time, `give.rs` documents and errors as Python has them.

mod env;
mod give;
mod table;
mod vector;

use pyo3::prelude::*;

/// The compiled part of the package `admiralty`.
#[pymodule]
mod _admiralty {
    #[pymodule_export]
    use super::env::Env;
    #[pymodule_export]
    use super::give::{AdmiraltyError, Dry, Illegal};
    #[pymodule_export]
    use super::table::{Table, games, layout};
    #[pymodule_export]
    use super::vector::Vector;
}
