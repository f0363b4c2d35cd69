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
//! use fleet_actions::{FleetActions, read_setup};
//! use admiralty_core::{Doc, Rules, Seeded};
//! let doc = Doc::map().with("scenario", "evolutions");
//! let setup = read_setup(&doc).unwrap();
//! let table = FleetActions::begin(&setup, &mut Seeded::new(1)).unwrap();
//! assert_eq!(table.public.ships.len(), 8);
//! ```

#![no_std]

extern crate alloc;

mod action;
mod apply;
mod board;
mod event;
mod illegal;
mod imagine;
mod invariants;
mod legal;
mod meta;
mod observe;
mod rules;
mod sequence;
mod setup;
mod state;
mod text;
mod units;
mod victory;

pub use action::{Action, HeadOrder, Pick, Veer};
pub use board::{Attitude, Bearing, Dir, Extent, Point, between, missed_stays};
pub use event::Event;
pub use illegal::{Illegal, Named};
pub use rules::cards::{CARDS, Card, Goal};
pub use rules::flags::must_name;
pub use rules::formations::{Broadside, Formation, bears};
pub use rules::gunnery::{When, aim, allies, attack_strength, gunnery_dice};
pub use rules::headings::{effective, other_tack};
pub use rules::singles::goal;
pub use setup::{Battle, Objective, Options, SCENARIOS, Setup, ShipId, SquadId, read_setup};
pub use state::{
    Group, Kind, Laid, Order, Public, Sealed, Shared, Ship, Signal, State, Unit, mark,
};
pub use units::{Chart, Crews, Doctrine, Force, Nation, rating};
pub use victory::scores;

use admiralty_core::{
    Awaiting, ClauseId, Dice, Doc, Dry, Faults, Label, Lot, Meta, Printed, Rolled, Rules, Seat,
    Shape, Side, Sight, Table, Text,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The rules of Fleet Actions.
#[derive(Clone, Copy, Debug)]
pub struct FleetActions;

impl Rules for FleetActions {
    type Setup = Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = Event;
    type Illegal = Illegal;
    type Public = Public;
    type SideSecret = Shared;
    type SeatSecret = Sealed;
    type Umpire = Option<(Dir, Force)>;

    const META: Meta = meta::META;

    fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        setup::begin::begin(setup, dice)
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        sequence::awaiting(&table.public)
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        sequence::awaiting(sight.public)
    }

    fn side_of(public: &Public, seat: Seat) -> Option<Side> {
        public.battle.side_of(seat)
    }

    fn sees_all(public: &Public, seat: Seat) -> bool {
        public.battle.gamemaster() == Some(seat) // FA-S.12
    }

    fn withdrawable(sight: Sight<'_, Self>, action: &Action) -> bool {
        sequence::withdrawable(sight.public, action)
    }

    admiralty_core::rules_by_plan!();
}

impl Text for FleetActions {
    const VIEW: &'static Shape = &text::view::VIEW;
    const EVENT: &'static Shape = &text::events::EVENT;

    fn printed() -> &'static [Printed] {
        &setup::SCENARIOS
    }

    fn strength(public: &Public, side: Side) -> String {
        let battle = &public.battle;
        let mine = || battle.ships.iter().filter(|ship| battle.side(ship.squad) == side);
        let points: u32 = mine().filter(|ship| ship.line).map(|ship| u32::from(ship.rating)).sum();
        let line = mine().filter(|ship| ship.line).count();
        format!("{line} ships of the line of {points} points, {} frigates", mine().count() - line)
    }

    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        setup::read_setup(doc)
    }

    fn write_setup(setup: &Setup) -> Doc {
        setup::write_setup(setup)
    }

    fn seat_code(public: &Public, seat: Seat) -> String {
        text::seat(&public.battle, seat)
    }

    fn seat_name(public: &Public, seat: Seat) -> String {
        text::seat_name(public, seat)
    }

    fn side_code(_public: &Public, side: Side) -> String {
        setup::side_code(side).to_string()
    }

    fn side_name(public: &Public, side: Side) -> String {
        text::side_name(public, side)
    }

    fn pick(sight: Sight<'_, Self>, pick: &Pick) -> Label {
        let label = text::labels::pick(sight.public, pick);
        match *pick {
            // FA-S.12: the gamemaster picks where the wind comes from.
            Pick::Dir(d) if sight.seat().is_some_and(|s| Self::sees_all(sight.public, s)) => {
                Label { text: text::labels::wind(d), ..label }
            }
            _ => label,
        }
    }

    fn event(public: &Public, event: &Event) -> Doc {
        text::events::event(public, event)
    }

    fn sentence(public: &Public, event: &Event) -> String {
        text::events::sentence(public, event)
    }

    fn event_dice(event: &Event) -> Vec<Rolled> {
        text::events::dice(event)
    }

    fn event_lots(public: &Public, event: &Event) -> Vec<Lot> {
        text::events::lots(public, event)
    }

    fn event_clauses(event: &Event) -> Vec<ClauseId> {
        text::events::clauses(event)
    }

    fn fact(event: &Event) -> Option<String> {
        text::events::fact(event).map(ToString::to_string)
    }

    fn outcome(public: &Public, event: &Event) -> Option<String> {
        text::events::outcome(public, event)
    }

    fn broken(table: &Table<Self>) -> Option<String> {
        invariants::broken(&table.public)
    }

    admiralty_core::text_by_plan!();
}
