//! Actions written in notation.

use crate::action::{Action, Finish, FlightTo, FxArg, Order, Path, Spot};
use crate::board::Dir;
use crate::state::letter;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn joined<T>(items: &[T], sep: &str, one: impl Fn(&T) -> String) -> String {
    items.iter().map(one).collect::<Vec<_>>().join(sep)
}

fn spots(keyword: &str, list: &[Spot], headings: bool) -> String {
    if list.is_empty() {
        return format!("{keyword} none");
    }
    let mut text = keyword.to_string();
    for spot in list {
        let Some(square) = spot.square else { continue };
        let heading = if headings { spot.heading.code() } else { "" };
        text += &format!(" {}@{square}{heading}", spot.unit);
    }
    let waiting: Vec<String> = list
        .iter()
        .filter(|spot| spot.square.is_none())
        .map(|spot| spot.unit.to_string())
        .collect();
    if !waiting.is_empty() {
        text += &format!(" standby {}", waiting.join(" "));
    }
    text
}

/// The steps and the finish of a move.
pub(crate) fn path_text(path: Path, finish: Finish) -> String {
    let steps: Vec<&str> = path.iter().map(Dir::code).collect();
    let plus = if path.is_empty() { "" } else { "+" };
    let end = match finish {
        Finish::Stop => String::new(),
        Finish::Pivot(dir) => format!("/{}", dir.code()),
        Finish::Dive => format!("{plus}dive"),
        Finish::Up(dir) => format!("{plus}up{}", dir.code()),
        Finish::Exit => format!("{plus}exit"),
    };
    steps.join("-") + &end
}

/// One order.
pub(crate) fn order_text(order: &Order) -> String {
    match *order {
        Order::Fx(unit, feature) => format!("fx {unit} {}", feature.code()),
        Order::Rx(unit, feature) => format!("rx {unit} {}", feature.code()),
        Order::Art { unit, battery, dice, targets } => {
            let second = dice.1.map_or(String::new(), |face| format!("+{}", face.code()));
            let other = targets.1.map_or(String::new(), |target| format!(",{target}"));
            format!(
                "art {unit} {} {}{second} >{}{other}",
                battery.number(),
                dice.0.code(),
                targets.0
            )
        }
        Order::Torp { unit, torpedo_dice, admiral_dice, targets } => {
            let mut dice = Vec::new();
            dice.resize(usize::from(torpedo_dice), "TM");
            dice.resize(usize::from(torpedo_dice) + usize::from(admiral_dice), "X");
            let aimed = match targets.single() {
                Some(target) => target.to_string(),
                None => joined(&targets.iter().collect::<Vec<_>>(), ",", ToString::to_string),
            };
            format!("tor {unit} {} >{aimed}", dice.join("+"))
        }
        Order::Dc { unit, die, target } => format!("dc {unit} {} >{target}", die.code()),
    }
}

/// What a feature is used on.
pub(crate) fn arg_text(arg: FxArg) -> String {
    match arg {
        FxArg::None => String::new(),
        FxArg::Square(square) => square.to_string(),
        FxArg::Sp => "sp".into(),
        FxArg::Token(feature) => format!("crit {}", feature.code()),
    }
}

/// Writes an action.
pub(crate) fn write(action: &Action) -> String {
    match action {
        Action::Lay(square, card) => format!("scenery {square}={}", card.code()),
        Action::LayNone => "scenery pass".into(),
        Action::Fleet(cards) => {
            format!("fleet {}", joined(cards, " ", |card| card.card().id.to_string()))
        }
        Action::Deploy(list) => spots("deploy", list, true),
        Action::Subs(list) => spots("subs", list, false),
        Action::Enter(list) => spots("enter", list, true),
        Action::First(side) => format!("first {}", letter(*side)),
        Action::Move { unit, die, path, finish } => {
            format!("mv {unit} {} {}", die.code(), path_text(*path, *finish))
        }
        Action::Fx { unit, feature, arg } => {
            let arg = arg_text(*arg);
            let blank = if arg.is_empty() { "" } else { " " };
            format!("fx {unit} {}{blank}{arg}", feature.code())
        }
        Action::Rx { unit, feature } => format!("rx {unit} {}", feature.code()),
        Action::Repair { unit, movement, artillery } => {
            format!("rep {unit} {} {}", movement.code(), artillery.code())
        }
        Action::Launch { carrier, flights } => {
            let flights = joined(flights, " ", |flight| match flight.to {
                FlightTo::Screen(unit) => format!("{}>{unit}", flight.plane),
                FlightTo::Square(square) => format!("{}@{square}", flight.plane),
            });
            format!("launch {carrier} {flights}")
        }
        Action::Strike { carrier, aims } => {
            let aims = joined(aims, " ", |aim| {
                let from = aim.square.map_or(String::new(), |square| format!("@{square}"));
                format!("{}>{}{from}", aim.plane, aim.target)
            });
            format!("strike {carrier} {aims}")
        }
        Action::Intercept(Some(plane)) => format!("intercept {plane}"),
        Action::Intercept(None) => "intercept none".into(),
        Action::Bombs(target, groups) => {
            let sizes: Vec<String> = groups.iter().map(|n| n.to_string()).collect();
            format!("bombs {target} {}", sizes.join("+"))
        }
        Action::Crit(unit, feature) => format!("crit {unit} {}", feature.code()),
        Action::Orders(list) if list.is_empty() => "orders none".into(),
        Action::Orders(list) => format!("orders {}", joined(list, "; ", order_text)),
        Action::Pass => "pass".into(),
        Action::Resign => "resign".into(),
        Action::Forfeit(side) => format!("forfeit {}", letter(*side)),
    }
}
