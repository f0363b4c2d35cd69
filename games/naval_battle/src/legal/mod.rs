//! What may be done: checks, lists and menus, each a dispatcher to the chapters.

pub(crate) mod check;
pub(crate) mod list;
pub(crate) mod menu;

pub(crate) use check::check;
pub(crate) use list::legal;
pub(crate) use menu::menu;
