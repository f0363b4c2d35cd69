//! Where play stands: the phase, and a squadron in the middle of its move.

use super::Fleet;
use crate::board::{Dir, Point};
use crate::setup::{ShipId, SquadId};
use smallvec::SmallVec;

/// Where play stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A set-up waits for both sides to agree.
    Confirm,
    /// Hex map: which side moves first.
    GrandFirst,
    /// Hex map: plain movement.
    GrandMove,
    /// Hex map: speed markers.
    GrandSpeed,
    /// Hex map: moves of one slot.
    GrandSlot,
    /// Hex map: turning after sequenced movement.
    GrandTurn,
    /// Frigates are placed on the lattice.
    GrandPlace,
    /// Start of the Signals Phase.
    Signals,
    /// Flags are shifted.
    Flag,
    /// Headings are ordered.
    Head,
    /// Speeds and cards are sealed.
    Speed,
    /// Start of the Movement Phase.
    Movement,
    /// Who moves light ships first.
    Light,
    /// A step of movement begins.
    Step,
    /// Squadrons of one slot.
    Squads,
    /// Stragglers, struck ships and prizes of one slot.
    Singles,
    /// Frigates of one slot, or of the first step.
    Frigates,
    /// Attacks are declared.
    Fire,
    /// Boarding is decided.
    Board,
    /// Repairs.
    Repair,
    /// The turn ends.
    End,
    /// The game is over.
    Over,
}

/// The words for the kinds in positions.
pub(crate) const KINDS: [(&str, Kind); 22] = [
    ("confirm", Kind::Confirm),
    ("grand first", Kind::GrandFirst),
    ("grand move", Kind::GrandMove),
    ("grand speed", Kind::GrandSpeed),
    ("grand slot", Kind::GrandSlot),
    ("grand turn", Kind::GrandTurn),
    ("grand place", Kind::GrandPlace),
    ("signals", Kind::Signals),
    ("flag", Kind::Flag),
    ("head", Kind::Head),
    ("speed", Kind::Speed),
    ("movement", Kind::Movement),
    ("light", Kind::Light),
    ("step", Kind::Step),
    ("squads", Kind::Squads),
    ("singles", Kind::Singles),
    ("frigates", Kind::Frigates),
    ("fire", Kind::Fire),
    ("board", Kind::Board),
    ("repair", Kind::Repair),
    ("end", Kind::End),
    ("over", Kind::Over),
];

impl Kind {
    /// Its word.
    pub const fn word(self) -> &'static str {
        KINDS[self as usize].0
    }
}

/// Where play stands, with the step, the slot and whoever still has to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// What is going on.
    pub kind: Kind,
    /// What comes after both sides have confirmed.
    pub resume: Kind,
    /// Step of movement, 1 to 4.
    pub step: u8,
    /// Slot: the speed whose turn it is.
    pub slot: u8,
    /// Squadrons still to act, in order.
    pub squads: SmallVec<[SquadId; 16]>,
    /// Ships still to act, in order.
    pub ships: SmallVec<[ShipId; 16]>,
    /// Which of the squadrons is asked.
    pub at: u8,
}

/// What a moving Group must decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A flagship's Group: go in, or veer.
    Enter,
    /// Which way to veer.
    Side,
    /// Keep the course or turn parallel to this heading.
    Course(Dir),
}

/// The Group whose move is interrupted by a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Current {
    /// The whole part, those who stay included.
    pub part: Fleet,
    /// The ships that move.
    pub movers: Fleet,
    /// From here.
    pub from: Point,
    /// To there.
    pub to: Point,
    /// In this direction.
    pub heading: Dir,
    /// What is asked.
    pub ask: Ask,
}

/// A squadron in the middle of its move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moving {
    /// Which.
    pub squad: SquadId,
    /// Groups still to move.
    pub todo: SmallVec<[Fleet; 4]>,
    /// Groups that have had their move: the Group, the ships of it that left, and the point.
    pub left: SmallVec<[(Fleet, Fleet, Point); 4]>,
    /// The Group that waits for a decision.
    pub cur: Option<Current>,
}
