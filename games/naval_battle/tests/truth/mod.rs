//! A table read from its saved position alone: what an onlooker with a copy of
//! the book could check.

use admiralty_core::{Doc, Seat, Side, Table, Text, Viewer};
use naval_battle::{KINDS, Kind, NavalBattle, Square};
use std::collections::{BTreeMap, BTreeSet};

/// A table as its position tells it.
pub(crate) struct Truth {
    pub(crate) doc: Doc,
    pub(crate) phase: String,
    pub(crate) to_move: Side,
    pub(crate) pieces: BTreeMap<Square, (Side, char)>,
    pub(crate) islands: BTreeSet<Square>,
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) persons: u8,
}

fn side_named(code: &str) -> Side {
    Side(u8::from(code == "R"))
}

pub(crate) const CODES: [&str; 2] = ["W", "R"];

impl Truth {
    pub(crate) fn of(table: &Table<NavalBattle>) -> Truth {
        let doc = NavalBattle::save(table);
        let view = NavalBattle::view(table.sight(Viewer::Spectator));
        let text =
            |doc: &Doc, key: &str| doc.get(key).and_then(Doc::as_text).unwrap_or("").to_string();
        let number = |key: &str| view.get(key).and_then(Doc::as_int).unwrap() as u8;
        let mut pieces = BTreeMap::new();
        for (i, code) in CODES.into_iter().enumerate() {
            if let Some(Doc::Map(fleet)) = doc.get(code) {
                for (at, kind) in fleet {
                    let kind = kind.as_text().unwrap().chars().next().unwrap();
                    pieces.insert(Square::parse(at).unwrap(), (Side(i as u8), kind));
                }
            }
        }
        let islands = view.get("islands").unwrap().as_list().unwrap().iter();
        Truth {
            phase: text(&doc, "phase"),
            to_move: side_named(&text(&doc, "to_move")),
            pieces,
            islands: islands.map(|at| Square::parse(at.as_text().unwrap()).unwrap()).collect(),
            columns: number("columns"),
            rows: number("rows"),
            persons: doc
                .get("options")
                .and_then(|options| options.get("persons"))
                .and_then(Doc::as_int)
                .map_or(2, |n| n as u8),
            doc,
        }
    }

    pub(crate) fn option(&self, key: &str) -> Option<&Doc> {
        self.doc.get("options").and_then(|options| options.get(key))
    }

    pub(crate) fn lists(&self, key: &str, word: &str) -> bool {
        let list = self.doc.get(key).and_then(Doc::as_list).unwrap_or_default();
        list.iter().any(|item| item.as_text() == Some(word))
    }

    pub(crate) fn has_left(&self, seat: Seat) -> bool {
        self.lists("left", ["W", "R", "WR", "RR"][seat.0 as usize])
    }

    pub(crate) fn is_ready(&self, side: Side) -> bool {
        self.lists("ready", CODES[side.index()])
    }

    pub(crate) fn notes_off(&self) -> bool {
        self.option("memory_aid").and_then(Doc::as_text) == Some("off")
    }

    /// Who decides and who keeps the record for a side.
    pub(crate) fn roles(&self, side: Side) -> (Seat, Seat) {
        let (first, second) = (Seat(side.0), Seat(side.0 + 2));
        match self.persons {
            4 if self.has_left(first) => (second, second),
            4 if self.has_left(second) => (first, first),
            4 => (first, second),
            _ => (first, first),
        }
    }

    pub(crate) fn has(&self, at: Square) -> bool {
        at.column() < self.columns && at.row() < self.rows
    }

    pub(crate) fn free(&self, at: Square) -> bool {
        self.has(at) && !self.islands.contains(&at) && !self.pieces.contains_key(&at)
    }

    pub(crate) fn side_on(&self, at: Square) -> Option<Side> {
        self.pieces.get(&at).map(|(side, _)| *side)
    }

    pub(crate) fn is_mine(&self, at: Square) -> bool {
        self.pieces.get(&at).is_some_and(|(_, kind)| *kind == 'M')
    }

    pub(crate) fn series(&self) -> Option<Square> {
        self.doc.get("series").and_then(Doc::as_text).and_then(Square::parse)
    }

    pub(crate) fn offer(&self) -> Option<Side> {
        self.doc.get("offer").and_then(Doc::as_text).map(side_named)
    }

    pub(crate) fn ply(&self) -> i64 {
        self.doc.get("ply").and_then(Doc::as_int).unwrap_or(0)
    }

    /// What a side has placed on a home square; `None` off its side.
    pub(crate) fn placed(&self, side: Side, at: Square) -> Option<char> {
        let depth = (self.rows - 2) / 2;
        let (row, column) = if side.0 == 0 {
            (depth.checked_sub(1 + at.row())?, at.column())
        } else {
            (at.row().checked_sub(self.rows - depth)?, (self.columns - 1).checked_sub(at.column())?)
        };
        if row >= depth || column >= self.columns {
            return None;
        }
        let whole = self.doc.get("placements").and_then(|both| both.get(CODES[side.index()]));
        let Some(whole) = whole.and_then(Doc::as_text) else { return Some('.') };
        whole.split('/').nth(row as usize)?.chars().nth(column as usize)
    }

    pub(crate) fn placed_of(&self, side: Side, kind: Kind) -> u8 {
        let whole = self.doc.get("placements").and_then(|both| both.get(CODES[side.index()]));
        let whole = whole.and_then(Doc::as_text).unwrap_or("");
        whole.chars().filter(|sign| *sign == kind.sign()).count() as u8
    }

    pub(crate) fn n_placed(&self, side: Side) -> u8 {
        KINDS.into_iter().map(|kind| self.placed_of(side, kind)).sum()
    }

    /// Has this side a plain move, the shuttle rule aside?
    pub(crate) fn can_move(&self, side: Side) -> bool {
        self.pieces.iter().any(|(at, (owner, kind))| {
            *owner == side
                && *kind != 'M'
                && neighbours(*at).any(|(to, straight)| self.free(to) && (straight || *kind != 'A'))
        })
    }
}

/// The squares around one, and whether they lie straight on.
pub(crate) fn neighbours(at: Square) -> impl Iterator<Item = (Square, bool)> {
    (-1i8..=1).flat_map(move |dx| (-1i8..=1).map(move |dy| (dx, dy))).filter_map(move |(dx, dy)| {
        let column = u8::try_from(at.column() as i8 + dx).ok()?;
        let row = u8::try_from(at.row() as i8 + dy).ok()?;
        let to = Square::new(column, row)?;
        (to != at).then_some((to, dx == 0 || dy == 0))
    })
}

pub(crate) fn apart(one: Square, other: Square) -> (u8, u8) {
    (one.column().abs_diff(other.column()), one.row().abs_diff(other.row()))
}

pub(crate) fn between(one: Square, other: Square) -> Square {
    let mean = |a: u8, b: u8| a.midpoint(b);
    Square::new(mean(one.column(), other.column()), mean(one.row(), other.row())).unwrap()
}
