//! Admiral: The Board Game. Two fleets of the Second World War on a sea of eight
//! by eight squares.
//!
//! Every unit is a card with its figures: structure, armour, movement, guns,
//! torpedoes, anti-aircraft, squadrons, and special features in green (for its
//! owner) and red (for the enemy). Each round both sides roll two symbol dice per
//! unit into a common pool. In the Movement phase they take turns to spend
//! Movement dice on ships, pairs of dice on repairs, Admiral dice on features and
//! launches. Then aircraft strike, one strike after the other; then both write
//! their attacks in secret and reveal them together. Guns have no roll to hit:
//! a value equal to the armour places a critical token that closes a feature for
//! one round, a greater one also costs structure. Torpedoes ignore armour and
//! leave over the beam. A submerged boat is out of reach of everything but depth
//! charges and other boats. After the last round points decide, unless one side
//! has lost everything before.
//!
//! Hidden are fleets and deployments until both are ready, submarines until they
//! are placed, and orders until both are in ([`SideSecret`]); all else is public.
//!
//! Options: points, rounds, victory, scenery, metric of distances, what a token
//! closes, limit of repairs, navies, transports, ships that never fought (see
//! [`Options`]). Cards, prices, features, victory and scenarios are
//! designed, because the printed ones are lost; `rules/rulings.md` says how the
//! gaps of the text were read.
//!
//! ```
//! use admiralty_core::{Doc, Rules, Seeded, Text};
//! use board_game::BoardGame;
//! let setup = BoardGame::setup(&Doc::map().with("scenario", "SC-1")).unwrap();
//! let table = BoardGame::begin(&setup, &mut Seeded::new(1)).unwrap();
//! assert_eq!(table.public.n_units, [3, 3]);
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

pub use action::{
    Action, Aim, Finish, Flight, FlightTo, FxArg, Groups, Order, Path, Pick, Spot, Targets,
};
pub use board::{Dir, Scenery, Square, neighbours, squares};
pub use event::Event;
pub use illegal::Illegal;
pub use rules::dice::Face;
pub use rules::fleet::fleet_faults;
pub use rules::sight::is_cut;
pub use setup::{CritMode, Options, READY_FLEETS, ReadyFleet, SCENARIOS, Setup};
pub use setup::{ahead, write_fleet};
pub use state::{
    Flying, HIT, LAUNCHED, MAX_UNITS, MOVED, Phase, Plane, PlaneKind, Public, STRUCK, SideSecret,
    Status, Unit, UnitId,
};
pub use units::{Battery, CardId, Feature, GREEN, Kind, RED, Window, features, window};
pub use victory::{last_round, points};

use admiralty_core::{
    Awaiting, ClauseId, Dice, Die, Doc, Dry, Faults, Label, Lot, Meta, ParseError, Printed, Rolled,
    Rules, Seat, Shape, Side, Sight, Table, Text,
};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The game.
#[derive(Clone, Copy, Debug)]
pub enum BoardGame {}

impl Rules for BoardGame {
    type Setup = Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = Event;
    type Illegal = Illegal;
    type Public = Public;
    type SideSecret = SideSecret;
    type SeatSecret = ();
    type Umpire = ();

    const META: Meta = meta::META;

    fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        setup::begin(setup, dice)
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        sequence::awaiting(&table.public)
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        sequence::awaiting(sight.public)
    }

    fn side_of(_public: &Public, seat: Seat) -> Option<Side> {
        sequence::side_of(seat)
    }

    fn withdrawable(sight: Sight<'_, Self>, action: &Action) -> bool {
        sequence::withdrawable(sight, action)
    }

    admiralty_core::rules_by_plan!();
}

impl Text for BoardGame {
    const VIEW: &'static Shape = &text::VIEW;
    const EVENT: &'static Shape = &text::EVENT;

    fn printed() -> &'static [Printed] {
        &setup::SCENARIOS
    }

    fn strength(public: &Public, side: Side) -> String {
        let cards = || public.of_side(side).map(|(_, unit)| unit.card);
        let points: u32 = cards().map(|card| u32::from(card.tp())).sum();
        format!("{} cards of {points} points", cards().count())
    }

    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        setup::read(doc)
    }

    fn write_setup(setup: &Setup) -> Doc {
        setup::write(setup)
    }

    fn save(table: &Table<Self>) -> Doc {
        text::save(table)
    }

    fn load(doc: &Doc) -> Result<Table<Self>, Faults> {
        text::load(doc)
    }

    fn seat_code(_public: &Public, seat: Seat) -> String {
        state::letter(Side(seat.0 & 1)).into()
    }

    fn seat_name(_public: &Public, seat: Seat) -> String {
        state::name(Side(seat.0 & 1)).into()
    }

    fn side_name(_public: &Public, side: Side) -> String {
        state::name(side).into()
    }

    fn write_action(_public: &Public, action: &Action) -> String {
        text::write(action)
    }

    fn parse_action(public: &Public, text: &str) -> Result<Action, ParseError> {
        text::read(public, text)
    }

    fn typed_for(_public: &Public, text: &str) -> Option<Seat> {
        text::typed_for(text)
    }

    fn view(sight: Sight<'_, Self>) -> Doc {
        text::view(sight)
    }

    fn board(sight: Sight<'_, Self>) -> String {
        text::board(sight)
    }

    fn prompt(sight: Sight<'_, Self>) -> String {
        text::prompt(sight)
    }

    fn pick(sight: Sight<'_, Self>, pick: &Pick) -> Label {
        text::label(sight, pick)
    }

    fn event(_public: &Public, event: &Event) -> Doc {
        text::event(event)
    }

    fn sentence(public: &Public, event: &Event) -> String {
        text::sentence(public, event)
    }

    fn event_dice(event: &Event) -> Vec<Rolled> {
        text::dice(event)
    }

    fn event_lots(_public: &Public, event: &Event) -> Vec<Lot> {
        text::rollers(event).into_iter().map(Lot::from).collect()
    }

    fn face_luck(die: Die, value: u16) -> u16 {
        rules::dice::luck(die, value)
    }

    fn event_clauses(event: &Event) -> Vec<ClauseId> {
        text::clauses(event)
    }

    fn fact(event: &Event) -> Option<String> {
        text::fact(event)
    }

    fn outcome(public: &Public, event: &Event) -> Option<String> {
        text::outcome(public, event)
    }

    fn faces(die: Die) -> &'static [&'static str] {
        rules::dice::faces(die)
    }

    fn broken(table: &Table<Self>) -> Option<String> {
        invariants::broken(table)
    }
}
