//! Tables that a viewer cannot rule out, and what it still recalls.

use crate::NavalBattle;
use crate::action::Mark;
use crate::board::{Square, squares};
use crate::setup::{MemoryAid, Placement};
use crate::state::{Notes, Phase, Public, RED, Secret, Token, WHITE};
use crate::units::{KINDS, Kind};
use admiralty_core::{BySeat, BySide, Dice, Die, Dry, Outcome, Own, Side, Sight, Table, Verdict};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// The first turn whose events are still shown.
// NB-I-21: without the full aid the last two turns and an open series.
pub(crate) fn recalls_from(public: &Public) -> u32 {
    match public.recalls_all() {
        true => 0,
        false => u32::from(public.ply.saturating_sub(2)),
    }
}

/// A table this viewer cannot rule out, with everything that was ever announced.
pub(crate) fn imagine(
    sight: Sight<'_, NavalBattle>,
    dice: &mut dyn Dice,
) -> Result<Table<NavalBattle>, Dry> {
    drawn(sight, sight.public.clone(), &EVEN, dice)
}

/// How likely each type is for a hidden token, in the order of [`Kind`]; only shares count.
pub type Likely<'a> = dyn Fn(Token) -> [u16; 9] + 'a;

/// Every type as likely as pieces of it are left.
const EVEN: fn(Token) -> [u16; 9] = |_| [1; 9];

/// A table that this viewer cannot rule out, with hidden types drawn by what it believes.
pub fn imagine_likely(
    sight: Sight<'_, NavalBattle>,
    likely: &Likely<'_>,
    dice: &mut dyn Dice,
) -> Result<Table<NavalBattle>, Dry> {
    drawn(sight, sight.public.clone(), likely, dice)
}

/// A table that nobody can rule out who goes by what this viewer is shown.
// NB-I-13: what has faded is drawn anew.
pub(crate) fn imagine_shown(
    sight: Sight<'_, NavalBattle>,
    dice: &mut dyn Dice,
) -> Result<Table<NavalBattle>, Dry> {
    let mut public = sight.public.clone();
    public.forget(sight.side());
    drawn(sight, public, &EVEN, dice)
}

/// Takes out what a side keeps to itself for ever.
// NB-T-06: its notes. NB-W-12: of a game that never began, its placement, at every moment of it.
pub(crate) fn withhold(table: &mut Table<NavalBattle>, side: Side, end: Option<Outcome>) {
    let secret = &mut table.sides[side];
    secret.notes = None;
    let played = end.is_some_and(|outcome| outcome.verdict != Verdict::Cancelled);
    if !played {
        secret.placement = None;
    }
}

fn drawn(
    sight: Sight<'_, NavalBattle>,
    public: Public,
    likely: &Likely<'_>,
    dice: &mut dyn Dice,
) -> Result<Table<NavalBattle>, Dry> {
    if let Own::All(table) = sight.own {
        return Ok(table.clone());
    }
    let mut sides = Vec::new();
    for side in [WHITE, RED] {
        sides.push(match sight.of_side(side) {
            Some(secret) => secret.clone(),
            None => imagine_side(&public, side, likely, dice)?,
        });
    }
    let mut sides = sides.into_iter();
    let sides = BySide::new(2, |_| sides.next().unwrap_or(Secret::EMPTY));
    Ok(Table { seats: BySeat::new(public.options.persons, |_| ()), public, sides, umpire: () })
}

/// Draws what a viewer cannot know of a side.
fn imagine_side(
    public: &Public,
    side: Side,
    likely: &Likely<'_>,
    dice: &mut dyn Dice,
) -> Result<Secret, Dry> {
    if public.phase == Phase::Deploy {
        let mut secret = Secret::EMPTY;
        let full = public.ready[side.index()] || dice.roll(Die(3))? > 1;
        if full {
            let mut placement = Placement::rolled(public.board(), dice)?;
            // Not ready means: perhaps complete, perhaps with a gap.
            if !public.ready[side.index()] && dice.roll(Die(2))? == 1 {
                placement.set(0, None);
            }
            secret.placement = Some(Box::new(placement));
        }
        return Ok(secret);
    }
    // A few draws are enough where the first leaves the side to move without a
    // move although the game goes on.
    let mut secret = draw_kinds(public, side, likely, dice)?;
    for _ in 0..100 {
        let possible = matches!(public.phase, Phase::Over(_)) || fits(public, &secret, side);
        if possible {
            break;
        }
        secret = draw_kinds(public, side, likely, dice)?;
    }
    secret.notes = imagine_notes(public, side, dice)?;
    Ok(secret)
}

