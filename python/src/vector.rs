//! Many tables at a time, on all cores, with observations in buffers that are never copied.

use crate::give::{fault, wrong};
use crate::table::open;
use admiralty_catalog::env::{Env, EnvFault};
use admiralty_core::Seat;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;

/// `n` tables of one game. Each pick writes the arrays anew; a game that is over begins again
/// at once, and `done` and `reward` say so.
#[pyclass(module = "admiralty")]
pub(crate) struct Vector {
    lanes: Vec<Lane>,
    pool: ThreadPool,
    longest: u32,
    shape: (usize, usize, usize),
    n_picks: usize,
    n_seats: usize,
    /// (n, planes, rows, columns): what the seat that picks knows.
    #[pyo3(get)]
    planes: Py<PyArray4<u8>>,
    /// (n, numbers): the same.
    #[pyo3(get)]
    numbers: Py<PyArray2<i16>>,
    /// (n, codes): 1 for what may be picked.
    #[pyo3(get)]
    mask: Py<PyArray2<i8>>,
    /// (n, codes): 1 for what was picked since the last action.
    #[pyo3(get)]
    draft: Py<PyArray2<i8>>,
    /// (n,): the number of the seat that picks.
    #[pyo3(get)]
    seat: Py<PyArray1<i32>>,
    /// (n, seats): what each seat made of a game that has just ended; else 0.
    #[pyo3(get)]
    reward: Py<PyArray2<f32>>,
    /// (n,): 1 if a game has just ended, 2 if it was cut for its length.
    #[pyo3(get)]
    done: Py<PyArray1<u8>>,
    /// (n,): 1 if the last pick made an action.
    #[pyo3(get)]
    acted: Py<PyArray1<u8>>,
}

/// One table and the seed of its next game.
struct Lane {
    env: Box<dyn Env>,
    seed: u64,
    rng: u64,
}

/// One table's part of the arrays.
struct Row<'a> {
    planes: &'a mut [u8],
    numbers: &'a mut [i16],
    mask: &'a mut [i8],
    draft: &'a mut [i8],
    seat: &'a mut i32,
    reward: &'a mut [f32],
    done: &'a mut u8,
    acted: &'a mut u8,
}

impl Lane {
    /// Steps from seed to seed (splitmix64), so that the games of a table differ.
    fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.seed;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn step(&mut self, code: i32, longest: u32, row: &mut Row<'_>) -> Result<(), EnvFault> {
        let code = u32::try_from(code).unwrap_or(u32::MAX);
        // What the last picks wrote is wiped where it stands: cheaper than all of it.
        self.wipe(row);
        *row.acted = u8::from(self.env.pick(code)?);
        let over = self.env.seat().is_none();
        let cut = !over && self.env.actions() >= longest;
        if *row.done != 0 {
            row.reward.fill(0.0);
        }
        *row.done = u8::from(over) + 2 * u8::from(cut);
        if over || cut {
            for (seat, reward) in row.reward.iter_mut().enumerate() {
                *reward = self.env.score(Seat(seat as u8));
            }
            let seed = self.next_seed();
            self.env.reset(seed)?;
        }
        // In the middle of a draft the table is as it was, and so is what the seat sees of it.
        match *row.acted == 0 && !over && !cut {
            true => self.write_codes(row),
            false => self.write(row),
        }
        Ok(())
    }

    fn wipe(&self, row: &mut Row<'_>) {
        self.env.codes().iter().for_each(|code| row.mask[*code as usize] = 0);
        self.env.draft().iter().for_each(|code| row.draft[*code as usize] = 0);
    }

    fn write(&self, row: &mut Row<'_>) {
        let Some(seat) = self.env.seat() else { return };
        *row.seat = i32::from(seat.0);
        self.env.observe(seat, row.planes, row.numbers);
        self.write_codes(row);
    }

    fn write_codes(&self, row: &mut Row<'_>) {
        self.env.codes().iter().for_each(|code| row.mask[*code as usize] = 1);
        self.env.draft().iter().for_each(|code| row.draft[*code as usize] = 1);
    }

    /// One of the codes that may be picked, each as likely (xorshift64*).
    fn draw(&mut self) -> i32 {
        self.rng ^= self.rng >> 12;
        self.rng ^= self.rng << 25;
        self.rng ^= self.rng >> 27;
        let high = self.rng.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        let codes = self.env.codes();
        let i = (high * codes.len() as u64) >> 32;
        codes.get(i as usize).map_or(-1, |code| *code as i32)
    }
}

