//! Every reason for refusal, with the facts that explain it and the clause
//! that forbids it.

use crate::board::{Dir, Point};
use crate::setup::{Battle, ShipId, SquadId};
use crate::state::Unit;
use crate::text::names;
use admiralty_core::{Doc, Fact, facts_as_text};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// A unit as a refusal names it: by its code to programs, in words to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    code: String,
    words: String,
}

impl Named {
    /// `Victory`.
    pub(crate) fn ship(b: &Battle, id: ShipId) -> Named {
        Named { words: b.ship_name(id).to_string(), code: b.ship_code(id) }
    }

    /// `Lee column`.
    pub(crate) fn squad(b: &Battle, squad: SquadId) -> Named {
        Named { words: names::squad(b, squad), code: b.squad_code(squad) }
    }

    /// `the Group of Lee column`.
    pub(crate) fn group(b: &Battle, squad: SquadId, at: Point) -> Named {
        let words = format!("the Group of {}", names::squad(b, squad));
        Named { code: crate::text::group(b, squad, at), words }
    }

    /// A Group or a ship.
    pub(crate) fn unit(b: &Battle, unit: Unit) -> Named {
        match unit {
            Unit::Group(squad, at) => Named::group(b, squad, at),
            Unit::Ship(id) => Named::ship(b, id),
        }
    }

