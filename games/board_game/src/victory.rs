//! Ends and victory points.

use crate::event::Event;
use crate::rules::Tell;
use crate::setup::Bonus;
use crate::setup::VictoryMode;
use crate::state::{End, EndReason, NORTH, Phase, Public, SOUTH, Status, UnitId};
use admiralty_core::{ClauseId, Outcome, Side, SideSet, Told, Verdict};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Rounds after which points decide even where only annihilation wins.
const SAFETY: u8 = 50;

fn is_empty(p: &Public, side: Side) -> bool {
    !p.of_side(side).any(|(_, unit)| unit.is_afield() || unit.status == Status::Standby)
}

fn has_exited(p: &Public, side: Side) -> bool {
    p.of_side(side).any(|(_, unit)| unit.status == Status::Exited)
}

/// Own units sunk.
pub(crate) fn losses(p: &Public, side: Side) -> usize {
    p.of_side(side).filter(|(_, unit)| unit.status == Status::Sunk).count()
}

/// Why something counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// An enemy sunk.
    Sunk,
    /// An enemy at half her structure or less.
    Half,
    /// A bonus of the scenario for an enemy sunk.
    Bonus,
    /// An own unit that has left where the scenario wants it.
    Exit,
    /// Having the smaller fleet.
    Smaller,
}

impl Why {
    /// Its word in a view.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Sunk => "sunk",
            Self::Half => "half",
            Self::Bonus => "bonus",
            Self::Exit => "exit",
            Self::Smaller => "smaller",
        }
    }
}

/// Something that counts for a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    /// The unit it counts for; none for the fleet as a whole.
    pub unit: Option<UnitId>,
    /// Why.
    pub why: Why,
    /// How much.
    pub points: u16,
}

/// Victory points of a side.
pub fn points(p: &Public, side: Side) -> u16 {
    let mut sum = 0;
    each_score(p, side, |score| sum += score.points);
    sum
}

/// Everything that counts for a side, one by one.
pub(crate) fn each_score(p: &Public, side: Side, mut each: impl FnMut(Score)) {
    let mut put = |unit, why, points| {
        if points > 0 {
            each(Score { unit, why, points });
        }
    };
    let bonuses = p.scenario().map_or(&[][..], |scenario| &scenario.bonus);
    let own = || bonuses.iter().filter(|(by, _)| *by == side).map(|(_, bonus)| *bonus);
    for (id, unit) in p.of_side(side.other()) {
        match unit.status {
            // BG-8-VC6: the price of every enemy sunk.
            Status::Sunk => put(Some(id), Why::Sunk, unit.card.tp()),
            // BG-8-VC7: half the price of one at half its structure or less.
            Status::Afloat | Status::Submerged if 2 * unit.sp <= unit.class().sp => {
                put(Some(id), Why::Half, unit.card.tp() / 2);
            }
            // BG-8-SC5: one that has left yields nothing.
            _ => {}
        }
        for bonus in own() {
            // BG-8-SC6: bonus points on top of the price.
            match bonus {
                Bonus::Sink(card, vp) if unit.status == Status::Sunk && unit.card == card => {
                    put(Some(id), Why::Bonus, vp);
                }
                Bonus::SinkKind(kind, vp)
                    if unit.status == Status::Sunk && unit.class().kind == kind =>
                {
                    put(Some(id), Why::Bonus, vp);
                }
                _ => {}
            }
        }
    }
    for (id, unit) in p.of_side(side) {
        for bonus in own() {
            // BG-8-SC4: each unit that has left over the named row.
            if let Bonus::Exit(kind, _, vp) = bonus
                && unit.status == Status::Exited
                && unit.class().kind == kind
            {
                put(Some(id), Why::Exit, vp);
            }
        }
    }
    if p.scenario().is_some() {
        put(None, Why::Smaller, handicap(p, side));
    }
}

