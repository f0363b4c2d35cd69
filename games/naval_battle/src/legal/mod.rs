//! What may be done: checks, lists and menus, each a dispatcher to the chapters.

pub(crate) mod check;
pub(crate) mod list;
pub(crate) mod menu;
