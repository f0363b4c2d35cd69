//! What lies on the table: ships, forts, players, the wind, open windows.
//!
//! Everything is public except a seat's mines, maps and treaty offers. The
//! state is flat and small, so that a clone is a copy of about a kilobyte;
//! what never changes during play (options and chart) is shared.

use crate::action::Volley;
use crate::board::{Cells, Chart, Dir, Space};
use crate::setup::{Alliances, Options, Scenario, Teams};
use crate::units::{Class, FORT_STRENGTH, N_SHIPS, ShipId};
use admiralty_core::{Outcome, Seat, SeatSet, Side};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// No seat, no ship, no fort.
pub const NONE: u8 = u8::MAX;
/// Owner of a fort that all pirates share.
pub const PIRATES: u8 = 6;
/// Most players.
pub(crate) const MAX_SEATS: usize = 6;
/// Most forts: six of Pearls, or three and a neutral one.
pub(crate) const MAX_FORTS: usize = 8;
/// Most goods that lie at once.
pub(crate) const MAX_GOODS: usize = 8;

/// Options and chart: what stays the same during play.
#[derive(Clone, Debug)]
pub struct World {
    /// What was agreed before play.
    pub options: Options,
    /// The field.
    pub chart: Chart,
}

/// Marks of a ship, as bits.
pub mod mark {
    /// Has moved or been carried this Turn.
    pub const MOVED: u16 = 1;
    /// Was carried by the storm this Turn.
    pub const DRIFTED: u16 = 1 << 1;
    /// Has attacked in a boarding or assault this Turn.
    pub const ATTACKED: u16 = 1 << 2;
    /// Was captured this Turn.
    pub const CAPTURED: u16 = 1 << 3;
    /// Has fired this phase.
    pub const FIRED: u16 = 1 << 4;
    /// Came out of repair or works this phase: may fire, not move or board.
    pub const RELEASED: u16 = 1 << 5;
    /// Began its repair this phase.
    pub const NEW_REPAIR: u16 = 1 << 6;
    /// Loaded gold this Turn (Treasures).
    pub const LOADED: u16 = 1 << 7;
    /// Is a fireship.
    pub const IGNITED: u16 = 1 << 8;
    /// Became a fireship, or changed hands as one, this phase: not yet due.
    pub const NEW_FIRE: u16 = 1 << 9;
    /// Waits in the reserve.
    pub const RESERVE: u16 = 1 << 10;
    /// Used its bow or stern guns this Turn (Admiral).
    pub const CHASER: u16 = 1 << 11;
    /// Neither moved nor turned in the last Turn, which was calm (Admiral).
    pub const IDLE: u16 = 1 << 12;
    /// Unloaded at a port this Turn.
    pub const UNLOADED: u16 = 1 << 13;
    /// What the end of a Turn wipes off.
    pub const TURN: u16 =
        MOVED | DRIFTED | ATTACKED | CAPTURED | FIRED | RELEASED | LOADED | CHASER | UNLOADED;
}

/// A ship on the field, in reserve, or gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ship {
    /// Where it is; [`Space::NONE`] when not on the field.
    pub space: Space,
    /// Marks, see [`mark`].
    pub marks: u16,
    /// Whose flag it flies.
    pub owner: u8,
    /// Hull damage.
    pub hull: u8,
    /// Goods aboard.
    pub cargo: u8,
    /// Shots left this Turn.
    pub shots: u8,
    /// Fort where it is under repair.
    pub repair: u8,
    /// Fort where it works.
    pub work: u8,
    /// Ends of Turns spent in an enemy Royal Port's harbour; the first is the entry.
    pub stay: u8,
    /// Bow direction (Admiral).
    pub bow: u8,
    /// Sail damage (Admiral).
    pub sails: u8,
    /// Captain: 0 none, 1 Target, 2 Initiative (Admiral).
    pub captain: u8,
}

