//! Notation of actions: what is written, and what is read back.

mod parse;
mod write;

pub(crate) use parse::{parse, parse_path, turned};
pub(crate) use write::{captain, path, volley, write};
