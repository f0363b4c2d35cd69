//! Wind: its strengths, random changes, events of the scenario, calm and gale.

use super::Ctx;
use crate::board::Dir;
use crate::event::{Event, Owner, Purpose};
use crate::illegal::Illegal;
use crate::setup::Special;
use crate::state::Public;
use crate::units::Force;
use admiralty_core::{Dry, Seat};

impl Force {
    /// Minutes of a turn on the lattice.
    pub const fn turn_minutes(self) -> u16 {
        match self {
            Force::Strong => 6,  // FA-3.06
            Force::Medium => 12, // FA-3.07
            Force::Light => 24,  // FA-3.08
            Force::Calm => 24,   // FA-3.09: a calm as light wind, a gale as strong.
            Force::Gale => 6,
        }
    }

    /// One level up.
    #[must_use]
    pub const fn up(self) -> Force {
        match self {
            Force::Calm => Force::Light, // FA-3.63
            Force::Light => Force::Medium,
            Force::Medium => Force::Strong,
            Force::Strong | Force::Gale => Force::Gale, // FA-3.64, FA-3.72
        }
    }

    /// One level down.
    #[must_use]
    pub const fn down(self) -> Force {
        match self {
            Force::Gale => Force::Strong,
            Force::Strong => Force::Medium,
            Force::Medium => Force::Light,
            Force::Light | Force::Calm => Force::Calm, // FA-3.58, FA-3.63
        }
    }
}

/// May the seat say what the wind shall be?
// FA-S.12: the gamemaster lays the wind of the next Signals Phase whenever he likes.
pub(crate) fn check_wish(p: &Public, seat: Seat) -> Result<(), Illegal> {
    let may = p.battle.options.gm_wind && p.battle.gamemaster() == Some(seat);
    if may { Ok(()) } else { Err(Illegal::NotGamemaster) }
}

impl Ctx<'_> {
    /// The wind at the beginning of a Signals Phase.
    pub(crate) fn signals_wind(&mut self) -> Result<(), Dry> {
        // FA-3.39: none before the first turn.
        if self.p.turn == 0 {
            return Ok(());
        }
        let event = self.p.battle.specials.iter().find_map(|s| match *s {
            Special::WindEvent { turn, dir, force } if u16::from(turn) == self.p.turn => {
                Some((dir, force))
            }
            _ => None,
        });
        if let Some((dir, force)) = event {
            // FA-X.03: no random check in that phase.
            let (dir, force) = (dir.unwrap_or(self.p.wind), force.unwrap_or(self.p.force));
            self.set_wind(dir, force);
            return Ok(());
        }
        if self.p.battle.options.gm_wind {
            // FA-S.12: the gamemaster's word instead of the dice; without one it stays.
            self.reveals = true;
            if let Some((dir, force)) = self.umpire.take() {
                self.set_wind(dir, force);
            }
        } else if self.p.wind_changes() {
            self.random_wind()?;
        }
        Ok(())
    }

    /// Two D10, and again for each that shows 1.
    // FA-3.50: first the speed die, then the direction die.
    pub(crate) fn random_wind(&mut self) -> Result<(), Dry> {
        let sea = Owner::Sea;
        let (speed, _) = self.roll(10, Purpose::WindForce, sea, 0, None)?;
        let (direction, _) = self.roll(10, Purpose::WindDir, sea, 0, None)?;
        let (mut dir, mut force) = (self.p.wind, self.p.force);
        // FA-3.51, FA-3.54: another number changes nothing; FA-3.57: the strength first.
        if speed == 1 {
            let (again, _) = self.roll(10, Purpose::WindForce, sea, 0, None)?;
            // FA-3.52: 9 and 10 raise it; FA-3.53: 8 or less lowers it.
            force = if again >= 9 { force.up() } else { force.down() };
        }
        if direction == 1 {
            let (again, _) = self.roll(10, Purpose::WindDir, sea, 0, None)?;
            // FA-3.55: odd counter-clockwise; FA-3.56: even clockwise.
            dir = if again % 2 == 1 { dir.left(1) } else { dir.right(1) };
        }
        self.set_wind(dir, force);
        Ok(())
    }

    /// The wind is so from now on.
    pub(crate) fn set_wind(&mut self, dir: Dir, force: Force) {
        if (dir, force) == (self.p.wind, self.p.force) {
            return;
        }
        self.p.wind = dir;
        self.p.force = force;
        self.tell(Event::Wind { dir, force });
        if force == Force::Gale {
            // FA-3.73: a gale parts all who lie alongside.
            for at in self.melees() {
                self.end_melee(at);
            }
        }
    }
}