impl Ship {
    /// A ship that is not in the game.
    pub const GONE: Ship = Ship {
        space: Space::NONE,
        marks: 0,
        owner: NONE,
        hull: 0,
        cargo: 0,
        shots: 0,
        repair: NONE,
        work: NONE,
        stay: 0,
        bow: 0,
        sails: 0,
        captain: 0,
    };

    /// Is it on the field?
    #[inline]
    pub const fn is_afloat(&self) -> bool {
        self.space.is_some()
    }

    /// Does it have any of these marks?
    #[inline]
    pub const fn has(&self, marks: u16) -> bool {
        self.marks & marks != 0
    }

    /// A fireship that explodes in this phase of its owner.
    pub const fn is_due(&self) -> bool {
        self.has(mark::IGNITED) && !self.has(mark::NEW_FIRE)
    }
}

/// A fort or its ruin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fort {
    /// Where it stands.
    pub space: Space,
    /// Seat, [`PIRATES`], or [`NONE`] for a neutral fort or a ruin.
    pub owner: u8,
    /// Owner at the beginning.
    pub first: u8,
    /// Damage.
    pub hull: u8,
    /// Is it destroyed?
    pub ruin: bool,
    /// Points of an unfinished reconstruction.
    pub points: u8,
    /// Whose points they are, and who works here.
    pub worker: u8,
    /// Shots left this Turn.
    pub shots: u8,
    /// The two ships at work.
    pub works: [u8; 2],
    /// Turn in which the works were declared.
    pub since: u16,
    /// Was an enemy in the harbour this Turn?
    pub seen: bool,
    /// Was it assaulted this Turn?
    pub assaulted: bool,
    /// Goods stored here or lying beside it.
    pub goods: u8,
    /// Seats that attacked it while neutral, as bits.
    pub hostile: u8,
    /// The seat that attacked it last.
    pub last_hostile: u8,
}

impl Fort {
    /// A whole fort.
    pub const fn new(space: Space, owner: u8) -> Fort {
        Fort {
            space,
            owner,
            first: owner,
            hull: 0,
            ruin: false,
            points: 0,
            worker: NONE,
            shots: 0,
            works: [NONE; 2],
            since: 0,
            seen: false,
            assaulted: false,
            goods: 0,
            hostile: 0,
            last_hostile: NONE,
        }
    }

    /// Standing with nobody's flag.
    pub const fn is_neutral(&self) -> bool {
        !self.ruin && self.owner == NONE
    }

    /// Strength left.
    pub const fn strength(&self) -> u8 {
        if self.ruin { 0 } else { FORT_STRENGTH - self.hull }
    }

    /// Are two ships at work here?
    pub const fn has_works(&self) -> bool {
        self.works[0] != NONE
    }
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Out of the game.
    pub out: bool,
    /// Goods delivered (Treasures) or in hand (Jolly Roger).
    pub hand: u8,
    /// Mines laid and not yet detonated.
    pub mines: u8,
    /// All his mines have standing orders: he is not asked (SE-R77).
    pub standing: bool,
    /// Secret pieces still to note: mines, then the map.
    pub to_note: u8,
    /// Turn in which the last fort was lost; 0 while he has one.
    pub fortless: u16,
    /// Turn from which a replacement brig may come (Treasures); 0 for none.
    pub respawn: u16,
    /// Who took or sank his latest lost ship in a boarding, plus one; 0 for other causes.
    pub victor: u8,
}

/// Treasures under a captured map (Jolly Roger).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stash {
    /// Who holds the map.
    pub holder: u8,
    /// How many treasures lie there.
    pub goods: u8,
    /// Where, once it has been shown.
    pub shown: Space,
}

impl Stash {
    /// No map has changed hands.
    pub const NONE: Stash = Stash { holder: NONE, goods: 0, shown: Space::NONE };
}

/// A temporary alliance between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Treaty {
    /// Is it in force?
    pub on: bool,
    /// Turn at whose start it lapses; 0 for open-ended.
    pub ends: u16,
}

