//! The battlefield as numbers, for programs that learn. Row 0 is rank 1, column 0 file a, for both
//! sides; units are counted from the own side's first on.

use crate::BoardGame;
use crate::action::{Groups, Pick};
use crate::board::{Dir, Scenery, squares};
use crate::setup::READY_FLEETS;
use crate::state::{Flying, MAX_UNITS, Phase, Public, SOUTH, Unit, UnitId};
use crate::units::{Battery, Feature, N_CARDS};
use crate::victory;
use admiralty_core::{Canvas, Layout, Observe, Part, Side, Sight};

const N_KINDS: usize = 8;
const UNITS: usize = 2 * MAX_UNITS;
const FEATURES: usize = Feature::ALL.len();

const PLANES: &[Part] = &[
    Part::new("scenery", 4, "islands, shoals, fog, sandbanks in the order of the rules"),
    Part::one("smoke", "squares under smoke this round"),
    Part::one("own", "own units at the surface"),
    Part::one("enemy", "enemy units at the surface"),
    Part::one("own_below", "own submerged boats"),
    Part::one("enemy_below", "enemy submerged boats"),
    Part::new("kind", N_KINDS, "type of the unit at the surface: BB BC CA CL DD CV SS TR"),
    Part::new("heading", 4, "heading of the unit at the surface: N E S W"),
    Part::one("unit", "number of the unit at the surface, as its picks have it, plus 1"),
    Part::one("structure", "structure left of the unit at the surface"),
    Part::one("armour", "its armour"),
    Part::one("movement", "its movement"),
    Part::new("artillery", 2, "artillery value of its main and secondary guns"),
    Part::new("range", 2, "range of its main and secondary guns"),
    Part::one("torpedoes", "torpedoes left"),
    Part::one("tokens", "critical tokens that bind this round"),
    Part::new("air", 2, "squadrons over the square: own, the enemy's"),
];

const NUMBERS: &[Part] = &[
    Part::new("phase", 14, "1 for the phase, in the order of the rules: scenery to over"),
    Part::one("to_decide", "1 if the own side decides"),
    Part::one("first", "1 if the own side is first player of the round"),
    Part::one("round", "the round; 0 before the first"),
    Part::one("rounds", "the last round"),
    Part::new("pool", 12, "available dice by face (M MF AF AD TM X): own, then the enemy's"),
    Part::new("exhausted", 12, "exhausted dice by face: own, then the enemy's"),
    Part::new("stood_down", 2, "1 if the side has stood down: own, the enemy's"),
    Part::new("ready", 2, "1 if the side is ready in a phase of both: own, the enemy's"),
    Part::new("points", 2, "victory points: own, the enemy's"),
    Part::one("passes", "passes in a row"),
    Part::new("card", UNITS, "card of each unit plus 1, own units first; 0 for none or unknown"),
    Part::new("status", UNITS, "1 waiting, 2 stand-by, 3 afloat, 4 submerged, 5 sunk, 6 exited"),
    Part::new("place", UNITS, "its square plus 1, counted from a1 along the ranks"),
    Part::new("left", UNITS, "structure left"),
    Part::new("marks", UNITS, "1 moved, 2 launched, 4 struck, 8 hit this round, added up"),
    Part::new("owed", UNITS, "tokens the other side still has to place"),
];

/// Where each part of the planes begins.
mod plane {
    use super::{PLANES, Part};
    pub(super) const SCENERY: usize = Part::start(PLANES, "scenery");
    pub(super) const SMOKE: usize = Part::start(PLANES, "smoke");
    pub(super) const OWN: usize = Part::start(PLANES, "own");
    pub(super) const BELOW: usize = Part::start(PLANES, "own_below");
    pub(super) const KIND: usize = Part::start(PLANES, "kind");
    pub(super) const HEADING: usize = Part::start(PLANES, "heading");
    pub(super) const UNIT: usize = Part::start(PLANES, "unit");
    pub(super) const STRUCTURE: usize = Part::start(PLANES, "structure");
    pub(super) const ARMOUR: usize = Part::start(PLANES, "armour");
    pub(super) const MOVEMENT: usize = Part::start(PLANES, "movement");
    pub(super) const ARTILLERY: usize = Part::start(PLANES, "artillery");
    pub(super) const RANGE: usize = Part::start(PLANES, "range");
    pub(super) const TORPEDOES: usize = Part::start(PLANES, "torpedoes");
    pub(super) const TOKENS: usize = Part::start(PLANES, "tokens");
    pub(super) const AIR: usize = Part::start(PLANES, "air");
}

