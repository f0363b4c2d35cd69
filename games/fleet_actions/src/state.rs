//! The table: what all know, what one seat has sealed, and small questions
//! about ships, Groups and squadrons. Flat, so that a clone is a few copies.

use crate::board::{Attitude, Dir, Point};
use crate::grand::Grand;
use crate::setup::{Battle, ShipId, SquadId};
use crate::units::{Card, Force};
use admiralty_core::{Outcome, Seat, SeatSet, Side};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// A set of ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fleet(pub u128);

impl Fleet {
    /// No ship.
    pub const EMPTY: Fleet = Fleet(0);

    /// Just this one.
    pub const fn only(ship: ShipId) -> Fleet {
        Fleet(1 << (ship.0 & 127))
    }

    /// Is she in it?
    pub const fn has(self, ship: ShipId) -> bool {
        ship.0 < 128 && self.0 >> ship.0 & 1 == 1
    }

    /// With her.
    #[must_use]
    pub const fn with(self, ship: ShipId) -> Fleet {
        Fleet(self.0 | 1 << (ship.0 & 127))
    }

    /// Without those.
    #[must_use]
    pub const fn minus(self, other: Fleet) -> Fleet {
        Fleet(self.0 & !other.0)
    }

    /// Those of both.
    #[must_use]
    pub const fn common(self, other: Fleet) -> Fleet {
        Fleet(self.0 & other.0)
    }

    /// Those of either.
    #[must_use]
    pub const fn union(self, other: Fleet) -> Fleet {
        Fleet(self.0 | other.0)
    }

    /// Nobody?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = ShipId> + Clone {
        let mut left = self.0;
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let i = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(ShipId(i))
        })
    }
}

impl FromIterator<ShipId> for Fleet {
    fn from_iter<I: IntoIterator<Item = ShipId>>(ships: I) -> Fleet {
        ships.into_iter().fold(Fleet::EMPTY, Fleet::with)
    }
}

/// What has become of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not yet on the map.
    Waiting,
    /// Fighting.
    Ok,
    /// Her flag is down; her own captain still sails her.
    Struck,
    /// In the hands of a seat.
    Prize,
    /// Left the map.
    Withdrawn,
    /// Lost.
    Wrecked,
}

/// Marks a ship can carry.
pub mod mark {
    /// Belongs to no Group until she is back with her flagship.
    pub const STRAGGLER: u16 = 1;
    /// Misses her next move.
    pub const CHECKED: u16 = 2;
    /// Fast on a shoal.
    pub const AGROUND: u16 = 4;
    /// Locked in close action.
    pub const MELEE: u16 = 8;
    /// In a boarding battle.
    pub const BOARDING: u16 = 16;
    /// Has moved, or failed to, in this step.
    pub const ACTED: u16 = 32;
    /// Has her heading order.
    pub const ORDERED: u16 = 64;
    /// Was in melee when the turn began.
    pub const LOCKED: u16 = 128;
    /// Has declined repairs, or made them.
    pub const REPAIRED: u16 = 256;
}

/// What a Group is to do besides sailing ahead, kept with each ship so that
/// those left behind keep it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Sail on.
    Steady,
    /// Go through the wind at the next move.
    Tack {
        /// All at once (else in succession).
        together: bool,
    },
    /// Go where the Group of this ship has just been.
    Follow(ShipId),
    /// The tail of a divided Group, to go off on this heading.
    Tail(Dir),
    /// The tail of a divided Group, to wait one move and keep this heading.
    Hold(Dir),
}

/// A ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ship {
    /// Where she is, if on the map.
    pub at: Point,
    /// Her heading.
    pub heading: Dir,
    /// The axis of her Group's Line of Bearing.
    pub axis: Option<Dir>,
    /// Her place from head to tail.
    pub rank: u8,
    /// Strength damage.
    pub sd: u8,
    /// Movement damage.
    pub md: u8,
    /// What has become of her.
    pub state: State,
    /// Who holds a prize.
    pub holder: Seat,
    /// Marks.
    pub marks: u16,
    /// What her Group is to do.
    pub order: Order,
    /// Her die in close action, 0 if none.
    pub die: u8,
    /// The enemies she is paired with.
    pub foes: [ShipId; 2],
    /// The edges she left by: N 1, E 2, S 4, W 8.
    pub edges: u8,
    /// Her squadron.
    pub squad: SquadId,
    /// Her side.
    pub side: Side,
    /// Initial Strength.
    pub s0: u8,
    /// Ship of the line?
    pub line: bool,
}

