//! How a table begins.

use super::{Options, Setup, Start};
use crate::NavalBattle;
use crate::board::{N_SQUARES, Square};
use crate::state::{History, Phase, Public, RED, Rack, Secret, Token, WHITE, print};
use crate::units::{FLEET_SIZE, Kind};
use admiralty_core::{BySeat, BySide, SeatSet, Table};
use alloc::boxed::Box;

/// The table before the first decision.
pub(crate) fn begin(setup: &Setup) -> Table<NavalBattle> {
    let mut table = blank(&setup.options);
    if let Start::Placed(placements) = &setup.start {
        for side in [WHITE, RED] {
            table.sides[side].placement = Some(Box::new(placements[side.index()]));
            table.public.ready[side.index()] = true;
        }
        place_fleets(&mut table);
        crate::victory::at_start(&mut table, &mut |_| {});
    }
    table
}

/// A table on which nothing has been placed.
pub(crate) fn blank(options: &Options) -> Table<NavalBattle> {
    let public = Public {
        options: *options,
        phase: Phase::Deploy,
        to_move: WHITE,
        ready: [false; 2],
        left: SeatSet::EMPTY,
        ply: 0,
        quiet: 0,
        occupied: [0; 2],
        admirals: [Square(0); 2],
        token_at: [None; N_SQUARES],
        moved: 0,
        dared: 0,
        known: [None; 2 * FLEET_SIZE],
        revealed_in: [0; 2 * FLEET_SIZE],
        racks: [Rack::EMPTY; 2],
        shuttles: [None; 2],
        offer: None,
        offered: [None; 2],
        history: History::start(0),
        complete: true,
    };
    // NB-F-01: two fleets.
    Table {
        public,
        sides: BySide::new(2, |_| Secret::EMPTY),
        seats: BySeat::new(options.persons, |_| ()),
        umpire: (),
    }
}

/// Puts both stored placements on the board and numbers the tokens.
// NB-P-11: White is to move. NB-P-04: the middle rows stay empty, since home squares are all there is.
pub(crate) fn place_fleets(table: &mut Table<NavalBattle>) {
    for side in [WHITE, RED] {
        let Some(placement) = table.sides[side].placement.take() else { continue };
        let board = table.public.options.board;
        let mut number = 0;
        // NB-I-10: numbered along the deployment string, whatever the types.
        for (i, square) in board.home_in_order(side).enumerate() {
            if let Some(kind) = placement.get(i) {
                put(table, Token::new(side, number), square, kind);
                number += 1;
            }
        }
    }
    table.public.phase = Phase::Turn;
    table.public.to_move = WHITE;
    table.public.history = History::start(print(&table.public));
}

/// Puts one token down.
pub(crate) fn put(table: &mut Table<NavalBattle>, token: Token, square: Square, kind: Kind) {
    let side = token.side();
    let public = &mut table.public;
    public.occupied[side.index()] |= square.bit();
    public.token_at[square.index()] = Some(token);
    let secret = &mut table.sides[side];
    secret.kinds[token.number() as usize] = Some(kind);
    match kind {
        Kind::Mine => secret.mines |= square.bit(),
        Kind::Admiral => {
            public.admirals[side.index()] = square;
            // NB-P-06: everybody sees the Admirals.
            public.known[token.index()] = Some(kind);
        }
        _ => {}
    }
}
