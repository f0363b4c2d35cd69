//! One table for a learner: picks by codes, observations into NumPy arrays.

use crate::give::{fault, wrong};
use crate::table::{Table, open};
use admiralty_bots::{Budget, choose};
use admiralty_catalog::env::EnvFault;
use admiralty_core::Seat;
use numpy::ndarray::Array3;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// One table that is played pick by pick.
#[pyclass(module = "admiralty")]
pub(crate) struct Env {
    env: Box<dyn admiralty_catalog::env::Env>,
    codes: Vec<String>,
    n_picks: usize,
}

impl Env {
    fn seat_at(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.codes.len() {
            Ok(Seat(seat as u8))
        } else {
            Err(wrong(format!("there is no seat {seat}: there are {}", self.codes.len())))
        }
    }
}

#[pymethods]
impl Env {
    /// A table of the game. With `deal`, choices beyond any list (a secret deployment, a fleet)
    /// are made at random first.
    #[new]
    #[pyo3(signature = (game, options = None, seed = 0, deal = true))]
    fn new(game: &str, options: Option<&Bound<'_, PyAny>>, seed: u64, deal: bool) -> PyResult<Env> {
        let mut env = open(game, options, deal)?;
        env.reset(seed).map_err(fault)?;
        let face = env.face();
        let codes = (0..face.n_seats()).map(|seat| face.seat_code(Seat(seat))).collect();
        let n_picks = env.layout().n_picks();
        Ok(Env { env, codes, n_picks })
    }

    /// The codes of the seats.
    #[getter]
    fn seats(&self) -> Vec<String> {
        self.codes.clone()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let layout = self.env.layout();
        (layout.n_planes(), layout.height, layout.width)
    }

    /// How many numbers an observation has besides.
    #[getter]
    fn n_numbers(&self) -> usize {
        self.env.layout().n_numbers()
    }

    /// How many codes there are: each is smaller.
    #[getter]
    fn n_picks(&self) -> usize {
        self.n_picks
    }

    /// Begins anew.
    fn reset(&mut self, seed: u64) -> PyResult<()> {
        self.env.reset(seed).map_err(fault)
    }

    /// The number of the seat that picks; -1 when it is over.
    #[getter]
    fn seat(&self) -> i32 {
        self.env.seat().map_or(-1, |seat| i32::from(seat.0))
    }

    /// The codes that may be picked now.
    #[getter]
    fn codes(&self) -> Vec<u32> {
        self.env.codes().to_vec()
    }

    /// The codes picked since the last action.
    #[getter]
    fn draft(&self) -> Vec<u32> {
        self.env.draft().to_vec()
    }

    /// Actions carried out so far.
    #[getter]
    fn actions(&self) -> u32 {
        self.env.actions()
    }

    /// What each seat made of it: 1 won, -1 lost, 0 else.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        (0..self.env.n_seats()).map(|seat| self.env.score(Seat(seat as u8))).collect()
    }

    /// Picks; true if that made an action.
    fn pick(&mut self, code: u32) -> PyResult<bool> {
        self.env.pick(code).map_err(fault)
    }

    /// Picks: the number of the seat that picks next, -1 when it is over; None if the code is
    /// not offered, and then nothing has changed.
    fn step(&mut self, code: i64) -> PyResult<Option<i32>> {
        match self.env.pick(u32::try_from(code).unwrap_or(u32::MAX)) {
            Ok(_) => Ok(Some(self.seat())),
            Err(EnvFault::NotOffered(_)) => Ok(None),
            Err(other) => Err(fault(other)),
        }
    }

    /// A pick of the menu in words.
    fn label(&self, code: u32) -> PyResult<String> {
        let (label, _) = self.env.label(code).ok_or_else(|| fault(EnvFault::NotOffered(code)))?;
        Ok(label.text)
    }

    /// The action that a pick would make, in notation; None if more is to be picked.
    fn action_after(&self, code: u32) -> PyResult<Option<String>> {
        let (_, action) = self.env.label(code).ok_or_else(|| fault(EnvFault::NotOffered(code)))?;
        Ok(action)
    }

    /// Carries out a whole action of the seat that picks.
    fn play(&mut self, action: &str) -> PyResult<()> {
        self.env.play(action).map_err(fault)
    }

    /// Lets a bot act for the seat that picks; gives the action.
    #[pyo3(signature = (bot = "greedy", nodes = 1000, seed = 0))]
    fn play_bot(&mut self, py: Python<'_>, bot: &str, nodes: u64, seed: u64) -> PyResult<String> {
        let Some(seat) = self.env.seat() else { return Err(wrong("the game is over")) };
        let face = self.env.face();
        let budget = Budget::Nodes(nodes);
        let action = py.detach(|| choose(&*face, seat, bot, "", budget, seed)).map_err(wrong)?;
        let action = action.ok_or_else(|| wrong("the bot has nothing to decide"))?;
        self.env.play(&action).map_err(fault)?;
        Ok(action)
    }

    /// What a seat knows, may pick and has picked, in new arrays: `observation`, `numbers`,
    /// `draft`, `action_mask`.
    fn observation<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let seat = self.seat_at(seat)?;
        let layout = self.env.layout();
        let mut planes = Array3::zeros((layout.n_planes(), layout.height, layout.width));
        let mut numbers = vec![0; layout.n_numbers()];
        let (mut mask, mut draft) = (vec![0i8; self.n_picks], vec![0i8; self.n_picks]);
        if let Some(planes) = planes.as_slice_mut() {
            self.env.observe(seat, planes, &mut numbers);
        }
        if self.env.seat() == Some(seat) {
            self.env.codes().iter().for_each(|code| mask[*code as usize] = 1);
            self.env.draft().iter().for_each(|code| draft[*code as usize] = 1);
        }
        let found = PyDict::new(py);
        found.set_item(intern!(py, "observation"), PyArray3::from_owned_array(py, planes))?;
        found.set_item(intern!(py, "numbers"), PyArray1::from_vec(py, numbers))?;
        found.set_item(intern!(py, "draft"), PyArray1::from_vec(py, draft))?;
        found.set_item(intern!(py, "action_mask"), PyArray1::from_vec(py, mask))?;
        Ok(found)
    }

    /// What a seat knows, in new arrays: planes and numbers.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
    ) -> PyResult<(Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<i16>>)> {
        let seat = self.seat_at(seat)?;
        let (n, height, width) = self.shape();
        let planes = PyArray3::zeros(py, [n, height, width], false);
        let numbers = PyArray1::zeros(py, self.n_numbers(), false);
        self.env.observe(
            seat,
            planes.readwrite().as_slice_mut()?,
            numbers.readwrite().as_slice_mut()?,
        );
        Ok((planes, numbers))
    }

    /// The board as text, as a seat sees it.
    fn board(&self, seat: usize) -> PyResult<String> {
        Ok(self.env.face().board(admiralty_core::Viewer::Seat(self.seat_at(seat)?)))
    }

    /// Goes on with this table, which must be of the same game and set-up.
    #[pyo3(signature = (table, seed = 0))]
    fn take(&mut self, table: &Table, seed: u64) -> PyResult<()> {
        self.env.take(table.face(), seed).map_err(fault)
    }

    /// An independent copy, dice included.
    fn clone(&self) -> Env {
        Env { env: self.env.clone_env(), codes: self.codes.clone(), n_picks: self.n_picks }
    }
}
