//! Fleet Actions: two fleets of sailing warships on a lattice of points.
//!
//! Ships of a squadron on one point are a *Group*; Groups stay within one
//! point of their *flagship* or straggle. An Admiral rules by three signals:
//! a heading for each Group (given in public, from leeward to windward), one
//! hidden speed marker for the squadron, and one signal card. Then everybody
//! moves in four steps by speed, firing after the last three; whoever enters an
//! occupied point needs captains who dare, and opposing courses end in close
//! action, muzzle to muzzle, with boarding. Damage falls on Strength or on
//! rigging; ships straggle, strike and are taken. Night ends it, and points
//! tell who won. A Grand Tactical module plays the approach on a hex map and
//! hands over to the lattice when the fleets meet, in one game and one record.
//!
//! Hidden from everybody else until all are in: speed markers, cards, declared
//! attacks and boarding decisions. All else lies open.
//!
//! ```
//! use fleet_actions::{FleetActions, setup};
//! use admiralty_core::{Doc, Rules, Seeded};
//! let doc = Doc::map().with("scenario", "evolutions");
//! let setup = setup::read_setup(&doc).unwrap();
//! let table = FleetActions::begin(&setup, &mut Seeded::new(1)).unwrap();
//! assert_eq!(table.public.ships.len(), 8);
//! ```

#![no_std]

extern crate alloc;

mod meta;

pub mod action;
pub mod board;
pub mod event;
pub mod grand;
pub mod illegal;
pub mod rules;
pub mod setup;
pub mod state;
pub mod units;
pub mod victory;

mod apply;
mod legal;
mod notation;
mod position;
mod sequence;
mod text;
mod view;

use action::{Action, Pick};
use admiralty_core::{
    Actor, Around, Awaiting, Dice, Dry, Listed, Menu, Meta, Rules, Seat, Side, Sight, Table, Told,
};
use alloc::vec::Vec;

/// The rules of Fleet Actions.
#[derive(Clone, Copy, Debug)]
pub struct FleetActions;

impl Rules for FleetActions {
    type Setup = setup::Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = event::Event;
    type Illegal = illegal::Illegal;
    type Public = state::Public;
    type SideSecret = state::Shared;
    type SeatSecret = state::Sealed;
    type Umpire = Option<(board::Dir, units::Force)>;

    const META: Meta = meta::META;

    fn begin(setup: &Self::Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        apply::begin(setup, dice)
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        view::awaiting(&table.public)
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        view::awaiting(sight.public)
    }

    fn side_of(public: &Self::Public, seat: Seat) -> Option<Side> {
        public.battle.seats.get(seat.index()).and_then(|s| s.side)
    }

    fn sees_all(public: &Self::Public, seat: Seat) -> bool {
        public.battle.gamemaster() == Some(seat) // FA-S.12
    }

    fn legal(sight: Sight<'_, Self>, out: &mut Vec<Action>) -> Listed {
        legal::legal(sight, out)
    }

    fn menu(sight: Sight<'_, Self>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
        legal::menu(sight, draft, out);
    }

    fn check(sight: Sight<'_, Self>, by: Actor, action: &Action) -> Result<(), illegal::Illegal> {
        legal::check(sight, by, action)
    }

    fn apply(
        table: &mut Table<Self>,
        by: Actor,
        action: &Action,
        dice: &mut dyn Dice,
        tell: &mut dyn FnMut(Told<event::Event>),
    ) -> Result<(), Dry> {
        apply::apply(table, by, action, dice, tell)
    }

    fn imagine(sight: Sight<'_, Self>, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        view::imagine(sight, dice)
    }

    fn turn(public: &Self::Public) -> u32 {
        u32::from(public.turn)
    }

    fn around(public: &Self::Public, what: Around) -> Option<Action> {
        match what {
            Around::TimeOut(seat) if public.pending.has(seat) => Some(Action::TimeOut(seat)),
            Around::Left(seat) => {
                let side = Self::side_of(public, seat)?;
                // Only the whole side can give in; a single Admiral who leaves is played on by the clock.
                (public.battle.cinc(side) == seat && public.pending.has(seat))
                    .then_some(Action::TimeOut(seat))
            }
            _ => None,
        }
    }
}
