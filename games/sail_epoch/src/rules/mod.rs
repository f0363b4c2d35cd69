//! One file per chapter of the rulebook: options, check and effect of a rule
//! stand together.

pub(crate) mod absence;
pub(crate) mod admiral;
pub(crate) mod alliances;
pub(crate) mod assault;
pub(crate) mod boarding;
pub(crate) mod cargo;
pub(crate) mod damage;
pub(crate) mod drift;
pub(crate) mod fireship;
pub(crate) mod gunfire;
pub(crate) mod jolly;
pub(crate) mod mines;
pub(crate) mod movement;
pub(crate) mod neutral_forts;
pub(crate) mod placing;
pub(crate) mod play;
pub(crate) mod plunder;
pub(crate) mod reach;
pub(crate) mod repair;
pub(crate) mod royal_port;
pub(crate) mod wind;
pub(crate) mod works;
