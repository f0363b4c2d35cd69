//! Orders: what may stand in the secret list, and how it is grown pick by pick.

use crate::action::{Action, Order, Pick, Targets};
use crate::illegal::Illegal;
use crate::rules::dice::{Face, Symbol};
use crate::rules::{Choices, charges, features, guns, known, own, torpedoes};
use crate::setup::CritMode;
use crate::state::{Public, Unit, UnitId};
use crate::units::{Battery, Feature, GREEN, RED, Window, features as each_feature, window};
use admiralty_core::Side;
use alloc::vec::Vec;

/// A known unit of the other side: what an attack may be aimed at.
pub(crate) fn enemy(p: &Public, side: Side, target: UnitId) -> Result<&Unit, Illegal> {
    let unit = known(p, target)?;
    // BG-4-AT7: enemies only.
    if target.side() == side { Err(Illegal::OwnTarget { target }) } else { Ok(unit) }
}

/// A list of orders of one side over a position.
struct List<'a> {
    p: &'a Public,
    side: Side,
    orders: &'a [Order],
}

impl List<'_> {
    /// Is the green feature ordered, or in force?
    fn fx(&self, unit: UnitId, feature: Feature) -> bool {
        // BG-7-FX6: features count for the whole list, wherever they stand.
        self.orders.contains(&Order::Fx(unit, feature))
    }

    fn rx(&self, unit: UnitId, feature: Feature) -> bool {
        self.orders.contains(&Order::Rx(unit, feature))
    }

    /// Dice left over by face.
    fn left(&self) -> [u8; 6] {
        let mut left = self.p.pool[self.side.index()];
        for order in self.orders {
            each_die(order, |face, n| {
                left[face.index()] = left[face.index()].saturating_sub(n);
            });
        }
        left
    }

    fn signals(&self, unit: UnitId) -> bool {
        self.p.unit(unit).has_active(Feature::Signals)
    }

    /// May this order stand in the list, dice and repetition apart?
    fn may(&self, order: &Order) -> Result<(), Illegal> {
        let (p, side) = (self.p, self.side);
        match *order {
            Order::Fx(unit, feature) => features::may_green(p, side, Window::Orders, unit, feature),
            Order::Rx(unit, feature) => features::may_red(p, side, Window::Orders, unit, feature),
            Order::Art { unit, battery, dice, targets } => {
                own(p, side, unit)?;
                guns::may_fire(p, unit, battery)?;
                for face in [Some(dice.0), dice.1].into_iter().flatten() {
                    self.may_die(unit, face, Symbol::Artillery)?;
                }
                self.may_space(unit, battery, 1 + u8::from(dice.1.is_some()))?;
                let (spotter, radar) =
                    (self.fx(unit, Feature::Spotter), self.fx(unit, Feature::Radar));
                for target in [Some(targets.0), targets.1].into_iter().flatten() {
                    guns::may_target(p, side, unit, battery, target, spotter, radar)?;
                }
                match (dice, targets) {
                    // BG-4-AR11: a split attack goes at two different units.
                    (_, (one, Some(two))) if one == two => Err(Illegal::SplitSame { unit }),
                    // BG-4-AR12: and needs an Admiral die. BG-4-AR13: which may also double.
                    ((a, Some(b)), (_, Some(_))) if a == Face::X || b == Face::X => Ok(()),
                    (_, (_, Some(_))) => Err(Illegal::SplitWithout { unit }),
                    _ => Ok(()),
                }
            }
            Order::Torp { unit, torpedo_dice, admiral_dice, targets } => {
                own(p, side, unit)?;
                torpedoes::may_launch(p, unit)?;
                if admiral_dice > 0 {
                    self.may_die(unit, Face::X, Symbol::Torpedo)?;
                }
                let n = torpedo_dice + admiral_dice;
                let reload = self.fx(unit, Feature::Reload);
                let most = torpedoes::most(p.unit(unit), reload);
                // BG-4-TO7: none left, none launched (submarines excepted).
                if most == 0 {
                    return Err(Illegal::NoTorpedoes { unit });
                }
                // BG-4-TO6: as many dice as torpedoes are left.
                if n == 0 {
                    return Err(Illegal::TorpedoDice { unit });
                }
                if n > most {
                    return Err(if p.unit(unit).torpedoes == 0 && p.unit(unit).is_boat() {
                        Illegal::RechargeOne { unit }
                    } else {
                        Illegal::TooManyTorpedoes { unit, dice: n, left: most }
                    });
                }
                let lance = self.fx(unit, Feature::Lance);
                for target in targets.iter() {
                    torpedoes::may_target(p, side, unit, target, lance)?;
                }
                // BG-4-TO8: one target without an Admiral die. BG-4-TO9: with one, each its own.
                if admiral_dice == 0 && targets.single().is_none() {
                    return Err(Illegal::TorpedoSplit { unit });
                }
                if targets.iter().count() != usize::from(n) || !targets.iter().is_sorted() {
                    return Err(Illegal::NotSorted);
                }
                Ok(())
            }
            Order::Dc { unit, die, target } => {
                own(p, side, unit)?;
                charges::may_drop(p, unit)?;
                self.may_die(unit, die, Symbol::DepthCharge)?;
                let far = self.fx(unit, Feature::Asdic) || self.rx(target, Feature::Noisy);
                charges::may_target(p, side, unit, target, far)
            }
        }
    }

    /// May this face serve the symbol on this unit?
    fn may_die(&self, unit: UnitId, face: Face, symbol: Symbol) -> Result<(), Illegal> {
        if face == Face::X {
            // BG-2-AS2: an Admiral die stands for any symbol of a black feature.
            return if self.signals(unit) { Err(Illegal::UnderSignals { unit }) } else { Ok(()) };
        }
        // BG-2-AD4: any other die where it shows the symbol.
        if face.shows(symbol) {
            return Ok(());
        }
        Err(match symbol {
            Symbol::Artillery => Illegal::NotArtillery { die: face },
            _ => Illegal::NotCharge { die: face },
        })
    }

    /// Has the battery so many spaces?
    fn may_space(&self, unit: UnitId, battery: Battery, n: u8) -> Result<(), Illegal> {
        let printed = self.p.unit(unit).class().guns(battery).spaces;
        // BG-2-AD6: a space takes one die.
        if n > printed {
            return Err(Illegal::OneSpace { unit, battery });
        }
        let spaces = guns::spaces(self.p, self.p.unit(unit), battery);
        if n > spaces && self.p.options.crit == CritMode::Feature {
            return Err(Illegal::BatteryClosed { unit, battery });
        }
        if n > spaces {
            return Err(Illegal::SpacesClosed { unit, battery, spaces });
        }
        Ok(())
    }

    fn gun_targets(&self, unit: UnitId, battery: Battery) -> impl Iterator<Item = UnitId> {
        let (spotter, radar) = (self.fx(unit, Feature::Spotter), self.fx(unit, Feature::Radar));
        self.p
            .afield(self.side.other())
            .map(|(target, _)| target)
            .filter(move |target| guns::is_target(self.p, unit, battery, *target, spotter, radar))
    }

    fn torpedo_targets(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        torpedoes::targets(self.p, self.side, unit, self.fx(unit, Feature::Lance))
    }

    fn charge_targets(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let asdic = self.fx(unit, Feature::Asdic);
        self.p.afield(self.side.other()).map(|(target, _)| target).filter(move |target| {
            let far = asdic || self.rx(*target, Feature::Noisy);
            charges::may_target(self.p, self.side, unit, *target, far).is_ok()
        })
    }

    fn has_gun(&self, unit: UnitId, battery: Battery) -> bool {
        self.orders.iter().any(|order| {
            matches!(order, Order::Art { unit: u, battery: b, .. } if *u == unit && *b == battery)
        })
    }

    fn has_torp(&self, unit: UnitId) -> bool {
        self.orders.iter().any(|order| matches!(order, Order::Torp { unit: u, .. } if *u == unit))
    }

    fn has_dc(&self, unit: UnitId) -> bool {
        self.orders.iter().any(|order| matches!(order, Order::Dc { unit: u, .. } if *u == unit))
    }

    /// Calls `each` with every first pick of a further order until it says stop.
    fn openings(&self, mut each: impl FnMut(Pick) -> bool) {
        let p = self.p;
        let left = self.left();
        let x = left[Face::X.index()] > 0;
        let art = left[Face::AF.index()] + left[Face::AD.index()] > 0;
        let torp = left[Face::TM.index()] > 0;
        let dc = left[Face::AD.index()] > 0;
        let open = window(Window::Orders);
        // Submerged enemies are few: without any, depth charges need no further look.
        let prey = p.afield(self.side.other()).any(|(_, unit)| !unit.is_afloat());
        for (id, unit) in p.afield(self.side) {
            let wild = x && !unit.has_active(Feature::Signals);
            let printed = unit.printed();
            if art || wild {
                for battery in Battery::ALL {
                    if printed & battery.feature().bit() != 0
                        && guns::spaces(p, unit, battery) > 0
                        && !p.in_fog(unit)
                        && !self.has_gun(id, battery)
                        && self.gun_targets(id, battery).next().is_some()
                        && each(Pick::Gun(id, battery))
                    {
                        return;
                    }
                }
            }
            if (torp || wild)
                && printed & Feature::Torp.bit() != 0
                && !self.has_torp(id)
                && torpedoes::may_launch(p, id).is_ok()
                && torpedoes::most(unit, self.fx(id, Feature::Reload)) > 0
                && self.torpedo_targets(id).next().is_some()
                && each(Pick::Tubes(id))
            {
                return;
            }
            if prey
                && (dc || wild)
                && printed & Feature::Dc.bit() != 0
                && !self.has_dc(id)
                && charges::may_drop(p, id).is_ok()
                && self.charge_targets(id).next().is_some()
                && each(Pick::Charges(id))
            {
                return;
            }
            if wild {
                let set =
                    printed & open & GREEN & !unit.used & !u64::from(unit.tokens.0 & 0x3f_ffff);
                for feature in each_feature(set) {
                    if !self.fx(id, feature) && each(Pick::Fx(id, feature)) {
                        return;
                    }
                }
            }
        }
        if x {
            for (id, unit) in p.afield(self.side.other()) {
                for feature in each_feature(unit.printed() & open & RED & !unit.used) {
                    if !self.rx(id, feature) && each(Pick::Rx(id, feature)) {
                        return;
                    }
                }
            }
        }
    }
}

