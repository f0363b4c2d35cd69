//! Actions that fit the phase and little else.

use admiralty_core::{Seeded, Side};
use board_game::{
    Action, Aim, Battery, Dir, Face, Feature, Finish, Flight, FlightTo, FxArg, Groups, Order, Path,
    Phase, Plane, PlaneKind, Public, Scenery, Spot, Square, Targets, UnitId, features,
};

/// Whoever invents them.
pub(crate) struct Wild<'a> {
    pub(crate) p: &'a Public,
    pub(crate) side: Side,
    pub(crate) rng: &'a mut Seeded,
}

impl Wild<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u32) as usize
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn square(&mut self) -> Square {
        Square::at(self.below(64) as u8)
    }

    /// Mostly a unit of this side, now and then any.
    fn unit(&mut self, side: Side) -> UnitId {
        let side = if self.below(12) == 0 { side.other() } else { side };
        let known = usize::from(self.p.n_units[side.index()]).max(1);
        let beyond = usize::from(self.below(30) == 0);
        UnitId::new(side, (self.below(known) + beyond).min(23))
    }

    /// Where a unit is, or near it, or anywhere.
    fn near(&mut self, id: UnitId) -> Square {
        match self.p.unit(id).at {
            Some(at) if self.below(3) > 0 => at.step(self.of(&Dir::ALL)).unwrap_or(at),
            _ => self.square(),
        }
    }

    fn feature(&mut self, id: UnitId) -> Feature {
        let class = self.p.unit(id).class();
        let printed: Vec<Feature> = features(class.front | class.back).collect();
        if self.below(6) == 0 { self.of(&Feature::ALL) } else { self.of(&printed) }
    }

    fn plane(&mut self, carrier: UnitId) -> Plane {
        let n = usize::from(self.p.unit(carrier).class().n_squadrons()).max(1);
        match self.below(12) {
            0 => Plane { kind: PlaneKind::Fighter, number: 7 },
            _ => Plane::at(self.p.unit(carrier).class(), self.below(n)),
        }
    }

    fn carrier(&mut self) -> UnitId {
        let carriers: Vec<UnitId> = self.p.carriers(self.side).collect();
        if carriers.is_empty() || self.below(12) == 0 {
            self.unit(self.side)
        } else {
            self.of(&carriers)
        }
    }

    fn spots(&mut self) -> Box<[Spot]> {
        let known = usize::from(self.p.n_units[self.side.index()]);
        let mut spots: Vec<Spot> = (0..self.below(24).min(known + 4))
            .map(|number| {
                let square = if self.below(9) == 0 { None } else { Some(self.square()) };
                let number = if self.below(9) == 0 { self.below(24) } else { number };
                Spot { unit: UnitId::new(self.side, number), square, heading: Dir::N }
            })
            .collect();
        spots.sort();
        spots.into()
    }

    fn movement(&mut self) -> Action {
        let unit = self.unit(self.side);
        let (die, other) = (self.of(&Face::ALL), self.of(&Face::ALL));
        match self.below(12) {
            0 => Action::Repair { unit, movement: die, artillery: other },
            1..=2 => self.launch(),
            3..=4 => self.special(),
            _ => {
                let dirs: &[Dir] = if self.below(3) == 0 { &Dir::ALL } else { &Dir::HEADINGS };
                let mut path = Path::default();
                for _ in 0..self.below(5) {
                    path = path.then(self.of(dirs));
                }
                let heading = self.of(&Dir::HEADINGS);
                let finish = match self.below(10) {
                    0 => Finish::Pivot(heading),
                    1 => Finish::Dive,
                    2 => Finish::Up(heading),
                    3 => Finish::Exit,
                    _ => Finish::Stop,
                };
                let movement = [Face::M, Face::MF, Face::TM, Face::X];
                let die = if self.below(8) == 0 { die } else { self.of(&movement) };
                Action::Move { unit, die, path, finish }
            }
        }
    }

    fn special(&mut self) -> Action {
        let (own, enemy) = (self.unit(self.side), self.unit(self.side.other()));
        if self.below(3) == 0 {
            return Action::Rx { unit: enemy, feature: self.feature(enemy) };
        }
        let feature = self.feature(own);
        let arg = match (feature, self.below(5)) {
            (Feature::Smoke, 1..) => FxArg::Square(self.near(own)),
            (Feature::DamCon, 1..=2) => FxArg::Sp,
            (Feature::DamCon, 3..) => FxArg::Token(self.feature(own)),
            (_, 0) => FxArg::Sp,
            _ => FxArg::None,
        };
        Action::Fx { unit: own, feature, arg }
    }

    fn launch(&mut self) -> Action {
        let carrier = self.carrier();
        let mut flights: Vec<Flight> = (0..self.below(5))
            .map(|_| {
                let plane = self.plane(carrier);
                let to = match self.below(2) {
                    0 => FlightTo::Screen(self.unit(self.side)),
                    _ => FlightTo::Square(self.near(carrier)),
                };
                Flight { plane, to }
            })
            .collect();
        flights.sort();
        Action::Launch { carrier, flights: flights.into() }
    }

    fn strike(&mut self) -> Action {
        let carrier = self.carrier();
        let mut aims: Vec<Aim> = (0..self.below(5))
            .map(|_| {
                let (plane, target) = (self.plane(carrier), self.unit(self.side.other()));
                let names = plane.kind == PlaneKind::Torpedo || self.below(12) == 0;
                let square =
                    if names && self.below(8) > 0 { Some(self.near(target)) } else { None };
                Aim { plane, target, square }
            })
            .collect();
        aims.sort();
        Action::Strike { carrier, aims: aims.into() }
    }

    fn order(&mut self) -> Order {
        let (unit, target) = (self.unit(self.side), self.unit(self.side.other()));
        let other = self.unit(self.side.other());
        let guns = [Face::AF, Face::AD, Face::X, Face::M];
        match self.below(10) {
            0 => Order::Fx(unit, self.feature(unit)),
            1 => Order::Rx(target, self.feature(target)),
            2..=5 => {
                let first = self.of(&guns);
                let second = if self.below(2) == 0 { Some(self.of(&guns)) } else { None };
                let two = second.is_some() && self.below(2) == 0;
                Order::Art {
                    unit,
                    battery: self.of(&Battery::ALL),
                    dice: (
                        second.map_or(first, |face| face.min(first)),
                        second.map(|f| f.max(first)),
                    ),
                    targets: (target.min(other), two.then_some(target.max(other))),
                }
            }
            6..=7 => {
                let (torpedo_dice, admiral_dice) = (self.below(3) as u8, self.below(2) as u8);
                let mut aimed = vec![target; usize::from(torpedo_dice + admiral_dice)];
                if let Some(last) = aimed.last_mut()
                    && self.below(2) == 0
                {
                    *last = other;
                }
                aimed.sort();
                Order::Torp { unit, torpedo_dice, admiral_dice, targets: Targets::new(aimed) }
            }
            _ => Order::Dc { unit, die: self.of(&guns), target },
        }
    }

    pub(crate) fn action(&mut self) -> Action {
        let enemy = self.unit(self.side.other());
        let special = self.below(4) == 0;
        match self.p.phase {
            Phase::Scenery => Action::Lay(self.square(), self.of(&Scenery::ALL)),
            Phase::Deploy => Action::Deploy(self.spots()),
            Phase::Subs => Action::Subs(self.spots()),
            Phase::Standby => Action::Enter(self.spots()),
            Phase::Movement => self.movement(),
            Phase::Air if special => self.special(),
            Phase::Air => self.strike(),
            Phase::Intercept => Action::Intercept(Some(Plane {
                kind: PlaneKind::Dive,
                number: 1 + self.below(4) as u8,
            })),
            Phase::Bombs => Action::Bombs(enemy, Groups([1 + self.below(3) as u8, 0, 0, 0, 0])),
            Phase::AirCrit | Phase::Crit => Action::Crit(enemy, self.feature(enemy)),
            Phase::Orders => {
                let mut list: Vec<Order> = (0..1 + self.below(2)).map(|_| self.order()).collect();
                if self.below(6) == 0 {
                    list.push(list[0]);
                }
                list.sort();
                Action::Orders(list.into())
            }
            _ => Action::Pass,
        }
    }
}
