//! Writes actions.

use crate::action::{Action, Aim, Captain, Course, Helm, Hold, Path, Piece, Share, Unit, Volley};
use crate::state::{Public, Standing};
use crate::text::{fort, player, ships, unit};
use crate::units::ShipId;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

/// The action in notation.
pub(crate) fn write(p: &Public, action: &Action) -> String {
    match action {
        Action::Place { piece, space } => match piece {
            Piece::Island(isle, turns) => format!("island {} {space} r{}", isle.name(), turns * 90),
            Piece::Fort => format!("fort {space}"),
            Piece::RoyalPort => format!("rp {space}"),
            Piece::Reef => format!("reef {space}"),
        },
        Action::Mine(space) => format!("mine {space}"),
        Action::Map(space) => format!("map {space}"),
        Action::Order { space, order } => format!("order {space} {}", standing(*order)),
        Action::Deploy { ship, space, bow: None } => format!("deploy {ship} {space}"),
        Action::Deploy { ship, space, bow: Some(bow) } => {
            format!("deploy {ship} {space} bow {bow}")
        }
        Action::Sail { ship, path: way } => format!("move {ship} {}", path(*way)),
        Action::Turn { ship, by } => format!("turn {ship} {}", pivot(*by)),
        Action::Bow { ship, dir } => format!("bow {ship} {dir}"),
        Action::Captain { ship, card } => format!("captain {ship} {}", captain(*card)),
        Action::Move { ship, course } => write_course(*ship, *course),
        Action::Drift(ship) => format!("drift {ship}"),
        Action::Fire { first, second } => {
            let mut text = format!("fire {}", volley(p, first));
            if let Some(second) = second {
                let _ = write!(text, " & {}", volley(p, second));
            }
            text
        }
        Action::Waste(who) => format!("fire {} -", unit(p, *who)),
        Action::Ignite(ship) => format!("ignite {ship}"),
        Action::Explode(ship) => format!("explode {ship}"),
        Action::Board { attackers, target } => format!("board {} > {target}", ships(*attackers)),
        Action::Assault { attackers, fort: at } => {
            format!("assault {} > {}", ships(*attackers), fort(p, *at))
        }
        Action::Defend(set) => format!("defend {}", ships(*set)),
        Action::Allot(shares) => write_shares(p, shares),
        Action::Repair { ship, fort: at } => format!("repair {ship} {}", fort(p, *at)),
        Action::Unrepair(ship) => format!("unrepair {ship}"),
        Action::Mend(ship) => format!("mend {ship} sails"),
        Action::Work { fort: at, ships } => {
            // Two are named, also where both are the same and the rules refuse it.
            let mut names: Vec<String> = ships.iter().map(|id| id.to_string()).collect();
            names.extend(names.first().cloned().filter(|_| names.len() == 1));
            format!("work {} {}", fort(p, *at), names.join(" "))
        }
        Action::Release(at) => format!("release {}", fort(p, *at)),
        Action::Raise(at) => format!("raise {}", fort(p, *at)),
        Action::Load { ship, n, from } => match from {
            Hold::Field => format!("load {ship} {n}"),
            Hold::Fort(at) => format!("load {ship} {n} {}", fort(p, *at)),
            Hold::Map(pirate) => format!("load {ship} {n} map {}", player(*pirate)),
        },
        Action::Unload { ship, n, fort: at } => format!("unload {ship} {n} {}", fort(p, *at)),
        Action::Plunder(takes) => {
            let mut text = "plunder".to_string();
            for (ship, n) in takes {
                let _ = write!(text, " {ship}:{n}");
            }
            text
        }
        Action::Pass => "pass".to_string(),
        Action::Detonate(space) => format!("detonate {space}"),
        Action::Offer { seat, turns: 0 } => format!("offer {} open", player(*seat)),
        Action::Offer { seat, turns } => format!("offer {} turns {turns}", player(*seat)),
        Action::Accept => "accept".to_string(),
        Action::Decline => "decline".to_string(),
        Action::Notice(seat) => format!("notice {}", player(*seat)),
        Action::Break(seat) => format!("break {}", player(*seat)),
        Action::Give { fort: at, seat } => format!("give {} {}", fort(p, *at), player(*seat)),
        Action::End => "end".to_string(),
        Action::Resign => "resign".to_string(),
        Action::TimeOut(seat) => format!("timeout {}", player(*seat)),
        Action::Left(seat) => format!("left {}", player(*seat)),
    }
}

/// `LLFF+R2`.
pub(crate) fn path(path: Path) -> String {
    let mut text: String = path.steps().map(Helm::letter).collect();
    if path.pivot != 0 {
        let _ = write!(text, "+{}", pivot(path.pivot));
    }
    text
}

/// `R2`.
fn pivot(by: i8) -> String {
    format!("{}{}", if by < 0 { 'L' } else { 'R' }, by.unsigned_abs())
}

/// A captain card in notation.
pub(crate) const fn captain(card: Captain) -> &'static str {
    match card {
        Captain::Target => "target",
        Captain::Initiative => "initiative",
    }
}

fn standing(order: Standing) -> &'static str {
    match order {
        Standing::Ask => "ask",
        Standing::Auto => "auto",
        Standing::Hold => "hold",
    }
}

fn write_course(ship: ShipId, course: Course) -> String {
    let mut text = format!("move {ship}");
    let single = course.len() == 1;
    for (dir, n) in course.legs() {
        let _ = if single { write!(text, " {dir} {n}") } else { write!(text, " {dir}{n}") };
    }
    text
}

/// `FR1x2,@A1 > BR4`.
pub(crate) fn volley(p: &Public, volley: &Volley) -> String {
    let mut text = String::new();
    for (i, (who, shots)) in volley.guns.iter().enumerate() {
        let _ = write!(text, "{}{}", if i > 0 { "," } else { "" }, unit(p, who));
        if shots > 1 {
            let _ = write!(text, "x{shots}");
        }
    }
    let _ = write!(text, " > {}", unit(p, volley.target));
    if volley.aim == Aim::Sails {
        text.push_str(" sails");
    }
    text
}

pub(super) fn aboard(p: &Public, who: Unit) -> u8 {
    who.as_ship().map_or(0, |id| p.ship(id).cargo)
}

/// Shares, and the shifts of cargo that lead from what is aboard to what shall be.
fn write_shares(p: &Public, shares: &[Share]) -> String {
    let mut text = "alloc".to_string();
    for share in shares {
        let _ = write!(text, " {}={}", unit(p, share.unit), share.points);
    }
    let mut gives: Vec<(Unit, u8)> = Vec::new();
    let mut takes: Vec<(Unit, u8)> = Vec::new();
    for share in shares {
        let has = aboard(p, share.unit);
        if share.cargo < has {
            gives.push((share.unit, has - share.cargo));
        } else if share.cargo > has {
            takes.push((share.unit, share.cargo - has));
        }
    }
    let mut first = true;
    for (to, wanted) in &mut takes {
        for (from, left) in &mut gives {
            let n = (*wanted).min(*left);
            if n == 0 {
                continue;
            }
            let lead = if first { " cargo" } else { "" };
            first = false;
            let _ = write!(text, "{lead} {}>{}:{n}", unit(p, *from), unit(p, *to));
            *wanted -= n;
            *left -= n;
        }
    }
    text
}
