//! Naval Battle: two hidden fleets of 32 pieces.
//!
//! White and Red place 32 pieces each in secret on their own side of a sea
//! with islands. Only the two Admirals are face up. In turn a side does one
//! thing with one piece: a plain move of one square; an attack on an adjacent
//! enemy, in which both values are called and the higher survives; or a hop
//! over an adjacent enemy along a row or column, as in draughts, which
//! captures it whatever its value and keeps the jumper secret, and which may
//! be continued. Mines never move and destroy every ship that attacks or
//! jumps them, except Mine Sweepers. The Admiral beats every ship it attacks
//! and loses to every ship that attacks it; whoever destroys the enemy's
//! Admiral wins. No dice are rolled.
//!
//! Options: other boards, two or four players (a Strategist and a Recorder
//! for each fleet), what the program remembers, draw rules. Sources: the
//! rulebook "Admirals" and what is known of its French original; gaps are
//! settled in `rules/rulings.md`.
//!
//! ```
//! use admiralty_core::{Doc, Seat, Text, Viewer};
//! use naval_battle::NavalBattle;
//! let table = NavalBattle::load(&Doc::from("W:Aa1,1d5 R:Ah10,6d6,2h9 T:W")).unwrap();
//! let jump = NavalBattle::parse_action(&table.public, "d5^d7").unwrap();
//! assert_eq!(NavalBattle::write_action(&table.public, &jump), "d5^d7");
//! assert!(NavalBattle::prompt(table.sight(Viewer::Seat(Seat(0)))).contains("Your turn"));
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

pub use action::{Action, Mark, Note, Order, Pick, Prepare};
pub use board::{BOARDS, Board, Square};
pub use event::Event;
pub use illegal::Illegal;
pub use imagine::{Likely, imagine_likely};
pub use observe::Seen;
pub use rules::combat::Combat;
pub use setup::{Placement, SCENARIOS, Setup, TEMPLATES, Template};
pub use state::{Phase, Public, RED, Secret, Token, WHITE};
pub use units::{FLEET_SIZE, KINDS, Kind};

use admiralty_core::{
    Awaiting, Dice, Doc, Dry, Faults, Label, Meta, Outcome, ParseError, Printed, Rules, Seat,
    Shape, Side, Sight, Table, Text,
};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct NavalBattle;

impl Rules for NavalBattle {
    type Setup = Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = Event;
    type Illegal = Illegal;
    type Public = Public;
    type SideSecret = Secret;
    type SeatSecret = ();
    type Umpire = ();

    const META: Meta = meta::META;

    fn begin(setup: &Setup, _dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        Ok(setup::begin::begin(setup))
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        sequence::awaiting(&table.public)
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        sequence::awaiting(sight.public)
    }

    fn side_of(public: &Public, seat: Seat) -> Option<Side> {
        state::seat_side(public, seat)
    }

    fn withdrawable(_sight: Sight<'_, Self>, action: &Action) -> bool {
        legal::check::withdrawable(action)
    }

    fn imagine_shown(sight: Sight<'_, Self>, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        imagine::imagine_shown(sight, dice)
    }

    fn withhold(table: &mut Table<Self>, side: Side, end: Option<Outcome>) {
        imagine::withhold(table, side, end);
    }

    fn keeps(action: &Action) -> bool {
        // NB-T-06: notes stay with their side for ever.
        matches!(action, Action::Note(_))
    }

    fn recalls_from(sight: Sight<'_, Self>) -> u32 {
        imagine::recalls_from(sight.public)
    }

    fn setup_seconds(public: &Public) -> Option<u32> {
        public.options.deploy_seconds.get().map(u32::from)
    }

    admiralty_core::rules_by_plan!();
}

impl Text for NavalBattle {
    const VIEW: &'static Shape = text::view::VIEW;
    const EVENT: &'static Shape = text::events::EVENT;
    const SEALED: &'static [&'static str] = &["deploy"];

    fn printed() -> &'static [Printed] {
        &setup::SCENARIOS
    }

    fn strength(_: &Public, _: Side) -> String {
        format!("{} pieces", units::FLEET_SIZE)
    }

    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        setup::options::setup(doc)
    }

    fn write_setup(setup: &Setup) -> Doc {
        setup::options::write_setup(setup)
    }

    fn seat_code(_public: &Public, seat: Seat) -> String {
        text::seat_code(seat).into()
    }

    fn seat_name(public: &Public, seat: Seat) -> String {
        text::seat_name(public, seat).into()
    }

    fn side_name(_public: &Public, side: Side) -> String {
        text::side_name(side).into()
    }

    fn parse_line(public: &Public, text: &str) -> Result<Vec<Action>, ParseError> {
        text::actions::parse_line(public, text)
    }

    fn goes_on(public: &Public, seat: Seat, next: &Action) -> bool {
        text::actions::goes_on(public, seat, next)
    }

    fn changed(before: Sight<'_, Self>, after: Sight<'_, Self>) -> Option<[Doc; 2]> {
        text::view::changed(before, after)
    }

    fn pick(sight: Sight<'_, Self>, pick: &Pick) -> Label {
        text::prompt::label(sight, pick)
    }

    fn event(_public: &Public, event: &Event) -> Doc {
        text::events::event(event)
    }

    fn sentence(_public: &Public, event: &Event) -> String {
        text::events::sentence(event)
    }

    fn event_clauses(event: &Event) -> Vec<admiralty_core::ClauseId> {
        text::events::clauses(event)
    }

    fn fact(event: &Event) -> Option<String> {
        text::events::fact(event)
    }

    fn outcome(_public: &Public, event: &Event) -> Option<String> {
        text::events::outcome(event)
    }

    fn broken(table: &Table<Self>) -> Option<String> {
        invariants::broken(table)
    }

    admiralty_core::text_by_plan!();
}
