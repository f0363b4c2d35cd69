//! Every reason for refusal, with the facts that explain it and the clause
//! that forbids it.

use crate::board::Square;
use crate::units::Kind;
use admiralty_core::{Doc, Fact, facts_as_text};
use alloc::format;
use alloc::string::String;

admiralty_core::refusals! {
    /// Why an action is refused.
    // NB-D-17: a refused action changes nothing.
    pub enum Illegal {
        DeploymentRows { rows: usize, wanted: u8 }: "NB-P-12" => (format!(
            "the deployment has {}, this board has {wanted} home rows", many(*rows, "row")
        ));
        DeploymentColumns { row: u8, signs: usize, wanted: u8 }: "NB-P-12" => (format!(
            "row {row} of the deployment has {}, this board has {wanted} columns",
            many(*signs, "sign")
        ));
        DeploymentSign { row: u8, sign: char }: "NB-P-12"
            => "'{sign}' in row {row} of the deployment is no piece";
        DeploymentIsland { at: Square }: "NB-P-23"
            => "the deployment has a piece on {at}, which is an island";
        /// The same, of a string that does not say whose fleet it is.
        EitherIsland { white: Square, red: Square }: "NB-P-23"
            => "the deployment has a piece on an island: {white} for White, {red} for Red";
        FleetCount { kind: Kind, found: u8 }: (kind.count_clause()) => (format!(
            "a fleet has {}, this one has {}", kind.counted(kind.count()), kind.counted(*found)
        ));
        FleetFull { kind: Kind }: (kind.count_clause()) => (match kind.count() {
            1 => format!("the {kind} is placed already"),
            n => format!("all {} are placed already", kind.counted(n)),
        });
        TemplateDepth { template: &'static str, rows: u8 }: "NB-P-24"
            => "{template} is made for four home rows, this board has {rows}";
        TemplateIsland { template: &'static str }: "NB-P-24"
            => "{template} would put a piece on an island of this board";
        OtherFleet: "NB-P-01" => "that order is for the other side's fleet";
        NotHome { at: Square }: "NB-P-01" => "{at} is not on your side of the board";
        PlaceIsland { at: Square }: "NB-B-05" => "{at} is an island";
        NothingPlaced { at: Square }: "NB-P-03" => "no piece is placed on {at}";
        IsReady: "NB-P-22" => "you are ready; withdraw that before you change anything";
        IsNotReady: "NB-P-10" => "you are not ready, so there is nothing to withdraw";
        Incomplete { missing: u8 }: "NB-P-22" => (to_be_placed(*missing));
        Frozen: "NB-P-11" => "play has started, the placements are fixed";
        StillDeploying: "NB-P-02"
            => "play starts when both fleets are placed and both sides are ready";
        NothingToResign: "NB-W-12"
            => "play has not started, so there is nothing to resign or to draw";
        Over: "NB-W-11" => "the game is over";
        NotYourTurn: "NB-M-02" => "the other side is to move";
        OtherSeries: "NB-J-37" => "the other side's jump series is open; you may only resign";
        SeriesOpen { at: Square }: "NB-J-30"
            => "a jump series is open: the piece on {at} hops on, or you stop";
        NoSeries: "NB-J-30" => "no jump series is open";
        OffBoard { at: Square }: "NB-M-13" => "{at} is off the board";
        Empty { at: Square }: "NB-M-14" => "no piece stands on {at}";
        NotYours { at: Square }: "NB-M-14" => "the piece on {at} is not yours";
        MineMoves { at: Square }: "NB-M-09" => "the piece on {at} is a Mine and never moves";
        MineAttacks { at: Square }: "NB-C-24" => "the piece on {at} is a Mine and cannot attack";
        MineJumps { at: Square }: "NB-J-29" => "the piece on {at} is a Mine and cannot jump";
        Island { at: Square }: "NB-M-12" => "{at} is an island";
        OwnPiece { at: Square }: "NB-M-11" => "your own piece stands on {at}";
        EnemyThere { at: Square }: "NB-M-04"
            => "an enemy stands on {at}: a plain move needs an empty square";
        /// More than one square, or none.
        TooFar { from: Square, to: Square }: "NB-M-05"
            => "a plain move goes one square, {from} to {to} is not that";
        AdmiralDiagonal { from: Square, to: Square }: "NB-M-08"
            => "the Admiral does not move diagonally from {from} to {to}";
        Shuttle { from: Square, to: Square, count: u8 }: "NB-D-07"
            => "this piece went to and fro {count} times, it may not go back from {from} to {to} now";
        NobodyToAttack { at: Square }: "NB-A-04" => "nobody stands on {at} to be attacked";
        AttackOwn { at: Square }: "NB-C-29" => "the piece on {at} is your own";
        NoContact { from: Square, to: Square }: "NB-A-04" => "{from} and {to} are not in contact";
        HopDiagonal { from: Square, to: Square }: "NB-J-03"
            => "a hop goes along a row or column, {from} to {to} does not";
        HopDistance { from: Square, to: Square }: "NB-J-11"
            => "a hop goes over one adjacent piece to the square behind it, {from} to {to} does not";
        HopOwn { over: Square }: "NB-J-15"
            => "the piece on {over} is your own and cannot be jumped";
        HopNothing { over: Square }: "NB-J-16" => "no enemy stands on {over} to be jumped";
        HopOffBoard { at: Square }: "NB-J-13" => "a hop cannot end on {at}, which is off the board";
        HopIsland { at: Square }: "NB-J-13" => "a hop cannot end on {at}, which is an island";
        HopOntoOwn { at: Square }: "NB-J-13"
            => "a hop cannot end on {at}, where your own piece stands";
        HopDoubled { at: Square }: "NB-J-12" => "another enemy stands right behind, on {at}";
        CanMove: "NB-A-08" => "you have a plain move, so you may not pass";
        RecorderActs: "NB-T-04" => "the Recorder keeps the notes; the Strategist decides";
        StrategistWrites: "NB-T-05" => "the Strategist decides; the Recorder keeps the notes";
        NotesOff: "NB-I-14" => "notes are switched off in this game";
        NotesOutsidePlay: "NB-T-12" => "notes are taken during play only";
        NobodyToMark { at: Square }: "NB-T-03" => "no enemy stands on {at} to be marked";
        /// Too long, or with signs that do not fit on one line.
        NoteText { max: u16 }: "NB-T-03" => "a note has at most {max} signs, on one line";
        OfferOutOfTurn: "NB-W-10" => "only the side to move may offer a draw";
        OfferInSeries: "NB-W-13" => "no draw is offered or answered while a series is open";
        OfferOpen: "NB-W-10" => "an offer is open already";
        OfferTooSoon { from: u16 }: "NB-W-10" => "you may offer again from ply {from} on";
        NoOffer: "NB-W-10" => "no draw is offered to you";
        /// The clock and the host have words of their own, and no others.
        WrongActor: "NB-D-17" => "that is not for you to say";
        NoDeployClock: "NB-P-14"
            => "this game has no clock for the deployment, or play has started";
        ClockStands: "NB-D-15" => "that side is ready, so its clock does not run";
        HasLeft { who: &'static str }: "NB-T-13" => "{who} has left for good";
        NoRecorders: "NB-T-01" => "with two persons there are no Recorders";
    }
}

facts_as_text!(Square);

impl Fact for Kind {
    fn fact(&self) -> Doc {
        self.sign_text().into()
    }
}

fn many(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// How many pieces a fleet lacks, for refusal and prompt.
pub(crate) fn to_be_placed(missing: u8) -> String {
    match missing {
        1 => "1 piece is still to be placed".into(),
        n => format!("{n} pieces are still to be placed"),
    }
}