    /// Something that has no code.
    pub(crate) fn word(word: &str) -> Named {
        Named { code: word.to_string(), words: word.to_string() }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Fact for Named {
    fn fact(&self) -> Doc {
        Doc::from(self.code.clone())
    }
}

facts_as_text!(Dir, Point, Illegal);

admiralty_core::refusals! {
    /// Why an action is refused.
    pub enum Illegal behind besides {
        NotNow { besides: Option<Box<Illegal>> }: "FA-3.31"
            => (with("this is not what is decided now", besides));
        NotAsked { besides: Option<Box<Illegal>> }: "FA-3.32"
            => (with("you are not asked now", besides));
        NotYours { what: Named }: "FA-S.01" => "{what} is not yours to command";
        Over: "FA-3.32" => "the battle is over";
        NoSuch { what: Named }: "FA-5.02" => "there is no such unit to be ordered: {what}";
        NoUnit { unit: Named }: "FA-2.03" => "there is no such unit: {unit}";
        Ordered { group: Named }: "FA-5.02" => "{group} has its order already";
        InMelee { group: Named }: "FA-7.35" => "{group} is locked in close action";
        NotInCommand { group: Named }: "FA-5.07" => "{group} is out of command and takes no order";
        Astern { dir: Dir }: "FA-5.16" => "{dir} is directly astern";
        Upwind { dir: Dir }: "FA-5.17" => "{dir} is directly upwind";
        GaleCloseHauled { dir: Dir }: "FA-3.67"
            => "{dir} is close hauled, which no ship can hold in a gale";
        SameHeading { dir: Dir }: "FA-5.18" => "the Group is on {dir} already; order it steady";
        MustTurnUpwind { dir: Dir }: "FA-3.75"
            => "the wind has come round to {dir}: another heading must be ordered";
        MustTurnGale { dir: Dir }: "FA-3.76"
            => "{dir} is close hauled in a gale: another heading must be ordered";
        TogetherAlone { ships: u8 }: "FA-5.21"
            => (format!("a turn together needs two or three ships, not {}", count(*ships)));
        NotCloseHauled { dir: Dir }: "FA-5.24"
            => "on {dir} the Group is not close hauled and cannot tack";
        ThroughWind { dir: Dir }: "FA-5.23" => "{dir} lies through the wind: order a tack";
        DivideTack { dir: Dir }: "FA-D.16"
            => "{dir} lies through the wind, and no part of a divided Group can tack";
        GaleTack: "FA-3.66" => "no Group can tack in a gale";
        NoFollowing: "FA-5.30" => "follow orders are not used in this game";
        NoLeader { point: Point }: "FA-5.30"
            => "there is no Group of the squadron to follow on {point}";
        LeaderFar { point: Point }: "FA-5.30" => "{point} is not adjacent";
        FollowUpwind { dir: Dir }: "FA-5.31"
            => "the leader lies {dir}, where the follower cannot sail";
        FollowAstern { dir: Dir }: "FA-5.31" => "the leader lies {dir}, directly astern";
        LeaderComes { point: Point }: "FA-5.31" => "the Group on {point} heads for its follower";
        FollowCircle: "FA-5.31" => "the Groups would follow each other in a circle";
        NoDividing: "FA-D.10" => "Groups are not divided in this game";
        DivideOne { ships: u8, head: u8 }: "FA-D.10" => (match ships {
            0 | 1 => "a single ship cannot be divided".to_string(),
            _ => format!("a Group of {ships} has no head of {} and a tail", count(*head)),
        });
        DivideThree: "FA-D.11"
            => "the squadron has three Groups in command already, parts counted";
        DivideSame { dir: Dir }: "FA-D.12" => "both parts would head {dir}";
        Inert { squad: Named, turn: u8 }: "FA-X.02"
            => "{squad} may not change its headings nor divide through turn {turn}";
        FlagShifted { squad: Named }: "FA-D.07"
            => "{squad} has shifted its flag and may not change its headings now";
        TooFast { speed: u8, max: u8 }: "FA-5.42"
            => "speed {speed} is above {max}, the limit of the slowest Group";
        Lag { squad: Named, turn: u8 }: "FA-X.01"
            => "{squad} may not exceed speed 1 through turn {turn}";
        InertSpeed { squad: Named, turn: u8 }: "FA-X.02"
            => "{squad} may not exceed speed 1 through turn {turn}";
        ZeroTwice { squad: Named }: "FA-5.46" => "{squad} showed 0 in the turn before";
        CalmSpeed: "FA-5.47" => "in a calm every marker is 0";
        GaleSpeed: "FA-3.68" => "in a gale every marker is 1";
        Laid { squad: Named }: "FA-5.03" => "{squad} has its one speed marker already";
        CardLaid: "FA-5.50" => "your one card is decided already";
        CardNight: "FA-D.36" => "no card can be seen at night";
        CardSquad { squad: Named }: "FA-C.06" => "your signals do not cover {squad}";
        FlagShip { ship: Named }: "FA-D.02"
            => "{ship} cannot be the new flagship: she must be another ship of the line of the squadron, fighting, on the map";
        FlagSound { ship: Named }: "FA-D.05"
            => "{ship} is not hurt enough for the flag to be shifted";
        FlagFar { ship: Named }: "FA-D.06"
            => "{ship} is not on the flagship's point nor next to it";
        FlagNeeded { squad: Named }: "FA-D.02" => "{squad} must name a new flagship";
        LastAsked { squad: Named }: "FA-6.11" => "{squad} is the last one asked and may not defer";
        VeerShut { point: Point }: "FA-7.08" => "{point} is not vacant";
        VeerUpwind { dir: Dir }: "FA-7.09" => "{dir} cannot be sailed";
        MustVeer: "FA-7.07" => "the captains have refused: the Group must veer";
        NoFrigate { ship: Named }: "FA-6.40" => "{ship} is no frigate that sails and fights";
        FrigateUpwind { dir: Dir }: "FA-6.44" => "{dir} is directly upwind";
        FrigateAstern { dir: Dir }: "FA-6.45" => "{dir} is directly astern";
        FrigateLand { point: Point }: "FA-D.21" => "{point} is land";
        NoSingle { ship: Named }: "FA-6.20" => "{ship} does not sail alone";
        FaceUpwind { dir: Dir }: "FA-6.26" => "she cannot face {dir}, directly upwind";
        FaceAstern { dir: Dir }: "FA-6.26" => "she cannot turn to {dir}, directly astern";
        SameFacing { dir: Dir }: "FA-6.26" => "she faces {dir} already";
        MustGo { ship: Named }: "FA-6.25" => "{ship} must move ahead";
        Away { from: u8, to: u8 }: "FA-6.23"
            => "that would take her from distance {from} of her station to {to}";
        Barred { point: Point }: "FA-6.30"
            => "she may not go to {point}: it is off the map or holds an enemy Group";
        LandAhead { point: Point }: "FA-D.21" => "{point} is land";
        HeadsUpwind { dir: Dir }: "FA-6.27" => "on {dir} she can only turn";
        FirerStruck { unit: Named }: "FA-8.75" => "{unit} has struck and makes no attacks";
        FirerPrize { unit: Named }: "FA-8.80" => "{unit} is a prize and makes no attacks";
        NotActive: "FA-8.02"
            => "neither fires in this step: ships of speed 3 do in steps 2 to 4, of speed 2 in 3 and 4, slower ones in step 4 alone";
        OutOfRange { distance: u8 }: "FA-8.10" => "{distance} points are out of range";
        OutOfArc { point: Point }: "FA-8.08" => "no guns bear that way: they fire over the sides";
        Masked { point: Point }: "FA-8.14" => "the shot is masked: ships lie in between";
        MaskedOblique { point: Point }: "FA-8.15" => "the shot is masked: ships lie in between on both ways";
        OwnShips { point: Point }: "FA-8.16" => "own ships are there as well";
        NoTarget: "FA-8.17" => "that is nothing that can be fired at";
        TargetBeaten { unit: Named }: "FA-8.17"
            => "{unit} has struck or been taken and cannot be fired at";
        NotEffective { number: u8 }: "FA-8.37"
            => "the Target Number is {number} before a halving: no effective attack";
        NoStrength: "FA-8.38" => "the Target Number is 0: no effective attack";
        CalmRange: "FA-3.60" => "in a calm only ships on the same point can be attacked";
        GaleFire: "FA-3.65" => "no attack is possible in a gale";
        NightRange: "FA-D.36" => "at night nothing can be seen at two points";
        MeleeOnly: "FA-8.18"
            => "a unit in close action fights the enemy line ships on its point";
        NotPartner: "FA-8.45" => "a paired ship fights her partner alone";
        PairedFirst: "FA-8.49" => "unpaired enemies on the point come first";
        Declared { unit: Named }: "FA-8.11" => "{unit} has declared its attack already";
        NoGun { unit: Named }: "FA-8.39" => "{unit} has no attack it could declare";
        NotPaired { ship: Named }: "FA-7.60" => "{ship} is not to decide about boarding";
        RepairLittle { ship: Named }: "FA-8.104" => "{ship} has nothing that can be repaired";
        RepairUnderFire { ship: Named }: "FA-8.106"
            => "{ship} lies under enemy guns and cannot repair";
        GrandFar { hexes: u8, max: u8 }: "FA-9.15" => (match hexes {
            1 => format!("one hex is more than {max}, the limit of the slowest Group"),
            _ => format!("{hexes} hexes are more than {max}, the limit of the slowest Group"),
        });
        GrandTurnOnly: "FA-9.21" => "the squadrons have made their hexes and only turn now";
        GrandStack { hex: Point }: "FA-9.04" => "there would be more than three Groups in {hex}";
        GrandApart { hex: Point }: "FA-9.05" => "the Group in {hex} would be out of command";
        GrandOff { hex: Point }: "FA-9.18" => "{hex} is land or off the map";
        GrandUpwind { dir: Dir }: "FA-9.16"
            => "no Group can be turned to {dir}, directly upwind";
        GrandAbreast: "FA-9.39"
            => "a squadron in line abreast whose Groups face differently does not move";
        GrandSame: "FA-9.17" => "the squadron sails so already";
        GrandGroup { group: u8, groups: u8 }: "FA-9.01" => (match groups {
            1 => format!("the squadron has one Group, not {group}"),
            _ => format!("the squadron has {groups} Groups, not {group}"),
        });
        GrandMoved { squad: Named }: "FA-9.10" => "{squad} has moved in this turn";
        PlaceFar { point: Point }: "FA-9.30"
            => "{point} is not within three points of the flagship";
        PlaceEnemy { point: Point }: "FA-9.30"
            => "{point} is taken by the enemy, land or off the map";
        NotGamemaster: "FA-S.12" => "only the gamemaster sets the wind";
        OnlyClock: "FA-S.11" => "only the server acts for a seat";
        Gone: "FA-S.11" => "that seat has been left already";
        Offered: "FA-V.25" => "you have offered that already";
        NoOffer: "FA-V.25" => "nobody offers to end the battle";
    }
}

impl Illegal {
    /// "You are not asked" must not hide what would forbid it anyway.
    fn besides(&self) -> Option<&Illegal> {
        match self {
            Illegal::NotNow { besides } | Illegal::NotAsked { besides } => besides.as_deref(),
            _ => None,
        }
    }
}

fn with(sentence: &str, besides: &Option<Box<Illegal>>) -> String {
    match besides {
        Some(besides) => format!("{sentence}; besides, {besides}"),
        None => sentence.to_string(),
    }
}

fn count(ships: u8) -> String {
    if ships == 1 { "one".to_string() } else { ships.to_string() }
}