/// Strength of the wind. SE-3.2.1e: three are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weather {
    /// Ships sail.
    Fresh,
    /// Almost nothing moves.
    Calm,
    /// Ships are carried off.
    Storm,
}

/// The wind of a Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wind {
    /// Where it blows to.
    pub to: Dir,
    /// How strong.
    pub weather: Weather,
}

/// A set of ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShipSet(pub u32);

impl ShipSet {
    /// No ship.
    pub const EMPTY: ShipSet = ShipSet(0);

    /// Is the ship in it?
    pub const fn has(self, ship: ShipId) -> bool {
        self.0 >> ship.0 & 1 == 1
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, ship: ShipId) -> ShipSet {
        ShipSet(self.0 | 1 << ship.0)
    }

    /// Without one.
    #[must_use]
    pub const fn without(self, ship: ShipId) -> ShipSet {
        ShipSet(self.0 & !(1 << ship.0))
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is none in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ships, ascending: First Rates, Galleons, Frigates, Brigs, then by number.
    pub fn iter(self) -> impl Iterator<Item = ShipId> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            (bits != 0).then(|| {
                let i = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                ShipId(i)
            })
        })
    }
}

impl FromIterator<ShipId> for ShipSet {
    fn from_iter<I: IntoIterator<Item = ShipId>>(ships: I) -> Self {
        ships.into_iter().fold(ShipSet::EMPTY, ShipSet::with)
    }
}

/// The spaces a ship entered in its last movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Which ship.
    pub ship: u8,
    /// How many spaces.
    pub len: u8,
    /// The spaces, first left out, last included.
    pub spaces: [Space; 12],
}

impl Passage {
    /// Nothing has moved yet.
    pub const NONE: Passage = Passage { ship: NONE, len: 0, spaces: [Space::NONE; 12] };

    /// A ship that is about to move.
    pub const fn of(ship: ShipId) -> Passage {
        Passage { ship: ship.0, ..Passage::NONE }
    }

    /// Notes one more space.
    pub const fn push(&mut self, space: Space) {
        if (self.len as usize) < self.spaces.len() {
            self.spaces[self.len as usize] = space;
            self.len += 1;
        }
    }

    /// The spaces entered, in order.
    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..self.len as usize]
    }
}

/// What is waited for before the phase goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// The owner of an assaulted fort names ships that help.
    Defend {
        /// The fort.
        fort: u8,
        /// The attacker.
        by: u8,
        /// His ships.
        attackers: ShipSet,
        /// Who is asked now.
        seat: u8,
        /// Who named a ship first (or must allot).
        first: u8,
        /// Ships named so far.
        named: ShipSet,
    },
    /// The winner of a boarding or assault hands out strength.
    Allot {
        /// The winner.
        seat: u8,
        /// Ships that get a share.
        ships: ShipSet,
        /// The fort that gets a share.
        fort: u8,
        /// Points to hand out.
        points: u8,
        /// What it was.
        kind: Allot,
    },
    /// The second broadside, fired when what the first brought about is settled.
    Broadside {
        /// Who fires.
        seat: u8,
        /// The group.
        volley: Volley,
    },
    /// A player with mines is asked whether to detonate under a ship that
    /// passed. Everybody who has any mine is asked, wherever it lies.
    Mines {
        /// Who is asked.
        seat: u8,
        /// Which ship passed.
        ship: ShipId,
    },
    /// The gunners may take the gold of a ship they sank.
    Plunder {
        /// Who fired.
        seat: u8,
        /// Ships that may take some.
        ships: ShipSet,
        /// How much there is.
        gold: u8,
    },
}

/// What strength is handed out for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allot {
    /// A boarding: these ships belonged to the loser.
    Boarding {
        /// The loser's ships.
        losers: ShipSet,
    },
    /// A won assault: who defended with what.
    Assault {
        /// The fort.
        fort: u8,
        /// The ships that defended it.
        defenders: ShipSet,
    },
    /// A repelled assault.
    Defence {
        /// The fort.
        fort: u8,
    },
}

