//! The Admiral level: ships have a bow. Small overrides of the chapters
//! beside it, each in its own file and wired in at one named place:
//!
//! ```text
//! movement       turning on the way and in the space        (A1)
//! guns           four directions, bow and stern guns        (A2)
//! sails          sails as a target, loss of accuracy        (A3)
//! critical       the critical roll                          (A4)
//! returns        a group's attack, first fire, the answer   (A5)
//! crossing       movement as it goes on, fire at a mover    (A6)
//! boarding_shot  the shot before boarding                   (A7)
//! captains       captain cards and bows before play         (A8)
//! answers        what may be fired in a window of these
//! ```

pub(crate) mod answers;
pub(crate) mod boarding_shot;
pub(crate) mod captains;
pub(crate) mod critical;
pub(crate) mod crossing;
pub(crate) mod guns;
pub(crate) mod movement;
pub(crate) mod returns;
pub(crate) mod sails;
