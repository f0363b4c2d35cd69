//! Every reason for refusal, with the facts that explain it and the clause
//! that forbids it.

use crate::board::Square;
use crate::units::Kind;
use admiralty_core::{ClauseId, Doc, IllegalMove};
use alloc::string::ToString;
use core::fmt;

/// Why an action is refused.
// NB-D-17: a refused action changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A deployment string with the wrong number of rows.
    DeploymentRows {
        /// Rows found.
        rows: u16,
        /// Rows wanted.
        depth: u8,
    },
    /// A row of a deployment string with the wrong length.
    DeploymentColumns {
        /// Which row, from the front.
        row: u8,
        /// Signs found.
        signs: u16,
        /// Signs wanted.
        columns: u8,
    },
    /// A sign that is no piece.
    DeploymentSign {
        /// Which row, from the front.
        row: u8,
        /// The sign.
        sign: char,
    },
    /// A piece on an island.
    DeploymentIsland {
        /// Which home square, in the order of the string.
        number: u8,
    },
    /// Too many or too few of a type.
    FleetCount {
        /// Which.
        kind: Kind,
        /// How many.
        found: u8,
    },
    /// More of a type than a fleet has.
    FleetFull {
        /// Which.
        kind: Kind,
    },
    /// A template on a board with other home rows.
    TemplateDepth {
        /// Its name.
        name: &'static str,
        /// Home rows of the board.
        depth: u8,
    },
    /// A template that would put a piece on an island.
    TemplateIsland {
        /// Its name.
        name: &'static str,
    },
    /// An order for the other side's fleet.
    OtherFleet,
    /// A square that is not the side's own.
    NotHome {
        /// Which.
        at: Square,
    },
    /// An island.
    PlaceIsland {
        /// Which.
        at: Square,
    },
    /// Nothing placed there yet.
    NothingPlaced {
        /// Where.
        at: Square,
    },
    /// The side is ready and would have to withdraw that.
    IsReady,
    /// The side is not ready.
    IsNotReady,
    /// Ready with pieces missing.
    Incomplete {
        /// How many.
        missing: u8,
    },
    /// Play has started.
    Frozen,
    /// Play has not started.
    StillDeploying,
    /// Resigning or a draw before play starts.
    NothingToResign,
    /// It is over.
    Over,
    /// The other side is to move.
    NotYourTurn,
    /// The other side's series is open.
    OtherSeries,
    /// The own series is open.
    SeriesOpen {
        /// Where the jumper stands.
        at: Square,
    },
    /// There is no open series.
    NoSeries,
    /// Off the board.
    OffBoard {
        /// Where.
        at: Square,
    },
    /// Nothing stands there.
    Empty {
        /// Where.
        at: Square,
    },
    /// The piece there is the enemy's.
    NotYours {
        /// Where.
        at: Square,
    },
    /// A mine is asked to move.
    MineMoves {
        /// Where.
        at: Square,
    },
    /// A mine is asked to attack.
    MineAttacks {
        /// Where.
        at: Square,
    },
    /// A mine is asked to jump.
    MineJumps {
        /// Where.
        at: Square,
    },
    /// A move onto an island.
    Island {
        /// Where.
        at: Square,
    },
    /// A move onto an own piece.
    OwnPiece {
        /// Where.
        at: Square,
    },
    /// A plain move onto an enemy piece.
    EnemyThere {
        /// Where.
        at: Square,
    },
    /// A plain move of more than one square, or of none.
    TooFar {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A diagonal plain move of the Admiral.
    AdmiralDiagonal {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// The fourth shuttle.
    Shuttle {
        /// From.
        from: Square,
        /// To.
        to: Square,
        /// How often it went to and fro.
        count: u8,
    },
    /// An attack on nothing.
    NobodyToAttack {
        /// Where.
        at: Square,
    },
    /// An attack on an own piece.
    AttackOwn {
        /// Where.
        at: Square,
    },
    /// An attack on a piece that is not adjacent.
    NoContact {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A hop that is not along a row or column.
    HopDiagonal {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A hop that does not go two squares.
    HopDistance {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A hop over an own piece.
    HopOwn {
        /// Over.
        over: Square,
    },
    /// A hop over water or an island.
    HopNothing {
        /// Over.
        over: Square,
    },
    /// A hop onto an occupied square or an island, or off the board.
    HopLanding {
        /// Where.
        at: Square,
    },
    /// A hop over two enemies in a row.
    HopDoubled {
        /// The second of them.
        at: Square,
    },
    /// Passing although a plain move is possible.
    CanMove,
    /// Passing although nothing but passing is possible, and that loses.
    CannotPass,
    /// A Recorder acts.
    RecorderActs,
    /// A Strategist who is not Recorder writes.
    StrategistWrites,
    /// Notes are switched off.
    NotesOff,
    /// Notes outside play.
    NotesOutsidePlay,
    /// No enemy to write on.
    NobodyToMark {
        /// Where.
        at: Square,
    },
    /// Too long a text, or signs that cannot be written.
    NoteText {
        /// Most signs.
        max: u16,
    },
    /// A draw offer by the side that is not to move.
    OfferOutOfTurn,
    /// A draw offer or answer in an open series.
    OfferInSeries,
    /// A draw offer while one is open.
    OfferOpen,
    /// A draw offer too soon after the last.
    OfferTooSoon {
        /// From this ply on.
        from: u16,
    },
    /// An answer without an offer.
    NoOffer,
    /// An action of the clock or the host by somebody else, or the reverse.
    WrongActor,
    /// A clock that this game has not.
    NoDeployClock,
    /// A seat that has left already, or does not exist.
    HasLeft,
}

impl IllegalMove for Illegal {
    fn clause(&self) -> ClauseId {
        use Illegal::*;
        ClauseId(match self {
            DeploymentRows { .. } | DeploymentColumns { .. } | DeploymentSign { .. } => "NB-P-12",
            DeploymentIsland { .. } => "NB-P-23",
            FleetCount { kind, .. } | FleetFull { kind } => kind.count_clause(),
            TemplateDepth { .. } | TemplateIsland { .. } => "NB-P-24",
            NotHome { .. } | OtherFleet => "NB-P-01",
            PlaceIsland { .. } => "NB-B-05",
            NothingPlaced { .. } => "NB-P-03",
            IsReady | Incomplete { .. } => "NB-P-22",
            IsNotReady => "NB-P-10",
            Frozen => "NB-P-11",
            StillDeploying => "NB-P-02",
            NothingToResign => "NB-W-12",
            Over => "NB-W-11",
            NotYourTurn => "NB-M-02",
            OtherSeries => "NB-J-37",
            SeriesOpen { .. } | NoSeries => "NB-J-30",
            OffBoard { .. } => "NB-M-13",
            Empty { .. } | NotYours { .. } => "NB-M-14",
            MineMoves { .. } => "NB-M-09",
            MineAttacks { .. } => "NB-C-24",
            MineJumps { .. } => "NB-J-29",
            Island { .. } => "NB-M-12",
            OwnPiece { .. } => "NB-M-11",
            EnemyThere { .. } => "NB-M-04",
            TooFar { .. } => "NB-M-05",
            AdmiralDiagonal { .. } => "NB-M-08",
            Shuttle { .. } => "NB-D-07",
            NobodyToAttack { .. } | NoContact { .. } => "NB-A-04",
            AttackOwn { .. } => "NB-C-29",
            HopDiagonal { .. } => "NB-J-03",
            HopDistance { .. } => "NB-J-11",
            HopOwn { .. } => "NB-J-15",
            HopNothing { .. } => "NB-J-16",
            HopLanding { .. } => "NB-J-13",
            HopDoubled { .. } => "NB-J-12",
            CanMove => "NB-A-08",
            CannotPass => "NB-D-10",
            RecorderActs => "NB-T-04",
            StrategistWrites => "NB-T-05",
            NotesOff => "NB-I-14",
            NotesOutsidePlay => "NB-T-12",
            NobodyToMark { .. } | NoteText { .. } => "NB-T-03",
            OfferOutOfTurn | OfferOpen | OfferTooSoon { .. } | NoOffer => "NB-W-10",
            OfferInSeries => "NB-W-13",
            WrongActor => "NB-D-17",
            NoDeployClock => "NB-P-14",
            HasLeft => "NB-T-13",
        })
    }

    fn facts(&self) -> Doc {
        use Illegal::*;
        let at = |at: &Square| Doc::map().with("at", at.to_string());
        let way = |from: &Square, to: &Square| {
            Doc::map().with("from", from.to_string()).with("to", to.to_string())
        };
        match self {
            DeploymentRows { rows, depth } => Doc::map().with("rows", *rows).with("wanted", *depth),
            DeploymentColumns { row, signs, columns } => {
                Doc::map().with("row", *row).with("signs", *signs).with("wanted", *columns)
            }
            DeploymentSign { row, sign } => {
                Doc::map().with("row", *row).with("sign", sign.to_string())
            }
            DeploymentIsland { number } => Doc::map().with("number", *number),
            FleetCount { kind, found } => Doc::map()
                .with("type", kind.sign().to_string())
                .with("found", *found)
                .with("wanted", kind.count()),
            FleetFull { kind } => {
                Doc::map().with("type", kind.sign().to_string()).with("wanted", kind.count())
            }
            TemplateDepth { name, depth } => {
                Doc::map().with("template", *name).with("rows", *depth)
            }
            TemplateIsland { name } => Doc::map().with("template", *name),
            Incomplete { missing } => Doc::map().with("missing", *missing),
            NotHome { at: sq }
            | PlaceIsland { at: sq }
            | NothingPlaced { at: sq }
            | SeriesOpen { at: sq }
            | OffBoard { at: sq }
            | Empty { at: sq }
            | NotYours { at: sq }
            | MineMoves { at: sq }
            | MineAttacks { at: sq }
            | MineJumps { at: sq }
            | Island { at: sq }
            | OwnPiece { at: sq }
            | EnemyThere { at: sq }
            | NobodyToAttack { at: sq }
            | AttackOwn { at: sq }
            | HopLanding { at: sq }
            | HopDoubled { at: sq }
            | NobodyToMark { at: sq } => at(sq),
            HopOwn { over } | HopNothing { over } => Doc::map().with("over", over.to_string()),
            TooFar { from, to }
            | AdmiralDiagonal { from, to }
            | NoContact { from, to }
            | HopDiagonal { from, to }
            | HopDistance { from, to } => way(from, to),
            Shuttle { from, to, count } => way(from, to).with("count", *count),
            NoteText { max } => Doc::map().with("max", *max),
            OfferTooSoon { from } => Doc::map().with("from_ply", *from),
            _ => Doc::map(),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Illegal::*;
        match self {
            DeploymentRows { rows, depth } => {
                write!(f, "the deployment has {rows} rows, this board has {depth} home rows")
            }
            DeploymentColumns { row, signs, columns } => {
                write!(
                    f,
                    "row {row} of the deployment has {signs} signs, this board has {columns} columns"
                )
            }
            DeploymentSign { row, sign } => {
                write!(f, "'{sign}' in row {row} of the deployment is no piece")
            }
            DeploymentIsland { number } => {
                write!(f, "square {number} of the deployment is an island")
            }
            FleetCount { kind, found } => {
                write!(f, "a fleet has {} of type {kind}, here stand {found}", kind.count())
            }
            FleetFull { kind } => {
                write!(f, "all {} of type {kind} are placed already", kind.count())
            }
            TemplateDepth { name, depth } => {
                write!(f, "{name} is made for four home rows, this board has {depth}")
            }
            TemplateIsland { name } => {
                write!(f, "{name} would put a piece on an island of this board")
            }
            OtherFleet => write!(f, "that order is for the other side's fleet"),
            NotHome { at } => write!(f, "{at} is not on your side of the board"),
            PlaceIsland { at } => write!(f, "{at} is an island"),
            NothingPlaced { at } => write!(f, "no piece is placed on {at}"),
            IsReady => write!(f, "you are ready; withdraw that before you change anything"),
            IsNotReady => write!(f, "you are not ready, so there is nothing to withdraw"),
            Incomplete { missing } => write!(f, "{missing} pieces are still to be placed"),
            Frozen => write!(f, "play has started, the placements are fixed"),
            StillDeploying => {
                write!(f, "play starts when both fleets are placed and both sides are ready")
            }
            NothingToResign => {
                write!(f, "play has not started, so there is nothing to resign or to draw")
            }
            Over => write!(f, "the game is over"),
            NotYourTurn => write!(f, "the other side is to move"),
            OtherSeries => write!(f, "the other side's jump series is open; you may only resign"),
            SeriesOpen { at } => {
                write!(f, "a jump series is open: the piece on {at} hops on, or you stop")
            }
            NoSeries => write!(f, "no jump series is open"),
            OffBoard { at } => write!(f, "{at} is off the board"),
            Empty { at } => write!(f, "no piece stands on {at}"),
            NotYours { at } => write!(f, "the piece on {at} is not yours"),
            MineMoves { at } => write!(f, "the piece on {at} is a Mine and never moves"),
            MineAttacks { at } => write!(f, "the piece on {at} is a Mine and cannot attack"),
            MineJumps { at } => write!(f, "the piece on {at} is a Mine and cannot jump"),
            Island { at } => write!(f, "{at} is an island"),
            OwnPiece { at } => write!(f, "your own piece stands on {at}"),
            EnemyThere { at } => {
                write!(f, "an enemy stands on {at}: a plain move needs an empty square")
            }
            TooFar { from, to } => {
                write!(f, "a plain move goes one square, {from} to {to} is not that")
            }
            AdmiralDiagonal { from, to } => {
                write!(f, "the Admiral does not move diagonally from {from} to {to}")
            }
            Shuttle { from, to, count } => {
                write!(
                    f,
                    "this piece went to and fro {count} times, it may not go back from {from} to {to} now"
                )
            }
            NobodyToAttack { at } => write!(f, "nobody stands on {at} to be attacked"),
            AttackOwn { at } => write!(f, "the piece on {at} is your own"),
            NoContact { from, to } => write!(f, "{from} and {to} are not in contact"),
            HopDiagonal { from, to } => {
                write!(f, "a hop goes along a row or column, {from} to {to} does not")
            }
            HopDistance { from, to } => write!(
                f,
                "a hop goes over one adjacent piece to the square behind it, {from} to {to} does not"
            ),
            HopOwn { over } => write!(f, "the piece on {over} is your own and cannot be jumped"),
            HopNothing { over } => write!(f, "no enemy stands on {over} to be jumped"),
            HopLanding { at } => write!(f, "{at} is not free to land on"),
            HopDoubled { at } => write!(f, "another enemy stands right behind, on {at}"),
            CanMove => write!(f, "you have a plain move, so you may not pass"),
            CannotPass => write!(f, "passing is not possible here"),
            RecorderActs => write!(f, "the Recorder keeps the notes; the Strategist decides"),
            StrategistWrites => write!(f, "the Strategist decides; the Recorder keeps the notes"),
            NotesOff => write!(f, "notes are switched off in this game"),
            NotesOutsidePlay => write!(f, "notes are taken during play only"),
            NobodyToMark { at } => write!(f, "no enemy stands on {at} to be marked"),
            NoteText { max } => write!(f, "a note has at most {max} signs, on one line"),
            OfferOutOfTurn => write!(f, "only the side to move may offer a draw"),
            OfferInSeries => write!(f, "no draw is offered or answered while a series is open"),
            OfferOpen => write!(f, "an offer is open already"),
            OfferTooSoon { from } => write!(f, "you may offer again from ply {from} on"),
            NoOffer => write!(f, "no draw is offered to you"),
            WrongActor => write!(f, "that is not for you to say"),
            NoDeployClock => {
                write!(f, "this game has no clock for the deployment, or play has started")
            }
            HasLeft => write!(f, "nobody sits there any more"),
        }
    }
}