impl Window {
    /// Who must answer.
    pub const fn seat(&self) -> u8 {
        match self {
            Window::Defend { seat, .. }
            | Window::Broadside { seat, .. }
            | Window::Mines { seat, .. }
            | Window::Allot { seat, .. }
            | Window::Plunder { seat, .. } => *seat,
        }
    }
}

/// Where the game stands. SE-3.1: preparation, then play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Pieces are placed one by one; the kind is the index into what is owed.
    Placing {
        /// 0 islands, 1 forts, 2 Royal Ports, 3 reefs.
        kind: u8,
        /// Whose piece is next.
        seat: u8,
    },
    /// Mines and maps are noted secretly by everybody.
    Secrets,
    /// Ships are put into the harbours, one player after another.
    Deploy {
        /// Whose ships.
        seat: u8,
    },
    /// A player's phase.
    Phase,
    /// His phase is ending; a question about mines may interrupt it.
    Ending,
    /// It is over.
    Over,
}

/// Known to all. SE-3.1.5.7: cards are open, so are shots (SE-3.3.2.14a) and
/// cargo (SE-4.2.9.1b).
#[derive(Clone, Debug)]
pub struct Public {
    /// Options and chart.
    pub world: Arc<World>,
    /// All ships by id.
    pub ships: [Ship; N_SHIPS],
    /// Forts and ruins.
    pub forts: [Fort; MAX_FORTS],
    /// How many of them there are.
    pub n_forts: u8,
    /// Players by seat.
    pub players: [Player; MAX_SEATS],
    /// Ships afloat of each player.
    pub fleets: [ShipSet; MAX_SEATS],
    /// Who is an enemy of whom, as bits.
    pub foes: [u8; MAX_SEATS],
    /// Playing order.
    pub order: [u8; MAX_SEATS],
    /// Spaces with a ship.
    pub occupied: Cells,
    /// Spaces no further ship may enter.
    pub full: Cells,
    /// Goods lying on spaces.
    pub goods: [(Space, u8); MAX_GOODS],
    /// Number of the Turn, 0 before play.
    pub turn: u16,
    /// Who acts, as an index into this Turn's order.
    pub at: u8,
    /// The wind of this Turn.
    pub wind: Wind,
    /// Was the last Turn calm?
    pub was_calm: bool,
    /// Where the game stands.
    pub stage: Stage,
    /// Open windows, the last one first to answer.
    pub windows: Vec<Window>,
    /// A due fireship that has moved and explodes when mines are settled.
    pub fuse: u8,
    /// Something happened that may end the game: to be looked at.
    pub dirty: bool,
    /// The last movement.
    pub passage: Passage,
    /// Spaces where a mine has gone off.
    pub blown: Cells,
    /// Temporary alliances by pair.
    pub treaties: [Treaty; 15],
    /// Maps that changed hands.
    pub stashes: [Stash; MAX_SEATS],
    /// Treasures that have appeared (Jolly Roger).
    pub appeared: u8,
    /// Reserve types due: galleons, frigates.
    pub due: [bool; 2],
    /// Goods needed to win.
    pub goal: u8,
    /// Counts decisions.
    pub clock: u32,
    /// When each side came to hold at least n goods, unbroken; 0 while it does not.
    pub since: [[u32; 8]; MAX_SEATS],
    /// Pieces still to place: islands, forts, Royal Ports, reefs.
    pub owed: [[u8; 4]; MAX_SEATS],
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// A mine and what its owner has ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mine {
    /// Where.
    pub space: Space,
    /// What to do when an enemy passes (SE-R77).
    pub order: Standing,
}

/// A standing order for a mine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Ask the owner.
    Ask,
    /// Detonate at the first enemy passage.
    Auto,
    /// Never.
    Hold,
}

/// A treaty offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// From whom, or to whom.
    pub seat: u8,
    /// For how many Turns; 0 for open-ended.
    pub turns: u8,
}

