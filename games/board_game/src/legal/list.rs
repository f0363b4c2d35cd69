//! Every complete action, where they are few.

use super::{Seen, looker, menu};
use crate::action::Action;
use crate::rules::{Choices, critical, scenery, strike};
use crate::state::Phase;
use admiralty_core::{Leads, Listed};
use alloc::vec::Vec;

/// Every complete action, where they are few.
pub(crate) fn legal(sight: Seen<'_>, out: &mut Vec<Action>) -> Listed {
    let Some((side, _)) = looker(sight) else { return Listed::Complete };
    let p = sight.public;
    match p.phase {
        Phase::Movement
        | Phase::Fleet
        | Phase::Deploy
        | Phase::Subs
        | Phase::Orders
        | Phase::Standby => {
            return Listed::TooMany;
        }
        Phase::Air if strike::carriers(p, side).next().is_some() => return Listed::TooMany,
        Phase::Crit | Phase::AirCrit => {
            critical::each_option(p, side, |unit, feature| out.push(Action::Crit(unit, feature)));
        }
        Phase::Scenery => {
            out.push(Action::LayNone);
            scenery::each_option(p, side, |square, card| out.push(Action::Lay(square, card)));
        }
        _ => {
            let mut menu = Choices::default();
            menu::root(sight, side, &mut menu);
            out.extend(menu.choices.into_iter().filter_map(|choice| match choice.leads {
                Leads::To(action) => Some(action),
                _ => None,
            }));
        }
    }
    Listed::Complete
}