/// Where each part of the numbers begins.
mod number {
    use super::{NUMBERS, Part};
    pub(super) const TO_DECIDE: usize = Part::start(NUMBERS, "to_decide");
    pub(super) const FIRST: usize = Part::start(NUMBERS, "first");
    pub(super) const ROUND: usize = Part::start(NUMBERS, "round");
    pub(super) const ROUNDS: usize = Part::start(NUMBERS, "rounds");
    pub(super) const POOL: usize = Part::start(NUMBERS, "pool");
    pub(super) const EXHAUSTED: usize = Part::start(NUMBERS, "exhausted");
    pub(super) const STOOD_DOWN: usize = Part::start(NUMBERS, "stood_down");
    pub(super) const READY: usize = Part::start(NUMBERS, "ready");
    pub(super) const POINTS: usize = Part::start(NUMBERS, "points");
    pub(super) const PASSES: usize = Part::start(NUMBERS, "passes");
    pub(super) const CARD: usize = Part::start(NUMBERS, "card");
    pub(super) const STATUS: usize = Part::start(NUMBERS, "status");
    pub(super) const PLACE: usize = Part::start(NUMBERS, "place");
    pub(super) const LEFT: usize = Part::start(NUMBERS, "left");
    pub(super) const MARKS: usize = Part::start(NUMBERS, "marks");
    pub(super) const OWED: usize = Part::start(NUMBERS, "owed");
}

/// The most dice of a kind in one salvo, with none.
const SALVO: usize = 9;

const PICKS: &[Part] = &[
    Part::one("done", "nothing more"),
    Part::one("pass", "nothing at all"),
    Part::one("stop", "end the move here"),
    Part::one("dive", "go under"),
    Part::one("exit", "leave the board"),
    Part::one("structure", "regain a structure point"),
    Part::one("standby", "to the stand-by area"),
    Part::one("ready_line", "the ready deployment"),
    Part::new("side", 2, "first player: own side, the enemy"),
    Part::new("scenery", 4, "a card of scenery"),
    Part::new("die", 6, "pay with this die: M MF AF AD TM X"),
    Part::new("dice", 36, "with these two dice"),
    Part::new("heading", 8, "a heading: N E S W NE SE SW NW"),
    Part::new("step", 8, "one step this way"),
    Part::new("pivot", 8, "turn on the spot"),
    Part::new("up", 8, "come up with this heading"),
    Part::new("square", 64, "a square, counted from a1 along the ranks"),
    Part::new("feature", FEATURES, "the token on this feature"),
    Part::new("plane", 24, "this squadron: F1 to F8, D1 to D8, T1 to T8"),
    Part::new("groups", 36, "groups of dive bombers: the greatest times 6 plus the second"),
    Part::new("salvo", SALVO * SALVO, "Torpedo dice times 9 plus Admiral dice"),
    Part::new("ready_fleet", READY_FLEETS.len(), "a ready fleet"),
    Part::new("card", N_CARDS, "a card for the fleet"),
    Part::new("unit", UNITS, "this unit, own units first"),
    Part::new("move", UNITS, "move this unit"),
    Part::new("repair", UNITS, "repair this unit"),
    Part::new("launch", UNITS, "launch from this carrier"),
    Part::new("strike", UNITS, "strike from this carrier"),
    Part::new("screen", UNITS, "screen this unit"),
    Part::new("target", UNITS, "against this unit"),
    Part::new("split", UNITS, "half of a split attack against this unit"),
    Part::new("torpedo", UNITS, "one torpedo at this unit"),
    Part::new("main", UNITS, "the main guns of this unit"),
    Part::new("secondary", UNITS, "its secondary guns"),
    Part::new("tubes", UNITS, "its torpedoes"),
    Part::new("charges", UNITS, "its depth charges"),
    Part::new("fx", UNITS * FEATURES, "a green feature of a unit: unit times 34 plus feature"),
    Part::new("rx", UNITS * FEATURES, "a red feature of a unit, in the same way"),
    Part::new("token", UNITS * FEATURES, "a token on a feature of a unit, in the same way"),
];

/// Where the codes of this name begin, known when the program is compiled.
macro_rules! start {
    ($name:literal) => {
        const { Part::start(PICKS, $name) }
    };
}

impl Observe for BoardGame {
    type Memory = ();

