//! For each reason of refusal what must be so of the table and the action,
//! worked out anew from what lies on the table.

use admiralty_core::Seat;
use sail_epoch::{
    Action, Aim, Chair, Errand, Goods, Hold, Illegal, Named, NoLine, Oars, Obstacle, Public,
    Scenario, SeatSecret, Ship, ShipId, Space, Stage, Terrain, Unit, Weather, Window, mark,
};

/// All ships an action speaks of.
fn ships(action: &Action) -> Vec<ShipId> {
    let unit = |unit: Unit| unit.as_ship();
    match action {
        Action::Deploy { ship, .. }
        | Action::Move { ship, .. }
        | Action::Sail { ship, .. }
        | Action::Turn { ship, .. }
        | Action::Bow { ship, .. }
        | Action::Captain { ship, .. }
        | Action::Drift(ship)
        | Action::Ignite(ship)
        | Action::Explode(ship)
        | Action::Repair { ship, .. }
        | Action::Unrepair(ship)
        | Action::Mend(ship)
        | Action::Load { ship, .. }
        | Action::Unload { ship, .. } => vec![*ship],
        Action::Fire { first, second } => std::iter::once(first)
            .chain(second.as_deref())
            .flat_map(|volley| {
                volley.guns.iter().map(|(unit, _)| unit).chain([volley.target]).filter_map(unit)
            })
            .collect(),
        Action::Waste(it) => unit(*it).into_iter().collect(),
        Action::Board { attackers, target } => attackers.with(*target).iter().collect(),
        Action::Assault { attackers: ships, .. }
        | Action::Defend(ships)
        | Action::Work { ships, .. } => ships.iter().collect(),
        Action::Plunder(takes) => takes.iter().map(|(ship, _)| *ship).collect(),
        Action::Allot(shares) => shares.iter().filter_map(|share| unit(share.unit)).collect(),
        _ => Vec::new(),
    }
}

fn is_answer(action: &Action) -> bool {
    matches!(
        action,
        Action::Pass
            | Action::Detonate(_)
            | Action::Defend(_)
            | Action::Allot(_)
            | Action::Plunder(_)
            | Action::Accept
            | Action::Decline
    )
}

/// A refused action with everything a reason can be compared with.
pub(crate) struct Scene<'a> {
    pub(crate) p: &'a Public,
    pub(crate) own: &'a SeatSecret,
    pub(crate) seat: Seat,
    pub(crate) action: &'a Action,
}

