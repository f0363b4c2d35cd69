//! How the game is written: the `Text` trait, views, boards, prompts and sentences.

mod map;
mod sentence;
mod show;

use crate::FleetActions;
use crate::action::{Action, Pick};
use crate::event::Event;
use crate::setup::{Setup, read_setup, side_code, write_setup};
use crate::state::Public;
use crate::{notation, position};
use admiralty_core::{ClauseId, Doc, Faults, Label, ParseError, Seat, Side, Sight, Table, Text};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Text for FleetActions {
    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        read_setup(doc)
    }

    fn write_setup(setup: &Setup) -> Doc {
        write_setup(setup)
    }

    fn save(table: &Table<Self>) -> Doc {
        position::save(table)
    }

    fn load(doc: &Doc) -> Result<Table<Self>, Faults> {
        position::load(doc)
    }

    fn seat_code(public: &Public, seat: Seat) -> String {
        notation::seat(&public.battle, seat)
    }

    fn seat_name(public: &Public, seat: Seat) -> String {
        let b = &public.battle;
        match b.seats.get(seat.index()) {
            Some(info) => match info.side {
                None => "Gamemaster".to_string(),
                Some(_) if b.options.divisions => {
                    let led = b.squads.iter().find(|s| s.seat == seat);
                    led.map_or_else(|| info.code.clone(), |s| s.admiral.clone())
                }
                Some(side) => b.sides[side.index()].name.clone(),
            },
            None => "?".to_string(),
        }
    }

    fn side_code(_public: &Public, side: Side) -> String {
        side_code(side).to_string()
    }

    fn side_name(public: &Public, side: Side) -> String {
        public.battle.sides.get(side.index()).map_or_else(String::new, |s| s.name.clone())
    }

    fn write_action(public: &Public, action: &Action) -> String {
        notation::write(public, action)
    }

    fn parse_action(public: &Public, text: &str) -> Result<Action, ParseError> {
        notation::parse(public, text)
    }

    fn view(sight: Sight<'_, Self>) -> Doc {
        show::view(sight)
    }

    fn board(sight: Sight<'_, Self>) -> String {
        map::board(sight)
    }

    fn prompt(sight: Sight<'_, Self>) -> String {
        show::prompt(sight)
    }

    fn pick(sight: Sight<'_, Self>, pick: &Pick) -> Label {
        show::pick(sight.public, pick)
    }

    fn event(public: &Public, event: &Event) -> Doc {
        sentence::event(public, event)
    }

    fn sentence(public: &Public, event: &Event) -> String {
        sentence::sentence(public, event)
    }

    fn event_clauses(event: &Event) -> Vec<ClauseId> {
        sentence::clauses(event)
    }

    fn fact(event: &Event) -> Option<String> {
        crate::event::fact(event).map(ToString::to_string)
    }

    fn outcome(public: &Public, event: &Event) -> Option<String> {
        let b = &public.battle;
        match event {
            Event::Fired { hits, .. } => Some(format!("{hits} hits")),
            Event::Damaged { ship, strength, .. } => {
                let what = if *strength { "strength" } else { "movement" };
                Some(format!("{} {what}", b.ship_name(*ship)))
            }
            Event::Struck(id) => Some(format!("{} strikes", b.ship_name(*id))),
            Event::Prize { ship, .. } => Some(format!("{} taken", b.ship_name(*ship))),
            Event::Rolled { ok: Some(ok), .. } => {
                Some(if *ok { "success" } else { "failure" }.to_string())
            }
            _ => None,
        }
    }

    fn broken(table: &Table<Self>) -> Option<String> {
        position::broken(&table.public)
    }
}
