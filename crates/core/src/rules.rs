//! The face of a game: what it must be able to say and do.
//!
//! A game is a pure function. It knows no clock, file, socket or generator:
//! the same table, action and dice give the same result. What is known to
//! whom is split by type, so that a new field must be declared public, one
//! side's secret, one seat's secret or the umpire's, and a menu or a check
//! cannot read what its viewer may not know.

use crate::{
    Actor, Audience, BySeat, BySide, ClauseId, Dice, Die, Doc, Dry, Faults, IllegalMove, Menu,
    Meta, Rolled, Seat, SeatSet, Shape, Side, SideSet, Viewer,
};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

/// The rules of a game.
pub trait Rules: Sized + 'static {
    /// Everything fixed before the first decision: scenario, options, seats. Already validated.
    type Setup: Clone + Debug + Send + Sync;
    /// What a player decides.
    type Action: Clone + PartialEq + Debug + Send + Sync;
    /// One step on the way to an action, as a person picks it.
    type Pick: Clone + PartialEq + Debug + Send + Sync;
    /// What came of it.
    type Event: Clone + Debug + Send + Sync;
    /// Why an action is refused.
    type Illegal: IllegalMove;
    /// Known to all.
    type Public: Clone + Debug + Send + Sync;
    /// Known to one side.
    type SideSecret: Clone + Debug + Send + Sync;
    /// Known to one seat only.
    type SeatSecret: Clone + Debug + Send + Sync;
    /// Known to nobody.
    type Umpire: Clone + Debug + Send + Sync;

    /// Name, seats, options, dice.
    const META: Meta;

    /// The table before the first decision.
    fn begin(setup: &Self::Setup, dice: &mut dyn Dice) -> Result<Table<Self>, Dry>;

    /// Who must decide, or how the game ended. The umpire's truth.
    fn awaiting(table: &Table<Self>) -> Awaiting;

    /// What this viewer may know of who must decide: a seat that is secretly
    /// asked is not in the set of those who may not know it.
    fn awaited(sight: Sight<'_, Self>) -> Awaiting;

    /// The side a seat plays for; `None` for a gamemaster.
    fn side_of(public: &Self::Public, seat: Seat) -> Option<Side>;

    /// Does this seat see everything (a gamemaster)?
    fn sees_all(_public: &Self::Public, _seat: Seat) -> bool {
        false
    }

    /// All complete actions of the seat that looks, unless they are too many
    /// to list. Equals the leaves of the menu. Only what the seat is awaited
    /// for; what it may do at any time (resigning, notes) is left to `menu`
    /// and `check`. `out` comes empty.
    fn legal(sight: Sight<'_, Self>, out: &mut Vec<Self::Action>) -> Listed;

    /// What may be picked next after `draft`. An empty menu means the draft leads nowhere.
    fn menu(sight: Sight<'_, Self>, draft: &[Self::Pick], out: &mut Menu<Self::Pick, Self::Action>);

    /// May this be done? The authority: whatever passes can be applied.
    /// `sight` is the seat's own, or the umpire's for the clock and the host.
    fn check(sight: Sight<'_, Self>, by: Actor, action: &Self::Action)
    -> Result<(), Self::Illegal>;

    /// Carries out a checked action, up to the next decision. Dice that nobody
    /// decides on are rolled inside. On `Dry` the table is spoilt: apply to a clone.
    fn apply(
        table: &mut Table<Self>,
        by: Actor,
        action: &Self::Action,
        dice: &mut dyn Dice,
        tell: &mut dyn FnMut(Told<Self::Event>),
    ) -> Result<(), Dry>;

    /// May the seat take this back while the decision is still its own? `sight`
    /// is the seat's own, just before a checked action is carried out.
    ///
    /// Say `false` for what a rule makes final (an offer that is heard, a fuse
    /// that is lit), and for what could have taught the seat something even
    /// when nothing came of it: a move that might have met a mine tells that
    /// there was none. Decide by what the seat may know alone, or the refusal
    /// of an undo would tell the rest. Dice, events that reveal and a turn that
    /// passes need not be named here: [`step`](crate::step) sees them itself.
    fn withdrawable(_sight: Sight<'_, Self>, _action: &Self::Action) -> bool {
        true
    }

    /// A whole table that this viewer cannot rule out: what it knows stays,
    /// what it does not know is drawn anew.
    fn imagine(sight: Sight<'_, Self>, dice: &mut dyn Dice) -> Result<Table<Self>, Dry>;

    /// Like [`Rules::imagine`], for somebody who knows only what this viewer is
    /// shown: games with a memory option take out what has faded, so that odds
    /// do not name what the view no longer does.
    fn imagine_shown(sight: Sight<'_, Self>, dice: &mut dyn Dice) -> Result<Table<Self>, Dry> {
        Self::imagine(sight, dice)
    }

    /// Takes out what this side keeps to itself even when the game is over,
    /// such as private notes: the table is as if they had never been written.
    /// What strangers are given of a finished game has passed through here, its
    /// earlier moments too; `end` is how it ended, if it has.
    fn withhold(_table: &mut Table<Self>, _side: Side, _end: Option<Outcome>) {}

    /// Is this an action that its side keeps to itself even when the game is
    /// over, such as a note? Then it changes nothing but what
    /// [`Rules::withhold`] takes out, rolls nothing and is told to nobody else;
    /// the transcript goes on without it.
    fn keeps(_action: &Self::Action) -> bool {
        false
    }

    /// Number of the turn (ply, round): grows, never falls.
    fn turn(public: &Self::Public) -> u32;

    /// The first turn whose events this viewer is still shown; games with a
    /// memory option raise it. An entry belongs to the turn it was made in:
    /// what [`Rules::turn`] said just before it.
    fn recalls_from(_sight: Sight<'_, Self>) -> u32 {
        0
    }

    /// Where the options limit the time for a secret set-up: its seconds, counted
    /// from the beginning. What happens then is [`Around::SetupTimeOut`].
    fn setup_seconds(_public: &Self::Public) -> Option<u32> {
        None
    }

    /// The entry that the server makes when something happens around the
    /// table, if the game has a rule for it now.
    fn around(_public: &Self::Public, _what: Around) -> Option<Self::Action> {
        None
    }
}

/// Whose luck a die is, and what its faces were worth to him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lot {
    /// Nobody's, if `None`.
    pub side: Option<Side>,
    /// What each face counts for, from 1 on, where that depends on more than the die; else nothing
    /// is in it, and [`Text::face_luck`] says.
    pub worth: Vec<u16>,
}

impl From<Side> for Lot {
    fn from(side: Side) -> Lot {
        Lot { side: Some(side), worth: Vec::new() }
    }
}

/// How a game is written: notation, documents, sentences. Apart from [`Rules`],
/// so that searching a game does not touch a string.
pub trait Text: Rules {
    /// What [`Text::view`] writes, described beside the function that writes it.
    const VIEW: &'static Shape = &Shape::Any;

    /// What [`Text::event`] writes.
    const EVENT: &'static Shape = &Shape::Any;

    /// Keys of a set-up that hold what a side keeps to itself: a given deployment, a
    /// given position. Others are shown only that there is one.
    const SEALED: &'static [&'static str] = &[];

    /// The scenarios that come with the game, as the files they are (docs/scenarios.md).
    fn printed() -> &'static [crate::Printed] {
        &[]
    }

    /// What a side begins with, in a few plain words, as far as all may know.
    fn strength(_public: &Self::Public, _side: Side) -> String {
        String::new()
    }

    /// Reads the options of a new game; all faults at once.
    fn setup(doc: &Doc) -> Result<Self::Setup, Faults>;

    /// Writes the options back, so that `setup(write_setup(s))` is `s`.
    fn write_setup(setup: &Self::Setup) -> Doc;

    /// The whole position, secrets and history included: a document a person
    /// can write by hand. Fields at their defaults may be left out.
    fn save(table: &Table<Self>) -> Doc;

    /// Reads a position: the document of `save`, or a text in the notation of the specification.
    fn load(doc: &Doc) -> Result<Table<Self>, Faults>;

    /// How a seat is written in records: `W`, `P3`.
    fn seat_code(public: &Self::Public, seat: Seat) -> String;

    /// How a seat is called in sentences: `White`, `Player 3`.
    fn seat_name(public: &Self::Public, seat: Seat) -> String;

    /// How a side is written in results: by default the code of its first seat.
    fn side_code(public: &Self::Public, side: Side) -> String {
        let mut seats = (0..Self::META.seats.1).map(Seat);
        match seats.find(|&seat| Self::side_of(public, seat) == Some(side)) {
            Some(seat) => Self::seat_code(public, seat),
            None => alloc::format!("side{}", side.0 + 1),
        }
    }

    /// How a side is called in sentences.
    fn side_name(public: &Self::Public, side: Side) -> String;

    /// The action in notation. Parsing it gives the same action.
    fn write_action(public: &Self::Public, action: &Self::Action) -> String;

    /// Reads one action.
    fn parse_action(public: &Self::Public, text: &str) -> Result<Self::Action, crate::ParseError>;

    /// Reads a whole line, which some games carry out as several entries
    /// (a jump series typed at once). Most games: one action.
    fn parse_line(
        public: &Self::Public,
        text: &str,
    ) -> Result<Vec<Self::Action>, crate::ParseError> {
        Ok(alloc::vec![Self::parse_action(public, text)?])
    }

    /// The seat that a typed line names as its own, in games whose lines may begin
    /// with it (`S pass`). What somebody else types under that name is refused.
    fn typed_for(_public: &Self::Public, _text: &str) -> Option<Seat> {
        None
    }

    /// Does the rest of a typed line, beginning with `next`, still apply, or
    /// has what it continues come to its end?
    fn goes_on(_public: &Self::Public, _seat: Seat, _next: &Self::Action) -> bool {
        true
    }

    /// What the viewer sees, filtered by memory options.
    fn view(sight: Sight<'_, Self>) -> Doc;

    /// The views before and after an entry, without what both have alike: what
    /// makes the one from the other makes the whole from the whole. A game that
    /// can tell without writing both out is faster to watch; `None` says that
    /// the whole views have to be compared.
    fn changed(_before: Sight<'_, Self>, _after: Sight<'_, Self>) -> Option<[Doc; 2]> {
        None
    }

    /// The board as text for a terminal, from this viewer's side.
    fn board(sight: Sight<'_, Self>) -> String;

    /// What is expected of this viewer, in one plain sentence.
    fn prompt(sight: Sight<'_, Self>) -> String;

    /// A pick as a person sees it.
    fn pick(sight: Sight<'_, Self>, pick: &Self::Pick) -> crate::Label;

    /// The event as data: a map with `kind` first.
    fn event(public: &Self::Public, event: &Self::Event) -> Doc;

    /// The event as a plain sentence.
    fn sentence(public: &Self::Public, event: &Self::Event) -> String;

    /// The clauses behind an event, for links in the log.
    fn event_clauses(_event: &Self::Event) -> Vec<ClauseId> {
        Vec::new()
    }

    /// The dice that an event shows, in the order they fell: whoever is told it sees them. A die
    /// that stays secret is shown by no event.
    fn event_dice(_event: &Self::Event) -> Vec<Rolled> {
        Vec::new()
    }

    /// Whose luck each of these dice is, in the same order, where an entry rolls for others than who
    /// made it: both sides' pools are filled by whoever ends the round before. Nothing, if all are
    /// the maker's.
    fn event_lots(_public: &Self::Public, _event: &Self::Event) -> Vec<Lot> {
        Vec::new()
    }

    /// What a face counts for when luck is reckoned: its number, unless its faces are signs of which
    /// one is wanted.
    fn face_luck(_die: Die, value: u16) -> u16 {
        value
    }

    /// What the event makes known, if it reveals anything: `the type of W12`.
    fn fact(_event: &Self::Event) -> Option<String> {
        None
    }

    /// The part of an event by which outcomes are counted when odds are asked
    /// for; `None` for events that do not matter there.
    fn outcome(_public: &Self::Public, _event: &Self::Event) -> Option<String> {
        None
    }

    /// What the event counts for when the chances of many actions are wanted at a glance, each as a
    /// number under a plain name: `("damage", 2)`, `("sunk", 1)`.
    fn tally(_public: &Self::Public, _event: &Self::Event, _out: &mut Vec<(&'static str, i32)>) {}

    /// The names of a die's faces, in the order of its numbers, where people
    /// do not read them as numbers; else nothing.
    fn faces(_die: Die) -> &'static [&'static str] {
        &[]
    }

    /// Conditions that hold in every reachable table: units conserved, nothing
    /// in two places. The first that does not.
    fn broken(_table: &Table<Self>) -> Option<String> {
        None
    }
}

/// Everything about a game at one moment.
pub struct Table<R: Rules> {
    /// Known to all.
    pub public: R::Public,
    /// Known to one side each.
    pub sides: BySide<R::SideSecret>,
    /// Known to one seat each.
    pub seats: BySeat<R::SeatSecret>,
    /// Known to nobody.
    pub umpire: R::Umpire,
}

impl<R: Rules> Clone for Table<R> {
    fn clone(&self) -> Self {
        Table {
            public: self.public.clone(),
            sides: self.sides.clone(),
            seats: self.seats.clone(),
            umpire: self.umpire.clone(),
        }
    }
}

impl<R: Rules> Debug for Table<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table")
            .field("public", &self.public)
            .field("sides", &self.sides)
            .field("seats", &self.seats)
            .field("umpire", &self.umpire)
            .finish()
    }
}

impl<R: Rules> Table<R> {
    /// What this viewer knows.
    pub fn sight(&self, viewer: Viewer) -> Sight<'_, R> {
        let own = match viewer {
            Viewer::Umpire => Own::All(self),
            Viewer::Spectator => Own::Nobody,
            Viewer::Seat(seat) if R::sees_all(&self.public, seat) => Own::All(self),
            Viewer::Seat(seat) => match (R::side_of(&self.public, seat), self.seats.get(seat)) {
                (Some(side), Some(own)) => Own::Seat { seat, side, shared: &self.sides[side], own },
                _ => Own::Nobody,
            },
        };
        Sight { viewer, public: &self.public, own }
    }

    /// What the one who acts knows: a seat its own, clock and host everything.
    pub fn sight_of(&self, actor: Actor) -> Sight<'_, R> {
        match actor {
            Actor::Seat(seat) => self.sight(Viewer::Seat(seat)),
            Actor::Clock | Actor::Host => self.sight(Viewer::Umpire),
        }
    }
}

/// What one viewer knows.
pub struct Sight<'a, R: Rules> {
    /// Who looks. A gamemaster's seat stands here too, which `own` does not tell.
    pub viewer: Viewer,
    /// What all know.
    pub public: &'a R::Public,
    /// What this viewer knows besides.
    pub own: Own<'a, R>,
}

impl<R: Rules> Clone for Sight<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Rules> Copy for Sight<'_, R> {}

/// What a viewer knows besides the public facts.
pub enum Own<'a, R: Rules> {
    /// A spectator: nothing.
    Nobody,
    /// A seat: its side's secrets and its own.
    Seat {
        /// The seat that looks.
        seat: Seat,
        /// Its side.
        side: Side,
        /// What its side knows.
        shared: &'a R::SideSecret,
        /// What it alone knows.
        own: &'a R::SeatSecret,
    },
    /// The umpire or a gamemaster: everything.
    All(&'a Table<R>),
}

impl<R: Rules> Clone for Own<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Rules> Copy for Own<'_, R> {}

impl<'a, R: Rules> Sight<'a, R> {
    /// The seat that looks, if it is an ordinary seat.
    pub fn seat(self) -> Option<Seat> {
        match self.own {
            Own::Seat { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The side of the seat that looks.
    pub fn side(self) -> Option<Side> {
        match self.own {
            Own::Seat { side, .. } => Some(side),
            _ => None,
        }
    }

    /// The secret of a side, if this viewer may know it.
    pub fn of_side(self, side: Side) -> Option<&'a R::SideSecret> {
        match self.own {
            Own::Seat { side: mine, shared, .. } if mine == side => Some(shared),
            Own::All(table) => table.sides.get(side),
            _ => None,
        }
    }

    /// The secret of a seat, if this viewer may know it.
    pub fn of_seat(self, seat: Seat) -> Option<&'a R::SeatSecret> {
        match self.own {
            Own::Seat { seat: mine, own, .. } if mine == seat => Some(own),
            Own::All(table) => table.seats.get(seat),
            _ => None,
        }
    }
}

/// Who must decide now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaiting {
    /// These seats, in any order.
    Seats(SeatSet),
    /// Nobody: it is over.
    Over(Outcome),
}

impl Awaiting {
    /// The seats that must decide; none when it is over.
    pub fn seats(self) -> SeatSet {
        match self {
            Awaiting::Seats(seats) => seats,
            Awaiting::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Is it over?
    pub fn is_over(self) -> bool {
        matches!(self, Awaiting::Over(_))
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// Why, as one word of the game's notation: `admiral`, `blockade`.
    pub reason: &'static str,
    /// How clearly, where the game has degrees of victory; else empty.
    pub degree: &'static str,
    /// The clause that ended it.
    pub clause: ClauseId,
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// These sides.
    Won(SideSet),
    /// Nobody.
    Drawn,
    /// It was called off and counts for nothing.
    Cancelled,
}

/// Did `legal` list everything?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// Every action the seat is awaited for.
    Complete,
    /// They are too many: grow one through the menu.
    TooMany,
}

/// An event and who is told it.
#[derive(Clone, Debug)]
pub struct Told<E> {
    /// What happened.
    pub event: E,
    /// Who is told.
    pub to: Audience,
    /// Does it make a hidden fact known to somebody who is told? Then no undo
    /// crosses it, and `Text::fact` names the fact.
    pub reveals: bool,
}

impl<E> Told<E> {
    /// Told to everybody, revealing nothing.
    pub const fn all(event: E) -> Told<E> {
        Told { event, to: Audience::ALL, reveals: false }
    }

    /// Told to everybody, making a hidden fact known.
    pub const fn reveal(event: E) -> Told<E> {
        Told { event, to: Audience::ALL, reveals: true }
    }

    /// Told to some only.
    pub const fn to(event: E, to: Audience) -> Told<E> {
        Told { event, to, reveals: false }
    }
}

/// Something that happens around the table and not on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Around {
    /// The seat's time has run out.
    TimeOut(Seat),
    /// The time for secret set-up has run out for everybody.
    SetupTimeOut,
    /// The person at this seat has left for good.
    Left(Seat),
}