impl Ship {
    /// Does she carry the mark?
    pub const fn is(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    /// Sets or clears a mark.
    pub const fn set(&mut self, mark: u16, on: bool) {
        if on {
            self.marks |= mark;
        } else {
            self.marks &= !mark;
        }
    }

    /// Current Strength.
    pub const fn strength(&self) -> u8 {
        self.s0.saturating_sub(self.sd) // FA-8.67: not below 0; sd goes on counting.
    }

    /// On the map?
    pub const fn afloat(&self) -> bool {
        matches!(self.state, State::Ok | State::Struck | State::Prize)
    }

    /// A line ship still fighting.
    pub const fn is_line_ok(&self) -> bool {
        self.line && matches!(self.state, State::Ok)
    }

    /// A member of a Group.
    // FA-2.05, FA-2.06, FA-2.07: stragglers, prizes and struck ships belong to none.
    pub const fn in_group(&self) -> bool {
        self.is_line_ok() && self.marks & mark::STRAGGLER == 0
    }

    /// Would she strike if fired on?
    pub const fn is_beaten(&self) -> bool {
        self.md >= 7 || self.sd >= self.s0 // FA-8.70, FA-8.71
    }

    /// Is she paired muzzle-to-muzzle?
    pub const fn is_paired(&self) -> bool {
        self.foes[0].0 != ShipId::NONE.0
    }
}

/// A squadron in the course of the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squad {
    /// Speed marker of this turn.
    pub marker: u8,
    /// Did it show 0 by choice in the turn that is under way?
    pub zero: bool,
    /// Its flagship, or `NONE` while none is named.
    pub flag: ShipId,
    /// Where the flagship was last, and her heading.
    pub flag_at: Point,
    /// Her last heading.
    pub flag_heading: Dir,
    /// Moves made this turn.
    pub moves: u8,
    /// Was the flag shifted by choice in this Signals Phase?
    pub shifted: bool,
    /// Has its Admiral decided about the flag in this Signals Phase?
    pub flag_done: bool,
}

/// A card on display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signal {
    /// The card.
    pub card: Card,
    /// The squadron it is restricted to.
    pub squad: Option<SquadId>,
}

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
pub const KINDS: [(&str, Kind); 22] = [
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
    /// Squadrons or ships still to act, in order.
    pub list: SmallVec<[u8; 16]>,
    /// Which of them is asked.
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

/// Known to all.
#[derive(Clone, Debug)]
pub struct Public {
    /// What never changes.
    pub battle: Arc<Battle>,
    /// The ships, by `ShipId`.
    pub ships: Vec<Ship>,
    /// The squadrons, by `SquadId`.
    pub squads: SmallVec<[Squad; 10]>,
    /// Where the wind comes from.
    pub wind: Dir,
    /// Its strength.
    pub force: Force,
    /// Its strength in this turn's Movement Phase.
    pub turn_force: Force,
    /// Number of the turn; 0 is the Signals Phase before the first.
    pub turn: u16,
    /// The time, in minutes after midnight.
    pub clock: u16,
    /// Nightfall.
    pub nightfall: u16,
    /// Turns fought after nightfall.
    pub night: u8,
    /// Where play stands.
    pub phase: Phase,
    /// Seats that must decide.
    pub pending: SeatSet,
    /// The side whose light ships move first this turn.
    pub light_first: Side,
    /// Pairs of fouled ships.
    pub fouls: SmallVec<[(ShipId, ShipId); 4]>,
    /// Cards on display, by seat (if all may see them).
    pub cards: SmallVec<[Option<Signal>; 4]>,
    /// Points of objectives so far.
    pub points: [i16; 2],
    /// Turns in a row without any legal attack.
    pub quiet: u8,
    /// Has there been a legal attack this turn?
    pub fired: bool,
    /// Seats that offer to end the game.
    pub offers: SeatSet,
    /// What has been sealed so far: that it was, not what.
    pub laid: SmallVec<[Laid; 8]>,
    /// The squadron that is moving.
    pub moving: Option<Box<Moving>>,
    /// The hex map.
    pub grand: Option<Box<Grand>>,
    /// How it ended.
    pub over: Option<Outcome>,
    /// The score at the end.
    pub score: [i16; 2],
}

/// Known to one side: its cards, if the enemy may not see them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shared {
    /// Cards on display, by seat.
    pub cards: SmallVec<[Option<Signal>; 4]>,
}

