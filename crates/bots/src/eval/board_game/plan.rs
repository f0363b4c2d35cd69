//! What the dice of a side can do from where its units stand: attacks taken by value per die.

use super::scene::{Scene, armour, bite};
use board_game::{
    Battery, CritMode, Dir, Face, Feature, HIT, MAX_UNITS, Order, RED, Scenery, Status, Targets,
    Unit, UnitId, is_cut, neighbours,
};

/// A token alone is worth this much.
pub(super) const TOKEN: f32 = 2.0;

/// A special feature ordered together with the attacks.
pub(super) type Ordered = (UnitId, Feature);

/// A shot of the plan, for whoever wants to foil it.
#[derive(Clone, Copy)]
pub(super) struct Shot {
    pub(super) unit: UnitId,
    pub(super) target: UnitId,
    /// Its guns; none: torpedoes.
    pub(super) battery: Option<Battery>,
    /// Dice on this target.
    pub(super) n: u8,
    /// What it promises.
    pub(super) worth: f32,
}

/// What has been decided so far.
pub(super) struct Plan {
    pub(super) orders: Vec<Order>,
    pub(super) shots: Vec<Shot>,
    /// What it promises altogether.
    pub(super) value: f32,
    pub(super) dice: [u8; 6],
    /// Structure each unit will lose.
    damage: [u8; 2 * MAX_UNITS],
    /// Lost to guns, and hit by guns.
    gun_damage: [u8; 2 * MAX_UNITS],
    gun_hits: [u8; 2 * MAX_UNITS],
}

/// An attack that could be made.
#[derive(Clone, Copy)]
struct Offer {
    unit: UnitId,
    target: UnitId,
    weapon: Weapon,
}

#[derive(Clone, Copy)]
enum Weapon {
    /// Values of one die and of two, against this armour.
    Gun { battery: Battery, single: u8, double: u8, arm: u8, spaces: u8 },
    /// How many may be launched at all, and what each takes.
    Torpedo { most: u8, dud: bool },
    /// The chance that the charge is not cancelled.
    Charge { odds: f32 },
}

/// What to take next.
#[derive(Clone, Copy)]
enum Deal {
    /// With so many dice.
    Attack(Offer, u8),
    /// One more die on a second target.
    Second(Offer, usize),
    Red(UnitId, Feature),
}

/// The best use of these dice, one attack after the other. The features count as ordered;
/// their dice are no longer among `dice`.
pub(super) fn plan(scene: &Scene<'_>, ordered: &[Ordered], dice: [u8; 6]) -> Plan {
    let mut plan = Plan {
        orders: Vec::new(),
        shots: Vec::new(),
        value: 0.0,
        dice,
        damage: [0; 2 * MAX_UNITS],
        gun_damage: [0; 2 * MAX_UNITS],
        gun_hits: [0; 2 * MAX_UNITS],
    };
    let usable = [Face::AF, Face::AD, Face::TM, Face::X];
    if usable.iter().all(|face| dice[face.index()] == 0) {
        return plan;
    }
    let offers = offers(scene, ordered);
    for _ in 0..60 {
        let mut best: Option<(f32, f32, Deal)> = None;
        let mut tell = |each: f32, n: u8, deal: Deal| {
            if each > 0.8 && best.as_ref().is_none_or(|(most, _, _)| each > *most) {
                best = Some((each, each * f32::from(n), deal));
            }
        };
        for offer in &offers {
            let zeal = if scene.quarry == Some(offer.target) { 3.0 } else { 1.0 };
            plan.weigh(scene, offer, &mut |each, n, deal| tell(zeal * each, n, deal));
        }
        if plan.dice[Face::X.index()] > 0 {
            plan.reds(scene, ordered, &mut tell);
        }
        let Some((_, worth, deal)) = best else { break };
        if !plan.take(scene, deal, worth) {
            break;
        }
    }
    plan
}

