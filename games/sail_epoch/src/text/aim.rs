//! What is played for and how far everybody is, in a line above the board.

use crate::setup::Scenario;
use crate::state::{Flag, Public, SPAIN};
use admiralty_core::{Doc, Field, Seat, Shape};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What [`aim`] writes.
pub(crate) const AIM: Shape = Shape::Named(
    "AimOfGame",
    &Shape::Map(&[
        Field::new("says", Shape::Text, "what wins, for who looks"),
        Field::new("need", Shape::Int, "goods that win; 0 where none are fetched"),
        Field::new("score", Shape::Dict(&Shape::Text), "how far each player is"),
        Field::optional("last", Shape::Int, "the last Turn, where there is one"),
    ]),
);

/// The goal and the score, as the seat that looks has them.
pub(crate) fn aim(p: &Public, seat: Option<Seat>) -> Doc {
    let mut score = Doc::map();
    for other in p.seats() {
        score.put(super::player(other), progress(p, other));
    }
    let mut doc = Doc::map().with("says", goal(p, seat)).with("need", p.goal).with("score", score);
    if p.options().turn_limit > 0 {
        doc.put("last", p.options().turn_limit);
    }
    doc
}

fn goal(p: &Public, seat: Option<Seat>) -> String {
    let o = p.options();
    let need = p.goal;
    match o.scenario {
        Scenario::Treasures => format!("Bring {need} troves of gold to your fort"),
        Scenario::Pearls if p.is_team_game() => {
            format!("Store {need} batches of pearls in your team's forts")
        }
        Scenario::Pearls => format!("Store {need} batches of pearls in your fort"),
        Scenario::Jolly => match seat {
            Some(SPAIN) => {
                format!("Bring {need} treasures to Cadiz on X14, or sink every pirate ship")
            }
            Some(_) => format!("Bring {need} treasures to Tortuga on M2"),
            None => format!("{need} treasures win: Spain at Cadiz, pirates at Tortuga"),
        },
        Scenario::Oceans => {
            let mut ways: Vec<&str> = Vec::new();
            let two = p.is_team_game() || p.seats().count() == 2;
            // Not every sea has Royal Ports.
            if o.win_royal_port && !p.chart().royal_ports.is_empty() {
                ways.push("hold an enemy's Royal Port");
            }
            if o.win_no_ships {
                ways.push(if two { "sink the enemy's fleet" } else { "sink all other fleets" });
            }
            if o.win_no_forts {
                ways.push(if two { "take his forts" } else { "leave nobody else a fort" });
            }
            super::names::capital(ways.join(", or "))
        }
    }
}

fn progress(p: &Public, seat: Seat) -> String {
    let player = &p.players[seat.index()];
    if player.out {
        return "out".to_string();
    }
    let ships = p.fleets[seat.index()].len() as usize;
    let afloat = super::names::count(ships, "ship");
    let mut says = if p.options().scenario == Scenario::Oceans {
        let forts =
            p.forts().iter().filter(|fort| !fort.ruin && fort.owner == Flag::from(seat)).count();
        let stay = p.fleets[seat.index()]
            .iter()
            .map(|id| p.ship(id).stay.saturating_sub(1))
            .max()
            .unwrap_or(0);
        let mut says = format!("{afloat}, {}", super::names::count(forts, "fort"));
        if stay > 0 {
            says.push_str(&format!(
                ", {} in the Royal Port",
                super::names::count(stay as usize, "Turn")
            ));
        }
        says
    } else {
        let goods = match p.options().scenario {
            Scenario::Treasures => "troves",
            Scenario::Pearls => "batches",
            _ => "treasures",
        };
        format!("{} of {} {goods}, {afloat}", p.store(p.side(seat)), p.goal)
    };
    if player.fortless > 0 {
        says.push_str(&format!(", needs a fort by Turn {}", player.fortless + 3));
    }
    says
}

/// The weather in plain words; the wind is named by where it blows to.
pub(crate) fn weather_line(p: &Public) -> String {
    use crate::state::Weather;
    let to = super::names::dir_word(p.wind.to);
    match p.wind.weather {
        Weather::Fresh => format!("a fresh breeze blows towards the {to}"),
        Weather::Calm => "a dead calm: only brigs move, one space by oar".to_string(),
        Weather::Storm => format!("a storm drives every unsheltered ship towards the {to}"),
    }
}