/// Known to one seat only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSecret {
    /// Undetonated mines.
    pub mines: smallvec::SmallVec<[Mine; 3]>,
    /// Own treasure map.
    pub map: Space,
    /// Captured maps by the pirate who wrote them.
    pub held: [Space; MAX_SEATS],
    /// Offer to answer.
    pub incoming: Option<Offer>,
    /// Offer that waits for its answer.
    pub outgoing: Option<Offer>,
    /// Players already made an offer this phase, as bits.
    pub offered: u8,
}

impl SeatSecret {
    /// Nothing noted yet.
    pub fn new() -> SeatSecret {
        SeatSecret {
            mines: Default::default(),
            map: Space::NONE,
            held: [Space::NONE; MAX_SEATS],
            incoming: None,
            outgoing: None,
            offered: 0,
        }
    }
}

impl Default for SeatSecret {
    fn default() -> Self {
        SeatSecret::new()
    }
}

/// Index of a pair of seats in the table of treaties.
pub(crate) const fn pair_index(a: u8, b: u8) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (high as usize) * (high as usize - 1) / 2 + low as usize
}

impl Public {
    /// What was agreed before play.
    #[inline]
    pub fn options(&self) -> &Options {
        &self.world.options
    }

    /// The field.
    #[inline]
    pub fn chart(&self) -> &Chart {
        &self.world.chart
    }

    /// How many players began.
    pub fn n_players(&self) -> u8 {
        self.options().players
    }

    /// The seats that began.
    pub fn seats(&self) -> core::ops::Range<u8> {
        0..self.n_players()
    }

    /// The forts and ruins.
    pub fn forts(&self) -> &[Fort] {
        &self.forts[..self.n_forts as usize]
    }

    /// A ship.
    #[inline]
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    /// Maximum strength of a ship. SE-R4: option for galleons and frigates.
    #[inline]
    pub fn max_strength(&self, id: ShipId) -> u8 {
        match id.class() {
            Class::Galleon | Class::Frigate => self.options().medium,
            class => class.card().strength,
        }
    }

    /// Strength left.
    #[inline]
    pub fn strength(&self, id: ShipId) -> u8 {
        self.max_strength(id) - self.ship(id).hull
    }

    /// The side of a seat.
    pub fn side(&self, seat: u8) -> Side {
        Side(self.options().teams.side(seat))
    }

    /// Is `b` an enemy of `a`?
    #[inline]
    pub fn is_foe(&self, a: u8, b: u8) -> bool {
        a != b
            && (a as usize) < MAX_SEATS
            && (b as usize) < MAX_SEATS
            && self.foes[a as usize] >> b & 1 == 1
    }

    /// May `a` attack units of `b`? SE-3.1.2c: never constant allies; a
    /// temporary ally only where alliances may be broken suddenly.
    pub fn may_attack(&self, a: u8, b: u8) -> bool {
        self.is_foe(a, b)
            || (self.options().alliances == Alliances::Sudden && self.are_treaty_allies(a, b))
    }

    /// Is a temporary alliance in force between them?
    pub fn are_treaty_allies(&self, a: u8, b: u8) -> bool {
        a != b
            && (a as usize) < MAX_SEATS
            && (b as usize) < MAX_SEATS
            && self.treaties[pair_index(a, b)].on
    }

    /// The same player or a team mate. SE-3.1.2b: constant alliances are the teams.
    pub fn are_mates(&self, a: u8, b: u8) -> bool {
        (a as usize) < MAX_SEATS && (b as usize) < MAX_SEATS && self.side(a) == self.side(b)
    }

    /// Works out anew who is whose enemy.
    pub fn set_foes(&mut self) {
        let peaceful_pirates =
            self.options().scenario == Scenario::Jolly && !self.options().pirates_fight;
        for a in self.seats() {
            let mut mask = 0;
            for b in self.seats() {
                // SE-R83: without `pirates_fight` pirates are not enemies of each other.
                let pirates = peaceful_pirates && a > 0 && b > 0;
                if !self.are_mates(a, b) && !pirates && !self.are_treaty_allies(a, b) {
                    mask |= 1 << b;
                }
            }
            self.foes[a as usize] = mask;
        }
    }

