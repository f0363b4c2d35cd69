//! What a reason says, looked at again with the printed figures and the open table.

use admiralty_core::{Actor, Seat, Side};
use admiralty_testkit::Refused;
use board_game::{
    Action, Battery, BoardGame, CardId, CritMode, Face, Feature, Finish, FlightTo, Flying, FxArg,
    Illegal, LAUNCHED, MOVED, Order, Phase, PlaneKind, Public, STRUCK, Scenery, Square, Status,
    Unit, UnitId, Window, is_cut, window,
};

/// What the reason says, looked at again.
struct Look<'a> {
    p: &'a Public,
    side: Side,
    action: &'a Action,
    /// The fleet of the side as its own player knows it.
    fleet: Vec<CardId>,
}

impl Look<'_> {
    fn unit(&self, id: UnitId) -> &Unit {
        self.p.unit(id)
    }

    fn own(&self, id: UnitId) -> bool {
        id.side() == self.side
    }

    fn lies(&self, square: Square, card: Scenery) -> bool {
        self.p.sea.at(square) == Some(card)
    }

    fn in_fog(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.status == Status::Afloat && unit.at.is_some_and(|at| self.lies(at, Scenery::Fog))
    }

    fn below(&self, id: UnitId) -> bool {
        self.unit(id).status == Status::Submerged
    }

    fn distance(&self, a: UnitId, b: UnitId) -> u8 {
        self.p.distance(self.unit(a).square(), self.unit(b).square())
    }

    fn orders(&self) -> &[Order] {
        match self.action {
            Action::Orders(list) => list,
            _ => &[],
        }
    }

    fn ordered(&self, unit: UnitId, feature: Feature) -> bool {
        self.orders().contains(&Order::Fx(unit, feature))
    }

    fn twice(&self, is: impl Fn(&Order) -> bool) -> bool {
        self.orders().iter().filter(|order| is(order)).count() >= 2
    }

    /// The window of the phase.
    fn window(&self) -> u64 {
        match self.p.phase {
            Phase::Movement => window(Window::Movement),
            Phase::Air => window(Window::Air),
            _ => window(Window::Orders),
        }
    }

    fn scene(&self, illegal: &Illegal) -> bool {
        let p = self.p;
        match *illegal {
            Illegal::Fleet { ref faults } => !faults.is_empty(),
            Illegal::Scenery { .. } => p.phase == Phase::Scenery,
            Illegal::LaidEnough => p.laid[self.side.index()] == 3,
            Illegal::UnknownUnit { unit } => {
                !p.knows(unit) && (!self.own(unit) || unit.number() >= self.fleet.len())
            }
            Illegal::NotOwn { unit }
            | Illegal::EnemyAdmiral { unit }
            | Illegal::RepairEnemy { unit }
            | Illegal::DeployEnemy { unit } => !self.own(unit),
            Illegal::NotAfield { unit, status } => {
                let found = self.unit(unit).status;
                found == status && !matches!(found, Status::Afloat | Status::Submerged)
            }
            Illegal::BoatDeployed { unit } => self.fleet[unit.number()].is_boat(),
            Illegal::NotDeployed { unit } => !self.fleet[unit.number()].is_boat(),
            Illegal::StandbyCount { standby, beyond } => standby != beyond,
            Illegal::OutsideRows { square, .. } => Public::rows(self.side) & square.bit() == 0,
            Illegal::SquareTwice { square } => match self.action {
                Action::Deploy(spots) => {
                    spots.iter().filter(|spot| spot.square == Some(square)).count() >= 2
                }
                _ => false,
            },
            Illegal::UnitTwice { unit } => match self.action {
                Action::Deploy(spots) | Action::Subs(spots) | Action::Enter(spots) => {
                    spots.iter().filter(|spot| spot.unit == unit).count() >= 2
                }
                _ => false,
            },
            Illegal::NotABoat { unit } => {
                let placed = || p.knows(unit) && self.unit(unit).status != Status::Waiting;
                let boat = self.fleet.get(unit.number()).is_some_and(|c| c.is_boat());
                !self.own(unit) || !boat || placed()
            }
            Illegal::BoatMissing { unit } => self.own(unit),
            Illegal::OutsideHalf { square, .. } => Public::half(self.side) & square.bit() == 0,
            Illegal::BoatGround { square, .. } => p.sea.closed_below() & square.bit() != 0,
            Illegal::BoatOnBoat { square, .. } => match self.action {
                Action::Subs(spots) => {
                    p.has_boat(square)
                        || spots.iter().filter(|spot| spot.square == Some(square)).count() >= 2
                }
                _ => false,
            },
            Illegal::NotStandby { unit } => {
                !p.knows(unit) || !self.own(unit) || self.unit(unit).status != Status::Standby
            }
            Illegal::EntersNowhere { unit } => self.own(unit),
            Illegal::EntryOutside { .. } => matches!(self.action, Action::Enter(_)),
            Illegal::MustEnter => p.afield(self.side).next().is_none(),
            _ => self.movement(illegal),
        }
    }

    fn movement(&self, illegal: &Illegal) -> bool {
        let p = self.p;
        let (path, finish) = match *self.action {
            Action::Move { path, finish, .. } => (path, finish),
            _ => return self.features(illegal),
        };
        let stood = p.stood_down[self.side.index()];
        match *illegal {
            Illegal::MovedAlready { unit } => self.unit(unit).has(MOVED),
            Illegal::CannotMove { unit } => self.unit(unit).tokens.on(Feature::Move) > 0,
            Illegal::NoSuchDie { die } => p.dice(self.side, die) == 0,
            Illegal::NotMovement { die } => matches!(die, Face::AF | Face::AD),
            Illegal::UnderSignals { unit } => self.unit(unit).has_active(Feature::Signals),
            Illegal::StoodDown { die } => stood && matches!(die, Face::M | Face::MF | Face::TM),
            Illegal::LateMoved => stood && p.late_move[self.side.index()],
            Illegal::NoAllowance { unit } => {
                let class = self.unit(unit).class();
                let printed = if self.below(unit) { class.sub_mv } else { class.mv };
                printed == 0 || (printed == 1 && self.unit(unit).has_active(Feature::Engine))
            }
            Illegal::TooFar { cost, allowance, .. } => {
                cost > allowance && cost == path.len() as u8 + u8::from(finish != Finish::Stop)
            }
            Illegal::FogLimit { unit } => self.in_fog(unit),
            Illegal::NothingMoved { .. } => path.is_empty() && finish == Finish::Stop,
            Illegal::Diagonal { unit } => {
                !self.below(unit) && path.iter().any(|dir| !dir.is_straight())
            }
            Illegal::OffBoard { unit } => {
                // Whoever steps in straight lines for longer than the board is wide leaves it; less
                // is possible from anywhere near an edge.
                let at = self.unit(unit).square();
                let near = at.file().min(7 - at.file()).min(at.rank()).min(7 - at.rank());
                finish == Finish::Exit || path.len() > near as usize
            }
            Illegal::IntoIsland { square } => self.lies(square, Scenery::Island),
            Illegal::IntoSand { square } => self.lies(square, Scenery::SandBank),
            Illegal::IntoShallows { unit, square } => {
                self.lies(square, Scenery::Shallows)
                    && !matches!(self.unit(unit).class().kind, board_game::Kind::Dd)
            }
            Illegal::BelowShallows { unit, square } => {
                self.lies(square, Scenery::Shallows) && self.below(unit)
            }
            Illegal::IntoUnit { square, holder } => p.surface_at(square) == Some(holder),
            Illegal::BoatMeetsBoat { square } | Illegal::BelowBoat { square } => p.has_boat(square),
            Illegal::FogStops { square } => self.lies(square, Scenery::Fog),
            Illegal::NoHeading { unit } => self.below(unit),
            Illegal::NotSubmerged { unit } => !self.below(unit),
            Illegal::NotSurfaced { unit } => !self.unit(unit).is_boat() || self.below(unit),
            Illegal::DiveInShallows { square, .. } => self.lies(square, Scenery::Shallows),
            Illegal::SlowToDive { unit } => self.unit(unit).has_active(Feature::SlowDive),
            Illegal::UpUnderUnit { square, .. } => p.surface_at(square).is_some(),
            Illegal::ExitBarred { .. } | Illegal::NoExit { .. } => {
                finish == Finish::Exit && p.scenario().is_some()
            }
            _ => false,
        }
    }

    fn features(&self, illegal: &Illegal) -> bool {
        let p = self.p;
        match *illegal {
            Illegal::NotFeature { unit, feature, turned } => {
                let unit = self.unit(unit);
                let both = unit.class().front | unit.class().back;
                unit.printed() & feature.bit() == 0 && (both & feature.bit() != 0) == turned
            }
            Illegal::NotGreen { feature, .. } => !feature.is_green(),
            Illegal::NotRed { unit, feature } => self.own(unit) || !feature.is_red(),
            Illegal::OutsideWindow { feature } => self.window() & feature.bit() == 0,
            Illegal::UsedAlready { unit, feature } => {
                self.unit(unit).has_active(feature)
                    || self.twice(|order| {
                        [Order::Fx(unit, feature), Order::Rx(unit, feature)].contains(order)
                    })
            }
            Illegal::Disabled { unit, feature } => self.unit(unit).tokens.on(feature) > 0,
            Illegal::NoAdmiral | Illegal::NoLaunchDie | Illegal::NoStrikeDie => {
                p.dice(self.side, Face::X) == 0
            }
            Illegal::UnderSignals { unit } => self.unit(unit).has_active(Feature::Signals),
            Illegal::RedTarget { unit } => !self.unit(unit).is_afield(),
            Illegal::SmokeReach { unit, square } => {
                p.distance(self.unit(unit).square(), square) > 1
            }
            Illegal::NothingToMend { unit } => match self.action {
                Action::Fx { arg: FxArg::Token(f), .. } => self.unit(unit).tokens.on(*f) == 0,
                _ => self.unit(unit).sp == self.unit(unit).class().sp,
            },
            Illegal::SlowToDive { unit } => self.unit(unit).has_active(Feature::SlowDive),
            Illegal::CannotCrashDive { unit } => {
                self.lies(self.unit(unit).square(), Scenery::Shallows)
            }
            Illegal::LaunchedBefore { unit } | Illegal::LaunchedAlready { unit } => {
                self.unit(unit).has(LAUNCHED)
            }
            Illegal::NoChoice { .. } => matches!(self.action, Action::Fx { .. }),
            Illegal::Undamaged { unit } => self.unit(unit).sp == self.unit(unit).class().sp,
            Illegal::RepairStoodDown => p.stood_down[self.side.index()],
            Illegal::RepairAdmiral => match self.action {
                Action::Repair { movement, artillery, .. } => {
                    [*movement, *artillery].contains(&Face::X)
                }
                _ => false,
            },
            Illegal::RepairLimit { unit, limit } => self.unit(unit).repairs >= limit,
            Illegal::NotMovement { die } => matches!(die, Face::AF | Face::AD),
            Illegal::NotArtillery { die } => matches!(die, Face::M | Face::MF | Face::TM),
            Illegal::NotCharge { die } => !matches!(die, Face::AD | Face::X),
            Illegal::NoSuchDie { die } => p.dice(self.side, die) == 0,
            Illegal::NoToken { unit } => {
                !p.knows(unit) || self.own(unit) || self.unit(unit).owed == 0
            }
            Illegal::TokenOnRed { feature } => feature.is_red(),
            Illegal::TokenFull { unit, feature } => self.unit(unit).next.on(feature) > 0,
            _ => self.air(illegal),
        }
    }

    fn air(&self, illegal: &Illegal) -> bool {
        let p = self.p;
        let carrier = match self.action {
            Action::Launch { carrier, .. } | Action::Strike { carrier, .. } => Some(*carrier),
            _ => None,
        };
        let state = |carrier: UnitId, plane: board_game::Plane| {
            let slot = plane.slot(self.unit(carrier).class());
            slot.and_then(|slot| Some(p.deck(carrier)?.squadrons[slot]))
        };
        match *illegal {
            Illegal::NotACarrier { unit } => self.unit(unit).class().n_squadrons() == 0,
            Illegal::DeckClosed { unit } => self.unit(unit).tokens.on(Feature::Flight) > 0,
            Illegal::SquadronCount { n, most } | Illegal::StrikeCount { n, most } => {
                n == 0 || n > most
            }
            Illegal::NoSquadron { carrier, plane } => state(carrier, plane).is_none(),
            Illegal::SquadronLost { carrier, plane } => state(carrier, plane) == Some(Flying::Lost),
            Illegal::InTheAir { carrier, plane } => !matches!(
                state(carrier, plane),
                None | Some(Flying::Absent | Flying::Aboard | Flying::Lost)
            ),
            Illegal::PlaneTwice { plane } => match self.action {
                Action::Launch { flights, .. } => {
                    flights.iter().filter(|flight| flight.plane == plane).count() >= 2
                }
                Action::Strike { aims, .. } => {
                    aims.iter().filter(|aim| aim.plane == plane).count() >= 2
                }
                _ => false,
            },
            Illegal::ScreenBomber { plane } => plane.kind != PlaneKind::Fighter,
            Illegal::ScreenBelow { unit } => self.below(unit),
            Illegal::ScreenEnemy { unit } => {
                !p.knows(unit) || !self.own(unit) || !self.unit(unit).is_afield()
            }
            Illegal::FogDeck { unit } => {
                self.in_fog(unit)
                    && match self.action {
                        Action::Launch { flights, .. } => {
                            flights.iter().any(|f| matches!(f.to, FlightTo::Square(_)))
                        }
                        _ => true,
                    }
            }
            Illegal::StruckAlready { unit } => self.unit(unit).has(STRUCK),
            Illegal::NotPlaced { plane } => carrier
                .is_some_and(|carrier| !matches!(state(carrier, plane), Some(Flying::Placed(_)))),
            Illegal::AirBelow { unit } => self.below(unit),
            Illegal::AirFog { unit } => self.in_fog(unit),
            Illegal::DiveElsewhere { plane, square, unit } => {
                plane.kind == PlaneKind::Dive && self.unit(unit).square() != square
            }
            Illegal::FliesOver { plane, .. } => plane.kind != PlaneKind::Torpedo,
            Illegal::TorpedoFrom { plane, .. } => plane.kind == PlaneKind::Torpedo,
            Illegal::TorpedoElsewhere { square, unit, .. } => {
                p.distance(square, self.unit(unit).square()) != 1
            }
            Illegal::PlacedStay { plane, square } => {
                carrier.and_then(|c| state(c, plane)) == Some(Flying::Placed(square))
            }
            Illegal::EscortNothing { plane, .. } => plane.kind == PlaneKind::Fighter,
            Illegal::NotBomber { .. } => p.phase == Phase::Intercept,
            Illegal::NotBombed { unit } => p.strike.is_some_and(|strike| strike.target != unit),
            Illegal::GroupTotal { groups, bombers } => groups != bombers,
            _ => self.attacks(illegal),
        }
    }

    fn attacks(&self, illegal: &Illegal) -> bool {
        let p = self.p;
        let spaces = |unit: UnitId, battery: Battery| {
            let printed = self.unit(unit).class().guns(battery).spaces;
            let tokens = self.unit(unit).tokens.on(battery.feature());
            (printed, if p.options.crit == CritMode::Space { printed - tokens } else { 0 })
        };
        let line =
            |unit: UnitId, target: UnitId| (self.unit(unit).square(), self.unit(target).square());
        match *illegal {
            Illegal::TooFewDice { die } => usize::from(p.dice(self.side, die)) < 24,
            Illegal::NoBattery { unit, battery } => spaces(unit, battery).0 == 0,
            Illegal::BatteryTwice { unit, battery } => self.twice(|order| {
                matches!(order, Order::Art { unit: u, battery: b, .. } if (*u, *b) == (unit, battery))
            }),
            Illegal::SpacesClosed { unit, battery, spaces: free } => {
                spaces(unit, battery).1 == free && spaces(unit, battery).0 > free
            }
            Illegal::BatteryClosed { unit, battery } => {
                p.options.crit == CritMode::Feature
                    && self.unit(unit).tokens.on(battery.feature()) > 0
            }
            Illegal::OneSpace { unit, battery } => spaces(unit, battery).0 == 1,
            Illegal::GunsBelow { unit } => self.below(unit),
            Illegal::GunsInFog { unit } | Illegal::TorpedoInFog { unit } => self.in_fog(unit),
            Illegal::GunTargetBelow { target } | Illegal::TorpedoBelow { target } => {
                self.below(target)
            }
            Illegal::GunTargetFog { target } | Illegal::TorpedoFog { target } => {
                self.in_fog(target)
            }
            Illegal::OwnTarget { target } | Illegal::ChargeOwn { target } => self.own(target),
            Illegal::OutOfRange { unit, battery, target, distance, range } => {
                let far = u8::from(battery == Battery::Main && self.ordered(unit, Feature::Spotter));
                distance == self.distance(unit, target)
                    && range == self.unit(unit).class().guns(battery).range + far
                    && distance > range
            }
            Illegal::Blocked { unit, target, square } => {
                let (from, to) = line(unit, target);
                is_cut(from, to, square.bit())
                    && (self.lies(square, Scenery::Island) || self.lies(square, Scenery::Fog))
            }
            Illegal::CornerShut { unit, target, one, other } => {
                let (from, to) = line(unit, target);
                is_cut(from, to, one.bit() | other.bit())
                    && !is_cut(from, to, one.bit())
                    && !is_cut(from, to, other.bit())
            }
            Illegal::Concealed { unit, target, by } => {
                let (from, to) = line(unit, target);
                is_cut(from, to, self.unit(by).square().bit())
                    && self.unit(by).class().sp >= self.unit(target).class().sp
            }
            Illegal::InSmoke { unit, target } => {
                let (from, to) = line(unit, target);
                (from.bit() | to.bit()) & p.smoke != 0 || is_cut(from, to, p.smoke)
            }
            Illegal::SplitWithout { .. } | Illegal::SplitSame { .. } => {
                self.orders().iter().any(|order| matches!(order, Order::Art { targets: (_, Some(_)), .. }))
            }
            Illegal::NoTubes { unit } => self.unit(unit).printed() & Feature::Torp.bit() == 0,
            Illegal::NoTorpedoes { unit } => self.unit(unit).torpedoes == 0,
            Illegal::TooManyTorpedoes { unit, dice, left } => {
                dice > left && left >= self.unit(unit).torpedoes
            }
            Illegal::TorpedoDice { unit } => self.orders().iter().any(|order| {
                matches!(order, Order::Torp { unit: u, torpedo_dice: 0, admiral_dice: 0, .. }
                    if *u == unit)
            }),
            Illegal::RechargeOne { unit } => {
                self.unit(unit).is_boat() && self.unit(unit).torpedoes == 0
            }
            Illegal::TubesDisabled { unit } => self.unit(unit).tokens.on(Feature::Torp) > 0,
            Illegal::TorpedoTwice { unit } => {
                self.twice(|order| matches!(order, Order::Torp { unit: u, .. } if *u == unit))
            }
            Illegal::TorpedoFar { unit, target } => self.distance(unit, target) > 1,
            Illegal::NotAbeam { unit, target } => {
                let (from, to) = line(unit, target);
                let ahead = self.unit(unit).heading;
                let bow_or_stern = Square::step(from, ahead) == Some(to) || to.step(ahead) == Some(from);
                bow_or_stern || (to.file() != from.file() && to.rank() != from.rank())
            }
            Illegal::OwnSquare { unit, target } => self.distance(unit, target) == 0,
            Illegal::TorpedoSplit { unit } => self.orders().iter().any(|order| {
                matches!(order, Order::Torp { unit: u, admiral_dice: 0, targets, .. }
                    if *u == unit && targets.single().is_none())
            }),
            Illegal::NoCharges { unit } => self.unit(unit).printed() & Feature::Dc.bit() == 0,
            Illegal::ChargesDisabled { unit } => self.unit(unit).tokens.on(Feature::Dc) > 0,
            Illegal::ChargesTwice { unit } => {
                self.twice(|order| matches!(order, Order::Dc { unit: u, .. } if *u == unit))
            }
            Illegal::ChargeSurfaced { target } => !self.below(target),
            Illegal::ChargeFar { unit, target } => self.distance(unit, target) > 0,
            _ => false,
        }
    }
}