    fn layout(_public: &Public) -> Layout {
        Layout { height: 8, width: 8, planes: PLANES, numbers: NUMBERS, picks: PICKS.into() }
    }

    fn observe(sight: Sight<'_, BoardGame>, canvas: &mut Canvas<'_>) {
        let p = sight.public;
        let own = own_side(sight);
        for (i, card) in Scenery::ALL.into_iter().enumerate() {
            for square in squares(p.sea.of(card)) {
                canvas.set(plane::SCENERY + i, square.index(), 1u8);
            }
        }
        for square in squares(p.smoke) {
            canvas.set(plane::SMOKE, square.index(), 1u8);
        }
        for (i, side) in [own, own.other()].into_iter().enumerate() {
            for (id, unit) in p.of_side(side) {
                afield(unit, id, own, i, canvas);
                ranked(unit, nth(own, id), canvas);
            }
            air(p, side, i, canvas);
            for face in 0..6 {
                canvas.number(number::POOL + 6 * i + face, p.pool[side.index()][face]);
                canvas.number(number::EXHAUSTED + 6 * i + face, p.exhausted[side.index()][face]);
            }
            canvas.number(number::STOOD_DOWN + i, u8::from(p.stood_down[side.index()]));
            canvas.number(number::READY + i, u8::from(p.ready[side.index()]));
            canvas.number(number::POINTS + i, victory::points(p, side));
        }
        secrets(sight, own, canvas);
        canvas.number(p.phase as usize, 1u8);
        canvas.number(number::TO_DECIDE, u8::from(decides(p, own)));
        canvas.number(number::FIRST, u8::from(p.first == own));
        canvas.number(number::ROUND, p.round);
        canvas.number(number::ROUNDS, victory::last_round(p));
        canvas.number(number::PASSES, p.passes);
    }

    fn code(sight: Sight<'_, BoardGame>, pick: &Pick) -> Option<usize> {
        let own = own_side(sight);
        let unit = |start: usize, id: UnitId| start + nth(own, id);
        let featured = |start: usize, id: UnitId, feature: Feature| {
            start + nth(own, id) * FEATURES + feature as usize
        };
        Some(match *pick {
            Pick::Done => start!("done"),
            Pick::Pass => start!("pass"),
            Pick::Stop => start!("stop"),
            Pick::Dive => start!("dive"),
            Pick::Exit => start!("exit"),
            Pick::Sp => start!("structure"),
            Pick::Standby => start!("standby"),
            Pick::ReadyLine => start!("ready_line"),
            Pick::Side(side) => start!("side") + usize::from(side != own),
            Pick::Scenery(card) => start!("scenery") + card as usize,
            Pick::Die(face) => start!("die") + face.index(),
            Pick::Dice(a, b) => start!("dice") + 6 * a.index() + b.index(),
            Pick::Heading(dir) => start!("heading") + dir as usize,
            Pick::Step(dir, _) => start!("step") + dir as usize,
            Pick::Pivot(dir) => start!("pivot") + dir as usize,
            Pick::Up(dir) => start!("up") + dir as usize,
            Pick::Square(square) => start!("square") + square.index(),
            Pick::Feature(feature) => start!("feature") + feature as usize,
            Pick::Plane(plane) => {
                let at = 8 * plane.kind as usize + usize::from(plane.number) - 1;
                start!("plane") + at
            }
            Pick::Groups(groups) => start!("groups") + two_greatest(groups),
            Pick::Salvo(torpedo, admiral) => {
                let at = SALVO * usize::from(torpedo) + usize::from(admiral);
                start!("salvo") + at
            }
            Pick::ReadyFleet(i) => start!("ready_fleet") + usize::from(i),
            Pick::Card(card) => start!("card") + usize::from(card.0),
            Pick::Unit(id) => unit(start!("unit"), id),
            Pick::Move(id) => unit(start!("move"), id),
            Pick::Repair(id) => unit(start!("repair"), id),
            Pick::Launch(id) => unit(start!("launch"), id),
            Pick::Strike(id) => unit(start!("strike"), id),
            Pick::Screen(id) => unit(start!("screen"), id),
            Pick::Target(id) => unit(start!("target"), id),
            Pick::Split(id) => unit(start!("split"), id),
            Pick::Torpedo(id) => unit(start!("torpedo"), id),
            Pick::Gun(id, Battery::Main) => unit(start!("main"), id),
            Pick::Gun(id, Battery::Secondary) => unit(start!("secondary"), id),
            Pick::Tubes(id) => unit(start!("tubes"), id),
            Pick::Charges(id) => unit(start!("charges"), id),
            Pick::Fx(id, feature) => featured(start!("fx"), id, feature),
            Pick::Rx(id, feature) => featured(start!("rx"), id, feature),
            Pick::Token(id, feature) => featured(start!("token"), id, feature),
            Pick::Resign => return None,
        })
    }
}

