//! The laws of observations: codes tell the picks of a menu apart, and a seat is shown the same
//! numbers of every table that it cannot rule out.

use admiralty_catalog::json;
use admiralty_core::{
    Actor, Awaiting, Canvas, Layout, Leads, Menu, Observe, Seat, Seeded, Table, Text, Viewer,
    offers_of_menu, step,
};
use std::fmt;

/// What was looked at.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// Games played.
    pub games: u32,
    /// Entries made.
    pub entries: usize,
    /// Menus walked through.
    pub menus: usize,
    /// Those among them whose codes the game told without making them.
    pub quick: usize,
    /// Tables imagined and compared.
    pub worlds: usize,
    /// Those among them that were another table than the true one.
    pub unlike: usize,
    /// Looks with what was seen before in mind, each compared with one that begins anew.
    pub looks: usize,
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games, {} entries, {} menus ({} told without one), {} worlds compared, {} of them \
             unlike the table, {} looks again",
            self.games, self.entries, self.menus, self.quick, self.worlds, self.unlike, self.looks
        )
    }
}

/// Plays random games with these set-ups (JSON texts), pick by pick, and panics where a law is
/// broken. Every `apart`th entry tables are imagined for every seat and compared.
pub fn observations<R: Observe + Text>(
    setups: &[&str],
    games: u32,
    longest: usize,
    apart: usize,
) -> Observed {
    let mut seen = Observed::default();
    for (i, text) in setups.iter().enumerate() {
        let setup = json::read(text).expect("the set-up is JSON");
        let setup = R::setup(&setup).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        for game in 0..games {
            let seed = u64::from(game) + 1000 * i as u64;
            let mut rng = Seeded::new(seed);
            let mut table = R::begin(&setup, &mut rng).expect("a generator never runs dry");
            let layout = R::layout(&table.public);
            let mut memories = vec![R::Memory::default(); usize::from(table.seats.len())];
            seen.games += 1;
            for entry in 0..longest {
                let Awaiting::Seats(seats) = R::awaiting(&table) else { break };
                let seat = seats.iter().next().expect("somebody is awaited");
                if entry.is_multiple_of(apart) {
                    worlds(&table, &layout, &mut rng, &mut seen);
                }
                again(&table, &mut memories, &layout, &mut rng, &mut seen);
                let action = walk(&table, seat, &layout, &mut rng, &mut seen);
                if let Err(refused) = step(&mut table, Actor::Seat(seat), &action, &mut rng) {
                    panic!("{text}, seed {seed}, entry {entry}: {action:?}: {refused:?}");
                }
                seen.entries += 1;
                assert_eq!(R::layout(&table.public), layout, "{text}: the layout changes");
            }
            worlds(&table, &layout, &mut rng, &mut seen);
            again(&table, &mut memories, &layout, &mut rng, &mut seen);
        }
    }
    seen
}

/// Whoever remembers what it saw sees the same as whoever looks for the first time. Seats look away
/// now and then, as those do that are not asked.
fn again<R: Observe>(
    table: &Table<R>,
    memories: &mut [R::Memory],
    layout: &Layout,
    rng: &mut Seeded,
    seen: &mut Observed,
) {
    for (seat, memory) in memories.iter_mut().enumerate() {
        if rng.below(3) == 0 {
            continue;
        }
        let viewer = Viewer::Seat(Seat(seat as u8));
        let truth = numbers(table, viewer, layout);
        let mut shown = (vec![9; truth.0.len()], vec![9; truth.1.len()]);
        let mut canvas = Canvas::of::<R>(layout, &mut shown.0, &mut shown.1);
        R::observe_again(table.sight(viewer), memory, &mut canvas);
        seen.looks += 1;
        assert!(
            shown == truth,
            "seat {seat} sees something else when it looks again: {}",
            difference(&truth, &shown, layout)
        );
    }
}

