//! The map for a terminal can be read: every Group stands under its column, in its row.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Doc, Rules, Seeded, Text, Viewer};
use fleet_actions::FleetActions;
use fleet_actions::Point;
use fleet_actions::SCENARIOS;

/// What is drawn on a point: columns as the head line has them, even ones half a row lower.
fn drawn(board: &str, at: Point) -> String {
    let lines: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
    let is_head = |line: &&Vec<char>| line.iter().all(|c| *c == ' ' || c.is_ascii_digit());
    let head: String = lines.iter().find(is_head).unwrap().iter().collect();
    let column = head.find(&format!("{:02}", at.col)).unwrap();
    let row = format!("{:02} ", at.row);
    let line = lines.iter().position(|line| line.iter().collect::<String>().starts_with(&row));
    let line = &lines[line.unwrap() + usize::from(at.col.is_multiple_of(2))];
    line[column..].iter().take_while(|c| **c != ' ').collect()
}

#[test]
fn every_group_stands_where_it_is() {
    for id in SCENARIOS.iter().map(|printed| printed.id) {
        let setup = FleetActions::setup(&Doc::map().with("scenario", id)).unwrap();
        let table = FleetActions::begin(&setup, &mut Seeded::new(1)).unwrap();
        let p = &table.public;
        let board = FleetActions::board(table.sight(Viewer::Spectator));
        let arrows = ['↑', '↗', '↘', '↓', '↙', '↖'];
        assert!(board.starts_with(&p.battle.title), "{id}:\n{board}");
        for (ship, _) in p.all().filter(|(_, ship)| ship.afloat()) {
            let name = p.battle.ship_name(ship);
            assert!(board.contains(name), "{id}: {name} is in no legend\n{board}");
        }
        // A code stands on the map, and once beside what it means; nobody reads `A1@1407`.
        assert!(!board.contains('@'), "{id}:\n{board}");
        for squad in p.squad_ids() {
            assert!(board.contains(&p.battle.squads[squad.i()].admiral), "{id}:\n{board}");
            let code = p.battle.squad_code(squad);
            for g in p.groups(squad) {
                let cell = format!("{code}{}{}", arrows[g.heading as usize], g.ships.len());
                assert!(drawn(&board, g.at).starts_with(&cell), "{id}, {}: {cell}\n{board}", g.at);
            }
            for counter in p.grand.iter().flat_map(|grand| &grand.columns[squad.i()].groups) {
                let cell = drawn(&board, counter.hex);
                let code = format!("{code}{}", arrows[counter.facing as usize]);
                assert!(cell.contains(&code), "{id}, {}: {code}\n{board}", counter.hex);
            }
        }
    }
}
