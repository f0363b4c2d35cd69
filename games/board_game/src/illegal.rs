//! Every reason for refusal, with its clause and the facts behind it.

use crate::board::{Scenery, Square};
use crate::rules::dice::Face;
use crate::rules::fleet::FleetFault;
use crate::rules::scenery::SceneryFault;
use crate::state::{Plane, UnitId};
use crate::units::{CardId, Feature};
use admiralty_core::{ClauseId, Doc, IllegalMove};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

/// A value that stands in a refusal.
trait Fact {
    fn doc(&self) -> Doc;
}

macro_rules! fact {
    ($($type:ty => $doc:expr),* $(,)?) => { $(impl Fact for $type { fn doc(&self) -> Doc { ($doc)(*self) } })* };
}
fact! {
    u8 => Doc::from,
    usize => Doc::from,
    UnitId => |unit: UnitId| Doc::from(unit.to_string()),
    Square => |square: Square| Doc::from(square.to_string()),
    Plane => |plane: Plane| Doc::from(plane.to_string()),
    Shown<Face> => |face: Shown<Face>| Doc::from(face.0.code()),
    Shown<Feature> => |feature: Shown<Feature>| Doc::from(feature.0.code()),
    Shown<CardId> => |card: Shown<CardId>| Doc::from(card.0.card().id),
}

/// A value that is shown by its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<T>(pub T);

impl fmt::Display for Shown<Face> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.code())
    }
}
impl fmt::Display for Shown<Feature> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.code())
    }
}
impl fmt::Display for Shown<CardId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.card().id)
    }
}

macro_rules! illegal {
    ($($name:ident { $($field:ident : $type:ty),* } $clause:literal $text:literal;)*) => {
        /// Why an action is refused.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Illegal {
            /// Scenery may not lie there.
            Scenery(SceneryFault),
            /// The fleet has faults.
            Fleet(Vec<FleetFault>),
            $(
                #[doc = $text]
                #[allow(missing_docs, reason = "the sentence above names the fields")]
                $name { $($field: $type),* },
            )*
        }

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Illegal::Scenery(fault) => write!(f, "{fault}"),
                    Illegal::Fleet(faults) => {
                        for (i, fault) in faults.iter().enumerate() {
                            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
                        }
                        Ok(())
                    }
                    $(Illegal::$name { $($field),* } => write!(f, $text),)*
                }
            }
        }

        impl IllegalMove for Illegal {
            fn clause(&self) -> ClauseId {
                match self {
                    Illegal::Scenery(fault) => fault.clause(),
                    Illegal::Fleet(faults) => faults.first().map_or(ClauseId("BG-0-FB1"), |fault| fault.clause()),
                    $(Illegal::$name { .. } => ClauseId($clause),)*
                }
            }

            fn facts(&self) -> Doc {
                match self {
                    Illegal::Scenery(_) => Doc::map(),
                    Illegal::Fleet(faults) => Doc::map()
                        .with("faults", Doc::list(faults.iter().map(ToString::to_string))),
                    $(Illegal::$name { $($field),* } => Doc::map()$(.with(stringify!($field), $field.doc()))*,)*
                }
            }
        }
    };
}

