//! Every reason for refusal, with its clause and its facts.

use crate::board::{Dir, Point};
use admiralty_core::{ClauseId, Doc, IllegalMove};
use alloc::string::{String, ToString};
use core::fmt;

macro_rules! illegal {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident : $type:ty),* })? => $clause:literal, $text:literal;)*) => {
        /// Why an action is refused.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Illegal {
            $($(#[$doc])* $name $({ $($field: $type),* })?,)*
        }

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Illegal::$name $({ $($field),* })? => write!(f, $text),)*
                }
            }
        }

        impl IllegalMove for Illegal {
            fn clause(&self) -> ClauseId {
                match self {
                    $(Illegal::$name $({ $($field: _),* })? => ClauseId($clause),)*
                }
            }

            fn facts(&self) -> Doc {
                #[allow(unused_mut)]
                let mut doc = Doc::map();
                match self {
                    $(Illegal::$name $({ $($field),* })? => {
                        $($(doc.put(stringify!($field), $field.to_string());)*)?
                    })*
                }
                doc
            }
        }
    };
}

illegal! {
    NotNow => "FA-3.31", "this is not what is decided now";
    NotAsked => "FA-3.32", "you are not asked now";
    NotYours { what: String } => "FA-S.01", "{what} is not yours to command";
    Over => "FA-3.32", "the game is over";
    NoSuch { what: String } => "FA-5.02", "there is no {what} that could be ordered";
    Ordered { group: String } => "FA-5.02", "{group} has its order already";
    InMelee { group: String } => "FA-7.35", "{group} is locked in close action";
    NotInCommand { group: String } => "FA-5.07", "{group} is out of command and takes no order";
    Astern { dir: Dir } => "FA-5.16", "{dir} is directly astern";
    Upwind { dir: Dir } => "FA-5.17", "{dir} is directly upwind";
    GaleCloseHauled { dir: Dir } => "FA-3.67", "{dir} is close hauled, which no ship can hold in a gale";
    SameHeading { dir: Dir } => "FA-5.18", "the Group is on {dir} already; order it steady";
    MustTurnUpwind { dir: Dir } => "FA-3.75", "the wind has come round to {dir}: another heading must be ordered";
    MustTurnGale { dir: Dir } => "FA-3.76", "{dir} is close hauled in a gale: another heading must be ordered";
    TogetherAlone { ships: u8 } => "FA-5.21", "a turn together needs two or three ships, not {ships}";
    NotCloseHauled { dir: Dir } => "FA-5.24", "on {dir} the Group is not close hauled and cannot tack";
    ThroughWind { dir: Dir } => "FA-5.23", "{dir} lies through the wind: order a tack";
    DivideTack { dir: Dir } => "FA-D.16", "{dir} lies through the wind, and no part of a divided Group can tack";
    GaleTack => "FA-3.66", "no Group can tack in a gale";
    NoFollowing => "FA-5.30", "follow orders are not used in this game";
    NoLeader { point: Point } => "FA-5.30", "there is no Group of the squadron to follow on {point}";
    LeaderFar { point: Point } => "FA-5.30", "{point} is not adjacent";
    FollowUpwind { dir: Dir } => "FA-5.31", "the leader lies {dir}, where the follower cannot sail";
    FollowAstern { dir: Dir } => "FA-5.31", "the leader lies {dir}, directly astern";
    LeaderComes { point: Point } => "FA-5.31", "the Group on {point} heads for its follower";
    FollowCircle => "FA-5.31", "the Groups would follow each other in a circle";
    NoDividing => "FA-D.10", "Groups are not divided in this game";
    DivideOne { ships: u8 } => "FA-D.10", "a Group of {ships} cannot be divided so";
    DivideThree => "FA-D.11", "the squadron has three Groups in command already";
    DivideSame { dir: Dir } => "FA-D.12", "both parts would head {dir}";
    Inert { squad: String, turn: u8 } => "FA-X.02", "{squad} may not change its headings through turn {turn}";
    FlagShifted { squad: String } => "FA-D.07", "{squad} has shifted its flag and may not change its headings now";
    TooFast { speed: u8, max: u8 } => "FA-5.42", "speed {speed} is above {max}, the limit of the slowest Group";
    Lag { squad: String, turn: u8 } => "FA-X.01", "{squad} may not exceed speed 1 through turn {turn}";
    InertSpeed { squad: String, turn: u8 } => "FA-X.02", "{squad} may not exceed speed 1 through turn {turn}";
    ZeroTwice { squad: String } => "FA-5.46", "{squad} showed 0 in the turn before";
    CalmSpeed => "FA-5.47", "in a calm every marker is 0";
    GaleSpeed => "FA-3.68", "in a gale every marker is 1";
    Laid { squad: String } => "FA-5.03", "{squad} has its one speed marker already";
    CardLaid => "FA-5.50", "your one card is decided already";
    CardNight => "FA-D.36", "no card can be seen at night";
    CardSquad { squad: String } => "FA-C.06", "your signals do not cover {squad}";
    FlagShip { ship: String } => "FA-D.02", "{ship} cannot be the flagship: she must be a ship of the line of the squadron, fighting, on the map";
    FlagSound { ship: String } => "FA-D.05", "{ship} is not hurt enough for the flag to be shifted";
    FlagFar { ship: String } => "FA-D.06", "{ship} is not on the flagship's point nor next to it";
    FlagNeeded { squad: String } => "FA-D.02", "{squad} must name a new flagship";
    LastAsked { squad: String } => "FA-6.11", "{squad} is the last one asked and may not defer";
    VeerShut { point: Point } => "FA-7.08", "{point} is not vacant";
    VeerUpwind { dir: Dir } => "FA-7.09", "{dir} cannot be sailed";
    MustVeer => "FA-7.07", "the captains have refused: the Group must veer";
    FrigateUpwind { dir: Dir } => "FA-6.44", "{dir} is directly upwind";
    FrigateAstern { dir: Dir } => "FA-6.45", "{dir} is directly astern";
    FrigateLand { point: Point } => "FA-D.21", "{point} is land";
    FaceUpwind { dir: Dir } => "FA-6.26", "she cannot face {dir}, directly upwind";
    FaceAstern { dir: Dir } => "FA-6.26", "she cannot turn to {dir}, directly astern";
    SameFacing { dir: Dir } => "FA-6.26", "she faces {dir} already";
    MustGo { ship: String } => "FA-6.25", "{ship} must move ahead";
    Away { from: u8, to: u8 } => "FA-6.23", "that would take her from distance {from} of her station to {to}";
    Barred { point: Point } => "FA-6.30", "she may not go to {point}";
    LandAhead { point: Point } => "FA-D.21", "{point} is land";
    HeadsUpwind { dir: Dir } => "FA-6.27", "on {dir} she can only turn";
    NotActive => "FA-8.02", "neither unit is active in this step";
    OutOfRange { distance: u8 } => "FA-8.10", "{distance} points are out of range";
    OutOfArc { point: Point } => "FA-8.08", "no guns bear on {point}";
    Masked { point: Point } => "FA-8.14", "the shot to {point} is masked";
    MaskedOblique { point: Point } => "FA-8.15", "both ways to {point} are masked";
    OwnShips { point: Point } => "FA-8.16", "own ships are on {point}";
    NoTarget => "FA-8.17", "that is nothing that can be fired at";
    NotEffective { number: u8 } => "FA-8.37", "the Target Number is {number} before a halving: no effective attack";
    NoStrength => "FA-8.38", "the Target Number is 0: no effective attack";
    CalmRange => "FA-3.60", "in a calm only ships on the same point can be attacked";
    GaleFire => "FA-3.65", "no attack is possible in a gale";
    NightRange => "FA-D.36", "at night nothing can be seen at two points";
    MeleeOnly => "FA-8.18", "a unit in close action fights the enemy line ships on its point";
    NotPartner => "FA-8.45", "a paired ship fights her partner alone";
    PairedFirst => "FA-8.49", "unpaired enemies on the point come first";
    Declared { unit: String } => "FA-8.11", "{unit} has declared its attack already";
    NoGun { unit: String } => "FA-8.39", "{unit} has no attack it could declare";
    NotPaired { ship: String } => "FA-7.60", "{ship} is not to decide about boarding";
    RepairLittle { ship: String } => "FA-8.104", "{ship} has nothing that can be repaired";
    RepairUnderFire { ship: String } => "FA-8.106", "{ship} lies under enemy guns and cannot repair";
    GrandFar { hexes: u8, max: u8 } => "FA-9.15", "{hexes} hexes are more than {max}, the limit of the slowest Group";
    GrandStack { hex: Point } => "FA-9.04", "there would be more than three Groups in {hex}";
    GrandApart { hex: Point } => "FA-9.05", "the Group in {hex} would be out of command";
    GrandOff { hex: Point } => "FA-9.18", "{hex} is land or off the map";
    GrandUpwind { dir: Dir } => "FA-9.16", "no Group can be turned to {dir}, directly upwind";
    GrandAbreast => "FA-9.39", "a squadron in line abreast whose Groups face differently does not move";
    GrandSame => "FA-9.17", "the squadron sails so already";
    GrandMoved { squad: String } => "FA-9.10", "{squad} has moved in this turn";
    PlaceFar { point: Point } => "FA-9.30", "{point} is not within three points of the flagship";
    PlaceEnemy { point: Point } => "FA-9.30", "{point} is taken by the enemy, land or off the map";
    NotGamemaster => "FA-S.12", "only the gamemaster sets the wind";
    OnlyClock => "FA-S.11", "only the server acts for a seat";
    Offered => "FA-V.25", "you have offered that already";
}
