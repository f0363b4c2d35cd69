//! Who commands what: sides, divisions and their seats, the commander-in-chief, the gamemaster.

use super::{Battle, SeatInfo, side_code};
use admiralty_core::{Seat, Side};
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Deals the squadrons out to seats.
pub(super) fn deal(battle: &mut Battle) {
    for side in [Side(0), Side(1)] {
        // FA-S.01: each squadron belongs to exactly one seat; FA-2.11: a division is the
        // squadrons of one seat.
        let divisions: Vec<u8> = if battle.options.divisions {
            let mut all: Vec<u8> =
                battle.squads.iter().filter(|s| s.side == side).map(|s| s.division).collect();
            all.sort_unstable();
            all.dedup();
            all
        } else {
            vec![0]
        };
        for division in divisions {
            let seat = Seat(battle.seats.len() as u8);
            let mut cinc = false;
            for squad in battle.squads.iter_mut().filter(|s| s.side == side) {
                if division == 0 || squad.division == division {
                    squad.seat = seat;
                    cinc |= squad.cinc;
                }
            }
            let code = match division {
                0 => side_code(side).to_string(),
                d => format!("{}D{d}", side_code(side)),
            };
            battle.seats.push(SeatInfo { side: Some(side), code, cinc });
        }
    }
    if battle.options.gamemaster {
        // FA-S.12: a gamemaster owns no ships and sees all.
        battle.seats.push(SeatInfo { side: None, code: "GM".to_string(), cinc: false });
    }
}

impl Battle {
    /// The gamemaster's seat.
    pub fn gamemaster(&self) -> Option<Seat> {
        self.seats.iter().position(|s| s.side.is_none()).map(|i| Seat(i as u8))
    }

    /// The commander-in-chief's seat.
    pub fn cinc(&self, side: Side) -> Seat {
        // FA-S.02: the seat of the squadron marked cinc.
        self.squads
            .iter()
            .find(|s| s.side == side && s.cinc)
            .or_else(|| self.squads.iter().find(|s| s.side == side))
            .map_or(Seat(side.0), |s| s.seat)
    }
}