impl Scene<'_> {
    /// Is the ship one the action names, and of this kind?
    fn ship(&self, id: ShipId, is: impl Fn(&Ship) -> bool) -> bool {
        ships(self.action).contains(&id) && is(self.p.ship(id))
    }

    fn marked(&self, id: ShipId, marks: u16) -> bool {
        self.ship(id, |ship| ship.has(marks))
    }

    fn fort(&self, space: Space, is: impl Fn(&sail_epoch::Fort) -> bool) -> bool {
        self.p.forts().iter().any(|fort| fort.space == space && is(fort))
    }

    fn mine(&self, fort: &sail_epoch::Fort) -> bool {
        let shared = fort.owner == sail_epoch::Flag::PIRATES && self.seat != Seat(0);
        !fort.ruin && (fort.owner == self.seat || shared)
    }

    fn owed(&self) -> u8 {
        self.p.players[self.seat.index()].to_note
    }

    fn asked_by_stage(&self) -> bool {
        match self.p.stage {
            Stage::Placing { seat, .. } | Stage::Deploy { seat } => seat == self.seat,
            Stage::Secrets => self.owed() > 0,
            _ => false,
        }
    }

    fn place(&self, named: Named) -> Space {
        match named {
            Named::Ship(id) => self.p.ship(id).space,
            Named::Fort(space) => space,
        }
    }

    fn is_foe(&self, named: Named) -> bool {
        match named {
            Named::Ship(id) => self.p.may_attack(self.seat, self.p.ship(id).owner),
            Named::Fort(space) => self.fort(space, |fort| self.p.may_attack_fort(self.seat, fort)),
        }
    }

    fn courses(&self) -> Vec<(sail_epoch::Dir, u8)> {
        match self.action {
            Action::Move { course, .. } => course.legs().collect(),
            _ => Vec::new(),
        }
    }

    fn line(&self, unit: Named, target: Named, why: NoLine) -> bool {
        let (a, b) = (self.place(unit), self.place(target));
        let crossing = self.p.has_bows() && !self.p.windows.is_empty();
        match why {
            NoLine::NotStraight => a.line_to(b).is_none() || crossing,
            NoLine::SameSpace => a == b && !self.p.options().same_space,
            NoLine::OutOfRange { distance, max } => {
                distance > max && (crossing || a.line_to(b).map(|(_, n)| n) == Some(distance))
            }
            NoLine::Ship { space } => self.p.ships_on(space).count() > 0,
            NoLine::Solid { space } => self.p.chart().solid.has(space),
            NoLine::Coast { space } => self.p.chart().contains(space),
            NoLine::Arc { .. } | NoLine::Turning | NoLine::NeverOnLine => self.p.has_bows(),
        }
    }

    fn blocked(&self, space: Space, by: Obstacle) -> bool {
        let chart = self.p.chart();
        let ships = self.p.ships_on(space).count();
        match by {
            Obstacle::Land => chart.terrain(space) == Terrain::Land,
            Obstacle::Reef => chart.reefs.has(space),
            Obstacle::Port => chart.has_port(space),
            Obstacle::Ship => ships == 1 && !chart.harbours.has(space),
            Obstacle::HarbourFull => ships == 2 && chart.harbours.has(space),
            Obstacle::CoastTaken => ships == 1 && chart.terrain(space) == Terrain::Coast,
            Obstacle::RoyalHarbour => chart.royal_harbour.iter().any(|cells| cells.has(space)),
            // A spit bars a way into the space, whoever lies there.
            Obstacle::Spit => {
                chart.neighbours(space).any(|(dir, at)| !chart.line_open(at, dir.opposite()))
            }
            // Land lies beside the space, across one of its edges.
            Obstacle::Corner => chart
                .neighbours(space)
                .any(|(dir, at)| !dir.is_diagonal() && chart.terrain(at) == Terrain::Land),
            Obstacle::Rim => {
                let (col, row) = (space.col(), space.row());
                let last = (chart.cols - 1, chart.rows - 1);
                !chart.contains(space) || col == 0 || row == 0 || col == last.0 || row == last.1
            }
        }
    }

    fn goods(&self, goods: Goods) -> bool {
        matches!(
            (goods, self.p.options().scenario),
            (Goods::Gold, Scenario::Treasures)
                | (Goods::Pearls, Scenario::Pearls)
                | (Goods::Treasure, Scenario::Jolly)
        )
    }

    /// Is what the reason says so?
    pub(crate) fn holds(&self, why: &Illegal) -> bool {
        let p = self.p;
        let o = p.options();
        let (seat, action) = (self.seat, self.action);
        let window = p.windows.last();
        let calm = p.wind.weather == Weather::Calm;
        match why {
            Illegal::Over => p.outcome.is_some(),
            Illegal::NotAPlayer => !p.has_seat(seat),
            Illegal::NotForPlayers => matches!(action, Action::TimeOut(_) | Action::Left(_)),
            Illegal::IsOut => p.players[seat.index()].out || p.players[seat.index()].gone,
            Illegal::NotYourPhase { acting: Chair(acting), besides } => {
                let second = besides.as_deref().is_none_or(|besides| self.holds(besides));
                p.turn > 0 && *acting == p.acting() && *acting != seat && second
            }
            Illegal::OthersAnswer { seat: Chair(other) } => {
                let offered = self.own.outgoing.is_some_and(|offer| offer.seat == *other);
                p.acting() == seat
                    && *other != seat
                    && (offered || window.is_some_and(|window| window.seat() == *other))
            }
            Illegal::AnswerFirst { .. } => {
                self.own.incoming.is_some() || window.is_some_and(|window| window.seat() == seat)
            }
            Illegal::NothingToAnswer => is_answer(action),
            Illegal::NotBegun { .. } => p.turn == 0 && self.asked_by_stage(),
            Illegal::OthersPrepare => p.turn == 0 && !self.asked_by_stage(),
            Illegal::PiecesLie => matches!(action, Action::Place { .. }) && p.turn > 0,
            Illegal::BowsPoint => matches!(action, Action::Bow { .. }) && p.turn > 0,
            Illegal::CaptainsNamed => matches!(action, Action::Captain { .. }) && p.turn > 0,
            Illegal::DeployFirst => {
                let waits = |ship: &Ship| {
                    ship.owner == seat && !ship.is_afloat() && !ship.has(mark::RESERVE)
                };
                p.turn == 0 && (!p.has_bows() || p.ships.iter().any(waits))
            }
            Illegal::NotAfloat { ship } => self.ship(*ship, |ship| !ship.is_afloat()),
            Illegal::NotYourShip { ship } => {
                self.ship(*ship, |ship| ship.is_afloat() && ship.owner != seat)
            }
            Illegal::SharedFort { space } => {
                seat != Seat(0) && self.fort(*space, |fort| fort.owner == sail_epoch::Flag::PIRATES)
            }
            Illegal::NotYourFort { space } => self.fort(*space, |fort| !self.mine(fort)),
            Illegal::UnderRepair { ship } | Illegal::CannotMoveInRepair { ship } => {
                self.ship(*ship, |ship| ship.repair.is_some())
            }
            Illegal::TargetInRepair { ship } => {
                self.ship(*ship, |ship| ship.repair.is_some() && ship.owner != seat)
            }
            Illegal::RepairJustBegun { ship } => self.marked(*ship, mark::NEW_REPAIR),
            Illegal::NotInRepair { ship } => self.ship(*ship, |ship| ship.repair.is_none()),
            Illegal::NoChoiceOfDamage { ship } => self.ship(*ship, |ship| {
                let whole = ship.hull == 0 || ship.sails == 0;
                whole || ship.has(mark::NEW_REPAIR | mark::SAILS_FIRST)
            }),
            Illegal::Working { ship } => self.ship(*ship, |ship| ship.work.is_some()),
            Illegal::Released { ship } | Illegal::CrewAshore { ship } => {
                self.marked(*ship, mark::RELEASED)
            }
            Illegal::JustCaptured { ship } => self.marked(*ship, mark::CAPTURED),
            Illegal::JustLoaded { ship } => self.marked(*ship, mark::LOADED),
            Illegal::HasUnloaded { ship } => self.marked(*ship, mark::UNLOADED),
            Illegal::HasMoved { ship } => self.marked(*ship, mark::MOVED | mark::DRIFTED),
            Illegal::HasAttacked { ship } => self.marked(*ship, mark::ATTACKED),
            Illegal::Burning { ship } | Illegal::LitAlready { ship } => {
                self.marked(*ship, mark::IGNITED)
            }
            Illegal::NotDue { ship } => {
                self.ship(*ship, |ship| !ship.has(mark::IGNITED) || ship.has(mark::NEW_FIRE))
            }
            Illegal::Storm { .. } => p.wind.weather == Weather::Storm,
            Illegal::NoStorm => p.wind.weather != Weather::Storm,
            Illegal::Sheltered { ship, by } => {
                let inside = |ship: &Ship| p.chart().harbours.has(ship.space);
                p.wind.weather == Weather::Storm
                    && self.ship(*ship, |ship| match by {
                        sail_epoch::Shelter::Harbour => inside(ship),
                        sail_epoch::Shelter::Lee => !inside(ship),
                        sail_epoch::Shelter::Prize => ship.has(mark::CAPTURED),
                    })
            }
            Illegal::Becalmed { ship, oars } => {
                let rows = ship.card().calm.orth > 0;
                calm && match oars {
                    Oars::None => !rows,
                    Oars::Aslant => {
                        let course =
                            self.courses().first().is_some_and(|(dir, _)| dir.is_diagonal());
                        rows && (course || self.ship(*ship, |ship| ship.bow.is_diagonal()))
                    }
                    Oars::Laden => rows && self.ship(*ship, |ship| ship.cargo > 0),
                }
            }
            Illegal::TurnInCalm { .. } => calm,
            Illegal::CourseForbidden { .. } => p.wind.weather == Weather::Fresh,
            Illegal::TooFar { dir, asked, max, leg, .. } => {
                asked > max && self.courses().get(*leg as usize) == Some(&(*dir, *asked))
            }
            Illegal::OneCourse { .. } => !o.c1 && self.courses().len() > 1,
            Illegal::NoManoeuvre { .. } => calm && self.courses().len() > 1,
            Illegal::SameCourse { dir, .. } => {
                self.courses().windows(2).any(|two| two[0].0 == *dir && two[1].0 == *dir)
            }
            Illegal::Blocked { space, by, .. } => self.blocked(*space, *by),
            Illegal::NeedsBow { .. } => p.has_bows() && matches!(action, Action::Move { .. }),
            Illegal::NoBow { .. } => !p.has_bows(),
            Illegal::WayEnds { spaces, left, .. } => {
                *left < 1 && matches!(action, Action::Sail { path, .. } if path.len() > *spaces)
            }
            Illegal::TurnTooFar { asked, max, .. } => asked > max,
            Illegal::OneChaser { ship, used } => {
                p.has_bows() && self.ship(*ship, |ship| ship.has(mark::CHASER) == *used)
            }
            Illegal::OneGroup => {
                window.is_some() && matches!(action, Action::Fire { second: Some(_), .. })
            }
            Illegal::OneShot => matches!(window, Some(Window::BoardShot { .. })),
            Illegal::NotInQuestion { .. } | Illegal::MayNotAnswer { .. } => {
                window.is_some_and(|window| window.seat() == seat)
            }
            Illegal::NeedsInitiative { ship } => {
                self.ship(*ship, |ship| ship.captain != Some(sail_epoch::Captain::Initiative))
            }
            Illegal::NoCard | Illegal::CardsOwed => p.turn == 0,
            Illegal::HasCaptain { ship } => self.ship(*ship, |ship| ship.captain.is_some()),
            Illegal::BowChosen { ship } => match action {
                Action::Bow { dir, .. } => {
                    self.ship(*ship, |ship| ship.has(mark::BOWED) || ship.bow == *dir)
                }
                _ => false,
            },
            Illegal::NoSails => match action {
                Action::Fire { first, second } => {
                    std::iter::once(first).chain(second.as_deref()).any(|volley| {
                        volley.aim == Aim::Sails && (!o.a3 || volley.target.as_fort().is_some())
                    })
                }
                _ => false,
            },
            Illegal::NoShots { left, asked, .. } => left < asked,
            Illegal::Ruin { space } => self.fort(*space, |fort| fort.ruin),
            Illegal::NotAnEnemy { unit } => !self.is_foe(*unit),
            Illegal::FortAtFort => match action {
                Action::Fire { first, second } => {
                    std::iter::once(first).chain(second.as_deref()).any(|volley| {
                        volley.target.as_fort().is_some()
                            && volley.guns.iter().any(|(unit, _)| unit.as_fort().is_some())
                    })
                }
                _ => false,
            },
            Illegal::NoLine { unit, target, why } => self.line(*unit, *target, *why),
            Illegal::NoBroadsides => !o.c5,
            Illegal::UnequalBroadsides { .. }
            | Illegal::NotBetween { .. }
            | Illegal::NothingBetween => {
                o.c5 && matches!(action, Action::Fire { second: Some(_), .. })
            }
            Illegal::NotAlongside { ship, target } => {
                let (a, b) = (p.ship(*ship).space, p.ship(*target).space);
                match a.line_to(b) {
                    Some((dir, 1)) => dir.is_diagonal() || !p.chart().line_open(a, dir),
                    Some(_) => true,
                    None => a != b || !o.same_space,
                }
            }
            Illegal::NoAssault => !o.c6,
            Illegal::NotInHarbour { ship, space, errand, .. } => {
                let fits = match errand {
                    Errand::Assault => matches!(action, Action::Assault { .. }),
                    Errand::Repair => matches!(action, Action::Repair { .. }),
                    Errand::Works => matches!(action, Action::Work { .. }),
                    Errand::Fetch => matches!(action, Action::Load { from: Hold::Fort(_), .. }),
                    Errand::Unload => matches!(action, Action::Unload { .. }),
                };
                let inside = p.forts_at(p.ship(*ship).space).any(|f| p.fort(f).space == *space);
                fits && !inside
            }
            Illegal::CannotDefend { ship, .. } => {
                matches!(action, Action::Defend(_)) && ships(action).contains(ship)
            }
            Illegal::WrongShares => matches!(action, Action::Allot(_)),
            Illegal::TooStrong { points, most, .. } => points > most,
            Illegal::WrongSum { sum, points } => *sum != u16::from(*points),
            Illegal::BadShift { .. } => matches!(action, Action::Allot(_)),
            Illegal::NoDamage { unit: Named::Ship(id) } => {
                self.ship(*id, |ship| ship.hull == 0 && ship.sails == 0)
            }
            Illegal::NoDamage { unit: Named::Fort(space) } => {
                self.fort(*space, |fort| !fort.ruin && fort.hull == 0)
            }
            Illegal::NoYard { space } => self.fort(*space, |fort| !self.mine(fort)),
            Illegal::WorksGoOn { space } => self.fort(*space, |fort| fort.has_works()),
            Illegal::NotYourRuin { space } => {
                o.scenario == Scenario::Jolly && self.fort(*space, |fort| fort.ruin)
            }
            Illegal::TwoShips { n } => *n != 2,
            Illegal::NoWorks { space } => {
                self.fort(*space, |fort| fort.worker != seat || !fort.has_works() || !fort.ruin)
            }
            Illegal::TooFewPoints { space, points } => {
                *points < 2 && self.fort(*space, |fort| fort.points == *points)
            }
            Illegal::NotAMate { seat: Chair(other) } => {
                *other == seat
                    || !p.has_seat(*other)
                    || !p.are_mates(seat, *other)
                    || p.players[other.index()].out
            }
            Illegal::NoGoods => o.scenario == Scenario::Oceans,
            Illegal::NotYourGoods { space, goods } => {
                self.goods(*goods) && self.fort(*space, |_| true)
            }
            Illegal::NoMap { .. } => matches!(action, Action::Load { from: Hold::Map(_), .. }),
            Illegal::NothingThere { ship, goods } => {
                let empty = match action {
                    Action::Load { from: Hold::Field, .. } => p.goods_on(p.ship(*ship).space) == 0,
                    Action::Load { from: Hold::Fort(fort), .. } => p.fort(*fort).goods == 0,
                    _ => false,
                };
                self.goods(*goods) && empty
            }
            Illegal::NothingBuried { .. } => match action {
                Action::Load { from: Hold::Map(pirate), .. } => {
                    p.stashes[pirate.index()].goods == 0
                }
                _ => false,
            },
            Illegal::HoldFull { ship, capacity, goods } => {
                self.goods(*goods) && self.ship(*ship, |ship| ship.cargo >= *capacity)
            }
            Illegal::TooMuch { asked, most, goods, .. } => {
                self.goods(*goods) && !(1..=*most).contains(asked)
            }
            Illegal::NoUnloading { space, goods, ruin } => {
                self.goods(*goods) && self.fort(*space, |fort| fort.ruin == *ruin)
            }
            Illegal::NoCargo { ship, goods } => {
                self.goods(*goods) && self.ship(*ship, |ship| ship.cargo == 0)
            }
            Illegal::CannotPlunder { ship } => ships(action).contains(ship),
            Illegal::TooMuchGold { asked, gold } => *asked > u16::from(*gold),
            Illegal::MinesNotAgreed => !o.mines,
            Illegal::MinesLie => o.mines && p.turn > 0,
            Illegal::NoMineLeft => o.mines && p.turn == 0 && self.owed() <= 1,
            Illegal::NoMineSite { .. } => p.turn == 0,
            Illegal::MineThere { space } => self.own.mines.iter().any(|mine| mine.space == *space),
            Illegal::NoMineThere { space, ship } => {
                p.passage.ship == Some(*ship)
                    && !(self.own.mines.iter().any(|mine| mine.space == *space)
                        && p.passage.spaces().contains(space))
            }
            Illegal::NotYourMine { space } => {
                !self.own.mines.iter().any(|mine| mine.space == *space)
            }
            Illegal::NoMapNow => {
                p.turn > 0 || !p.is_pirate(seat) || p.n_players() == 2 || self.owed() == 0
            }
            Illegal::MinesFirst => self.owed() > 1,
            Illegal::NoMapSite { space } => {
                let chart = p.chart();
                let beside = |(_, s): (_, Space)| chart.terrain(s) == Terrain::Land;
                !(chart.terrain(*space) == Terrain::Sea && chart.neighbours(*space).any(beside))
                    || chart.reefs.has(*space)
                    || chart.has_port(*space)
            }
            Illegal::NoAlliances => o.alliances == sail_epoch::Alliances::Off,
            Illegal::NoParty { seat: Chair(other) } => {
                *other == seat || !p.has_seat(*other) || p.players[other.index()].out
            }
            Illegal::AlliedAlready { seat: Chair(other) } => !p.is_foe(seat, *other),
            Illegal::OfferedAlready { seat: Chair(other) } => self.own.offered.has(*other),
            Illegal::TermTooLong { turns, most } => turns > most,
            Illegal::NeedsNotice => {
                o.alliances == sail_epoch::Alliances::Notice && matches!(action, Action::Break(_))
            }
            Illegal::NeedsNoNotice => {
                o.alliances == sail_epoch::Alliances::Sudden && matches!(action, Action::Notice(_))
            }
            Illegal::NotAllied { seat: Chair(other) } => !p.are_treaty_allies(seat, *other),
            Illegal::EndsAnyway { seat: Chair(other), turn } => {
                p.are_treaty_allies(seat, *other) && *turn <= p.turn + 2
            }
            Illegal::WrongPiece { .. } | Illegal::BadSite { .. } => {
                matches!(p.stage, Stage::Placing { .. })
            }
            Illegal::AfloatAlready { ship } => self.ship(*ship, Ship::is_afloat),
            Illegal::NotWaiting { ship, .. } => self.ship(*ship, |ship| {
                let reserve = ship.owner != seat || ship.has(mark::RESERVE);
                !ship.is_afloat() && (reserve || p.turn > 0)
            }),
            Illegal::NoBerth { space } => {
                matches!(action, Action::Deploy { space: to, .. } if to == space)
            }
            // The notation cannot say these.
            Illegal::NoSuchFort | Illegal::NoGuns | Illegal::NoAttackers => false,
        }
    }
}
