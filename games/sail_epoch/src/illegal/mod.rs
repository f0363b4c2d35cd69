//! Every reason for refusal, with its facts, its clause and its sentence.

mod words;

pub use words::{BadSite, Chair, Errand, Goods, Named, NoLine, Oars, Obstacle, Question, Shelter};

use crate::action::Unit;
use crate::board::{Dir, Space};
use crate::state::{Fort, Public, SPAIN, Weather, mark};
use crate::units::{FortId, ShipId};
use admiralty_core::Seat;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

/// "1 space", "2 spaces".
fn count(n: u8, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

admiralty_core::refusals! {
    /// A reason for refusal.
    pub enum Illegal behind instead {
        Over: "SE-3.2.3c" => "the game is over";
        NotAPlayer: "SE-3.2.2e" => "only a player of this game can do that";
        NotForPlayers: "SE-R142" => "only the clock or the host says that";
        IsOut: "SE-3.2.2a" => "you are out of the game";
        /// Somebody else acts; `besides` is what would forbid it even if he did not.
        NotYourPhase { acting: Chair, besides: Option<Box<Illegal>> }: "SE-3.2.2e" => (match besides {
            Some(besides) => format!("it is the phase of {acting}; besides, {besides}"),
            None => format!("it is the phase of {acting}"),
        });
        /// The phase is the player's own, but somebody else is asked something.
        OthersAnswer { seat: Chair }: "SE-3.2.2d" => "{seat} has to answer first";
        AnswerFirst { question: Question }: "SE-3.2.2d" => "first {question}";
        NothingToAnswer: "SE-3.2.2e" => "nobody asked that";
        NotBegun { question: Question }: "SE-3.2.2e" => "play has not begun: {question}";
        OthersPrepare: "SE-3.2.2e" => "the others are still preparing";
        PiecesLie: "SE-3.1.5.4a" => "pieces are placed before play";
        BowsPoint: "SE-R139" => "bows are pointed before play";
        CaptainsNamed: "SE-R74" => "captains are named before play";
        DeployFirst: "SE-3.1.5.6a" => "all your ships must be on the field first";
        NotAfloat { ship: ShipId }: "SE-3.3.1.6.3h" => "{ship} is not on the field";
        NotYourShip { ship: ShipId }: "SE-2j" => "{ship} does not fly your flag";
        NotYourFort { space: Space }: "SE-2j" => "the fort on {space} is not yours";
        SharedFort { space: Space }: "SE-R83" => "the fort on {space} belongs to all pirates together";
        NoSuchFort: "SE-2c" => "there is no such fort";
        UnderRepair { ship: ShipId }: "SE-3.3.4.5b" => "{ship} is under repair";
        CannotMoveInRepair { ship: ShipId }: "SE-3.3.4.5a" => "{ship} is under repair and cannot move";
        RepairJustBegun { ship: ShipId }: "SE-3.3.4.4a" => "the repair of {ship} began in this phase";
        NotInRepair { ship: ShipId }: "SE-3.3.4.6a" => "{ship} is not under repair";
        NoChoiceOfDamage { ship: ShipId }: "SE-R140"
            => "{ship} has no choice between hull and sails in this phase";
        Working { ship: ShipId }: "SE-3.3.5.2c1" => "{ship} is working on a fort";
        Released { ship: ShipId }: "SE-3.3.4.6b"
            => "{ship} came out of repair or works this phase and cannot move";
        CrewAshore { ship: ShipId }: "SE-R34" => "the crew of {ship} comes back aboard only this phase";
        JustCaptured { ship: ShipId }: "SE-R29" => "{ship} was captured this Turn";
        JustLoaded { ship: ShipId }: "SE-4.1.6c" => "{ship} has loaded gold this Turn";
        HasUnloaded { ship: ShipId }: "SE-R135" => "{ship} has unloaded at a port this Turn";
        HasMoved { ship: ShipId }: "SE-3.3.1.7c" => "{ship} has moved this Turn";
        HasAttacked { ship: ShipId }: "SE-R26" => "{ship} has already boarded or stormed this Turn";
        Burning { ship: ShipId }: "SE-3.3.2.16e" => "{ship} is a fireship";
        LitAlready { ship: ShipId }: "SE-3.3.2.16d" => "{ship} is a fireship already, and stays one";
        NotDue { ship: ShipId }: "SE-R22" => "{ship} is no fireship that is due";
        Storm { ship: ShipId }: "SE-R15" => "{ship} cannot sail in a storm";
        NoStorm: "SE-3.3.1.6.3a" => "there is no storm";
        Sheltered { ship: ShipId, by: Shelter }: (match by {
            Shelter::Harbour => "SE-3.3.1.6.3l",
            Shelter::Lee => "SE-3.3.1.6.3n",
            Shelter::Prize => "SE-R29",
        }) => "{ship} {by} and is not carried off";
        Becalmed { ship: ShipId, oars: Oars }: (match oars {
            Oars::None => "SE-3.3.1.6.2d",
            Oars::Aslant => "SE-3.3.1.6.2b",
            Oars::Laden => "SE-R6",
        }) => "a dead calm: {ship} {oars}";
        CourseForbidden { ship: ShipId, dir: Dir }: "SE-3.3.1.6.1f"
            => "{ship} cannot sail {dir} in this wind";
        TooFar { ship: ShipId, dir: Dir, asked: u8, max: u8, leg: u8, weather: Weather }:
            (match (*leg, *weather) {
                (0, Weather::Calm) => "SE-3.3.1.6.2a",
                (0, _) => "SE-3.3.1.6.1e",
                _ => "SE-5.1.3b",
            }) => (format!("{ship} can go {} {dir}, not {asked}", count(*max, "space")));
        OneCourse { ship: ShipId }: "SE-3.3.1.1a" => "{ship} sails one straight course";
        NoManoeuvre { ship: ShipId }: "SE-5.1.1" => "{ship} needs a fresh breeze to manoeuvre";
        SameCourse { ship: ShipId, dir: Dir }: "SE-5.1.3b" => "{ship} is already sailing {dir}";
        Blocked { ship: ShipId, space: Space, by: Obstacle }: (by.clause())
            => "{ship} is stopped by {by} at {space}";
        NeedsBow { ship: ShipId }: "SE-A0b" => "{ship} sails by its bow: write a way such as LFF";
        NoBow { ship: ShipId }: "SE-1.1b" => "{ship} has no bow at this level";
        WayEnds { ship: ShipId, spaces: u8, left: i8 }: "SE-A1.2.6.4"
            => (format!("the way of {ship} ends after {} with {left} left", count(*spaces, "space")));
        TurnTooFar { ship: ShipId, asked: u8, max: u8, calm: bool }:
            (if *calm { "SE-A1.1.1a" } else { "SE-A1.2.1a" })
            => "{ship} can turn by {max} here, not {asked}";
        TurnInCalm { ship: ShipId }: "SE-A1.1.1b"
            => "in a calm {ship} turns or goes straight ahead, not both";
        OneChaser { ship: ShipId, used: bool }: "SE-A2.1.1a" => (if *used {
            format!("{ship} has used its bow or stern guns this Turn")
        } else {
            format!("{ship} has one shot by bow or stern guns")
        });
        OneGroup: "SE-R127" => "one group may be fired here";
        OneShot: "SE-A3.1" => "one shot may be fired before a boarding";
        NotInQuestion { unit: Named, question: Question }: (question.answering())
            => "{unit} is not the ship that may be fired at now";
        MayNotAnswer { unit: Named, question: Question }: (question.answering())
            => "{unit} may not fire now";
        NeedsInitiative { ship: ShipId }: "SE-A2.5.1b"
            => "{ship} has no Initiative captain, who alone fires at the start and the end of a way";
        NoCard: "SE-R74" => "there is no such captain card to give";
        CardsOwed: "SE-R74" => "captain cards are still to be given";
        HasCaptain { ship: ShipId }: "SE-R74" => "{ship} has a captain already";
        BowChosen { ship: ShipId }: "SE-A0a" => "the bow of {ship} is chosen";
        NoGuns: "SE-3.3.2.1" => "nobody fires";
        NoSails: "SE-A2.2" => "sails cannot be aimed at here";
        /// `weather` is a storm where that alone silences the ship.
        NoShots { unit: Named, left: u8, asked: u8, weather: Weather }: (match (unit, weather) {
            (Named::Fort(_), _) => "SE-3.3.2.11a",
            (_, Weather::Storm) => "SE-3.3.2.10c",
            _ => "SE-3.3.2.10a",
        }) => (match (*left, *weather) {
            (0, Weather::Storm) => format!("{unit} cannot fire in a storm"),
            (0, _) => format!("{unit} has no shot left"),
            (left, _) => format!("{unit} has {} left, not {asked}", count(left, "shot")),
        });
        Ruin { space: Space }: "SE-R37" => "the fort on {space} is a ruin";
        NotAnEnemy { unit: Named }: "SE-3.1.2c" => "{unit} is no enemy";
        TargetInRepair { ship: ShipId }: "SE-3.3.4.5c"
            => "{ship} has struck its flag for repair and cannot be fired at";
        FortAtFort: "SE-R19" => "forts do not fire at forts";
        NoLine { unit: Named, target: Named, why: NoLine }: (why.clause())
            => "{unit} cannot fire at {target}: {why}";
        NoBroadsides: "SE-5.5.1" => "both broadsides are a Captain rule";
        UnequalBroadsides { unit: Named }: "SE-5.5.2" => "{unit} must fire as many shots to each side";
        NotBetween { unit: Named }: "SE-5.5.1" => "{unit} does not lie between the two targets";
        NothingBetween: "SE-5.5.1" => "no ship fires to both sides";
        NoAttackers: "SE-3.3.3.3a" => "nobody attacks";
        NotAlongside { ship: ShipId, target: ShipId }: "SE-3.3.3.3c" => "{ship} does not lie beside {target}";
        NoAssault: "SE-3.3.5.1b" => "forts can be attacked by fire only";
        NotInHarbour { ship: ShipId, space: Space, errand: Errand, goods: Option<Goods> }:
            (match (errand, goods) {
                (Errand::Assault, _) => "SE-5.6.1",
                (Errand::Works, _) => "SE-3.3.5.2b1",
                (Errand::Fetch, Some(goods)) => goods.fetching(),
                (Errand::Unload, Some(goods)) => goods.unloading(),
                _ => "SE-3.3.4.2",
            }) => "{ship} is not in the harbour of the fort on {space}";
        CannotDefend { ship: ShipId, space: Space }: "SE-5.6.3a"
            => "{ship} cannot help the fort on {space}";
        WrongShares: "SE-3.3.3.6b" => "every ship involved needs a share, and nobody else";
        TooStrong { unit: Named, points: u8, most: u8 }: "SE-R28"
            => "{unit} can have strength {most} at most, not {points}";
        WrongSum { sum: u16, points: u8 }: "SE-R28" => (if *points == 1 {
            format!("1 point is to be handed out, not {sum}")
        } else {
            format!("{points} points are to be handed out, not {sum}")
        });
        BadShift { unit: Named }: "SE-4.2.9.2b" => "the cargo of {unit} cannot be shifted like that";
        NoDamage { unit: Named }: (match unit {
            Named::Ship(_) => "SE-R31",
            Named::Fort(_) => "SE-3.3.5.2a",
        }) => "{unit} has no damage";
        NoYard { space: Space }: "SE-3.3.5.1a" => "the fort on {space} does not repair your ships";
        WorksGoOn { space: Space }: "SE-R36" => "works go on at {space} already";
        NotYourRuin { space: Space }: "SE-4.3.20b" => "only its own side rebuilds the fort on {space}";
        TwoShips { n: u8 }: "SE-3.3.5.2b1" => (format!("works need two ships, not {n}"));
        NoWorks { space: Space }: "SE-3.3.5.2f1" => "you have no works at {space}";
        TooFewPoints { space: Space, points: u8 }: "SE-3.3.5.3c1" => (format!(
            "the fort on {space} has {}, two are needed",
            count(*points, "point")
        ));
        NotAMate { seat: Chair }: "SE-R102" => "{seat} is no team mate";
        NoGoods: "SE-3.1.1" => "nothing is carried in this scenario";
        NotYourGoods { space: Space, goods: Goods }: (goods.fetching())
            => "you cannot load {goods} at the fort on {space}";
        NoMap { ship: ShipId }: "SE-4.3.23e" => "{ship} is on no space of a map you hold";
        NothingThere { ship: ShipId, goods: Goods }: (goods.loading())
            => "there is no {goods} for {ship} to load";
        NothingBuried { ship: ShipId }: "SE-4.3.23c" => "nothing is left under the map for {ship} to load";
        HoldFull { ship: ShipId, capacity: u8, goods: Goods }: (goods.capacity(ship.class()))
            => "{ship} carries {capacity} at most";
        TooMuch { ship: ShipId, asked: u8, most: u8, goods: Goods, errand: Errand }: (match errand {
            Errand::Unload => goods.unloading(),
            _ => goods.loading(),
        }) => (if *most == 1 {
            format!("{ship} can {errand} 1 here, not {asked}")
        } else {
            format!("{ship} can {errand} 1 to {most} here, not {asked}")
        });
        NoUnloading { space: Space, goods: Goods, ruin: bool }: (match (goods, *ruin) {
            (Goods::Gold, true) => "SE-R46",
            (Goods::Treasure, true) => "SE-R90",
            (Goods::Treasure, false) => "SE-4.3.14e",
            (goods, _) => goods.unloading(),
        }) => (if *ruin {
            format!("the fort on {space} is a ruin: nothing is unloaded there")
        } else {
            format!("you cannot unload {goods} at the fort on {space}")
        });
        NoCargo { ship: ShipId, goods: Goods }: (goods.unloading()) => "{ship} carries no {goods}";
        CannotPlunder { ship: ShipId }: "SE-4.1.8b" => "{ship} cannot take that much gold";
        TooMuchGold { asked: u16, gold: u8 }: "SE-4.1.8a" => (format!(
            "the wreck has {} of gold, not {asked}",
            count(*gold, "trove")
        ));
        MinesNotAgreed: "SE-3.1.5.5a" => "mines were not agreed";
        MinesLie: "SE-3.1.5.5g" => "mines are noted before play and stay where they are";
        NoMineLeft: "SE-3.1.5.5b" => "all your mines are noted";
        NoMineSite { space: Space }: "SE-3.1.5.5d" => "a mine of yours cannot lie on {space}";
        MineThere { space: Space }: "SE-3.1.5.5b" => "a mine of yours lies on {space} already";
        NoMineThere { space: Space, ship: ShipId }: "SE-3.3.6.1a"
            => "no mine of yours on the way of {ship} lies on {space}";
        NotYourMine { space: Space }: "SE-R77" => "no mine of yours lies on {space}";
        NoMapNow: "SE-4.3.12a" => "you have no map to draw now";
        MinesFirst: "SE-3.1.5.5c" => "note your mines first";
        NoMapSite { space: Space }: "SE-R89" => "{space} is no coastal space for a map";
        NoAlliances: "SE-3.1.2a" => "temporary alliances were not agreed";
        NoParty { seat: Chair }: "SE-3.1.2g" => "{seat} is nobody to make an alliance with";
        AlliedAlready { seat: Chair }: "SE-3.1.2b" => "{seat} is no enemy of yours";
        OfferedAlready { seat: Chair }: "SE-R137" => "you have made {seat} an offer in this phase";
        TermTooLong { turns: u8, most: u8 }: "SE-R137"
            => "an alliance is offered for {most} Turns at most, not {turns}";
        NeedsNotice: "SE-3.1.2j" => "an alliance ends after a Turn of notice in this game";
        NeedsNoNotice: "SE-3.1.2i" => "an alliance is broken without notice in this game";
        NotAllied { seat: Chair }: "SE-3.1.2f" => "{seat} is no temporary ally";
        EndsAnyway { seat: Chair, turn: u16 }: "SE-3.1.2j"
            => "the alliance with {seat} ends at the start of Turn {turn} already";
        WrongPiece { wanted: &'static str }: "SE-3.1.5.4a" => "{wanted} are placed now";
        BadSite { space: Space, why: BadSite }: (why.clause()) => "{space} is no site: {why}";
        AfloatAlready { ship: ShipId }: "SE-3.1.5.6a" => "{ship} is on the field already";
        /// Spain has a reserve, Treasures may have new brigs, nobody else brings ships later.
        NotWaiting { ship: ShipId, seat: Chair, goods: Option<Goods> }: (match (goods, seat) {
            (Some(Goods::Treasure), Chair(SPAIN)) => "SE-4.3.18a",
            (Some(Goods::Treasure), _) => "SE-4.3.19",
            (Some(Goods::Gold), _) => "SE-4.1.10",
            _ => "SE-3.1.5.6a",
        }) => "{ship} is not waiting to be deployed";
        NoBerth { space: Space }: "SE-3.1.5.6a" => "{space} is no free place in your harbours";
    }
}

impl Illegal {
    /// What would forbid it even in the own phase.
    fn instead(&self) -> Option<&Illegal> {
        match self {
            Illegal::NotYourPhase { besides, .. } => besides.as_deref(),
            _ => None,
        }
    }

    /// Is it the seat's own ship, afloat?
    pub(crate) fn owned(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
        let ship = p.ship(id);
        if !ship.is_afloat() {
            return Err(Illegal::NotAfloat { ship: id });
        }
        if ship.owner == seat { Ok(()) } else { Err(Illegal::NotYourShip { ship: id }) }
    }

    /// Is the ship free of repair, works and a prize crew?
    pub(crate) fn busy(p: &Public, id: ShipId) -> Result<(), Illegal> {
        let ship = p.ship(id);
        if ship.repair.is_some() {
            return Err(Illegal::UnderRepair { ship: id });
        }
        if ship.work.is_some() {
            return Err(Illegal::Working { ship: id });
        }
        if ship.has(mark::CAPTURED) { Err(Illegal::JustCaptured { ship: id }) } else { Ok(()) }
    }

    /// The fort with this number, if there is one.
    pub(crate) fn fort(p: &Public, id: FortId) -> Result<&Fort, Illegal> {
        p.forts().get(id.index()).ok_or(Illegal::NoSuchFort)
    }

    /// Is the ship in the harbour of the fort?
    pub(crate) fn inside(
        p: &Public,
        ship: ShipId,
        fort: FortId,
        errand: Errand,
    ) -> Result<(), Illegal> {
        let space = Illegal::fort(p, fort)?.space;
        if p.chart().fort_harbour[fort.index()].has(p.ship(ship).space) {
            return Ok(());
        }
        let goods = Goods::of(p.options().scenario);
        Err(Illegal::NotInHarbour { ship, space, errand, goods })
    }

    /// Too few shots, and whether the storm is to blame.
    pub(crate) fn shots(p: &Public, unit: Unit, left: u8, asked: u8) -> Illegal {
        let silenced = unit.as_ship().is_some_and(|id| p.supply(id) == 0);
        let weather = if silenced { p.wind.weather } else { Weather::Fresh };
        Illegal::NoShots { unit: Named::of(p, unit), left, asked, weather }
    }
}