    /// Does the seat command this fort? SE-R114: the shared Tortuga counts as each pirate's own.
    #[inline]
    pub fn commands(&self, seat: u8, fort: &Fort) -> bool {
        !fort.ruin && (fort.owner == seat || (fort.owner == PIRATES && seat > 0))
    }

    /// Is the fort a lawful target of the seat: an enemy's or neutral (SE-3.3.5.1c)?
    pub fn may_attack_fort(&self, seat: u8, fort: &Fort) -> bool {
        if fort.ruin {
            return false; // SE-R37: a ruin is no target.
        }
        match fort.owner {
            NONE => true,
            // SE-R119: no pirate attacks Tortuga.
            PIRATES => seat == 0,
            owner => self.may_attack(seat, owner),
        }
    }

    /// Is a ship of `seat` an enemy in the eyes of this fort's worker or owner?
    pub fn is_hostile_at(&self, fort: &Fort, seat: u8) -> bool {
        match if fort.worker != NONE { fort.worker } else { fort.owner } {
            NONE => false,
            // SE-R119: pirates' ships are never seen at Tortuga.
            _ if fort.first == PIRATES && seat > 0 => false,
            PIRATES => seat == 0,
            who => self.is_foe(who, seat),
        }
    }

    /// Who acts in this phase. SE-3.1.6c: each Turn is started by the next
    /// player, SE-R81: in Jolly Roger always by Spain.
    #[inline]
    pub fn acting(&self) -> u8 {
        self.order[self.order_index(self.at) as usize]
    }

    fn order_index(&self, at: u8) -> u8 {
        let n = u16::from(self.n_players());
        let shift = if self.options().scenario == Scenario::Jolly {
            0 // SE-3.1.6d: a scenario may fix the order.
        } else {
            self.turn.saturating_sub(1) % n
        };
        ((u16::from(at) + shift) % n) as u8
    }