#[pymethods]
impl Vector {
    /// `n` tables of the game; `threads` 0 takes all cores. A game of more than `longest`
    /// actions is cut and counts as drawn.
    #[new]
    #[pyo3(signature = (game, n, options = None, seed = 0, deal = true, threads = 0, longest = 20_000))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        n: usize,
        options: Option<&Bound<'_, PyAny>>,
        seed: u64,
        deal: bool,
        threads: usize,
        longest: u32,
    ) -> PyResult<Vector> {
        let first = open(game, options, deal)?;
        let layout = first.layout().clone();
        let n_seats = first.n_seats();
        let mut lanes: Vec<Lane> = (0..n as u64)
            .map(|i| Lane {
                env: first.clone_env(),
                seed: seed.wrapping_mul(0xD1B5_4A32_D192_ED03).wrapping_add(i << 32),
                rng: (seed ^ (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)).max(1),
            })
            .collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(wrong)?;
        py.detach(|| {
            pool.install(|| {
                lanes.par_iter_mut().try_for_each(|lane| {
                    let seed = lane.next_seed();
                    lane.env.reset(seed)
                })
            })
        })
        .map_err(fault)?;
        let (n_planes, cells, n_picks) = (layout.n_planes(), layout.cells(), layout.n_picks());
        let vector = Vector {
            lanes,
            pool,
            longest,
            shape: (n_planes, layout.height, layout.width),
            n_picks,
            n_seats,
            planes: PyArray4::zeros(py, [n, n_planes, layout.height, layout.width], false).unbind(),
            numbers: PyArray2::zeros(py, [n, layout.n_numbers()], false).unbind(),
            mask: PyArray2::zeros(py, [n, n_picks], false).unbind(),
            draft: PyArray2::zeros(py, [n, n_picks], false).unbind(),
            seat: PyArray1::zeros(py, n, false).unbind(),
            reward: PyArray2::zeros(py, [n, n_seats], false).unbind(),
            done: PyArray1::zeros(py, n, false).unbind(),
            acted: PyArray1::zeros(py, n, false).unbind(),
        };
        debug_assert_eq!(cells, layout.height * layout.width);
        let mut vector = vector;
        vector.each(py, |lane, _, row| {
            lane.write(row);
            Ok(())
        })?;
        Ok(vector)
    }

    /// How many tables.
    #[getter]
    fn n(&self) -> usize {
        self.lanes.len()
    }

    /// How many seats each has.
    #[getter]
    fn n_seats(&self) -> usize {
        self.n_seats
    }

    /// How many codes there are.
    #[getter]
    fn n_picks(&self) -> usize {
        self.n_picks
    }

    /// Planes, rows and columns of one observation.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.shape
    }

    /// Picks one code at every table and fills the arrays.
    fn step(&mut self, py: Python<'_>, codes: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        let codes = codes.as_slice()?;
        if codes.len() != self.lanes.len() {
            return Err(wrong(format!("{} codes for {} tables", codes.len(), self.lanes.len())));
        }
        let longest = self.longest;
        self.each(py, |lane, i, row| lane.step(codes[i], longest, row))
    }

    /// A random code for every table, into an array.
    fn sample(&mut self, out: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let mut out = out.readwrite();
        let out = out.as_slice_mut()?;
        if out.len() != self.lanes.len() {
            return Err(wrong(format!("{} places for {} tables", out.len(), self.lanes.len())));
        }
        self.lanes.iter_mut().zip(out).for_each(|(lane, code)| *code = lane.draw());
        Ok(())
    }

    /// Picks at random `steps` times at every table, observations included; gives how many
    /// actions that made. For measuring, and for walking into the middle of games.
    fn roll(&mut self, py: Python<'_>, steps: u32) -> PyResult<u64> {
        let longest = self.longest;
        let made = std::sync::atomic::AtomicU64::new(0);
        self.each(py, |lane, _, row| {
            let mut mine = 0;
            for _ in 0..steps {
                let code = lane.draw();
                lane.step(code, longest, row)?;
                mine += u64::from(*row.acted);
            }
            made.fetch_add(mine, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        })?;
        Ok(made.into_inner())
    }
}

impl Vector {
    /// Does something with every table and its part of the arrays, on all cores.
    fn each(
        &mut self,
        py: Python<'_>,
        deed: impl Fn(&mut Lane, usize, &mut Row<'_>) -> Result<(), EnvFault> + Sync,
    ) -> PyResult<()> {
        let (mut planes, mut numbers) =
            (self.planes.bind(py).readwrite(), self.numbers.bind(py).readwrite());
        let (mut mask, mut draft) =
            (self.mask.bind(py).readwrite(), self.draft.bind(py).readwrite());
        let (mut seat, mut reward) =
            (self.seat.bind(py).readwrite(), self.reward.bind(py).readwrite());
        let (mut done, mut acted) =
            (self.done.bind(py).readwrite(), self.acted.bind(py).readwrite());
        let cells = self.shape.0 * self.shape.1 * self.shape.2;
        let n_numbers = numbers.as_slice()?.len() / self.lanes.len().max(1);
        let rows = planes
            .as_slice_mut()?
            .par_chunks_mut(cells.max(1))
            .zip(numbers.as_slice_mut()?.par_chunks_mut(n_numbers.max(1)))
            .zip(mask.as_slice_mut()?.par_chunks_mut(self.n_picks.max(1)))
            .zip(draft.as_slice_mut()?.par_chunks_mut(self.n_picks.max(1)))
            .zip(seat.as_slice_mut()?.par_iter_mut())
            .zip(reward.as_slice_mut()?.par_chunks_mut(self.n_seats.max(1)))
            .zip(done.as_slice_mut()?.par_iter_mut())
            .zip(acted.as_slice_mut()?.par_iter_mut());
        let lanes = self.lanes.par_iter_mut().enumerate();
        let pool = &self.pool;
        py.detach(|| {
            pool.install(|| {
                lanes.zip(rows).with_min_len(16).try_for_each(|((i, lane), row)| {
                    let (((((((planes, numbers), mask), draft), seat), reward), done), acted) = row;
                    let mut row = Row { planes, numbers, mask, draft, seat, reward, done, acted };
                    deed(lane, i, &mut row)
                })
            })
        })
        .map_err(fault)
    }
}
