//! What a viewer gets of a table, written out to be compared; and which secrets
//! ever differed in an imagined world.

use admiralty_core::{Leads, Listed, Menu, Own, Rules, Seeded, Sight, Table, Text, Viewer};
use std::collections::BTreeMap;

/// What a viewer gets at one moment.
pub(crate) type Gets = Vec<(&'static str, String)>;

/// Everything a viewer can ask for, written out. `path` leads the same random
/// way down the menu in both worlds.
pub(crate) fn gets<R: Rules + Text>(sight: Sight<'_, R>, path: u64) -> Gets {
    let mut gets: Gets = vec![
        ("the public part", format!("{:?}", sight.public)),
        ("what it knows itself", own::<R>(sight)),
        ("the view", R::view(sight).to_string()),
        ("awaited", format!("{:?}", R::awaited(sight))),
        ("the prompt", R::prompt(sight)),
        ("the board", R::board(sight)),
        ("the turn", R::turn(sight.public).to_string()),
        ("what it recalls", R::recalls_from(sight).to_string()),
        ("the menu", menu::<R>(sight, &mut Seeded::new(path))),
    ];
    let mut legal = Vec::new();
    let listed = R::legal(sight, &mut legal);
    let legal: Vec<String> = legal.iter().map(|a| R::write_action(sight.public, a)).collect();
    let more = if listed == Listed::TooMany { " and more" } else { "" };
    gets.push(("the legal actions", format!("{}{more}", legal.join(", "))));
    gets
}

fn own<R: Rules>(sight: Sight<'_, R>) -> String {
    match sight.own {
        Own::Seat { shared, own, .. } => format!("{shared:?} {own:?}"),
        Own::Nobody => String::new(),
        // Compared as a whole when the world is imagined.
        Own::All(_) => String::new(),
    }
}

/// The labels of the levels along a random way down.
fn menu<R: Rules + Text>(sight: Sight<'_, R>, rng: &mut Seeded) -> String {
    let mut out = String::new();
    let mut draft = Vec::new();
    for _ in 0..60 {
        let mut menu = Menu::default();
        R::menu(sight, &draft, &mut menu);
        for choice in &menu.choices {
            let leads = match &choice.leads {
                Leads::On => "on".to_string(),
                Leads::To(action) => R::write_action(sight.public, action),
                Leads::Aside(action) => format!("({})", R::write_action(sight.public, action)),
            };
            out.push_str(&format!("{:?} {leads}\n", R::pick(sight, &choice.pick)));
        }
        menu.choices.retain(|choice| choice.leads == Leads::On);
        if menu.choices.is_empty() {
            break;
        }
        let i = rng.below(menu.choices.len() as u32) as usize;
        draft.push(menu.choices.swap_remove(i).pick);
    }
    out
}

pub(crate) fn text_difference(a: &str, b: &str) -> String {
    let at = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let cut =
        |text: &str| -> String { text.chars().skip(at.saturating_sub(60)).take(160).collect() };
    format!("at sign {at}\n    …{}\n  and in the other world\n    …{}", cut(a), cut(b))
}

/// Which secrets were ever different in an imagined world, and which could have been.
#[derive(Default)]
pub(crate) struct Varied {
    /// By viewer and holder.
    secrets: BTreeMap<(Viewer, String), Watched>,
}

/// A secret, over many imagined worlds.
struct Watched {
    first: String,
    /// Worlds in which the truth was not what it was first.
    changed: u32,
    /// Did a world have another value than the truth?
    varied: bool,
}

/// A secret that others can hardly be wrong about (a map that lies in one of few places, say)
/// comes out right by chance as well: so many worlds are needed before that is suspicious.
const WORLDS: u32 = 25;

impl Varied {
    pub(crate) fn note<R: Rules>(&mut self, viewer: Viewer, truth: &Table<R>, other: &Table<R>) {
        let sight = truth.sight(viewer);
        let mut add = |holder: String, truth: String, other: String| {
            let varied = truth != other;
            let entry = self.secrets.entry((viewer, holder)).or_insert_with(|| Watched {
                first: truth.clone(),
                changed: 0,
                varied: false,
            });
            entry.changed += u32::from(entry.first != truth);
            entry.varied |= varied;
        };
        for (side, secret) in truth.sides.iter() {
            if sight.of_side(side).is_none() {
                let other = format!("{:?}", other.sides[side]);
                add(format!("side {}", side.0 + 1), format!("{secret:?}"), other);
            }
        }
        for (seat, secret) in truth.seats.iter() {
            if sight.of_seat(seat).is_none() {
                let other = format!("{:?}", other.seats[seat]);
                add(format!("seat {}", seat.0 + 1), format!("{secret:?}"), other);
            }
        }
        if !matches!(sight.own, Own::All(_)) {
            let (truth, other) = (format!("{:?}", truth.umpire), format!("{:?}", other.umpire));
            add("umpire".into(), truth, other);
        }
    }

    /// A secret that changed in play and never differed in an imagined world
    /// was copied from the truth.
    pub(crate) fn judge<R: Rules>(&self) {
        let copied: Vec<String> = self
            .secrets
            .iter()
            .filter(|(_, secret)| secret.changed >= WORLDS && !secret.varied)
            .map(|((viewer, holder), _)| format!("the secret of {holder} for the {viewer}"))
            .collect();
        assert!(copied.is_empty(), "{}: `imagine` never varied {}", R::META.id, copied.join(", "));
    }
}
