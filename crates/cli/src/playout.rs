//! Random games as fast as the rules go: generic over the game, compiled for
//! each, with no allocation per move. What the bench measures and what a
//! search would do.

pub use admiralty_core::dealt as deal;

use admiralty_core::{
    Actor, Awaiting, Dice, Die, Dry, Listed, Rules, Seat, Seeded, Table, Viewer, sample,
};

/// A small generator (xorshift64*): good enough to choose moves, and cheap.
#[derive(Clone, Debug)]
pub struct Quick(u64);

impl Quick {
    /// From a seed.
    pub fn new(seed: u64) -> Quick {
        Quick((seed ^ 0x9E37_79B9_7F4A_7C15).max(1))
    }

    /// A number below `n`, nearly equally likely; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * n as u64) >> 32) as usize
    }
}

impl Dice for Quick {
    #[inline]
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        Ok(self.below(usize::from(die.0.max(1))) as u16 + 1)
    }
}

/// What playouts added up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played to the end, or to the limit.
    pub playouts: u64,
    /// Entries made.
    pub moves: u64,
    /// Legal actions listed.
    pub listed: u64,
    /// Games that reached the limit of moves.
    pub cut: u64,
}

/// Plays on at random until it is over or `limit` moves were made.
#[inline]
pub fn playout<R: Rules>(
    table: &mut Table<R>,
    quick: &mut Quick,
    room: &mut Vec<R::Action>,
    limit: u64,
    tally: &mut Tally,
) -> Result<(), Dry> {
    let mut moves = 0;
    tally.playouts += 1;
    while let Awaiting::Seats(seats) = R::awaiting(table) {
        let Some(seat) = seats.iter().next() else { break };
        if moves == limit {
            tally.cut += 1;
            break;
        }
        room.clear();
        let action = match R::legal(table.sight(Viewer::Seat(seat)), room) {
            Listed::Complete if room.is_empty() => break,
            Listed::Complete => {
                tally.listed += room.len() as u64;
                room.swap_remove(quick.below(room.len()))
            }
            Listed::TooMany => match grown::<R>(table, seat, quick, room) {
                Some(action) => action,
                None => break,
            },
        };
        R::apply(table, Actor::Seat(seat), &action, quick, &mut |_| {})?;
        moves += 1;
    }
    tally.moves += moves;
    Ok(())
}

/// An action that cannot be listed is grown through the menu.
#[cold]
fn grown<R: Rules>(
    table: &Table<R>,
    seat: Seat,
    quick: &mut Quick,
    room: &mut Vec<R::Action>,
) -> Option<R::Action> {
    let mut rng = Seeded::new(quick.below(usize::MAX >> 32) as u64);
    let action = sample::<R>(table.sight(Viewer::Seat(seat)), &mut rng, room);
    room.clear();
    action
}
