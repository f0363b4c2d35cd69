//! Where in its text or document a part of a battle stands, so that a broken rule names the place.

use super::{Battle, ShipId, SquadId, side_code};
use admiralty_core::{Faults, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The places of a battle's parts. In a block they are called as people call them.
#[derive(Default)]
pub(super) struct Places {
    /// The path of the document; none for a block.
    root: Option<String>,
    /// Where it says whose fleets it uses, if they are another's.
    pub(super) used: Option<String>,
    /// Paths of squadrons and ships, in canonical order.
    pub(super) squads: Vec<String>,
    pub(super) ships: Vec<String>,
    /// Paths of the hexes of an approach.
    pub(super) approach: Vec<(SquadId, String)>,
}

impl Places {
    /// For a document at this path.
    pub(super) fn document(root: &str) -> Places {
        Places { root: Some(root.to_string()), ..Places::default() }
    }

    fn path(&self, part: &str) -> Option<String> {
        let root = self.root.as_deref()?;
        Some(if root.is_empty() { part.to_string() } else { format!("{root}.{part}") })
    }

    /// Of a squadron.
    pub(super) fn squad(&self, battle: &Battle, id: SquadId) -> String {
        match (&self.root, &self.used) {
            (Some(_), Some(used)) => used.clone(),
            (Some(_), None) => self.squads.get(id.i()).cloned().unwrap_or_default(),
            (None, _) => battle.squad_code(id),
        }
    }

    /// Of a ship, which a block calls this.
    pub(super) fn ship(&self, id: ShipId, called: impl FnOnce() -> String) -> String {
        match (&self.root, &self.used) {
            (Some(_), Some(used)) => used.clone(),
            (Some(_), None) => self.ships.get(id.i()).cloned().unwrap_or_default(),
            (None, _) => called(),
        }
    }

    /// Of a side.
    pub(super) fn side(&self, part: &str, side: Side) -> String {
        let code = side_code(side);
        self.path(&format!("{part}.{code}")).unwrap_or_else(|| code.to_string())
    }

    /// Of the hexes of a squadron.
    pub(super) fn hexes(&self, battle: &Battle, id: SquadId) -> String {
        let found = self.approach.iter().find(|(squad, _)| *squad == id);
        match found {
            Some((_, path)) => path.clone(),
            None => self.path("approach.squadron").unwrap_or_else(|| battle.squad_code(id)),
        }
    }

    /// Adds the broken rules to what was unreadable, where they do not come of that themselves:
    /// of squadrons that could be read, and of anything if everything could.
    pub(super) fn still_told(&self, broken: Faults, faults: &mut Faults) {
        let readable = faults.0.is_empty();
        let within = |place: &str, squad: &str| {
            place.strip_prefix(squad).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let unread: Vec<&String> = self
            .squads
            .iter()
            .filter(|squad| faults.0.iter().any(|fault| within(&fault.place, squad)))
            .collect();
        let told = broken.0.into_iter().filter(|fault| {
            let squad = self.squads.iter().find(|squad| within(&fault.place, squad));
            readable || squad.is_some_and(|squad| !unread.contains(&squad))
        });
        let told: Vec<_> = told.collect();
        faults.0.extend(told);
    }
}
