//! One file per chapter of the book: what may be done, why not, and what it does.

pub(crate) mod combat;
pub(crate) mod deployment;
pub(crate) mod draws;
pub(crate) mod jumps;
pub(crate) mod movement;
pub(crate) mod notes;