/// Calls `each` with every face an order uses and how many of it.
pub(crate) fn each_die(order: &Order, mut each: impl FnMut(Face, u8)) {
    match *order {
        // BG-7-FX1: an Admiral die each.
        Order::Fx(..) | Order::Rx(..) => each(Face::X, 1),
        Order::Art { dice, .. } => {
            each(dice.0, 1);
            if let Some(face) = dice.1 {
                each(face, 1);
            }
        }
        Order::Torp { torpedo_dice, admiral_dice, .. } => {
            each(Face::TM, torpedo_dice);
            each(Face::X, admiral_dice);
        }
        Order::Dc { die, .. } => each(die, 1),
    }
}

/// Has the side any order to give?
pub(crate) fn has_any(p: &Public, side: Side) -> bool {
    let mut found = false;
    List { p, side, orders: &[] }.openings(|_| {
        found = true;
        true
    });
    found
}

/// Calls `each` with every feature the side may order.
pub(crate) fn each_special(p: &Public, side: Side, mut each: impl FnMut(UnitId, Feature)) {
    List { p, side, orders: &[] }.openings(|pick| {
        if let Pick::Fx(unit, feature) | Pick::Rx(unit, feature) = pick {
            each(unit, feature);
        }
        false
    });
}

/// May the orders be given?
pub(crate) fn check(p: &Public, side: Side, orders: &[Order]) -> Result<(), Illegal> {
    let list = List { p, side, orders };
    // BG-2-AD5: several dice on one unit, for different features.
    for (i, order) in orders.iter().enumerate() {
        let before = List { p, side, orders: &orders[..i] };
        match *order {
            Order::Fx(unit, feature) if before.fx(unit, feature) => {
                return Err(Illegal::UsedAlready { unit, feature });
            }
            Order::Rx(unit, feature) if before.rx(unit, feature) => {
                return Err(Illegal::UsedAlready { unit, feature });
            }
            // BG-4-AR18: one order a battery.
            Order::Art { unit, battery, .. } if before.has_gun(unit, battery) => {
                return Err(Illegal::BatteryTwice { unit, battery });
            }
            // BG-4-TO12: one order for all torpedoes.
            Order::Torp { unit, .. } if before.has_torp(unit) => {
                return Err(Illegal::TorpedoTwice { unit });
            }
            // BG-4-DC3: one depth-charge attack.
            Order::Dc { unit, .. } if before.has_dc(unit) => {
                return Err(Illegal::ChargesTwice { unit });
            }
            _ => {}
        }
        list.may(order)?;
    }
    let mut need = [0u8; 6];
    for order in orders {
        each_die(order, |face, n| need[face.index()] = need[face.index()].saturating_add(n));
    }
    for face in Face::ALL {
        if need[face.index()] > p.dice(side, face) {
            return Err(Illegal::TooFewDice { die: face });
        }
    }
    // One list, one way to write it.
    let tidy = orders.iter().all(|order| match order {
        Order::Art { dice: (a, Some(b)), .. } if a > b => false,
        Order::Art { targets: (a, Some(b)), .. } => a < b,
        _ => true,
    });
    if tidy && orders.is_sorted() { Ok(()) } else { Err(Illegal::NotSorted) }
}