/// Could the game stand where it stands if the side's pieces were these?
fn fits(public: &Public, secret: &Secret, side: Side) -> bool {
    let jumper_is_no_mine = match public.phase {
        Phase::Series(at) => secret.mines & at.bit() == 0,
        _ => true,
    };
    let stuck = public.to_move == side
        && public.options.immobile == crate::setup::Immobile::Loss
        && !crate::victory::can_act(public, secret, side);
    jumper_is_no_mine && !stuck
}

fn draw_kinds(
    public: &Public,
    side: Side,
    likely: &Likely<'_>,
    dice: &mut dyn Dice,
) -> Result<Secret, Dry> {
    let mut secret = Secret::EMPTY;
    let mut pool = public.unaccounted(side);
    pool[Kind::Admiral as usize] = 0;
    let mut unmoved = Vec::new();
    let mut moved = Vec::new();
    for square in squares(public.occupied[side.index()]) {
        let Some(token) = public.token_on(square) else { continue };
        match public.known[token.index()] {
            Some(kind) => set_kind(&mut secret, token, square, kind),
            None if public.moved & token.bit() != 0 => moved.push((token, square)),
            None => unmoved.push((token, square)),
        }
    }
    // Tokens that moved first: no mine fits them. The rest of the pool is for the others.
    for (list, mines) in [(moved, false), (unmoved, true)] {
        for (token, square) in list {
            let fits = |kind: &Kind| mines || *kind != Kind::Mine;
            if let Some(kind) = choose(&pool, &likely(token), fits, dice)? {
                pool[kind as usize] -= 1;
                set_kind(&mut secret, token, square, kind);
            }
        }
    }
    Ok(secret)
}

/// One of the pieces left, by their number and by how likely each type is.
fn choose(
    pool: &[u8; 9],
    likely: &[u16; 9],
    fits: impl Fn(&Kind) -> bool,
    dice: &mut dyn Dice,
) -> Result<Option<Kind>, Dry> {
    let left = |kind: &Kind| u32::from(pool[*kind as usize]);
    let open = || KINDS.into_iter().filter(&fits).filter(|kind| left(kind) > 0);
    let share = |kind: &Kind| left(kind) * u32::from(likely[*kind as usize]);
    let believed: u32 = open().map(|kind| share(&kind)).sum();
    // What nobody believes is drawn where nothing else is left.
    let weigh = |kind: &Kind| if believed > 0 { share(kind) } else { left(kind) };
    let sum: u32 = open().map(|kind| weigh(&kind)).sum();
    if sum == 0 {
        return Ok(None);
    }
    // A die has no more faces than this: large sums are drawn in shares of it.
    let faces = sum.min(u32::from(Die::MAX_FACES));
    let mut lot = (u32::from(dice.roll(Die(faces as u16))?) - 1) * sum / faces;
    for kind in open() {
        let weight = weigh(&kind);
        if lot < weight {
            return Ok(Some(kind));
        }
        lot -= weight;
    }
    Ok(open().last())
}

fn set_kind(secret: &mut Secret, token: Token, square: Square, kind: Kind) {
    secret.kinds[token.number() as usize] = Some(kind);
    if kind == Kind::Mine {
        secret.mines |= square.bit();
    }
}

/// Another team may have written anything, or nothing.
fn imagine_notes(
    public: &Public,
    side: Side,
    dice: &mut dyn Dice,
) -> Result<Option<Box<Notes>>, Dry> {
    if public.options.memory_aid == MemoryAid::Off || dice.roll(Die(2))? == 1 {
        return Ok(None);
    }
    let mut notes = Notes::default();
    let enemies: Vec<Token> = squares(public.occupied[side.other().index()])
        .filter_map(|square| public.token_on(square))
        .collect();
    if !enemies.is_empty() {
        let token = enemies[dice.roll(Die(enemies.len() as u16))? as usize - 1];
        let kind = KINDS[dice.roll(Die(KINDS.len() as u16))? as usize - 1];
        notes.marks.push((token, Mark::Kind { kind, unsure: true }));
    }
    notes.pad = format!("note {}", dice.roll(Die(720))?);
    Ok(Some(Box::new(notes)))
}
