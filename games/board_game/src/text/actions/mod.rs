//! Actions as text, and back.

mod read;
mod write;

pub(crate) use read::{read, typed_for};
pub(super) use read::{read_aim, read_orders, read_places};
pub(crate) use write::write;
pub(super) use write::{arg_text, order_text, path_text};