/// What may be picked next.
pub(crate) fn menu(p: &Public, side: Side, draft: &[Pick], out: &mut Choices) {
    let mut orders: Vec<Order> = Vec::new();
    let mut rest = draft;
    while let Some((pick, tail)) = rest.split_first() {
        let list = List { p, side, orders: &orders };
        let order = match *pick {
            Pick::Fx(unit, feature) => Some((Order::Fx(unit, feature), tail)),
            Pick::Rx(unit, feature) => Some((Order::Rx(unit, feature), tail)),
            Pick::Gun(unit, battery) => gun_menu(&list, unit, battery, tail, out),
            Pick::Tubes(unit) => tubes_menu(&list, unit, tail, out),
            Pick::Charges(unit) => charges_menu(&list, unit, tail, out),
            _ => None,
        };
        let Some((order, tail)) = order else { return };
        orders.push(order);
        rest = tail;
    }
    if !orders.is_empty() {
        let mut sorted = orders.clone();
        sorted.sort();
        if check(p, side, &sorted).is_err() {
            return;
        }
        out.to(Pick::Done, Action::Orders(sorted.into()));
    } else {
        out.to(Pick::Pass, Action::Orders(alloc::boxed::Box::new([])));
    }
    List { p, side, orders: &orders }.openings(|pick| {
        out.on(pick);
        false
    });
}

