//! The rules, one file per chapter: options, check and effect of a rule stand together.

pub(crate) mod air;
pub(crate) mod charges;
pub(crate) mod critical;
pub(crate) mod deployment;
pub(crate) mod dice;
pub(crate) mod features;
pub(crate) mod fleet;
pub(crate) mod guns;
pub(crate) mod initiative;
pub(crate) mod launch;
pub(crate) mod movement;
pub(crate) mod orders;
pub(crate) mod repair;
pub(crate) mod resolution;
pub(crate) mod scenery;
pub(crate) mod standby;
pub(crate) mod strike;
pub(crate) mod submarines;
pub(crate) mod torpedoes;

use crate::BoardGame;
use crate::action::{Action, Pick};
use crate::event::Event;
use admiralty_core::{Menu, Table, Told};

/// A menu of this game.
pub(crate) type Choices = Menu<Pick, Action>;
/// A table of this game.
pub(crate) type Board = Table<BoardGame>;
/// Where events go.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(Told<Event>);