/// What pays a side beyond the price of what is sunk, in words.
pub(crate) fn goals(p: &Public) -> Vec<(Side, String, u16)> {
    let mut goals = Vec::new();
    for (by, bonus) in p.scenario().map_or(&[][..], |scenario| &scenario.bonus) {
        goals.push(match *bonus {
            Bonus::Sink(card, vp) => (*by, format!("sinking {}", card.card().name), vp),
            Bonus::SinkKind(kind, vp) => (*by, format!("each {} sunk", kind.name()), vp),
            Bonus::Exit(kind, rank, vp) => {
                (*by, format!("each {} that leaves over row {}", kind.name(), rank + 1), vp)
            }
        });
    }
    for side in [SOUTH, NORTH] {
        let extra = handicap(p, side);
        if p.scenario().is_some() && extra > 0 {
            goals.push((side, "having the smaller fleet".into(), extra));
        }
    }
    goals
}

/// What the weaker side of a scenario gets on top.
fn handicap(p: &Public, side: Side) -> u16 {
    // BG-8-SC3: the difference of the fleets' prices.
    let total = |side| -> u16 { p.of_side(side).map(|(_, unit)| unit.card.tp()).sum() };
    total(side.other()).saturating_sub(total(side))
}

/// Is it over at the end of this round?
pub(crate) fn at_round_end(p: &Public) -> Option<End> {
    match (is_empty(p, SOUTH), is_empty(p, NORTH)) {
        // BG-8-VC3: both empty: points.
        (true, true) => return Some(by_points(p)),
        (false, false) => {}
        (south, _) => {
            let loser = if south { SOUTH } else { NORTH };
            // BG-8-VC11: not if one of its units has left; then points decide.
            if has_exited(p, loser) {
                return Some(by_points(p));
            }
            // BG-8-VC2: the other wins at once.
            return Some(End { verdict: won(loser.other()), reason: EndReason::Annihilation });
        }
    }
    (p.round >= last_round(p)).then(|| by_points(p))
}

/// The last round.
pub fn last_round(p: &Public) -> u8 {
    match p.options.victory {
        // BG-8-VC4: after the last round.
        VictoryMode::Points => p.options.rounds,
        // BG-8-VC5: or after fifty.
        VictoryMode::Annihilation => SAFETY,
    }
}

fn won(side: Side) -> Verdict {
    Verdict::Won(SideSet::only(side))
}

fn by_points(p: &Public) -> End {
    let more = |south: usize, north: usize| match south.cmp(&north) {
        core::cmp::Ordering::Greater => Some(SOUTH),
        core::cmp::Ordering::Less => Some(NORTH),
        core::cmp::Ordering::Equal => None,
    };
    // BG-8-VC8: more points win.
    if let Some(side) = more(usize::from(points(p, SOUTH)), usize::from(points(p, NORTH))) {
        return End { verdict: won(side), reason: EndReason::Points };
    }
    // BG-8-VC9: then fewer own losses, else a draw.
    match more(losses(p, NORTH), losses(p, SOUTH)) {
        Some(side) => End { verdict: won(side), reason: EndReason::Losses },
        None => End { verdict: Verdict::Drawn, reason: EndReason::Points },
    }
}

/// Ends the game.
pub(crate) fn finish(p: &mut Public, end: End, tell: Tell<'_>) {
    p.phase = Phase::Over;
    p.end = Some(end);
    // Whoever gives up may do so in the middle of a strike or while the other is ready.
    p.ready = [false; 2];
    p.strike = None;
    let points = [points(p, SOUTH), points(p, NORTH)];
    tell(Told::all(Event::Over { verdict: end.verdict, reason: end.reason, points }));
}

/// A side gives up.
pub(crate) fn resign(p: &mut Public, side: Side, tell: Tell<'_>) {
    // BG-8-VC10: the opponent wins.
    finish(p, End { verdict: won(side.other()), reason: EndReason::Resigned }, tell);
}

/// The word for a reason.
pub(crate) const fn word(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Annihilation => "annihilation",
        EndReason::Points => "points",
        EndReason::Losses => "losses",
        EndReason::Resigned => "resigned",
    }
}

/// The outcome as every game states it.
pub(crate) fn outcome(end: End) -> Outcome {
    let clause = match end.reason {
        EndReason::Annihilation => "BG-8-VC2",
        EndReason::Points => "BG-8-VC8",
        EndReason::Losses => "BG-8-VC9",
        EndReason::Resigned => "BG-8-VC10",
    };
    Outcome { verdict: end.verdict, reason: word(end.reason), degree: "", clause: ClauseId(clause) }
}