    /// This Turn's order, everybody who began.
    pub fn turn_order(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.n_players()).map(|at| self.order[self.order_index(at) as usize])
    }

    /// The other players in playing order after `seat`.
    pub fn after(&self, seat: u8) -> impl Iterator<Item = u8> + '_ {
        let n = self.n_players() as usize;
        let here = self.order[..n].iter().position(|&s| s == seat).unwrap_or(0);
        (1..n).map(move |i| self.order[(here + i) % n])
    }

    /// Puts a ship on a space.
    pub fn put(&mut self, id: ShipId, space: Space) {
        self.ships[id.index()].space = space;
        let owner = self.ships[id.index()].owner as usize;
        self.fleets[owner] = self.fleets[owner].with(id);
        // SE-3.3.1.3f: a harbour sea space takes a second ship.
        if self.occupied.has(space) || self.world.chart.single.has(space) {
            self.full.add(space);
        }
        self.occupied.add(space);
    }

    /// Takes a ship off its space.
    pub fn lift(&mut self, id: ShipId) {
        let space = self.ships[id.index()].space;
        if !space.is_some() {
            return;
        }
        self.ships[id.index()].space = Space::NONE;
        self.full.remove(space);
        if !self.ships.iter().any(|ship| ship.space == space) {
            self.occupied.remove(space);
        }
    }

    /// The ships on a space.
    pub fn ships_on(&self, space: Space) -> impl Iterator<Item = ShipId> + '_ {
        (0..N_SHIPS as u8)
            .map(ShipId)
            .filter(move |id| space.is_some() && self.ship(*id).space == space)
    }

    /// Forts in whose harbour the space lies.
    pub fn forts_at(&self, space: Space) -> impl Iterator<Item = u8> + '_ {
        (0..self.n_forts).filter(move |&i| self.chart().fort_harbour[i as usize].has(space))
    }

    /// May a ship of this player enter the space as far as Royal Ports go?
    /// SE-3.1.5.1i: not the harbour of his own or an ally's. SE-R96: only entering
    /// is barred; who is inside may stay or leave.
    #[inline]
    pub fn is_own_royal_harbour(&self, seat: u8, space: Space) -> bool {
        let chart = self.chart();
        chart
            .royal_ports
            .iter()
            .zip(&chart.royal_harbour)
            .any(|(&(owner, _), cells)| cells.has(space) && !self.is_foe(seat, owner))
    }

    /// Goods lying on a space.
    pub fn goods_on(&self, space: Space) -> u8 {
        self.goods.iter().find(|(s, n)| *n > 0 && *s == space).map_or(0, |(_, n)| *n)
    }

    /// Puts goods on a space or takes them away.
    pub fn change_goods(&mut self, space: Space, by: i8) {
        let slot = self
            .goods
            .iter()
            .position(|(s, n)| *n > 0 && *s == space)
            .or_else(|| self.goods.iter().position(|(_, n)| *n == 0));
        if let Some(slot) = slot {
            let n = self.goods[slot].1.saturating_add_signed(by);
            self.goods[slot] = (if n == 0 { Space::NONE } else { space }, n);
        }
    }

    /// Most goods the ship can carry.
    pub fn capacity(&self, id: ShipId) -> u8 {
        match (self.options().scenario, id.class()) {
            // SE-4.1.7: any ship two troves.
            (Scenario::Treasures, _) => 2,
            // SE-4.2.9.3a, SE-4.2.9.3b: light ships one batch, heavy ships two.
            (Scenario::Pearls, Class::Brig | Class::Frigate) => 1,
            (Scenario::Pearls, _) => 2,
            // SE-4.3.11a, SE-4.3.11b: a galleon two, any other ship one.
            (Scenario::Jolly, Class::Galleon) => 2,
            (Scenario::Jolly, _) => 1,
            (Scenario::Oceans, _) => 0,
        }
    }

    /// How much its cargo slows the ship.
    pub fn cargo_penalty(&self, id: ShipId) -> u8 {
        let cargo = self.ship(id).cargo;
        match self.options().scenario {
            // SE-4.2.9.3a, SE-4.2.9.3b, SE-4.2.9.3c and SE-4.3.11a, SE-4.3.11c:
            // a ship is slowed by one when it is full.
            Scenario::Pearls | Scenario::Jolly if cargo > 0 && cargo == self.capacity(id) => 1,
            _ => 0,
        }
    }

    /// Is this player a pirate of Jolly Roger?
    pub fn is_pirate(&self, seat: u8) -> bool {
        self.options().scenario == Scenario::Jolly && seat > 0
    }

    /// Is it a game of teams?
    pub fn is_team_game(&self) -> bool {
        !matches!(self.options().teams, Teams::Single | Teams::OneEach)
    }

    /// Shots of a ship for a whole Turn of this weather. SE-3.3.2.10a,
    /// SE-3.3.2.10b: the card, in a storm the figure after the slash;
    /// SE-3.3.2.10c: without one it cannot fire.
    pub fn supply(&self, id: ShipId) -> u8 {
        let card = id.card();
        if self.wind.weather == Weather::Storm { card.storm_shots } else { card.shots }
    }

    /// The seats that are still in.
    pub fn living(&self) -> SeatSet {
        self.seats().filter(|&s| !self.players[s as usize].out).map(Seat).collect()
    }

    /// Goods that count for a side: delivered, in hand or stored at its forts.
    pub fn store(&self, side: Side) -> u8 {
        let hand: u8 = self
            .seats()
            .filter(|&s| self.side(s) == side)
            .map(|s| self.players[s as usize].hand)
            .sum();
        let stored: u8 = if self.options().scenario == Scenario::Pearls {
            self.forts()
                .iter()
                .filter(|f| (f.owner as usize) < MAX_SEATS && self.side(f.owner) == side)
                .map(|f| f.goods)
                .sum()
        } else {
            0
        };
        hand + stored
    }
}
