//! Preparation: both sides place their fleets in secret and say when they are ready.

use crate::NavalBattle;
use crate::action::{Action, Order, Pick, Prepare};
use crate::board::{Board, Square};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::setup::begin::place_fleets;
use crate::setup::{Limit, Placement, TEMPLATES, Template, home_water};
use crate::state::{Phase, Public, RED, Secret, WHITE, seats_of};
use crate::units::KINDS;
use admiralty_core::{Audience, Dice, Die, Dry, Menu, SeatSet, Side, Table, Told};
use alloc::boxed::Box;

/// The number of a home square in the order of a deployment string.
// NB-P-01: only squares of the own side. NB-B-05: no islands.
fn home_index(board: &Board, side: Side, at: Square) -> Result<usize, Illegal> {
    let i =
        board.home_in_order(side).position(|square| square == at).ok_or(Illegal::NotHome { at })?;
    if board.islands & at.bit() != 0 { Err(Illegal::PlaceIsland { at }) } else { Ok(i) }
}

fn stored(secret: &Secret) -> Placement {
    secret.placement.as_deref().copied().unwrap_or(Placement::EMPTY)
}

/// The placement an action would store, or why not.
fn edited(
    public: &Public,
    secret: &Secret,
    side: Side,
    step: &Prepare,
) -> Result<Placement, Illegal> {
    let board = public.board();
    let mut placement = stored(secret);
    match step {
        // NB-P-12: a whole string is taken or refused as a whole.
        Prepare::Deploy(whole) => {
            whole.check(board, Some(side))?;
            placement = *whole;
        }
        Prepare::Template { template, mirrored } => {
            placement = template.placed(board, *mirrored)?;
        }
        Prepare::Random(seed) => placement = Placement::seeded(board, *seed),
        Prepare::Place { kind, at } => {
            // NB-P-03: one piece a square: what stood there is taken back.
            // NB-P-20: mines are placed like any other piece.
            placement.set(home_index(board, side, *at)?, None);
            if placement.count(*kind) >= kind.count() {
                return Err(Illegal::FleetFull { kind: *kind });
            }
            placement.set(home_index(board, side, *at)?, Some(*kind));
        }
        Prepare::Swap(one, other) => {
            placement.swap(home_index(board, side, *one)?, home_index(board, side, *other)?);
        }
        Prepare::Clear(None) => placement = Placement::EMPTY,
        Prepare::Clear(Some(at)) => {
            let i = home_index(board, side, *at)?;
            placement.get(i).ok_or(Illegal::NothingPlaced { at: *at })?;
            placement.set(i, None);
        }
        Prepare::Ready | Prepare::Unready => {}
    }
    Ok(placement)
}

/// May this side do this while placing?
pub(crate) fn check(
    public: &Public,
    secret: &Secret,
    side: Side,
    order: &Order,
) -> Result<(), Illegal> {
    if order.side.is_some_and(|named| named != side) {
        return Err(Illegal::OtherFleet);
    }
    check_step(public, secret, side, &order.step)
}

fn check_step(public: &Public, secret: &Secret, side: Side, step: &Prepare) -> Result<(), Illegal> {
    let ready = public.ready[side.index()];
    match step {
        // NB-P-10: until the other side is ready too (then play has started).
        Prepare::Unready => {
            if ready {
                Ok(())
            } else {
                Err(Illegal::IsNotReady)
            }
        }
        // NB-P-22: withdraw first.
        _ if ready => Err(Illegal::IsReady),
        Prepare::Ready => match stored(secret).n_missing() {
            0 => stored(secret).check(public.board(), Some(side)),
            missing => Err(Illegal::Incomplete { missing }),
        },
        _ => edited(public, secret, side, step).map(|_| ()),
    }
}

pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    side: Side,
    step: &Prepare,
    tell: &mut dyn FnMut(Told<Event>),
) {
    match step {
        Prepare::Ready => {
            table.public.ready[side.index()] = true;
            tell(Told::all(Event::Ready(side)));
            if table.public.ready == [true; 2] {
                start(table, tell);
            }
        }
        Prepare::Unready => {
            table.public.ready[side.index()] = false;
            tell(Told::all(Event::Unready(side)));
        }
        _ => {
            if let Ok(placement) = edited(&table.public, &table.sides[side], side, step) {
                table.sides[side].placement = Some(Box::new(placement));
            }
            // NB-P-08, NB-P-09: the other side learns nothing of it, not even that it happened.
            let team = SeatSet::from_iter(seats_of(&table.public, side));
            tell(Told::to(Event::Placed(side), Audience::seats(team)));
        }
    }
}

