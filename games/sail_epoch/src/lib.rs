//! Sail Epoch: wind, broadsides and boarding for two to six admirals.
//!
//! Ships of four types sail a field of squares with islands, reefs, forts and
//! Royal Ports. Every Turn the wind is spun once for all: a fresh breeze, in
//! which a ship goes the farther the nearer its course is to the wind; a dead
//! calm; or a storm, which carries every unsheltered ship along and onto the
//! reefs. Then the players act one after another, each with as many of his
//! ships as he likes: move, fire single shots or salvoes (one die for all),
//! board, repair, work on forts, lay fireships, load and unload. The starting
//! player changes every Turn.
//!
//! Four scenarios: gold to be fetched, pearls, Spanish treasure fleets against
//! pirates, and open war. Three levels: Lieutenant; Captain with
//! manoeuvres, collisions, three ranges, both broadsides and assaults; Admiral,
//! where ships have a bow and fire breaks into movement. Options: teams, secret
//! mines, temporary alliances, placed set-ups, other fields. Mines, treasure
//! maps and treaty offers are secret; all else is open.
//!
//! Sources: the rulebook "Admiral" and its addition; gaps are settled in
//! `rules/rulings.md`.
//!
//! ```
//! use admiralty_core::{Doc, Seat, Text, Viewer};
//! use sail_epoch::SailEpoch;
//! let position = "scenario oceans / players 2 / wind N fresh
//!                 ship P1 FR1 L7 / ship P2 BR4 A14";
//! let table = SailEpoch::load(&Doc::from(position)).unwrap();
//! let sail = SailEpoch::parse_action(&table.public, "move FR1 N 2").unwrap();
//! assert_eq!(SailEpoch::write_action(&table.public, &sail), "move FR1 N 2");
//! assert!(SailEpoch::prompt(table.sight(Viewer::Seat(Seat(0)))).contains("Your phase"));
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
    Action, Aim, Captain, Course, Guns, Helm, Hold, Path, Pick, Piece, Share, Unit, Verb, Volley,
};
pub use board::{Cells, Chart, Dir, Island, Isle, Space, Terrain};
pub use event::{Cause, Event, Gone, Out};
pub use illegal::{
    BadSite, Chair, Errand, Goods, Illegal, Named, NoLine, Oars, Obstacle, Question, Shelter,
};
pub use rules::assault::fort_chance;
pub use rules::boarding::ship_chance;
pub use rules::gunfire::{HitSet, Reach};
pub use setup::WindProfile;
pub use setup::{Alliances, Board, Fleet, Level, Options, SCENARIOS, Scenario, Setup, Teams};
pub use state::{
    Allot, Flag, Fort, Mine, Offer, Passage, Player, Point, Public, SPAIN, Sailing, SeatSecret,
    Seats, Ship, ShipSet, Stage, Standing, Stash, Trail, Treaty, Weather, Wind, Window, World,
    mark,
};
pub use units::{CLASSES, Card, Class, FortId, Pair, ShipId};
pub use victory::goal;

/// Who can fire at whom, and how well: for those who choose among actions.
pub mod gunfire {
    pub use crate::rules::gunfire::{Aimed, gunners, hit_set, line, targets};
}

/// How a ship with a bow turns.
pub mod helm {
    pub use crate::rules::admiral::movement::turned;
}

use admiralty_core::{
    Awaiting, ClauseId, Dice, Doc, Dry, Faults, Label, Lot, Meta, Printed, Rolled, Rules, Seat,
    Shape, Side, Sight, Table, Text,
};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct SailEpoch;

impl Rules for SailEpoch {
    type Setup = Setup;
    type Action = Action;
    type Pick = Pick;
    type Event = Event;
    type Illegal = Illegal;
    type Public = Public;
    type SideSecret = ();
    type SeatSecret = SeatSecret;
    type Umpire = ();

    const META: Meta = meta::META;

    fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        setup::begin::begin(setup, dice)
    }

    fn awaiting(table: &Table<Self>) -> Awaiting {
        sequence::awaiting(table)
    }

    fn awaited(sight: Sight<'_, Self>) -> Awaiting {
        sequence::awaited(sight)
    }

    fn side_of(public: &Public, seat: Seat) -> Option<Side> {
        public.has_seat(seat).then(|| public.side(seat))
    }

    fn withdrawable(sight: Sight<'_, Self>, action: &Action) -> bool {
        sequence::withdrawable(sight, action)
    }

    admiralty_core::rules_by_plan!();
}

impl Text for SailEpoch {
    const VIEW: &'static Shape = &text::view::VIEW;
    const EVENT: &'static Shape = &text::events::EVENT;

    fn printed() -> &'static [Printed] {
        &setup::SCENARIOS
    }

    fn strength(public: &Public, side: Side) -> String {
        let seats = || public.seats().filter(|&seat| public.side(seat) == side);
        let ships: u32 = seats().map(|seat| public.fleets[seat.index()].len()).sum();
        let forts = public.forts().iter().filter(|fort| seats().any(|seat| fort.owner == seat));
        format!("{ships} ships, {} forts", forts.count())
    }

    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        Setup::read(doc)
    }

    fn write_setup(setup: &Setup) -> Doc {
        setup.write()
    }

    fn seat_code(_public: &Public, seat: Seat) -> String {
        text::player(seat).into()
    }

    fn seat_name(public: &Public, seat: Seat) -> String {
        text::name(public, seat)
    }

    fn side_name(public: &Public, side: Side) -> String {
        text::side_name(public, side)
    }

    fn pick(sight: Sight<'_, Self>, pick: &Pick) -> Label {
        text::prompt::label(sight, pick)
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
        text::events::fact(event)
    }

    fn outcome(public: &Public, event: &Event) -> Option<String> {
        text::events::outcome(public, event)
    }

    fn broken(table: &Table<Self>) -> Option<String> {
        invariants::broken(table)
    }

    admiralty_core::text_by_plan!();
}
