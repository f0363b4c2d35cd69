//! Every reason for refusal, with its clause and the facts behind it.

use crate::board::{Scenery, Square};
use crate::rules::dice::Face;
use crate::rules::fleet::FleetFault;
use crate::rules::scenery::SceneryFault;
use crate::state::{Phase, Plane, Status, UnitId};
use crate::units::{Battery, Feature};
use admiralty_core::{Doc, Fact, facts_as_text};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

facts_as_text!(
    UnitId,
    Square,
    Plane,
    Face,
    Feature,
    Phase,
    Status,
    FleetFault,
    SceneryFault,
    Illegal
);

impl Fact for Battery {
    fn fact(&self) -> Doc {
        self.number().into()
    }
}

/// `1 unit`, `2 units`.
fn count(n: usize, one: &str, several: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { several })
}

admiralty_core::refusals! {
    /// Why an action is refused.
    pub enum Illegal behind instead {
        Scenery { fault: SceneryFault }: (fault.clause().0) => (fault.to_string());
        Fleet { faults: Vec<FleetFault> }: (faults.first().map_or("BG-0-FB1", |fault| fault.clause().0))
            => (faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "));
        NotASeat: "BG-0-RD1" => "only the players decide";
        NotAwaited { instead: Option<Box<Illegal>> }: "BG-0-RD1" => (match instead {
            Some(why) => format!("it is not your decision now, and {why}"),
            None => "it is not your decision now".into(),
        });
        WrongPhase { phase: Phase }: "BG-0-RD1" => "this cannot be done now: {phase}";
        Over: "BG-8-VC1" => "the game is over";
        ForfeitBySeat: "BG-8-VC10" => "a player gives up by resigning; only the clock and the host declare a side lost";
        UnknownUnit { unit: UnitId }: "BG-0-UC1" => "there is no unit {unit}";
        NotOwn { unit: UnitId }: "BG-2-AS2" => "{unit} is not your unit";
        EnemyAdmiral { unit: UnitId }: "BG-2-AS6" => "{unit} is not your unit, and your Admiral dice serve your own";
        RepairEnemy { unit: UnitId }: "BG-3-RP1" => "{unit} is not your unit to repair";
        DeployEnemy { unit: UnitId }: "BG-0-SU1" => "{unit} is not your unit to deploy";
        NotAfield { unit: UnitId, status: Status }: (match status {
            Status::Sunk => "BG-5-RS2",
            Status::Exited => "BG-8-SC4",
            Status::Waiting => "BG-6-SS2",
            _ => "BG-0-SU12",
        }) => (match status {
            Status::Sunk => format!("{unit} is sunk"),
            Status::Exited => format!("{unit} has left the board"),
            Status::Waiting => format!("{unit} has not been placed yet"),
            _ => format!("{unit} is in stand-by"),
        });

        LaidEnough: "BG-0-BF13" => "you have laid three cards already";

        BoatDeployed { unit: UnitId }: "BG-6-SS2" => "{unit} is a submarine and is placed after the reveal";
        NotDeployed { unit: UnitId }: "BG-0-SU4" => "{unit} must be deployed";
        StandbyCount { standby: usize, beyond: usize }: "BG-0-SU5" => (format!(
            "{} in stand-by, but exactly {beyond} beyond the sixteen must wait",
            count(*standby, "unit", "units"),
        ));
        OutsideRows { unit: UnitId, square: Square }: "BG-0-SU1" => "{unit} may not deploy on {square}: only on the two nearest rows";
        SquareTwice { square: Square }: "BG-0-SU2" => "two units on {square}";
        UnitTwice { unit: UnitId }: "BG-0-SU2" => "{unit} stands twice";

        NotABoat { unit: UnitId }: "BG-6-SS23" => "{unit} is not a submarine waiting to be placed";
        BoatMissing { unit: UnitId }: "BG-6-SS2" => "{unit} must be placed now";
        OutsideHalf { unit: UnitId, square: Square }: "BG-6-SS4" => "{unit} may not start on {square}: only in the own half";
        BoatGround { unit: UnitId, square: Square }: "BG-6-SS4" => "{unit} may not start on {square}: a submerged boat cannot be there";
        BoatOnBoat { unit: UnitId, square: Square }: "BG-6-SS6" => "{unit} may not be on {square}: another submarine is there";

        NotStandby { unit: UnitId }: "BG-0-SU7" => "{unit} is not in stand-by";
        EntersNowhere { unit: UnitId }: "BG-0-SU8" => "{unit} needs a square to enter on";
        EntryOutside { unit: UnitId, square: Square }: "BG-0-SU8" => "{unit} may not enter on {square}: only on a free square of the two nearest rows";
        MustEnter: "BG-0-SU13" => "you have no unit on the battlefield: at least one must enter";

        MovedAlready { unit: UnitId }: "BG-3-MV6" => "{unit} has had its Movement die this round";
        CannotMove { unit: UnitId }: "BG-3-MV19" => "a critical hit has stopped the engines of {unit} for this round";
        NoSuchDie { die: Face }: "BG-2-AD9" => "no die {die} is available";
        NotMovement { die: Face }: "BG-2-AD4" => "a die {die} does not show Movement";
        NotArtillery { die: Face }: "BG-2-AD4" => "a die {die} does not show Artillery";
        NotCharge { die: Face }: "BG-2-AD4" => "a die {die} does not show a Depth charge";
        UnderSignals { unit: UnitId }: "BG-7-R3" => "{unit} can take no Admiral die this round";
        StoodDown { die: Face }: "BG-3-MV9" => "after standing down a die {die} moves no unit";
        LateMoved: "BG-3-MV11" => "you have made your one move after standing down";
        NoAllowance { unit: UnitId }: "BG-3-MV21" => "{unit} has no movement";
        TooFar { unit: UnitId, cost: u8, allowance: u8 }: "BG-3-MV3" => (format!(
            "{unit} would need {} of movement and has {allowance}",
            count(usize::from(*cost), "point", "points"),
        ));
        FogLimit { unit: UnitId }: "BG-0-FG9" => "{unit} starts in fog and has one point of movement";
        NothingMoved { unit: UnitId }: "BG-3-MV17" => "{unit} would not move at all";
        Diagonal { unit: UnitId }: "BG-3-MV5" => "{unit} may not move diagonally";
        OffBoard { unit: UnitId }: "BG-3-MV16" => "{unit} may not leave the board";
        IntoIsland { square: Square }: "BG-0-IS1" => "{square} is an Island";
        IntoSand { square: Square }: "BG-0-SB1" => "{square} is a Sand Bank";
        IntoShallows { unit: UnitId, square: Square }: "BG-0-SH1" => "{unit} may not enter Shallow Waters on {square}";
        BelowShallows { unit: UnitId, square: Square }: "BG-0-SH4" => "{unit} is submerged and may not enter Shallow Waters on {square}";
        IntoUnit { square: Square, holder: UnitId }: "BG-3-MV14" => "{holder} stands on {square}";
        BoatMeetsBoat { square: Square }: "BG-6-SS20" => "another submarine is on {square}";
        BelowBoat { square: Square }: "BG-6-SS6" => "another submarine is on {square}";
        FogStops { square: Square }: "BG-0-FG3" => "the move ends in the fog on {square}";
        NoHeading { unit: UnitId }: "BG-0-HD5" => "{unit} is submerged and has no heading";
        NotSubmerged { unit: UnitId }: "BG-6-SS15" => "{unit} is not a submerged submarine";
        NotSurfaced { unit: UnitId }: "BG-6-SS15" => "{unit} is not a surfaced submarine";
        DiveInShallows { unit: UnitId, square: Square }: "BG-6-SS17" => "{unit} cannot dive in Shallow Waters on {square}";
        SlowToDive { unit: UnitId }: "BG-7-R2" => "{unit} cannot dive this round";
        UpUnderUnit { unit: UnitId, square: Square }: "BG-6-SS16" => "{unit} cannot surface on {square}: a unit is there";
        ExitBarred { unit: UnitId }: "BG-8-SC4" => "{unit} is none of the units that may leave the board";
        NoExit { unit: UnitId, rank: u8 }: "BG-8-SC4" => "{unit} may leave the board from rank {rank} only";

        NotFeature { unit: UnitId, feature: Feature, turned: bool }: "BG-0-UC5" => (match turned {
            true => format!("{unit} has {feature} on the other side of its card only"),
            false => format!("{unit} has no {feature}"),
        });
        NotGreen { unit: UnitId, feature: Feature }: "BG-2-AS6" => "{feature} is not a green feature that {unit} can use";
        NotRed { unit: UnitId, feature: Feature }: "BG-2-AS6" => "only red features of enemy units are activated like that, and {feature} of {unit} is none";
        OutsideWindow { feature: Feature }: "BG-7-FX4" => "{feature} cannot be activated now";
        UsedAlready { unit: UnitId, feature: Feature }: "BG-7-FX2" => "{feature} of {unit} has been activated this round";
        Disabled { unit: UnitId, feature: Feature }: "BG-4-CD11" => "{feature} of {unit} is out of action";
        NoAdmiral: "BG-2-AS5" => "no Admiral die is available";
        NoLaunchDie: "BG-3-PS1" => "no Admiral die is available for a launch";
        NoStrikeDie: "BG-4-AC1" => "no Admiral die is available for a strike";
        RedTarget { unit: UnitId }: "BG-7-FX5" => "{unit} is not on the battlefield, and red features work only there";
        SmokeReach { unit: UnitId, square: Square }: "BG-7-G1" => "{unit} cannot lay smoke on {square}";
        NothingToMend { unit: UnitId }: "BG-7-FX8" => "{unit} has no such damage to control";
        CannotCrashDive { unit: UnitId }: "BG-7-FX8" => "{unit} cannot dive here";
        LaunchedBefore { unit: UnitId }: "BG-7-FX8" => "{unit} has launched already";
        NoChoice { feature: Feature }: "BG-9-NT1" => (match feature {
            Feature::Smoke => "say on which square the smoke lies".into(),
            Feature::DamCon => {
                "say what damage control does: sp for a structure point, or crit and a feature".into()
            }
            _ => format!("{feature} is used on nothing: leave out the rest"),
        });

        Undamaged { unit: UnitId }: "BG-3-RP2" => "{unit} has all its structure";
        RepairStoodDown: "BG-3-RP7" => "after standing down nothing is repaired";
        RepairAdmiral: "BG-2-AS7" => "an Admiral die cannot pay for a repair";
        RepairLimit { unit: UnitId, limit: u8 }: "BG-3-RP4" => (format!(
            "{unit} has been repaired {} this round",
            match limit {
                1 => "once".into(),
                2 => "twice".into(),
                n => format!("{n} times"),
            },
        ));

        NotACarrier { unit: UnitId }: "BG-3-PS1" => "{unit} is not a carrier";
        DeckClosed { unit: UnitId }: "BG-3-PS9" => "the flight deck of {unit} is out of action";
        LaunchedAlready { unit: UnitId }: "BG-3-PS8" => "{unit} has launched this round";
        SquadronCount { n: usize, most: usize }: "BG-3-PS1" => (match n {
            0 => "a launch needs a squadron".into(),
            n => format!("{n} squadrons, but a launch has at most {most}"),
        });
        NoSquadron { carrier: UnitId, plane: Plane }: "BG-0-UC1" => "{carrier} has no squadron {plane}";
        SquadronLost { carrier: UnitId, plane: Plane }: "BG-4-AC8" => "{plane} of {carrier} is lost";
        InTheAir { carrier: UnitId, plane: Plane }: "BG-4-AC9" => "{plane} of {carrier} is in the air already";
        PlaneTwice { plane: Plane }: "BG-4-AC9" => "{plane} stands twice";
        ScreenBomber { plane: Plane }: "BG-3-PS3" => "{plane} is no fighter and cannot screen";
        ScreenBelow { unit: UnitId }: "BG-3-PS4" => "{unit} is submerged and cannot be screened";
        ScreenEnemy { unit: UnitId }: "BG-3-PS2" => "{unit} is no own unit on the battlefield";
        FogDeck { unit: UnitId }: "BG-0-FG15" => "{unit} is in fog and may launch screens only";

        StrikeCount { n: usize, most: usize }: "BG-4-AC1" => (match n {
            0 => "a strike needs a squadron".into(),
            n => format!("{n} squadrons, but a strike has at most {most}"),
        });
        StruckAlready { unit: UnitId }: "BG-4-AC3" => "{unit} has made its strike this round";
        NotPlaced { plane: Plane }: "BG-4-AC2" => "{plane} was not placed for the Air step";
        AirBelow { unit: UnitId }: "BG-4-AC5" => "{unit} is submerged and out of reach of aircraft";
        AirFog { unit: UnitId }: "BG-0-FG8" => "{unit} is in fog and cannot be attacked from the air";
        DiveElsewhere { plane: Plane, square: Square, unit: UnitId }: "BG-4-DB1" => "{plane} waits over {square}, and {unit} is not there";
        FliesOver { plane: Plane, unit: UnitId }: "BG-9-NT1" => "only torpedo bombers name a square: {plane} flies over {unit}";
        TorpedoFrom { plane: Plane, unit: UnitId }: "BG-4-TB1" => "say from which square adjacent to {unit} {plane} attacks";
        TorpedoElsewhere { plane: Plane, square: Square, unit: UnitId }: "BG-4-TB1" => "{plane} cannot attack from {square}: it is not adjacent to {unit}";
        PlacedStay { plane: Plane, square: Square }: "BG-3-PS7" => "{plane} was placed on {square} and does not move again";
        EscortNothing { plane: Plane, unit: UnitId }: "BG-4-SF8" => "{plane} has nothing to fight over {unit}";

        NotBomber { plane: Plane }: "BG-4-SF4" => "{plane} is no bomber over the protected unit";
        NotBombed { unit: UnitId }: "BG-4-DB4" => "no dive bombers wait over {unit}";
        GroupTotal { groups: u8, bombers: u8 }: "BG-4-DB4" => (format!(
            "the groups hold {}, but {} left",
            count(usize::from(*groups), "squadron", "squadrons"),
            count(usize::from(*bombers), "is", "are"),
        ));

        NoToken { unit: UnitId }: "BG-4-CD1" => "no token is to be placed on {unit}";
        TokenOnRed { feature: Feature }: "BG-4-CD2" => "{feature} is red and takes no token";
        TokenFull { unit: UnitId, feature: Feature }: "BG-4-CD6" => "{feature} of {unit} takes no further token";

        NotSorted: "BG-9-NT1" => "what is listed is not in its order";
        TooFewDice { die: Face }: "BG-2-AD9" => "there are not so many dice {die}";
        NoBattery { unit: UnitId, battery: Battery }: "BG-4-AR15" => "{unit} has no {battery}";
        BatteryTwice { unit: UnitId, battery: Battery }: "BG-4-AR18" => "the {battery} of {unit} have one order already";
        SpacesClosed { unit: UnitId, battery: Battery, spaces: u8 }: "BG-4-CD4" => (match spaces {
            0 => format!("the {battery} of {unit} are out of action"),
            n => format!("the {battery} of {unit} have {} free", count(usize::from(*n), "space", "spaces")),
        });
        BatteryClosed { unit: UnitId, battery: Battery }: "BG-4-CD5" => "the {battery} of {unit} are out of action";
        OneSpace { unit: UnitId, battery: Battery }: "BG-2-AD6" => "the {battery} of {unit} have one space only";
        GunsBelow { unit: UnitId }: "BG-4-AR17" => "{unit} is submerged and has no guns";
        GunsInFog { unit: UnitId }: "BG-0-FG4" => "{unit} is in fog and cannot fire";
        GunTargetBelow { target: UnitId }: "BG-4-AR17" => "{target} is submerged and no target for guns";
        GunTargetFog { target: UnitId }: "BG-0-FG6" => "{target} is in fog and no target for guns";
        OwnTarget { target: UnitId }: "BG-4-AT7" => "{target} is not an enemy";
        OutOfRange { unit: UnitId, battery: Battery, target: UnitId, distance: u8, range: u8 }: "BG-4-AR1" => "{target} is at distance {distance}, the range of the {battery} of {unit} is {range}";
        Blocked { unit: UnitId, target: UnitId, square: Square }: "BG-4-LS2" => "{unit} cannot see {target}: {square} is in the way";
        CornerShut { unit: UnitId, target: UnitId, one: Square, other: Square }: "BG-4-LS4" => "{unit} cannot see {target}: the line of sight passes between {one} and {other}, and both are blocked";
        Concealed { unit: UnitId, target: UnitId, by: UnitId }: "BG-4-LS3" => "{by} conceals {target} from {unit}";
        InSmoke { unit: UnitId, target: UnitId }: "BG-7-G2" => "smoke hides {target} from {unit}";
        SplitWithout { unit: UnitId }: "BG-4-AR12" => "{unit} cannot split its fire without an Admiral die";
        SplitSame { unit: UnitId }: "BG-4-AR11" => "a split attack of {unit} needs two different units";
        NoTubes { unit: UnitId }: "BG-0-UC3" => "{unit} carries no torpedoes";
        NoTorpedoes { unit: UnitId }: "BG-4-TO7" => "{unit} has no torpedoes left";
        TooManyTorpedoes { unit: UnitId, dice: u8, left: u8 }: "BG-4-TO6" => (format!(
            "{unit} has {} left and cannot launch {dice}",
            count(usize::from(*left), "torpedo", "torpedoes"),
        ));
        TorpedoDice { unit: UnitId }: "BG-4-TO6" => "{unit} needs a die for a torpedo";
        RechargeOne { unit: UnitId }: "BG-6-SS12" => "{unit} has none stored and can launch one torpedo a round";
        TubesDisabled { unit: UnitId }: "BG-4-CD9" => "the torpedoes of {unit} are out of action";
        TorpedoTwice { unit: UnitId }: "BG-4-TO12" => "all torpedoes of {unit} belong to one order";
        TorpedoInFog { unit: UnitId }: "BG-0-FG5" => "{unit} is in fog and cannot launch";
        TorpedoFog { target: UnitId }: "BG-0-FG7" => "{target} is in fog and no target for torpedoes";
        TorpedoBelow { target: UnitId }: "BG-4-TO11" => "{target} is submerged: surface units cannot torpedo it";
        TorpedoFar { unit: UnitId, target: UnitId }: "BG-4-TO1" => "{target} is out of reach of torpedoes of {unit}";
        NotAbeam { unit: UnitId, target: UnitId }: "BG-4-TO2" => "{target} is not abeam of {unit}";
        OwnSquare { unit: UnitId, target: UnitId }: "BG-6-SS10" => "{target} is in the square of {unit}";
        TorpedoSplit { unit: UnitId }: "BG-4-TO8" => "{unit} cannot split its torpedoes without an Admiral die";
        NoCharges { unit: UnitId }: "BG-6-SS21" => "{unit} has no depth charges";
        ChargesDisabled { unit: UnitId }: "BG-4-CD10" => "the depth charges of {unit} are out of action";
        ChargesTwice { unit: UnitId }: "BG-4-DC3" => "{unit} makes one depth-charge attack a round";
        ChargeSurfaced { target: UnitId }: "BG-4-DC4" => "{target} is not a submerged submarine";
        ChargeOwn { target: UnitId }: "BG-4-DC5" => "{target} is not an enemy boat";
        ChargeFar { unit: UnitId, target: UnitId }: "BG-4-DC1" => "{target} is not in the square of {unit}";
    }
}

impl Illegal {
    fn instead(&self) -> Option<&Illegal> {
        match self {
            Illegal::NotAwaited { instead } => instead.as_deref(),
            _ => None,
        }
    }
}

impl From<SceneryFault> for Illegal {
    fn from(fault: SceneryFault) -> Illegal {
        Illegal::Scenery { fault }
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
