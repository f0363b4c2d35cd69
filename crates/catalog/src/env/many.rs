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

/// The arrays of many tables, or of a stretch of them: a row for each, one behind the other.
pub struct Rows<'a> {
    /// What the seats that pick know.
    pub planes: &'a mut [u8],
    /// The same.
    pub numbers: &'a mut [i16],
    /// What may be picked.
    pub mask: &'a mut [i8],
    /// What was picked since the last action.
    pub draft: &'a mut [i8],
    /// The seats that pick, one for each table.
    pub seat: &'a mut [i32],
    /// What came of games that have just ended.
    pub reward: &'a mut [f32],
    /// Which have.
    pub done: &'a mut [u8],
    /// Where the last pick made an action.
    pub acted: &'a mut [u8],
}

impl<'a> Rows<'a> {
    /// Those of the first `n` tables, which are then no longer in this one.
    #[must_use]
    pub fn split_off(&mut self, n: usize) -> Rows<'a> {
        let [planes, numbers, mask, draft, reward] = self.lengths().map(|length| n * length);
        Rows {
            planes: cut(&mut self.planes, planes),
            numbers: cut(&mut self.numbers, numbers),
            mask: cut(&mut self.mask, mask),
            draft: cut(&mut self.draft, draft),
            seat: cut(&mut self.seat, n),
            reward: cut(&mut self.reward, reward),
            done: cut(&mut self.done, n),
            acted: cut(&mut self.acted, n),
        }
    }

    /// Does something with each, by its number.
    #[inline]
    pub fn each<E>(
        self,
        mut deed: impl FnMut(usize, &mut Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        // How long rows are, found once: dividing takes its time.
        let [planes, numbers, mask, draft, reward] = self.lengths();
        let n = self.seat.len().min(self.done.len()).min(self.acted.len());
        for i in 0..n {
            let mut row = Row {
                planes: &mut self.planes[i * planes..][..planes],
                numbers: &mut self.numbers[i * numbers..][..numbers],
                mask: &mut self.mask[i * mask..][..mask],
                draft: &mut self.draft[i * draft..][..draft],
                seat: &mut self.seat[i],
                reward: &mut self.reward[i * reward..][..reward],
                done: &mut self.done[i],
                acted: &mut self.acted[i],
            };
            deed(i, &mut row)?;
        }
        Ok(())
    }

    /// How long the rows of planes, numbers, mask, draft and reward are.
    fn lengths(&self) -> [usize; 5] {
        [
            self.planes.len(),
            self.numbers.len(),
            self.mask.len(),
            self.draft.len(),
            self.reward.len(),
        ]
        .map(|length| length / self.seat.len().max(1))
    }
}

/// Cuts so many off the front.
fn cut<'a, T>(left: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (cut, rest) = std::mem::take(left).split_at_mut(n);
    *left = rest;
    cut
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
    // What the last picks wrote is wiped where it stands, unless that is more work than wiping all.
    if env.codes().len() > row.mask.len() / 32 {
        row.mask.fill(0);
        mark(row.draft, env.draft(), 0);
    } else {
        write_codes(env, row, 0);
    }
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
pub(super) fn fill<E: Env + ?Sized>(env: &mut E, row: &mut Row<'_>) {
    let Some(seat) = env.seat() else { return };
    *row.seat = i32::from(seat.0);
    env.observe_again(seat, row.planes, row.numbers);
    write_codes(env, row, 1);
}

#[inline]
fn write_codes<E: Env + ?Sized>(env: &E, row: &mut Row<'_>, sign: i8) {
    mark(row.mask, env.codes(), sign);
    mark(row.draft, env.draft(), sign);
}

#[inline]
fn mark(places: &mut [i8], codes: &[u32], sign: i8) {
    codes.iter().for_each(|code| places[*code as usize] = sign);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of three tables, each with its number in all of it.
    fn with_rows(look: impl FnOnce(Rows<'_>)) {
        let (mut planes, mut numbers) = ([0, 0, 1, 1, 2, 2], [0, 1, 2]);
        let (mut mask, mut draft) = ([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 1, 2, 2, 2]);
        let (mut seat, mut reward) = ([0, 1, 2], []);
        let (mut done, mut acted) = ([0, 1, 2], [0, 1, 2]);
        look(Rows {
            planes: &mut planes,
            numbers: &mut numbers,
            mask: &mut mask,
            draft: &mut draft,
            seat: &mut seat,
            reward: &mut reward,
            done: &mut done,
            acted: &mut acted,
        });
    }

    fn number(row: &Row<'_>) -> u8 {
        let n = *row.done;
        assert_eq!(*row.planes, [n; 2]);
        assert_eq!(*row.numbers, [i16::from(n)]);
        assert_eq!((&*row.mask, &*row.draft), (&[n as i8; 3][..], &[n as i8; 3][..]));
        assert_eq!((*row.seat, *row.acted, row.reward.len()), (i32::from(n), n, 0));
        n
    }

    #[test]
    fn rows_come_one_by_one_and_can_be_split() {
        fn order(rows: Rows<'_>) -> Vec<u8> {
            let mut order = Vec::new();
            let all: Result<(), ()> = rows.each(|i, row| {
                order.push(number(row));
                assert_eq!(i + 1, order.len());
                Ok(())
            });
            assert_eq!(all, Ok(()));
            order
        }
        with_rows(|rows| assert_eq!(order(rows), [0, 1, 2]));
        with_rows(|mut rows| {
            assert_eq!(order(rows.split_off(2)), [0, 1]);
            assert_eq!(order(rows), [2]);
        });
    }
}
