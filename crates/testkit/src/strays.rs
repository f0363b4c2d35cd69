//! Drafts that no menu led to: they lead nowhere.

use crate::trail::{Broken, Lawful};
use admiralty_core::{Leads, Menu, Rules, Seat, Seeded, Sight, Table, Text, Viewer};

/// Random ways down the menu, and drafts changed from each of them.
const WAYS: u32 = 3;
const CHANGED: u32 = 12;

/// Every seat's menu after drafts that somebody made up of picks he has seen.
pub(crate) fn nowhere<R: Rules + Text>(table: &Table<R>, rng: &mut Seeded) -> Lawful {
    for seat in (0..table.seats.len()).map(Seat) {
        let sight = table.sight(Viewer::Seat(seat));
        let (mut ways, mut seen) = (Vec::new(), Vec::new());
        for _ in 0..WAYS {
            ways.push(way::<R>(sight, &mut seen, rng));
        }
        if seen.is_empty() {
            continue;
        }
        for draft in &ways {
            for _ in 0..CHANGED {
                let draft = changed::<R>(draft, &seen, rng);
                let found = after::<R>(sight, &draft);
                if !found.choices.is_empty() && !is_led_to::<R>(sight, &draft) {
                    let seat = R::seat_code(&table.public, seat);
                    let pick = &found.choices[0].pick;
                    return Err(Broken {
                        law: "a draft that no menu led to leads nowhere",
                        detail: format!("{seat}: {draft:?} to {pick:?}"),
                    });
                }
            }
        }
    }
    Ok(())
}

fn after<R: Rules>(sight: Sight<'_, R>, draft: &[R::Pick]) -> Menu<R::Pick, R::Action> {
    let mut menu = Menu::default();
    R::menu(sight, draft, &mut menu);
    menu
}

/// A random way down to the last pick before an action; what was offered is noted.
fn way<R: Rules>(sight: Sight<'_, R>, seen: &mut Vec<R::Pick>, rng: &mut Seeded) -> Vec<R::Pick> {
    let mut draft = Vec::new();
    for _ in 0..20 {
        let mut menu = after::<R>(sight, &draft);
        seen.extend(menu.choices.iter().map(|choice| choice.pick.clone()));
        menu.choices.retain(|choice| choice.leads == Leads::On);
        if menu.choices.is_empty() {
            break;
        }
        let i = rng.below(menu.choices.len() as u32) as usize;
        draft.push(menu.choices.swap_remove(i).pick);
    }
    draft
}

/// One pick too many, another one, one twice, one left out, or two exchanged.
fn changed<R: Rules>(draft: &[R::Pick], seen: &[R::Pick], rng: &mut Seeded) -> Vec<R::Pick> {
    let mut draft = draft.to_vec();
    let mut below = |n: usize| rng.below(n as u32) as usize;
    let stray = seen[below(seen.len())].clone();
    let n = draft.len();
    match below(5) {
        _ if n == 0 => draft.push(stray),
        0 => draft.insert(below(n + 1), stray),
        1 => draft[below(n)] = stray,
        2 => draft.push(draft[below(n)].clone()),
        3 => drop(draft.remove(below(n))),
        _ => draft.swap(below(n), below(n)),
    }
    draft
}

fn is_led_to<R: Rules>(sight: Sight<'_, R>, draft: &[R::Pick]) -> bool {
    (0..draft.len()).all(|i| {
        let menu = after::<R>(sight, &draft[..i]);
        menu.choices.iter().any(|choice| choice.pick == draft[i] && choice.leads == Leads::On)
    })
}