/// Is the reason true of table and action?
pub(crate) fn judge(refused: &Refused<'_, BoardGame>) -> Result<(), String> {
    let p = &refused.table.public;
    let seat = match refused.by {
        Actor::Seat(seat) => seat,
        Actor::Clock | Actor::Host => {
            let right = match refused.illegal {
                Illegal::Over => p.end.is_some(),
                Illegal::NotASeat => true,
                _ => false,
            };
            return if right { Ok(()) } else { Err("clock and host only forfeit".into()) };
        }
    };
    let side = Side(seat.0);
    let mut fleet: Vec<CardId> = p.of_side(side).map(|(_, unit)| unit.card).collect();
    if !p.open[side.index()] {
        fleet.extend(&refused.table.sides[side].fleet);
    }
    let look = Look { p, side, action: refused.action, fleet };
    let awaited = |seat: Seat| p.deciding().has(seat);
    let right = match refused.illegal {
        Illegal::Over => p.end.is_some(),
        Illegal::ForfeitBySeat => matches!(refused.action, Action::Forfeit(_)),
        Illegal::NotAwaited { instead } => {
            !awaited(seat) && instead.as_ref().is_none_or(|why| look.scene(why))
        }
        Illegal::WrongPhase { phase } => awaited(seat) && p.phase == *phase,
        illegal => awaited(seat) && look.scene(illegal),
    };
    if right { Ok(()) } else { Err("that is not so".into()) }
}
