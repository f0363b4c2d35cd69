//! What a person may pick next. The first level of a menu is what a client
//! highlights; the next follows the click.

use crate::{Actor, Awaiting, Doc, Listed, Rules, Seeded, Sight};
use alloc::string::String;
use alloc::vec::Vec;

/// The picks that may follow a draft, in an order that is part of the game's contract.
#[derive(Clone, Debug)]
pub struct Menu<P, A> {
    /// What may be picked, each with what it leads to.
    pub choices: Vec<Choice<P, A>>,
}

/// One pick and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<P, A> {
    /// The pick.
    pub pick: P,
    /// Where it leads.
    pub leads: Leads<A>,
}

/// Where a pick leads.
#[derive(Clone, PartialEq, Debug)]
pub enum Leads<A> {
    /// To a further menu.
    On,
    /// To a complete action.
    To(A),
    /// To a complete action that the seat may take at any time and is not
    /// awaited for: resigning, a note, a draw offer. `legal` does not list it.
    Aside(A),
}

impl<P, A> Default for Menu<P, A> {
    fn default() -> Self {
        Menu { choices: Vec::new() }
    }
}

impl<P, A> Menu<P, A> {
    /// A pick after which more is to be picked.
    pub fn on(&mut self, pick: P) {
        self.choices.push(Choice { pick, leads: Leads::On });
    }

    /// A pick that completes an action.
    pub fn to(&mut self, pick: P, action: A) {
        self.choices.push(Choice { pick, leads: Leads::To(action) });
    }

    /// A pick that completes an action nobody waits for.
    pub fn aside(&mut self, pick: P, action: A) {
        self.choices.push(Choice { pick, leads: Leads::Aside(action) });
    }
}

/// A pick as a person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// What it is: `unit`, `place`, `kind`; clients style by it.
    pub kind: &'static str,
    /// The key by which a draft names it, unique among its neighbours: `d4`, `fire`.
    pub key: String,
    /// What will happen, in a few words.
    pub text: String,
    /// The place on the board it stands for, if any.
    pub place: Option<String>,
    /// The unit it stands for, if any.
    pub unit: Option<String>,
    /// A map of what a board may show beside it, as the rules reckon it: what it costs, what it
    /// needs, how far it goes. Nothing that the seat may not know.
    pub facts: Option<Doc>,
    /// Seldom wanted, or never to be taken back: clients keep it apart and ask first.
    pub rare: bool,
}

/// Every complete action of a menu, found by walking it; stops after `limit`
/// and says then that there are more. Actions not awaited are left out.
pub fn leaves<R: Rules>(sight: Sight<'_, R>, limit: usize, out: &mut Vec<R::Action>) -> Listed {
    fn walk<R: Rules>(
        sight: Sight<'_, R>,
        draft: &mut Vec<R::Pick>,
        limit: usize,
        out: &mut Vec<R::Action>,
    ) -> bool {
        let mut menu = Menu::default();
        R::menu(sight, draft, &mut menu);
        for choice in menu.choices {
            match choice.leads {
                Leads::To(action) => {
                    if out.len() >= limit {
                        return false;
                    }
                    out.push(action);
                }
                Leads::Aside(_) => {}
                Leads::On => {
                    draft.push(choice.pick);
                    let whole = walk::<R>(sight, draft, limit, out);
                    draft.pop();
                    if !whole {
                        return false;
                    }
                }
            }
        }
        true
    }
    if walk::<R>(sight, &mut Vec::new(), limit, out) { Listed::Complete } else { Listed::TooMany }
}

/// A random action of the seat that looks: uniform over `legal` where that is
/// complete, else by a random walk down the menu. `None` if it has none.
pub fn sample<R: Rules>(
    sight: Sight<'_, R>,
    rng: &mut Seeded,
    room: &mut Vec<R::Action>,
) -> Option<R::Action> {
    room.clear();
    if R::legal(sight, room) == Listed::Complete {
        if room.is_empty() {
            return None;
        }
        let i = rng.below(room.len() as u32) as usize;
        return Some(room.swap_remove(i));
    }
    // A draft may lead into a dead end only by a fault of the game, which the
    // testkit looks for; here a few tries are enough.
    for _ in 0..64 {
        let mut draft = Vec::new();
        loop {
            let mut menu = Menu::default();
            R::menu(sight, &draft, &mut menu);
            menu.choices.retain(|choice| !matches!(choice.leads, Leads::Aside(_)));
            if menu.choices.is_empty() {
                break;
            }
            let i = rng.below(menu.choices.len() as u32) as usize;
            let choice = menu.choices.swap_remove(i);
            match choice.leads {
                Leads::To(action) => return Some(action),
                _ => draft.push(choice.pick),
            }
        }
    }
    None
}

/// Is this seat awaited?
pub fn is_awaited<R: Rules>(table: &crate::Table<R>, actor: Actor) -> bool {
    match (R::awaiting(table), actor) {
        (Awaiting::Seats(seats), Actor::Seat(seat)) => seats.has(seat),
        _ => false,
    }
}