/// Every attack the position allows, dice apart.
fn offers(scene: &Scene<'_>, ordered: &[Ordered]) -> Vec<Offer> {
    let p = scene.p;
    let has = |id: UnitId, unit: &Unit, feature: Feature| {
        unit.has_active(feature) || ordered.contains(&(id, feature))
    };
    let mut list = Vec::with_capacity(32);
    for &(id, unit) in &scene.own {
        if unit.is_afloat() && !p.in_fog(unit) {
            let radar = has(id, unit, Feature::Radar);
            for battery in Battery::ALL {
                let printed = unit.class().guns(battery);
                let spaces = spaces(scene, unit, battery);
                if spaces == 0 {
                    continue;
                }
                let main = battery == Battery::Main;
                let far = u8::from(main && has(id, unit, Feature::Spotter));
                let near = u8::from(main && has(id, unit, Feature::Roll));
                let rapid = u8::from(main && has(id, unit, Feature::Rapid));
                let jammed = main && has(id, unit, Feature::Turrets);
                for &(target, enemy) in &scene.enemies {
                    let distance = p.distance(unit.square(), enemy.square());
                    if !enemy.is_afloat()
                        || p.in_fog(enemy)
                        || distance + near > printed.range + far
                        || !sees(scene, unit, enemy, radar)
                    {
                        continue;
                    }
                    let thin = distance >= 4 && has(target, enemy, Feature::ThinDeck);
                    list.push(Offer {
                        unit: id,
                        target,
                        weapon: Weapon::Gun {
                            battery,
                            single: printed.value + rapid,
                            double: printed.value * if jammed { 1 } else { 2 } + rapid,
                            arm: armour(enemy).saturating_sub(u8::from(thin)),
                            spaces,
                        },
                    });
                }
            }
        }
        torpedoes(scene, id, unit, &has, &mut list);
        let charges = unit.is_afloat()
            && unit.printed() & Feature::Dc.bit() != 0
            && unit.tokens.on(Feature::Dc) == 0;
        if !charges {
            continue;
        }
        for &(target, enemy) in &scene.enemies {
            if enemy.status != Status::Submerged {
                continue;
            }
            let far = has(id, unit, Feature::Asdic) || has(target, enemy, Feature::Noisy);
            let distance = p.distance(unit.square(), enemy.square());
            if distance == 0 || (far && distance == 1) {
                let odds = if enemy.has_active(Feature::Deep) { 0.5 } else { 1.0 };
                list.push(Offer { unit: id, target, weapon: Weapon::Charge { odds } });
            }
        }
    }
    list
}

/// Spaces of a battery free of tokens.
pub(super) fn spaces(scene: &Scene<'_>, unit: &Unit, battery: Battery) -> u8 {
    let printed = unit.class().guns(battery).spaces;
    let closed = unit.tokens.on(battery.feature());
    let whole = scene.p.options.crit == CritMode::Feature && closed > 0;
    if whole { 0 } else { printed.saturating_sub(closed) }
}

fn sees(scene: &Scene<'_>, unit: &Unit, enemy: &Unit, radar: bool) -> bool {
    if radar {
        return !is_cut(unit.square(), enemy.square(), scene.p.sea.of(Scenery::Island));
    }
    scene.sees(unit.square(), enemy.square(), enemy.class().sp, None)
}

fn torpedoes(
    scene: &Scene<'_>,
    id: UnitId,
    unit: &Unit,
    has: &dyn Fn(UnitId, &Unit, Feature) -> bool,
    list: &mut Vec<Offer>,
) {
    let p = scene.p;
    if unit.printed() & Feature::Torp.bit() == 0
        || unit.tokens.on(Feature::Torp) > 0
        || p.in_fog(unit)
    {
        return;
    }
    let stock = if has(id, unit, Feature::Reload) {
        (unit.torpedoes + 2).min(unit.class().torp)
    } else {
        unit.torpedoes
    };
    let most = if stock == 0 && unit.is_boat() { 1 } else { stock };
    if most == 0 {
        return;
    }
    let below = unit.status == Status::Submerged;
    let lance = has(id, unit, Feature::Lance);
    let mut reach = if below { neighbours(p.metric(), unit.square()) } else { 0 };
    let beams = unit.heading.beams();
    let dirs: &[Dir] = if below { &Dir::HEADINGS } else { &beams };
    for dir in dirs {
        let Some(near) = unit.square().step(*dir) else { continue };
        reach |= near.bit();
        if lance
            && p.surface_at(near).is_none()
            && p.sea.closed() & near.bit() == 0
            && let Some(far) = near.step(*dir)
        {
            reach |= far.bit();
        }
    }
    let dud = has(id, unit, Feature::Duds);
    for &(target, enemy) in &scene.enemies {
        let hidden = p.in_fog(enemy) || (!below && enemy.status == Status::Submerged);
        if reach & enemy.square().bit() != 0 && enemy.square() != unit.square() && !hidden {
            list.push(Offer { unit: id, target, weapon: Weapon::Torpedo { most, dud } });
        }
    }
}

