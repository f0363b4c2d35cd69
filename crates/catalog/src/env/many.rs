//! One of many tables that are stepped together: its part of their arrays, and its luck.

use super::{Env, EnvFault};
use admiralty_core::Seat;

/// One table's part of the arrays.
pub struct Row<'a> {
    /// What the seat that picks knows.
    pub planes: &'a mut [u8],
    /// The same.
    pub numbers: &'a mut [i16],
    /// 1 for what may be picked.
    pub mask: &'a mut [i8],
    /// 1 for what was picked since the last action.
    pub draft: &'a mut [i8],
    /// The number of the seat that picks.
    pub seat: &'a mut i32,
    /// What each seat made of a game that has just ended; else 0.
    pub reward: &'a mut [f32],
    /// 1 if a game has just ended, 2 if it was cut for its length.
    pub done: &'a mut u8,
    /// 1 if the last pick made an action.
    pub acted: &'a mut u8,
}

/// Where one table's seeds and random picks come from.
#[derive(Clone, Debug)]
pub struct Luck {
    seed: u64,
    picks: u64,
}

impl Luck {
    /// That of the `i`-th table of a seed.
    pub fn new(seed: u64, i: u64) -> Luck {
        Luck {
            seed: seed.wrapping_mul(0xD1B5_4A32_D192_ED03).wrapping_add(i << 32),
            picks: (seed ^ (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)).max(1),
        }
    }

    /// Steps from seed to seed (splitmix64), so that the games of a table differ.
    pub fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.seed;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// One of the codes, each as likely (xorshift64*).
    #[inline]
    pub fn draw(&mut self, codes: &[u32]) -> Option<u32> {
        self.picks ^= self.picks >> 12;
        self.picks ^= self.picks << 25;
        self.picks ^= self.picks >> 27;
        let high = self.picks.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        let i = (high * codes.len() as u64) >> 32;
        codes.get(i as usize).copied()
    }
}

#[inline]
pub(super) fn step<E: Env + ?Sized>(
    env: &mut E,
    code: u32,
    longest: u32,
    luck: &mut Luck,
    row: &mut Row<'_>,
) -> Result<(), EnvFault> {
    // What the last picks wrote is wiped where it stands: cheaper than all of it.
    write_codes(env, row, 0);
    let acted = match env.pick(code) {
        Ok(acted) => acted,
        Err(fault) => {
            write_codes(env, row, 1);
            return Err(fault);
        }
    };
    *row.acted = u8::from(acted);
    if *row.done != 0 {
        row.reward.fill(0.0);
        *row.done = 0;
    }
    // In the middle of a draft the table is as it was, and so is what the seat sees of it.
    if !acted {
        write_codes(env, row, 1);
        return Ok(());
    }
    let over = env.seat().is_none();
    if over || env.actions() >= longest {
        *row.done = if over { 1 } else { 2 };
        for (seat, reward) in row.reward.iter_mut().enumerate() {
            *reward = env.score(Seat(seat as u8));
        }
        env.reset(luck.next_seed())?;
    }
    fill(env, row);
    Ok(())
}

#[inline]
pub(super) fn fill<E: Env + ?Sized>(env: &E, row: &mut Row<'_>) {
    let Some(seat) = env.seat() else { return };
    *row.seat = i32::from(seat.0);
    env.observe(seat, row.planes, row.numbers);
    write_codes(env, row, 1);
}

#[inline]
fn write_codes<E: Env + ?Sized>(env: &E, row: &mut Row<'_>, sign: i8) {
    env.codes().iter().for_each(|code| row.mask[*code as usize] = sign);
    env.draft().iter().for_each(|code| row.draft[*code as usize] = sign);
}