illegal! {
    NotASeat {} "BG-0-RD1" "only the players decide";
    NotAwaited {} "BG-0-RD1" "it is not your decision now";
    WrongPhase {} "BG-0-RD1" "this cannot be done in the present phase";
    UnknownUnit { unit: UnitId } "BG-0-UC1" "there is no unit {unit}";
    NotOwn { unit: UnitId } "BG-2-AS6" "{unit} is not your unit";
    NotAfield { unit: UnitId } "BG-0-SU12" "{unit} is not on the battlefield";

    LaidEnough {} "BG-0-BF13" "you have laid three cards already";

    BoatDeployed { unit: UnitId } "BG-6-SS2" "{unit} is a submarine and is placed after the reveal";
    NotDeployed { unit: UnitId } "BG-0-SU4" "{unit} must be deployed";
    StandbyCount { standby: usize, beyond: usize } "BG-0-SU5" "{standby} units in stand-by, but exactly {beyond} are beyond the sixteen";
    OutsideRows { unit: UnitId, square: Square } "BG-0-SU1" "{unit} may not deploy on {square}: only on the two nearest rows";
    SquareTwice { square: Square } "BG-0-SU2" "two units on {square}";
    UnitTwice { unit: UnitId } "BG-0-SU2" "{unit} stands twice";

    NotABoat { unit: UnitId } "BG-6-SS23" "{unit} is not a submarine waiting to be placed";
    BoatMissing { unit: UnitId } "BG-6-SS2" "{unit} must be placed now";
    OutsideHalf { unit: UnitId, square: Square } "BG-6-SS4" "{unit} may not start on {square}: only in the own half";
    BoatGround { unit: UnitId, square: Square } "BG-6-SS4" "{unit} may not start on {square}: a submerged boat cannot be there";
    BoatOnBoat { unit: UnitId, square: Square } "BG-6-SS6" "{unit} may not be on {square}: another submarine is there";

    NotStandby { unit: UnitId } "BG-0-SU7" "{unit} is not in stand-by";
    EntryOutside { unit: UnitId, square: Square } "BG-0-SU8" "{unit} may not enter on {square}: only on a free square of the two nearest rows";
    MustEnter {} "BG-0-SU13" "you have no unit on the battlefield: at least one must enter";

    MovedAlready { unit: UnitId } "BG-3-MV6" "{unit} has had its Movement die this round";
    CannotMove { unit: UnitId } "BG-3-MV19" "{unit} has a token on MOVE";
    NoSuchDie { die: Shown<Face> } "BG-2-AD9" "no die {die} is available";
    NotMovement { die: Shown<Face> } "BG-2-AD4" "a die {die} does not show Movement";
    NotArtillery { die: Shown<Face> } "BG-2-AD4" "a die {die} does not show Artillery";
    NotCharge { die: Shown<Face> } "BG-2-AD4" "a die {die} does not show a Depth charge";
    UnderSignals { unit: UnitId } "BG-7-R3" "{unit} can take no Admiral die this round";
    StoodDown { die: Shown<Face> } "BG-3-MV9" "after standing down a die {die} moves no unit";
    LateMoved {} "BG-3-MV11" "you have made your one move after standing down";
    NoAllowance { unit: UnitId } "BG-3-MV21" "{unit} has no movement";
    TooFar { unit: UnitId, cost: u8, allowance: u8 } "BG-3-MV3" "{unit} would need {cost} points of movement and has {allowance}";
    FogLimit { unit: UnitId } "BG-0-FG9" "{unit} starts in fog and has one point of movement";
    NothingMoved { unit: UnitId } "BG-3-MV17" "{unit} would not move at all";
    Diagonal { unit: UnitId } "BG-3-MV5" "{unit} may not move diagonally";
    OffBoard { unit: UnitId } "BG-3-MV16" "{unit} may not leave the board";
    IntoIsland { square: Square } "BG-0-IS1" "{square} is an Island";
    IntoSand { square: Square } "BG-0-SB1" "{square} is a Sand Bank";
    IntoShallows { unit: UnitId, square: Square } "BG-0-SH1" "{unit} may not enter Shallow Waters on {square}";
    BelowShallows { unit: UnitId, square: Square } "BG-0-SH4" "{unit} is submerged and may not enter Shallow Waters on {square}";
    IntoUnit { square: Square, holder: UnitId } "BG-3-MV14" "{holder} stands on {square}";
    BoatMeetsBoat { square: Square } "BG-6-SS20" "another submarine is on {square}";
    BelowBoat { square: Square } "BG-6-SS6" "another submarine is on {square}";
    FogStops { square: Square } "BG-0-FG3" "the move ends in the fog on {square}";
    NoHeading { unit: UnitId } "BG-0-HD5" "{unit} is submerged and has no heading";
    NotSubmerged { unit: UnitId } "BG-6-SS15" "{unit} is not a submerged submarine";
    NotSurfaced { unit: UnitId } "BG-6-SS15" "{unit} is not a surfaced submarine";
    DiveInShallows { unit: UnitId, square: Square } "BG-6-SS17" "{unit} cannot dive in Shallow Waters on {square}";
    SlowToDive { unit: UnitId } "BG-7-R2" "{unit} cannot dive this round";
    UpUnderUnit { unit: UnitId, square: Square } "BG-6-SS16" "{unit} cannot surface on {square}: a unit is there";
    NoExit { unit: UnitId } "BG-8-SC4" "{unit} may not leave the board from there";

    NotFeature { unit: UnitId, feature: Shown<Feature> } "BG-0-UC5" "{unit} has no {feature} on the side that lies up";
    NotGreen { unit: UnitId, feature: Shown<Feature> } "BG-2-AS6" "{feature} is not a green feature that {unit} can use";
    NotRed { unit: UnitId, feature: Shown<Feature> } "BG-2-AS6" "{feature} is not a red feature of an enemy unit {unit}";
    OutsideWindow { feature: Shown<Feature> } "BG-7-FX4" "{feature} cannot be activated now";
    UsedAlready { unit: UnitId, feature: Shown<Feature> } "BG-7-FX2" "{feature} of {unit} has been activated this round";
    Disabled { unit: UnitId, feature: Shown<Feature> } "BG-4-CD11" "{feature} of {unit} carries a token";
    NoAdmiral {} "BG-2-AS5" "no Admiral die is available";
    RedTarget { unit: UnitId } "BG-7-FX5" "{unit} is not on the battlefield";
    SmokeReach { unit: UnitId, square: Square } "BG-7-G1" "{unit} cannot lay smoke on {square}";
    NothingToMend { unit: UnitId } "BG-7-FX8" "{unit} has no such damage to control";
    CannotCrashDive { unit: UnitId } "BG-7-FX8" "{unit} cannot dive here";
    LaunchedBefore { unit: UnitId } "BG-7-FX8" "{unit} has launched already";
    NoChoice { feature: Shown<Feature> } "BG-9-NT1" "{feature} is not used like that";

    Undamaged { unit: UnitId } "BG-3-RP2" "{unit} has all its structure";
    RepairStoodDown {} "BG-3-RP7" "after standing down nothing is repaired";
    RepairAdmiral {} "BG-2-AS7" "an Admiral die cannot pay for a repair";
    RepairLimit { unit: UnitId, limit: u8 } "BG-3-RP4" "{unit} has been repaired {limit} times this round";

    NotACarrier { unit: UnitId } "BG-3-PS1" "{unit} is not a carrier";
    DeckClosed { unit: UnitId } "BG-3-PS9" "the flight deck of {unit} carries a token";
    LaunchedAlready { unit: UnitId } "BG-3-PS8" "{unit} has launched this round";
    SquadronCount { n: usize, most: usize } "BG-3-PS1" "{n} squadrons, but a launch has 1 to {most}";
    NotAboard { plane: Plane } "BG-4-AC8" "{plane} is not aboard";
    PlaneTwice { plane: Plane } "BG-4-AC9" "{plane} stands twice";
    ScreenBomber { plane: Plane } "BG-3-PS3" "{plane} is no fighter and cannot screen";
    ScreenBelow { unit: UnitId } "BG-3-PS4" "{unit} is submerged and cannot be screened";
    ScreenEnemy { unit: UnitId } "BG-3-PS2" "{unit} is no own unit on the battlefield";
    FogDeck { unit: UnitId } "BG-0-FG15" "{unit} is in fog and may launch screens only";

    StruckAlready { unit: UnitId } "BG-4-AC3" "{unit} has made its strike this round";
    NotPlaced { plane: Plane } "BG-4-AC2" "{plane} was not placed for the Air step";
    AirOwn { unit: UnitId } "BG-4-AT7" "{unit} is not an enemy";
    AirBelow { unit: UnitId } "BG-4-AC5" "{unit} is submerged and out of reach of aircraft";
    AirFog { unit: UnitId } "BG-0-FG8" "{unit} is in fog and cannot be attacked from the air";
    DiveElsewhere { plane: Plane, unit: UnitId } "BG-4-DB1" "{plane} is not over {unit}";
    TorpedoElsewhere { plane: Plane, unit: UnitId } "BG-4-TB1" "{plane} is not on a square adjacent to {unit}";
    PlacedStay { plane: Plane } "BG-3-PS7" "{plane} was placed and does not move again";
    EscortNothing { plane: Plane, unit: UnitId } "BG-4-SF8" "{plane} has nothing to fight over {unit}";

    NotBomber { plane: Plane } "BG-4-SF4" "{plane} is no bomber over the protected unit";
    NotBombed { unit: UnitId } "BG-4-DB4" "no dive bombers wait over {unit}";
    GroupTotal { groups: u8, bombers: u8 } "BG-4-DB4" "the groups hold {groups} squadrons, {bombers} are left";

    NoToken { unit: UnitId } "BG-4-CD1" "no token is to be placed on {unit}";
    TokenOnRed { feature: Shown<Feature> } "BG-4-CD2" "{feature} is red and takes no token";
    TokenFull { unit: UnitId, feature: Shown<Feature> } "BG-4-CD6" "{feature} of {unit} takes no further token";

    NotSorted {} "BG-9-NT1" "the orders are not in their order";
    TooFewDice { die: Shown<Face> } "BG-2-AD9" "there are not so many dice {die}";
    NoBattery { unit: UnitId, battery: u8 } "BG-4-AR15" "{unit} has no battery {battery}";
    BatteryTwice { unit: UnitId, battery: u8 } "BG-4-AR18" "battery {battery} of {unit} has one order already";
    SpacesClosed { unit: UnitId, battery: u8, spaces: u8 } "BG-4-CD4" "battery {battery} of {unit} has {spaces} spaces free";
    OneSpace { unit: UnitId, battery: u8 } "BG-2-AD6" "battery {battery} of {unit} has one space only";
    GunsBelow { unit: UnitId } "BG-4-AR17" "{unit} is submerged and has no guns";
    GunsInFog { unit: UnitId } "BG-0-FG4" "{unit} is in fog and cannot fire";
    GunTargetBelow { target: UnitId } "BG-4-AR17" "{target} is submerged and no target for guns";
    GunTargetFog { target: UnitId } "BG-0-FG6" "{target} is in fog and no target for guns";
    OwnTarget { target: UnitId } "BG-4-AT7" "{target} is not an enemy on the battlefield";
    OutOfRange { unit: UnitId, target: UnitId, distance: u8, range: u8 } "BG-4-AR1" "{target} is at distance {distance}, the range of {unit} is {range}";
    OutOfSight { unit: UnitId, target: UnitId } "BG-4-LS2" "{unit} cannot see {target}";
    Concealed { unit: UnitId, target: UnitId, by: UnitId } "BG-4-LS3" "{by} conceals {target} from {unit}";
    InSmoke { unit: UnitId, target: UnitId } "BG-7-G2" "smoke hides {target} from {unit}";
    SplitWithout { unit: UnitId } "BG-4-AR12" "{unit} cannot split its fire without an Admiral die";
    SplitSame { unit: UnitId } "BG-4-AR11" "a split attack of {unit} needs two different units";
    NoTorpedoes { unit: UnitId } "BG-4-TO7" "{unit} has no torpedoes left";
    TooManyTorpedoes { unit: UnitId, dice: u8, left: u8 } "BG-4-TO6" "{unit} has {left} torpedoes left and cannot launch {dice}";
    RechargeOne { unit: UnitId } "BG-6-SS12" "{unit} has none stored and can launch one torpedo a round";
    TubesDisabled { unit: UnitId } "BG-4-CD9" "the torpedoes of {unit} carry a token";
    TorpedoTwice { unit: UnitId } "BG-4-TO12" "all torpedoes of {unit} belong to one order";
    TorpedoInFog { unit: UnitId } "BG-0-FG5" "{unit} is in fog and cannot launch";
    TorpedoFog { target: UnitId } "BG-0-FG7" "{target} is in fog and no target for torpedoes";
    TorpedoBelow { target: UnitId } "BG-4-TO11" "{target} is submerged: surface units cannot torpedo it";
    TorpedoFar { unit: UnitId, target: UnitId } "BG-4-TO1" "{target} is out of reach of torpedoes of {unit}";
    NotAbeam { unit: UnitId, target: UnitId } "BG-4-TO2" "{target} is not abeam of {unit}";
    OwnSquare { unit: UnitId, target: UnitId } "BG-6-SS10" "{target} is in the square of {unit}";
    TorpedoSplit { unit: UnitId } "BG-4-TO8" "{unit} cannot split its torpedoes without an Admiral die";
    NoCharges { unit: UnitId } "BG-6-SS21" "{unit} has no depth charges";
    ChargesDisabled { unit: UnitId } "BG-4-CD10" "the depth charges of {unit} carry a token";
    ChargesTwice { unit: UnitId } "BG-4-DC3" "{unit} makes one depth-charge attack a round";
    ChargeSurfaced { target: UnitId } "BG-4-DC4" "{target} is not a submerged submarine";
    ChargeOwn { target: UnitId } "BG-4-DC5" "{target} is not an enemy boat";
    ChargeFar { unit: UnitId, target: UnitId } "BG-4-DC1" "{target} is not in the square of {unit}";
}

impl From<SceneryFault> for Illegal {
    fn from(fault: SceneryFault) -> Illegal {
        Illegal::Scenery(fault)
    }
}

/// What a card of scenery does to somebody who would enter it.
pub(crate) fn closed(unit: UnitId, square: Square, card: Option<Scenery>, below: bool) -> Illegal {
    match card {
        Some(Scenery::SandBank) => Illegal::IntoSand { square },
        Some(Scenery::Shallows) if below => Illegal::BelowShallows { unit, square },
        Some(Scenery::Shallows) => Illegal::IntoShallows { unit, square },
        _ => Illegal::IntoIsland { square },
    }
}
