//! A table that a viewer cannot rule out.

use crate::FleetActions;
use crate::board::Dir;
use crate::rules::{boarding, declaring, grand_tactical, speeds};
use crate::state::{Declared, Kind, Laid, Public, Sealed, Shared, Signal};
use crate::units::FORCES;
use admiralty_core::{BySeat, BySide, Dice, Die, Dry, Own, Seat, Side, Sight, Table};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// A number below `n`.
fn pick(dice: &mut dyn Dice, n: usize) -> Result<usize, Dry> {
    if n <= 1 {
        return Ok(0);
    }
    Ok(usize::from(dice.roll(Die(n.min(720) as u16))?) - 1)
}

/// What the viewer knows stays; what others have sealed is drawn anew.
pub(crate) fn imagine(
    sight: Sight<'_, FleetActions>,
    dice: &mut dyn Dice,
) -> Result<Table<FleetActions>, Dry> {
    let p = sight.public;
    if let Own::All(table) = sight.own {
        return Ok(table.clone());
    }
    let n = p.battle.seats.len() as u8;
    let mut seats: BySeat<Sealed> = BySeat::new(n, |_| Sealed::default());
    for i in 0..n {
        let seat = Seat(i);
        seats[seat] = match sight.of_seat(seat) {
            Some(own) => own.clone(),
            None => sealed(p, seat, dice)?,
        };
    }
    let mut sides: BySide<Shared> =
        BySide::new(2, |_| Shared { cards: p.cards.iter().map(|_| None).collect() });
    for side in [Side(0), Side(1)] {
        match sight.of_side(side) {
            Some(shared) => sides[side] = shared.clone(),
            // FA-S.09: cards the enemy may not see are guessed.
            None if p.battle.options.own_cards && shown(p.phase.kind) => {
                for seat in p.battle.seats_of(side) {
                    let options = cards(p, seat);
                    sides[side].cards[seat.index()] = options[pick(dice, options.len())?];
                }
            }
            None => {}
        }
    }
    let mut umpire = None;
    if p.battle.options.gm_wind && pick(dice, 2)? == 0 {
        let force = FORCES[pick(dice, FORCES.len())?].1;
        umpire = Some((Dir::ALL[pick(dice, 6)?], force));
    }
    Ok(Table { public: p.clone(), sides, seats, umpire })
}

/// Are cards on display in this phase?
fn shown(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Light | Kind::Squads | Kind::Singles | Kind::Frigates | Kind::Fire | Kind::Board
    ) || kind == Kind::Repair
}

fn cards(p: &Public, seat: Seat) -> Vec<Option<Signal>> {
    let mut options = Vec::new();
    speeds::cards(p, seat, &mut |signal| options.push(signal));
    options
}

/// Something a seat may have sealed: as much as lies on the table, drawn anew.
fn sealed(p: &Public, seat: Seat, dice: &mut dyn Dice) -> Result<Sealed, Dry> {
    let mut sealed = Sealed::default();
    let laid = |what: Laid| p.laid.contains(&what);
    match p.phase.kind {
        Kind::Speed => {
            let squads: SmallVec<[_; 8]> = speeds::unmarked(p, seat, &Sealed::default()).collect();
            if squads.is_empty() {
                return Ok(sealed);
            }
            for squad in squads {
                let options = speeds::markers(p, squad);
                if options.len() == 1 || laid(Laid::Marker(squad)) {
                    let speed = options[pick(dice, options.len())?];
                    sealed.speeds.push((squad, speed));
                }
            }
            if p.is_night() {
                sealed.card = Some(None);
            } else if laid(Laid::Card(seat)) {
                let options = cards(p, seat);
                sealed.card = Some(options[pick(dice, options.len())?]);
            }
        }
        Kind::GrandSpeed => {
            let squads: SmallVec<[_; 8]> =
                grand_tactical::grand_unmarked(p, seat, &Sealed::default()).collect();
            for squad in squads {
                let most =
                    (0..=3).filter(|s| grand_tactical::check_marker(p, squad, *s).is_ok()).count();
                if most <= 1 || laid(Laid::Marker(squad)) {
                    let speed = pick(dice, most)? as u8;
                    sealed.speeds.push((squad, speed));
                }
            }
        }
        Kind::Fire => {
            for what in &p.laid {
                let Laid::Attack(by) = *what else { continue };
                let mut options: SmallVec<[Declared; 16]> = SmallVec::new();
                declaring::declarations(p, seat, &sealed, p.phase.step, &mut |d| {
                    if d.by == by {
                        options.push(d);
                    }
                });
                if !options.is_empty() {
                    let chosen = options[pick(dice, options.len())?];
                    sealed.attacks.push(chosen);
                }
            }
        }
        Kind::Board => {
            let ships: SmallVec<[_; 8]> =
                boarding::undecided(p, seat, &Sealed::default()).collect();
            for ship in ships {
                if laid(Laid::Board(ship)) {
                    let yes = pick(dice, 2)? == 0;
                    sealed.boards.push((ship, yes));
                }
            }
        }
        _ => {}
    }
    Ok(sealed)
}
