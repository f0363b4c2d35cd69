//! One file per chapter of the book: what may be done, why not, and what it does.

pub(crate) mod clock;
pub(crate) mod combat;
pub(crate) mod deployment;
pub(crate) mod draws;
pub(crate) mod jumps;
pub(crate) mod leaving;
pub(crate) mod movement;
pub(crate) mod notes;
pub(crate) mod passing;
pub(crate) mod resigning;