type Grown<'d> = Option<(Order, &'d [Pick])>;

fn gun_menu<'d>(
    list: &List<'_>,
    unit: UnitId,
    battery: Battery,
    draft: &'d [Pick],
    out: &mut Choices,
) -> Grown<'d> {
    own(list.p, list.side, unit).ok()?;
    let left = list.left();
    let wild = !list.signals(unit);
    let have = |face: Face| {
        if face == Face::X && !wild { 0 } else { left[face.index()] }
    };
    let faces = [Face::AF, Face::AD, Face::X];
    let Some((pick, draft)) = draft.split_first() else {
        for face in faces {
            if have(face) > 0 {
                out.on(Pick::Die(face));
            }
        }
        if guns::spaces(list.p, list.p.unit(unit), battery) >= 2 {
            for (i, a) in faces.into_iter().enumerate() {
                for b in faces.into_iter().skip(i) {
                    if have(a) > 0 && have(b) > u8::from(a == b) {
                        out.on(Pick::Dice(a, b));
                    }
                }
            }
        }
        return None;
    };
    let dice = match *pick {
        Pick::Die(face) => (face, None),
        Pick::Dice(a, b) => (a, Some(b)),
        _ => return None,
    };
    let split = dice.1 == Some(Face::X) || (dice.0 == Face::X && dice.1.is_some());
    let Some((pick, draft)) = draft.split_first() else {
        let mut first = None;
        let mut several = false;
        for target in list.gun_targets(unit, battery) {
            out.on(Pick::Target(target));
            several = first.is_some();
            first = first.or(Some(target));
        }
        if split && several {
            let all: Vec<UnitId> = list.gun_targets(unit, battery).collect();
            for target in &all[..all.len() - 1] {
                out.on(Pick::Split(*target));
            }
        }
        return None;
    };
    match (*pick, draft.split_first()) {
        (Pick::Target(target), _) => {
            Some((Order::Art { unit, battery, dice, targets: (target, None) }, draft))
        }
        (Pick::Split(one), Some((Pick::Target(two), draft))) => {
            Some((Order::Art { unit, battery, dice, targets: (one, Some(*two)) }, draft))
        }
        (Pick::Split(one), None) => {
            for target in list.gun_targets(unit, battery).filter(|target| *target > one) {
                out.on(Pick::Target(target));
            }
            None
        }
        _ => None,
    }
}