/// The faces that serve a weapon, Admiral dice apart.
fn faces(weapon: Weapon) -> &'static [Face] {
    match weapon {
        Weapon::Gun { .. } => &[Face::AF, Face::AD],
        Weapon::Torpedo { .. } => &[Face::TM],
        Weapon::Charge { .. } => &[Face::AD],
    }
}

impl Plan {
    /// Dice of a kind that a unit may use.
    fn count(&self, unit: &Unit, faces: &[Face]) -> u8 {
        let plain: u8 = faces.iter().map(|face| self.dice[face.index()]).sum();
        plain + if unit.has_active(Feature::Signals) { 0 } else { self.dice[Face::X.index()] }
    }

    /// What guns of this value do to a unit.
    fn shell(&self, enemy: &Unit, target: UnitId, value: u8, arm: u8) -> f32 {
        let planned = self.damage[target.index()];
        if value > arm {
            bite(enemy, planned)
        } else if value == arm && planned < enemy.sp {
            TOKEN
        } else {
            0.0
        }
    }

    fn weigh(&self, scene: &Scene<'_>, offer: &Offer, tell: &mut dyn FnMut(f32, u8, Deal)) {
        let p = scene.p;
        let (unit, enemy) = (p.unit(offer.unit), p.unit(offer.target));
        let dice = self.count(unit, faces(offer.weapon));
        if dice == 0 {
            return;
        }
        match offer.weapon {
            Weapon::Gun { battery, single, double, arm, spaces } => {
                let before = self.orders.iter().position(|order| {
                    matches!(order, Order::Art { unit, battery: b, .. }
                        if *unit == offer.unit && *b == battery)
                });
                let worth = self.shell(enemy, offer.target, single, arm);
                let Some(before) = before else {
                    tell(worth, 1, Deal::Attack(*offer, 1));
                    if spaces >= 2 && dice >= 2 && single <= arm {
                        let both = self.shell(enemy, offer.target, double, arm);
                        tell(both / 2.0, 2, Deal::Attack(*offer, 2));
                    }
                    return;
                };
                // With an Admiral die the second space may fire at somebody else.
                let Order::Art { dice: (first, None), targets: (one, None), .. } =
                    self.orders[before]
                else {
                    return;
                };
                let wild = self.dice[Face::X.index()] > 0 && !unit.has_active(Feature::Signals);
                if spaces >= 2 && one != offer.target && (first == Face::X || wild) {
                    tell(worth, 1, Deal::Second(*offer, before));
                }
            }
            Weapon::Torpedo { most, dud } => {
                let before = self.orders.iter().find_map(|order| match order {
                    Order::Torp { unit, torpedo_dice, admiral_dice, targets }
                        if *unit == offer.unit =>
                    {
                        Some((torpedo_dice + admiral_dice, *admiral_dice, targets.iter().next()))
                    }
                    _ => None,
                });
                if let Some((n, admirals, first)) = before {
                    let plain = self.dice[Face::TM.index()] > 0;
                    if n >= most || (first != Some(offer.target) && admirals == 0 && plain) {
                        return;
                    }
                }
                let planned = self.damage[offer.target.index()];
                let worth = if planned >= enemy.sp {
                    0.0
                } else if dud {
                    TOKEN
                } else {
                    bite(enemy, planned) + 0.5
                };
                tell(worth, 1, Deal::Attack(*offer, 1));
            }
            Weapon::Charge { odds } => {
                let dropped = self
                    .orders
                    .iter()
                    .any(|order| matches!(order, Order::Dc { unit, .. } if *unit == offer.unit));
                if !dropped && self.damage[offer.target.index()] < enemy.sp {
                    let worth = odds * (f32::from(enemy.card.tp()) + 6.0);
                    tell(worth, 1, Deal::Attack(*offer, 1));
                }
            }
        }
    }

