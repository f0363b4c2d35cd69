//! The rules, one file per chapter: options, check and effect of a rule stand together.

pub(crate) mod air;
pub(crate) mod bombs;
pub(crate) mod charges;
pub(crate) mod critical;
pub(crate) mod deployment;
pub(crate) mod dice;
pub(crate) mod dogfights;
pub(crate) mod features;
pub(crate) mod flak;
pub(crate) mod fleet;
pub(crate) mod guns;
pub(crate) mod initiative;
pub(crate) mod launch;
pub(crate) mod movement;
pub(crate) mod orders;
pub(crate) mod repair;
pub(crate) mod resolution;
pub(crate) mod scenery;
pub(crate) mod sight;
pub(crate) mod standby;
pub(crate) mod strike;
pub(crate) mod submarines;
pub(crate) mod torpedoes;

use crate::BoardGame;
use crate::action::{Action, Pick};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::state::{Public, Unit, UnitId};
use crate::units::Feature;
use admiralty_core::{Menu, Side, Table, Told};

/// A menu of this game.
pub(crate) type Choices = Menu<Pick, Action>;
/// A table of this game.
pub(crate) type Board = Table<BoardGame>;
/// Where events go.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(Told<Event>);

/// What an attack does by itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct Does {
    /// Its value; 0 where none is compared.
    pub value: u8,
    /// The armour it is compared with.
    pub armour: u8,
    /// Critical tokens.
    pub tokens: u8,
    /// Structure points.
    pub loses: u8,
    /// Does that sink the target?
    pub sinks: bool,
    /// Red features of the attacker with which a star of the enemy would still make it less.
    pub unless: u64,
}

/// A known unit, of whatever side.
fn known(p: &Public, id: UnitId) -> Result<&Unit, Illegal> {
    if p.knows(id) { Ok(p.unit(id)) } else { Err(Illegal::UnknownUnit { unit: id }) }
}

/// A known unit of this side.
pub(crate) fn own(p: &Public, side: Side, id: UnitId) -> Result<&Unit, Illegal> {
    let unit = known(p, id)?;
    // BG-2-AS2: dice serve own units.
    if id.side() == side { Ok(unit) } else { Err(Illegal::NotOwn { unit: id }) }
}

/// Is the unit on the battlefield? Whoever is not neither acts nor is attacked.
fn afield(id: UnitId, unit: &Unit) -> Result<(), Illegal> {
    if unit.is_afield() {
        Ok(())
    } else {
        Err(Illegal::NotAfield { unit: id, status: unit.status })
    }
}

/// The feature is not on the side of the card that lies up.
fn no_feature(id: UnitId, unit: &Unit, feature: Feature) -> Illegal {
    let both = unit.class().front | unit.class().back;
    Illegal::NotFeature { unit: id, feature, turned: both & feature.bit() != 0 }
}