fn tubes_menu<'d>(
    list: &List<'_>,
    unit: UnitId,
    draft: &'d [Pick],
    out: &mut Choices,
) -> Grown<'d> {
    own(list.p, list.side, unit).ok()?;
    let left = list.left();
    let wild = if list.signals(unit) { 0 } else { left[Face::X.index()] };
    let most = torpedoes::most(list.p.unit(unit), list.fx(unit, Feature::Reload));
    let Some((pick, mut draft)) = draft.split_first() else {
        for x in 0..=wild.min(most) {
            for tm in 0..=left[Face::TM.index()].min(most - x) {
                if tm + x > 0 {
                    out.on(Pick::Salvo(tm, x));
                }
            }
        }
        return None;
    };
    let Pick::Salvo(torpedo_dice, admiral_dice) = *pick else { return None };
    let n = torpedo_dice + admiral_dice;
    let all: Vec<UnitId> = list.torpedo_targets(unit).collect();
    let mut aimed: Vec<UnitId> = Vec::new();
    while aimed.len() < usize::from(n) {
        let Some((pick, tail)) = draft.split_first() else {
            let last = aimed.len() + 1 == usize::from(n);
            if aimed.is_empty() {
                for target in &all {
                    out.on(Pick::Target(*target));
                }
            }
            if admiral_dice > 0 && n >= 2 {
                for (i, target) in all.iter().enumerate() {
                    // Ascending, and not all at one: that is the pick of a single target.
                    let ascends = aimed.last().is_none_or(|before| target >= before);
                    let same = last && Some(target) == aimed.first();
                    let first_is_last = aimed.is_empty() && i + 1 == all.len();
                    if ascends && !same && !first_is_last {
                        out.on(Pick::Torpedo(*target));
                    }
                }
            }
            return None;
        };
        draft = tail;
        match *pick {
            Pick::Target(target) if aimed.is_empty() => {
                aimed.resize(usize::from(n), target);
            }
            Pick::Torpedo(target) => aimed.push(target),
            _ => return None,
        }
    }
    Some((Order::Torp { unit, torpedo_dice, admiral_dice, targets: Targets::new(aimed) }, draft))
}

fn charges_menu<'d>(
    list: &List<'_>,
    unit: UnitId,
    draft: &'d [Pick],
    out: &mut Choices,
) -> Grown<'d> {
    own(list.p, list.side, unit).ok()?;
    let left = list.left();
    let Some((pick, draft)) = draft.split_first() else {
        for face in [Face::AD, Face::X] {
            if left[face.index()] > 0 && !(face == Face::X && list.signals(unit)) {
                out.on(Pick::Die(face));
            }
        }
        return None;
    };
    let Pick::Die(die) = *pick else { return None };
    let Some((pick, draft)) = draft.split_first() else {
        for target in list.charge_targets(unit) {
            out.on(Pick::Target(target));
        }
        return None;
    };
    let Pick::Target(target) = *pick else { return None };
    Some((Order::Dc { unit, die, target }, draft))
}
