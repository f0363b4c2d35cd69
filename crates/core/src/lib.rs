//! What every turn-based game shares.
//!
//! The crate knows seats and sides, who may know what, dice that are handed
//! in, menus, logs, records and clause ids. It knows no game, no clock, no
//! file and no socket: it is `no_std`, so that a rule which tries to read the
//! time does not compile.
//!
//! A game implements [`Rules`] (and [`Text`] for its notation). A [`Table`]
//! holds what is public, what each side and seat knows, and what only the
//! umpire knows; everything that answers a player works from a [`Sight`] of
//! it. An action is checked and carried out by [`step`]:
//!
//! ```
//! use admiralty_core::{Dice, Die, Seeded, Tape};
//! // The same seed rolls the same dice everywhere; a tape forces them.
//! let mut one = Seeded::new(7);
//! let mut two = Seeded::new(7);
//! assert_eq!(one.roll(Die(720)), two.roll(Die(720)));
//! assert_eq!(Tape::new(&[4]).roll(Die::D6), Ok(4));
//! ```

#![no_std]

extern crate alloc;

mod bound;
mod clause;
mod dice;
mod digest;
mod doc;
mod draw;
mod fields;
mod menu;
mod meta;
mod notation;
mod observe;
mod plan;
mod play;
mod printed;
mod record;
mod refusal;
mod rules;
mod seat;
mod shape;
mod tomls;
mod verifiable;

pub use bound::Bound;
pub use clause::{ClauseId, is_clause_id};
pub use dice::{Dice, Die, Dry, NoDice, Recorder, Rolled, Seeded, Tape};
pub use digest::digest;
pub use doc::{Doc, Fault, Faults, Fields};
pub use draw::{Draw, Drawn, Head, Link, salts_text};
pub use menu::{Choice, Label, Leads, Menu, is_awaited, leaves, sample};
pub use meta::{Meta, OnlyWhen, OptionMeta, ScenarioMeta, Values};
pub use notation::ParseError;
pub use observe::{Canvas, Layout, Observe, Offer, Part, dealt, offers_of_menu};
pub use play::{NoUndo, Refused, Step, UndoBar, step};
pub use printed::Printed;
pub use record::{Record, RecordError, RecordLine, Transcript, plain_entry, rolls_text};
pub use refusal::{Fact, IllegalMove, Sentence, text_fact};
pub use rules::{
    Around, Awaiting, Listed, Lot, Outcome, Own, Rules, Sight, Table, Text, Told, Verdict,
};
pub use seat::{Actor, Audience, BySeat, BySide, Seat, SeatSet, Side, SideSet, Viewer};
pub use shape::{Field, Kind, Misfit, Shape};
pub use tomls::Toml;
pub use verifiable::{Commitment, Key, Salt, Verifiable, derive_roll};