/// Walks down the menu at random to an action; every code on the way must be right.
fn walk<R: Observe + Text>(
    table: &Table<R>,
    seat: Seat,
    layout: &Layout,
    rng: &mut Seeded,
    seen: &mut Observed,
) -> R::Action {
    let sight = table.sight(Viewer::Seat(seat));
    let mut draft: Vec<R::Pick> = Vec::new();
    loop {
        let mut menu = Menu::default();
        R::menu(sight, &draft, &mut menu);
        let mut codes = std::collections::BTreeMap::new();
        menu.choices.retain(|choice| {
            let Some(code) = R::code(sight, &choice.pick) else { return false };
            if matches!(choice.leads, Leads::Aside(_)) {
                return false;
            }
            assert!(code < layout.n_picks(), "{:?} has the code {code}", choice.pick);
            if let Some(other) = codes.insert(code, choice.pick.clone()) {
                panic!("{other:?} and {:?} after {draft:?} have one code {code}", choice.pick);
            }
            true
        });
        seen.menus += 1;
        let (mut quick, mut slow) = (Vec::new(), Vec::new());
        offers_of_menu::<R>(sight, &draft, &mut slow);
        if R::codes(sight, &draft, &mut quick) {
            seen.quick += 1;
            // In any order: to a learner they are a set.
            quick.sort_unstable();
            slow.sort_unstable_by_key(|offer| offer.code);
            let quick: Vec<_> = quick.iter().map(|code| R::meant(sight, &draft, *code)).collect();
            let slow: Vec<_> = slow.into_iter().map(Some).collect();
            assert_eq!(quick, slow, "what is offered after {draft:?} is what the menu has");
        } else {
            assert!(quick.is_empty(), "codes without a menu after {draft:?}, and yet not all");
        }
        assert!(!menu.choices.is_empty(), "nothing can be picked after {draft:?}");
        let i = rng.below(menu.choices.len() as u32) as usize;
        let choice = menu.choices.swap_remove(i);
        match choice.leads {
            Leads::To(action) => return action,
            _ => draft.push(choice.pick),
        }
    }
}

/// Every seat is shown the same of the true table and of those it cannot rule out.
fn worlds<R: Observe + Text>(
    table: &Table<R>,
    layout: &Layout,
    rng: &mut Seeded,
    seen: &mut Observed,
) {
    let position = R::save(table);
    for seat in (0..table.seats.len()).map(Seat) {
        let viewer = Viewer::Seat(seat);
        let truth = numbers(table, viewer, layout);
        let sight = table.sight(viewer);
        for imagine in [R::imagine, R::imagine_shown] {
            let Ok(other) = imagine(sight, rng) else { panic!("imagining ran dry") };
            seen.worlds += 1;
            seen.unlike += usize::from(R::save(&other) != position);
            let shown = numbers(&other, viewer, layout);
            assert!(
                shown == truth,
                "{} can tell two worlds apart: {}\n{position}",
                R::seat_code(&table.public, seat),
                difference(&truth, &shown, layout)
            );
        }
    }
}

type Numbers = (Vec<u8>, Vec<i16>);

fn numbers<R: Observe>(table: &Table<R>, viewer: Viewer, layout: &Layout) -> Numbers {
    let mut planes = vec![9; layout.n_planes() * layout.cells()];
    let mut numbers = vec![9; layout.n_numbers()];
    let mut canvas = Canvas::of::<R>(layout, &mut planes, &mut numbers);
    R::observe(table.sight(viewer), &mut canvas);
    (planes, numbers)
}

fn difference(one: &Numbers, two: &Numbers, layout: &Layout) -> String {
    let part_of = |parts: &[admiralty_core::Part], mut at: usize| {
        let found = parts.iter().find(|part| {
            let inside = at < part.n;
            at = at.wrapping_sub(if inside { 0 } else { part.n });
            inside
        });
        found.map_or("nothing", |part| part.name)
    };
    if let Some(i) = (0..one.0.len()).find(|&i| one.0[i] != two.0[i]) {
        let name = part_of(layout.planes, i / layout.cells());
        return format!("plane {name}, cell {}: {} and {}", i % layout.cells(), one.0[i], two.0[i]);
    }
    let i = (0..one.1.len()).find(|&i| one.1[i] != two.1[i]).unwrap_or_default();
    format!("number {} ({i}): {} and {}", part_of(layout.numbers, i), one.1[i], two.1[i])
}