/// The side whose eyes are used; spectators and the umpire look with South's.
fn own_side(sight: Sight<'_, BoardGame>) -> Side {
    sight.side().unwrap_or(SOUTH)
}

/// The unit's number, own units first.
fn nth(own: Side, id: UnitId) -> usize {
    if id.side() == own { id.number() } else { MAX_UNITS + id.number() }
}

/// Groups of at most five bombers in all are told apart by their two greatest.
fn two_greatest(groups: Groups) -> usize {
    6 * usize::from(groups.0[0].min(5)) + usize::from(groups.0[1].min(5))
}

fn decides(p: &Public, own: Side) -> bool {
    match p.phase {
        Phase::Over => false,
        Phase::Fleet | Phase::Deploy | Phase::Orders => !p.ready[own.index()],
        _ => p.actor == own,
    }
}

fn afield(unit: &Unit, id: UnitId, own: Side, i: usize, canvas: &mut Canvas<'_>) {
    let Some(square) = unit.at else { return };
    let at = square.index();
    if !unit.is_afloat() {
        canvas.set(plane::BELOW + i, at, 1u8);
        return;
    }
    let class = unit.class();
    canvas.set(plane::OWN + i, at, 1u8);
    canvas.set(plane::KIND + class.kind as usize, at, 1u8);
    if let Some(heading) = Dir::HEADINGS.iter().position(|dir| *dir == unit.heading) {
        canvas.set(plane::HEADING + heading, at, 1u8);
    }
    canvas.set(plane::UNIT, at, nth(own, id) + 1);
    canvas.set(plane::STRUCTURE, at, unit.sp);
    canvas.set(plane::ARMOUR, at, class.arm);
    canvas.set(plane::MOVEMENT, at, class.mv);
    for (i, battery) in Battery::ALL.into_iter().enumerate() {
        canvas.set(plane::ARTILLERY + i, at, class.guns(battery).value);
        canvas.set(plane::RANGE + i, at, class.guns(battery).range);
    }
    canvas.set(plane::TORPEDOES, at, unit.torpedoes);
    canvas.set(plane::TOKENS, at, unit.tokens.0.count_ones());
}

fn ranked(unit: &Unit, nth: usize, canvas: &mut Canvas<'_>) {
    canvas.number(number::CARD + nth, unit.card.0 + 1);
    canvas.number(number::STATUS + nth, unit.status as u8 + 1);
    canvas.number(number::PLACE + nth, unit.at.map_or(0, |square| square.index() + 1));
    canvas.number(number::LEFT + nth, unit.sp);
    canvas.number(number::MARKS + nth, unit.flags);
    canvas.number(number::OWED + nth, unit.owed);
}

fn air(p: &Public, side: Side, i: usize, canvas: &mut Canvas<'_>) {
    let mut over = [0u8; 64];
    for deck in p.all_decks().filter(|deck| deck.carrier.side() == side) {
        for squadron in deck.squadrons {
            let square = match squadron {
                Flying::Placed(square) => Some(square),
                Flying::Screen(unit) => p.unit(unit).at,
                _ => None,
            };
            if let Some(square) = square {
                over[square.index()] += 1;
            }
        }
    }
    for (at, n) in over.into_iter().enumerate().filter(|(_, n)| *n > 0) {
        canvas.set(plane::AIR + i, at, n);
    }
}

/// What the own side alone knows: its fleet and where it will stand.
// BG-9-HI3
fn secrets(sight: Sight<'_, BoardGame>, own: Side, canvas: &mut Canvas<'_>) {
    let Some(secret) = sight.of_side(own) else { return };
    for (i, card) in secret.fleet.iter().enumerate().take(MAX_UNITS) {
        canvas.number(number::CARD + i, card.0 + 1);
    }
    for spot in &secret.places {
        let place = spot.square.map_or(0, |square| square.index() + 1);
        canvas.number(number::PLACE + nth(own, spot.unit), place);
    }
}