/// A unit: it fires and is fired at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A Group.
    Group(SquadId, Point),
    /// A straggler, a frigate, or a ship paired in close action.
    Ship(ShipId),
}

/// Something sealed, as everybody sees it lie on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid {
    /// The marker of a squadron.
    Marker(SquadId),
    /// The card of a seat.
    Card(Seat),
    /// The attack of a unit.
    Attack(Unit),
    /// The decision of a ship to board or not.
    Board(ShipId),
}

/// A declared attack, or fire held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Who.
    pub by: Unit,
    /// At whom.
    pub at: Option<Unit>,
}

/// Known to one seat: what it has sealed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sealed {
    /// Speed markers laid.
    pub speeds: SmallVec<[(SquadId, u8); 4]>,
    /// The card laid, once decided.
    pub card: Option<Option<Signal>>,
    /// Attacks declared.
    pub attacks: SmallVec<[Declared; 8]>,
    /// Boarding decided.
    pub boards: SmallVec<[(ShipId, bool); 4]>,
}

/// A Group: all ships of a squadron on one point, as they are now.
// FA-2.03, FA-2.04: one squadron, one point, one Group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its squadron.
    pub squad: SquadId,
    /// Its point.
    pub at: Point,
    /// Its ships.
    pub ships: Fleet,
    /// Its heading.
    pub heading: Dir,
    /// Axis of its Line of Bearing.
    pub axis: Option<Dir>,
    /// Rank of the ship at its head.
    pub head_rank: u8,
    /// The ship at its head.
    pub head: ShipId,
}

/// How a Group sails.
// FA-4.01: three formations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formation {
    /// One behind the other.
    LineAhead,
    /// Side by side along an axis.
    LineOfBearing(Dir),
    /// Four or more in a heap.
    Bunch,
}

impl Group {
    /// Its formation.
    pub fn formation(&self) -> Formation {
        match (self.ships.len(), self.axis) {
            (4.., _) => Formation::Bunch, // FA-4.02
            (2 | 3, Some(a)) => Formation::LineOfBearing(a),
            _ => Formation::LineAhead, // FA-4.03: three or fewer are no Bunch; FA-4.12: nor one a line.
        }
    }

    /// The axis that masks its guns.
    pub fn firing_axis(&self) -> Option<Dir> {
        match self.formation() {
            Formation::LineOfBearing(a) => Some(a),
            _ => None,
        }
    }
}

/// A few Groups.
pub type Groups = SmallVec<[Group; 4]>;