    /// Red features that turn planned hits into more.
    fn reds(&self, scene: &Scene<'_>, ordered: &[Ordered], tell: &mut dyn FnMut(f32, u8, Deal)) {
        for &(id, enemy) in &scene.enemies {
            let open = enemy.printed() & RED & !enemy.used;
            if open == 0 {
                continue;
            }
            let i = id.index();
            let more = 0.98 * bite(enemy, self.damage[i]);
            let mut offer = |feature: Feature, fits: bool| {
                if open & feature.bit() != 0
                    && fits
                    && !ordered.contains(&(id, feature))
                    && !self.orders.contains(&Order::Rx(id, feature))
                {
                    tell(more, 1, Deal::Red(id, feature));
                }
            };
            offer(Feature::Magazine, self.gun_damage[i] > 0);
            offer(Feature::Volatile, self.gun_hits[i] > 0 && enemy.torpedoes > 0);
            offer(Feature::AvGas, self.damage[i] > 0 || enemy.has(HIT));
        }
    }

    fn pay(&mut self, unit: &Unit, faces: &[Face]) -> Option<Face> {
        let admiral = !unit.has_active(Feature::Signals);
        let face = faces
            .iter()
            .copied()
            .chain(admiral.then_some(Face::X))
            .find(|face| self.dice[face.index()] > 0)?;
        self.dice[face.index()] -= 1;
        Some(face)
    }

    fn take(&mut self, scene: &Scene<'_>, deal: Deal, worth: f32) -> bool {
        let p = scene.p;
        match deal {
            Deal::Attack(offer, n) => {
                let (unit, target) = (offer.unit, offer.target);
                let Some(first) = self.pay(p.unit(unit), faces(offer.weapon)) else { return false };
                match offer.weapon {
                    Weapon::Gun { battery, single, double, arm, .. } => {
                        let second =
                            (n == 2).then(|| self.pay(p.unit(unit), faces(offer.weapon))).flatten();
                        if n == 2 && second.is_none() {
                            return false;
                        }
                        let dice = match second {
                            Some(face) if face < first => (face, Some(first)),
                            other => (first, other),
                        };
                        let targets = (target, None);
                        self.orders.push(Order::Art { unit, battery, dice, targets });
                        self.hit(target, if n == 2 { double } else { single }, arm);
                        self.shots.push(Shot { unit, target, battery: Some(battery), n, worth });
                    }
                    Weapon::Torpedo { dud, .. } => {
                        self.launch(unit, target, first);
                        self.damage[target.index()] += u8::from(!dud);
                        self.shots.push(Shot { unit, target, battery: None, n: 1, worth });
                    }
                    Weapon::Charge { .. } => {
                        self.orders.push(Order::Dc { unit, die: first, target });
                        self.damage[target.index()] = 9;
                    }
                }
            }
            Deal::Second(offer, before) => {
                let Order::Art { unit, battery, dice: (first, _), targets: (one, _) } =
                    self.orders[before]
                else {
                    return false;
                };
                let plain: &[Face] = if first == Face::X { faces(offer.weapon) } else { &[] };
                let Some(second) = self.pay(p.unit(unit), plain) else { return false };
                let two = offer.target;
                self.orders[before] = Order::Art {
                    unit,
                    battery,
                    dice: (first.min(second), Some(first.max(second))),
                    targets: (one.min(two), Some(one.max(two))),
                };
                if let Weapon::Gun { single, arm, .. } = offer.weapon {
                    self.hit(two, single, arm);
                }
                self.shots.push(Shot { unit, target: two, battery: Some(battery), n: 1, worth });
            }
            Deal::Red(unit, feature) => {
                self.dice[Face::X.index()] -= 1;
                self.orders.push(Order::Rx(unit, feature));
                self.damage[unit.index()] += 1;
            }
        }
        self.value += worth;
        true
    }

    fn hit(&mut self, target: UnitId, value: u8, arm: u8) {
        let i = target.index();
        self.gun_hits[i] += u8::from(value >= arm);
        self.gun_damage[i] += u8::from(value > arm);
        self.damage[i] += u8::from(value > arm);
    }

    /// One more torpedo.
    fn launch(&mut self, by: UnitId, target: UnitId, face: Face) {
        let x = u8::from(face == Face::X);
        let known = self.orders.iter_mut().find_map(|order| match order {
            Order::Torp { unit, torpedo_dice, admiral_dice, targets } if *unit == by => {
                Some((torpedo_dice, admiral_dice, targets))
            }
            _ => None,
        });
        if let Some((torpedo_dice, admiral_dice, targets)) = known {
            *targets = targets.with(target);
            *torpedo_dice += 1 - x;
            *admiral_dice += x;
        } else {
            let targets = Targets::new([target]);
            self.orders.push(Order::Torp {
                unit: by,
                torpedo_dice: 1 - x,
                admiral_dice: x,
                targets,
            });
        }
    }
}
