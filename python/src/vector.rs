//! Many tables at a time, on all cores, with observations in buffers that are never copied.

use crate::give::{fault, wrong};
use crate::table::open;
use admiralty_catalog::env::{Env, EnvFault, Luck, Row, Rows};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

/// `n` tables of one game. Each pick writes the arrays anew; a game that is over begins again
/// at once, and `done` and `reward` say so.
#[pyclass(module = "admiralty")]
pub(crate) struct Vector {
    lanes: Vec<Lane>,
    /// Whoever helps the thread that calls; nobody if that is to work alone.
    helpers: Option<ThreadPool>,
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

/// One table and where its luck comes from.
struct Lane {
    env: Box<dyn Env>,
    luck: Luck,
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
        let lanes: Vec<Lane> = (0..n as u64)
            .map(|i| Lane { env: first.clone_env(), luck: Luck::new(seed, i) })
            .collect();
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { cores() } else { threads };
        let helpers = match threads - 1 {
            0 => None,
            n => Some(rayon::ThreadPoolBuilder::new().num_threads(n).build().map_err(wrong)?),
        };
        let (n_planes, n_picks) = (layout.n_planes(), layout.n_picks());
        let mut vector = Vector {
            lanes,
            helpers,
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
        vector.each(py, |lane, _, row| {
            let seed = lane.luck.next_seed();
            lane.env.reset(seed)?;
            lane.env.fill(row);
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
        self.each(py, |Lane { env, luck }, i, row| {
            let code = u32::try_from(codes[i]).unwrap_or(u32::MAX);
            env.step(code, longest, luck, row)
        })
    }

    /// A random code for every table, into an array.
    fn sample(&mut self, out: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let mut out = out.readwrite();
        let out = out.as_slice_mut()?;
        if out.len() != self.lanes.len() {
            return Err(wrong(format!("{} places for {} tables", out.len(), self.lanes.len())));
        }
        for (Lane { env, luck }, code) in self.lanes.iter_mut().zip(out) {
            *code = luck.draw(env.codes()).map_or(-1, |code| code as i32);
        }
        Ok(())
    }

    /// Picks at random `steps` times at every table, observations included; gives how many
    /// actions that made. For measuring, and for walking into the middle of games.
    fn roll(&mut self, py: Python<'_>, steps: u32) -> PyResult<u64> {
        let longest = self.longest;
        let made = AtomicU64::new(0);
        self.each(py, |Lane { env, luck }, _, row| {
            made.fetch_add(env.roll(steps, longest, luck, row)?, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(made.into_inner())
    }
}

/// Fewer tables than this are not worth waking a helper for.
const FEW: usize = 16;

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
        let n = self.lanes.len();
        let threads = 1 + self.helpers.as_ref().map_or(0, ThreadPool::current_num_threads);
        let each_takes = n.div_ceil(threads.min(n.div_ceil(FEW)).max(1)).max(1);
        let rows = Rows {
            planes: planes.as_slice_mut()?,
            numbers: numbers.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            draft: draft.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
            acted: acted.as_slice_mut()?,
        };
        let mut left = Stretch { first: 0, lanes: &mut self.lanes, rows };
        let (helpers, deed) = (&self.helpers, &deed);
        py.detach(move || {
            let Some(helpers) = helpers.as_ref().filter(|_| each_takes < n) else {
                return left.each(deed);
            };
            let mut theirs = vec![Ok(()); n.div_ceil(each_takes) - 1];
            let own = helpers.in_place_scope(|scope| {
                for came in &mut theirs {
                    let stretch = left.split_off(each_takes);
                    scope.spawn(move |_| *came = stretch.each(deed));
                }
                left.each(deed)
            });
            theirs.into_iter().fold(own, Result::and)
        })
        .map_err(fault)
    }
}

/// A stretch of the tables with their part of the arrays.
struct Stretch<'a> {
    first: usize,
    lanes: &'a mut [Lane],
    rows: Rows<'a>,
}

impl<'a> Stretch<'a> {
    /// The first `n` tables, which are then no longer in this one.
    fn split_off(&mut self, n: usize) -> Stretch<'a> {
        let n = n.min(self.lanes.len());
        let (lanes, rest) = std::mem::take(&mut self.lanes).split_at_mut(n);
        let cut = Stretch { first: self.first, lanes, rows: self.rows.split_off(n) };
        (self.first, self.lanes) = (self.first + n, rest);
        cut
    }

    /// Does something with each table and its row.
    fn each(
        self,
        deed: &impl Fn(&mut Lane, usize, &mut Row<'_>) -> Result<(), EnvFault>,
    ) -> Result<(), EnvFault> {
        let Stretch { first, lanes, rows } = self;
        rows.each(|i, row| deed(&mut lanes[i], first + i, row))
    }
}