impl Public {
    /// A ship.
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.i()]
    }

    /// A ship, to be changed.
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.i()]
    }

    /// All ships with their ids.
    pub fn all(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.ships.iter().enumerate().map(|(i, s)| (ShipId(i as u8), s))
    }

    /// Ships on a point that satisfy a condition.
    pub fn at(&self, p: Point, want: impl Fn(&Ship) -> bool) -> Fleet {
        let mut found = Fleet::EMPTY;
        for (i, s) in self.ships.iter().enumerate() {
            if s.at == p && s.afloat() && want(s) {
                found.0 |= 1 << i;
            }
        }
        found
    }

    /// Line ships still fighting on a point.
    pub fn line_at(&self, p: Point) -> Fleet {
        self.at(p, Ship::is_line_ok)
    }

    /// Number of line ships of any side and state on a point.
    pub fn crowd(&self, p: Point) -> u8 {
        self.at(p, |s| s.line).len()
    }

    /// Is there a melee on the point?
    pub fn melee_at(&self, p: Point) -> bool {
        self.ships.iter().any(|s| s.at == p && s.is(mark::MELEE) && s.is_line_ok())
    }

    /// The line ships of a squadron, as a range of ids.
    pub fn line_of(&self, squad: SquadId) -> impl Iterator<Item = ShipId> + use<> {
        let info = &self.battle.squads[squad.i()];
        (info.first.0..info.end_line.0).map(ShipId)
    }

    /// The Groups of a squadron, by ascending point.
    // FA-2.08: a squadron is one whatever Groups it forms.
    pub fn groups(&self, squad: SquadId) -> Groups {
        let mut groups = Groups::new();
        for id in self.line_of(squad) {
            let s = self.ship(id);
            if s.in_group() {
                add_to(&mut groups, id, s);
            }
        }
        if groups.len() > 1 {
            groups.sort_unstable_by_key(|g| g.at);
        }
        groups
    }

    /// The Group of a squadron on a point.
    pub fn group_at(&self, squad: SquadId, p: Point) -> Option<Group> {
        let mut groups = Groups::new();
        for id in self.line_of(squad) {
            let s = self.ship(id);
            if s.in_group() && s.at == p {
                add_to(&mut groups, id, s);
            }
        }
        groups.pop()
    }

    /// All Groups on a point, by squadron.
    pub fn groups_on(&self, p: Point) -> Groups {
        let mut groups = Groups::new();
        for (id, s) in self.all() {
            if s.at == p && s.in_group() {
                add_to(&mut groups, id, s);
            }
        }
        groups
    }

    /// Ships head to tail.
    // FA-4.11: the first is the head, the last the rear.
    pub fn in_order(&self, ships: Fleet) -> SmallVec<[ShipId; 12]> {
        let mut list: SmallVec<[ShipId; 12]> = ships.iter().collect();
        list.sort_unstable_by_key(|id| (self.ship(*id).rank, id.0));
        list
    }

    /// Numbers ships head to tail in this order.
    pub fn set_order(&mut self, list: &[ShipId]) {
        for (i, id) in list.iter().enumerate() {
            self.ship_mut(*id).rank = i as u8;
        }
    }

    /// The seat that commands a ship.
    // FA-S.03: frigates go with their squadron; FA-8.81: a prize with her captor.
    pub fn controller(&self, id: ShipId) -> Seat {
        let s = self.ship(id);
        if s.state == State::Prize { s.holder } else { self.battle.squads[s.squad.i()].seat }
    }

    /// The side that commands a ship.
    pub fn control_side(&self, id: ShipId) -> Side {
        let s = self.ship(id);
        if s.state == State::Prize {
            self.battle.seats.get(s.holder.index()).and_then(|i| i.side).unwrap_or(s.side)
        } else {
            s.side
        }
    }

    /// The seat of a squadron.
    pub fn seat_of(&self, squad: SquadId) -> Seat {
        self.battle.squads[squad.i()].seat
    }

    /// Ids of all squadrons.
    pub fn squad_ids(&self) -> impl Iterator<Item = SquadId> + use<> {
        (0..self.squads.len() as u8).map(SquadId)
    }

    /// The greatest speed on a heading in this wind.
    pub fn max_speed(&self, heading: Dir) -> u8 {
        let attitude = Attitude::of(heading, self.wind);
        match self.force {
            Force::Calm => 0,
            Force::Gale if self.barred(heading) => 0,
            Force::Gale => 1, // FA-3.68
            _ => attitude.max_speed(),
        }
    }

    /// Can nobody sail on this heading: upwind, or close hauled in a gale?
    pub fn barred(&self, heading: Dir) -> bool {
        match Attitude::of(heading, self.wind) {
            Attitude::Upwind => true,
            Attitude::CloseHauled => self.force == Force::Gale, // FA-3.67
            _ => false,
        }
    }

    /// Is the ship fouled with anybody?
    pub fn is_fouled(&self, id: ShipId) -> bool {
        self.fouls.iter().any(|(a, b)| *a == id || *b == id) // FA-7.46
    }

    /// The flagship's point, or where she last was.
    pub fn flag_point(&self, squad: SquadId) -> Point {
        let q = &self.squads[squad.i()];
        if q.flag == ShipId::NONE { q.flag_at } else { self.ship(q.flag).at }
    }

    /// The flagship's heading, or her last.
    pub fn flag_heading(&self, squad: SquadId) -> Dir {
        let q = &self.squads[squad.i()];
        if q.flag == ShipId::NONE { q.flag_heading } else { self.ship(q.flag).heading }
    }

    /// Is it dark?
    pub fn is_night(&self) -> bool {
        self.night > 0
    }

    /// Random wind changes?
    pub fn wind_changes(&self) -> bool {
        self.battle.options.wind_changes.unwrap_or(self.battle.changes)
    }
}

fn add_to(groups: &mut Groups, id: ShipId, s: &Ship) {
    match groups.iter_mut().find(|g| g.squad == s.squad && g.at == s.at) {
        Some(g) => {
            g.ships = g.ships.with(id);
            if s.rank < g.head_rank {
                g.head = id;
                g.head_rank = s.rank;
                g.heading = s.heading;
                g.axis = s.axis;
            }
        }
        None => groups.push(Group {
            squad: s.squad,
            at: s.at,
            ships: Fleet::only(id),
            heading: s.heading,
            axis: s.axis,
            head_rank: s.rank,
            head: id,
        }),
    }
}
