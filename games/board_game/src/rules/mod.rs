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
pub(crate) mod reach;
pub(crate) mod repair;
pub(crate) mod resolution;
pub(crate) mod scenery;
pub(crate) mod sight;
pub(crate) mod standby;
pub(crate) mod strike;
pub(crate) mod submarines;
pub(crate) mod torpedoes;
pub(crate) mod weapons;

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

/// A known unit, of whatever side.
fn known(p: &Public, id: UnitId) -> Result<&Unit, Illegal> {
    if p.knows(id) { Ok(p.unit(id)) } else { Err(Illegal::UnknownUnit { unit: id }) }
}

/// A known unit of this side.
fn own(p: &Public, side: Side, id: UnitId) -> Result<&Unit, Illegal> {
    let unit = known(p, id)?;
    // BG-2-AS2: dice serve own units.
    if id.side() == side { Ok(unit) } else { Err(Illegal::NotOwn { unit: id }) }
}

/// A known unit of the other side.
fn enemy(p: &Public, side: Side, target: UnitId) -> Result<&Unit, Illegal> {
    let unit = known(p, target)?;
    // BG-4-AT7: enemies only.
    if target.side() == side { Err(Illegal::OwnTarget { target }) } else { Ok(unit) }
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