/// Freezes the placements and lets play begin.
// NB-P-11
fn start(table: &mut Table<NavalBattle>, tell: &mut dyn FnMut(Told<Event>)) {
    place_fleets(table);
    tell(Told::reveal(Event::PlayStarted(table.public.admirals)));
    // NB-D-18: a custom board may leave White without a move at once.
    crate::victory::at_start(table, tell);
}

/// Can the time for placing run out now?
// NB-P-14: where there is such a clock.
pub(crate) fn check_time_out(public: &Public) -> Result<(), Illegal> {
    match public.phase {
        Phase::Over(_) => Err(Illegal::Over),
        Phase::Deploy if public.options.deploy_seconds != Limit::OFF => Ok(()),
        _ => Err(Illegal::NoDeployClock),
    }
}

/// The time for placing is over.
// NB-P-14: a complete stored placement is used, ready or not; else the dice place the fleet.
pub(crate) fn time_out(
    table: &mut Table<NavalBattle>,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    let board = *table.public.board();
    for side in [WHITE, RED] {
        if stored(&table.sides[side]).check(&board, Some(side)).is_err() {
            table.sides[side].placement = Some(Box::new(Placement::rolled(&board, dice)?));
        }
    }
    start(table, tell);
    Ok(())
}

/// Lets play begin with fleets that nobody has chosen: a named placement, perhaps mirrored, or
/// any at all, as likely. Where the board has no named ones, any.
pub(crate) fn deal(table: &mut Table<NavalBattle>, dice: &mut dyn Dice) -> Result<(), Dry> {
    let board = *table.public.board();
    for side in [WHITE, RED] {
        let mut below = |n: u16| Ok(dice.roll(Die(n))? - 1);
        let (named, mirrored) = (below(2)? == 0, below(2)? == 0);
        let template = Template(below(TEMPLATES.len() as u16)? as u8);
        let placement = match template.placed(&board, mirrored) {
            Ok(placement) if named => placement,
            _ => Placement::rolled(&board, dice)?,
        };
        table.sides[side].placement = Some(Box::new(placement));
        table.public.ready[side.index()] = true;
    }
    start(table, &mut |_| {});
    Ok(())
}

/// What may be picked while placing.
pub(crate) fn menu(
    public: &Public,
    secret: &Secret,
    side: Side,
    draft: &[Pick],
    out: &mut Menu<Pick, Action>,
) {
    let board = public.board();
    if public.ready[side.index()] {
        if draft.is_empty() {
            out.aside(Pick::Unready, Prepare::Unready.into());
        }
        return;
    }
    let placement = stored(secret);
    let filled = |at: Square| home_index(board, side, at).ok().and_then(|i| placement.get(i));
    match draft {
        [] => {
            if check_step(public, secret, side, &Prepare::Ready).is_ok() {
                out.to(Pick::Ready, Prepare::Ready.into());
            }
            if Template::all().any(|template| template.placement(board).is_ok()) {
                out.on(Pick::Templates);
            }
            if !placement.missing().is_empty() {
                out.on(Pick::Place);
            }
            if placement != Placement::EMPTY {
                out.on(Pick::Swap);
                out.on(Pick::Clear);
            }
        }
        [Pick::Templates] => {
            for template in Template::all() {
                for mirrored in [false, true] {
                    let step = Prepare::Template { template, mirrored };
                    if check_step(public, secret, side, &step).is_ok() {
                        out.to(
                            if mirrored {
                                Pick::Mirrored(template)
                            } else {
                                Pick::Template(template)
                            },
                            step.into(),
                        );
                    }
                }
            }
        }
        [Pick::Place] => {
            for kind in KINDS {
                if placement.count(kind) < kind.count() {
                    out.on(Pick::Kind(kind));
                }
            }
        }
        [Pick::Place, Pick::Kind(kind)] => {
            for at in home_water(board, side) {
                out.to(Pick::Square(at), Prepare::Place { kind: *kind, at }.into());
            }
        }
        [Pick::Swap] => {
            for at in home_water(board, side).filter(|at| filled(*at).is_some()) {
                out.on(Pick::Square(at));
            }
        }
        [Pick::Swap, Pick::Square(one)] => {
            for other in home_water(board, side).filter(|other| other != one) {
                out.to(Pick::Square(other), Prepare::Swap(*one, other).into());
            }
        }
        [Pick::Clear] => {
            out.to(Pick::ClearAll, Prepare::Clear(None).into());
            for at in home_water(board, side).filter(|at| filled(*at).is_some()) {
                out.to(Pick::Square(at), Prepare::Clear(Some(at)).into());
            }
        }
        _ => {}
    }
}
