//! A table with all its words: menus, actions in notation, views.

use crate::give::{dry, game, give, objection, take, wrong};
use admiralty_bots::{Budget, bots, choose};
use admiralty_catalog::env::EnvSetup;
use admiralty_catalog::{BeginError, ErasedChoice, ErasedEvent, ErasedLeads, TableFace};
use admiralty_core::{
    Actor, Awaiting, Dice, Doc, Outcome, Part, Rolled, Seat, Seeded, Tape, Verdict, Viewer,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Every game: `id`, `title`, `blurb`, `seats`, `scenarios`, `options`, `bots`.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = admiralty_catalog::games().iter().map(|game| {
        let meta = game.meta();
        let scenarios = meta.scenarios.iter().map(|scenario| scenario.id);
        let options = meta.options.iter().map(|option| option.key);
        Doc::map()
            .with("id", meta.id)
            .with("title", meta.title)
            .with("blurb", meta.blurb)
            .with("seats", Doc::list([meta.seats.0, meta.seats.1]))
            .with("scenarios", Doc::list(scenarios))
            .with("options", Doc::list(options))
            .with("bots", Doc::list(bots(meta.id).iter().map(ToString::to_string)))
    });
    give(py, &Doc::list(all))
}

/// What observations of a game look like: `shape` of the planes, the parts of `planes`,
/// `numbers` and `picks`, each with `name`, `start`, `n` and `text`.
#[pyfunction]
#[pyo3(signature = (game, options = None))]
pub(crate) fn layout<'py>(
    py: Python<'py>,
    game: &str,
    options: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let env = open(game, options, true)?;
    let layout = env.layout();
    let parts = |parts: &[Part]| {
        let mut start = 0;
        Doc::list(parts.iter().map(|part| {
            let from = start;
            start += part.n;
            Doc::map()
                .with("name", part.name)
                .with("start", from)
                .with("n", part.n)
                .with("text", part.text)
        }))
    };
    let doc = Doc::map()
        .with("shape", Doc::list([layout.n_planes(), layout.height, layout.width]))
        .with("planes", parts(layout.planes))
        .with("numbers", parts(layout.numbers))
        .with("picks", parts(&layout.picks));
    give(py, &doc)
}

/// A learner's table of this game.
pub(crate) fn open(
    name: &str,
    options: Option<&Bound<'_, PyAny>>,
    deal: bool,
) -> PyResult<Box<dyn admiralty_catalog::env::Env>> {
    game(name)?;
    let setup = EnvSetup { setup: setup(options)?, deal };
    match admiralty_catalog::env(name, &setup) {
        Some(env) => env.map_err(crate::give::fault),
        None => Err(wrong(format!("there is no game \"{name}\""))),
    }
}

fn setup(options: Option<&Bound<'_, PyAny>>) -> PyResult<Doc> {
    match options {
        Some(options) if !options.is_none() => take(options),
        _ => Ok(Doc::map()),
    }
}

/// A game at one moment.
#[pyclass(module = "admiralty")]
pub(crate) struct Table {
    table: Box<dyn TableFace>,
    dice: Seeded,
    /// What was told so far: to whom, and the sentence.
    told: Vec<(admiralty_core::Audience, String)>,
    entries: u32,
}

impl Table {
    fn of(table: Box<dyn TableFace>, dice: Seeded) -> Table {
        Table { table, dice, told: Vec::new(), entries: 0 }
    }

    fn seat_of(&self, code: &str) -> PyResult<Seat> {
        self.table.parse_seat(code).ok_or_else(|| self.nobody(code, ""))
    }

    fn viewer_of(&self, code: &str) -> PyResult<Viewer> {
        let more = ", or spectator, umpire";
        self.table.parse_viewer(code).ok_or_else(|| self.nobody(code, more))
    }

    fn nobody(&self, code: &str, more: &str) -> PyErr {
        wrong(format!("there is no seat \"{code}\" (there are: {}{more})", self.seats().join(", ")))
    }

    /// The table for another class of this package.
    pub(crate) fn face(&self) -> &dyn TableFace {
        &*self.table
    }
}

#[pymethods]
impl Table {
    /// Begins a game. `options` has the scenario and the options; `seed` rolls the dice.
    #[new]
    #[pyo3(signature = (game, options = None, seed = 0, dice = None))]
    fn new(
        py: Python<'_>,
        game: &str,
        options: Option<&Bound<'_, PyAny>>,
        seed: u64,
        dice: Option<Vec<u16>>,
    ) -> PyResult<Table> {
        let game = self::game(game)?;
        let setup = setup(options)?;
        let mut seeded = Seeded::new(seed);
        let mut tape = Tape::new(dice.as_deref().unwrap_or_default());
        let source: &mut dyn Dice = if dice.is_some() { &mut tape } else { &mut seeded };
        match game.begin(&setup, source) {
            Ok((table, _)) => Ok(Table::of(table, seeded)),
            Err(BeginError::Setup(faults)) => Err(wrong(faults)),
            Err(BeginError::Dry(dried)) => Err(dry(py, dried)?),
        }
    }

    /// Goes on from a position: what `position()` gives, or a text in the game's notation.
    #[staticmethod]
    #[pyo3(signature = (game, position, seed = 0))]
    fn load(game: &str, position: &Bound<'_, PyAny>, seed: u64) -> PyResult<Table> {
        let table = self::game(game)?.load(&take(position)?).map_err(wrong)?;
        Ok(Table::of(table, Seeded::new(seed)))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.table.game().meta().id
    }

    /// The codes of the seats.
    #[getter]
    fn seats(&self) -> Vec<String> {
        (0..self.table.n_seats()).map(|seat| self.table.seat_code(Seat(seat))).collect()
    }

    /// The turn, as the game counts it.
    #[getter]
    fn turn(&self) -> u32 {
        self.table.turn()
    }

    /// How many actions were carried out here.
    #[getter]
    fn entries(&self) -> u32 {
        self.entries
    }

    /// Is the game over?
    #[getter]
    fn over(&self) -> bool {
        self.table.awaiting().is_over()
    }

    /// How it ended: `result`, `winners` (sides), `reason`, `degree`, `clause`; None before.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let doc = match self.table.awaiting() {
            Awaiting::Over(outcome) => self.outcome_doc(&outcome),
            Awaiting::Seats(_) => Doc::Null,
        };
        give(py, &doc)
    }

    /// What each seat made of it: 1 won, -1 lost, 0 drawn or not over.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        let verdict = match self.table.awaiting() {
            Awaiting::Over(outcome) => Some(outcome.verdict),
            Awaiting::Seats(_) => None,
        };
        let score = |seat: u8| match (verdict, self.table.side_of(Seat(seat))) {
            (Some(Verdict::Won(sides)), Some(side)) => {
                if sides.has(side) {
                    1.0
                } else {
                    -1.0
                }
            }
            _ => 0.0,
        };
        (0..self.table.n_seats()).map(score).collect()
    }

    /// The fingerprint of the position, as records have it.
    #[getter]
    fn digest(&self) -> String {
        format!("{:016x}", self.table.digest())
    }

    /// The seats that must decide; with a viewer, as far as it may know.
    #[pyo3(signature = (viewer = "umpire"))]
    fn awaiting(&self, viewer: &str) -> PyResult<Vec<String>> {
        let seats = match self.viewer_of(viewer)? {
            Viewer::Umpire => self.table.awaiting().seats(),
            viewer => self.table.awaited(viewer).seats(),
        };
        Ok(seats.iter().map(|seat| self.table.seat_code(seat)).collect())
    }

    /// What the seat may pick next after the picks with these keys.
    #[pyo3(signature = (seat, draft = Vec::new()))]
    fn menu<'py>(
        &self,
        py: Python<'py>,
        seat: &str,
        draft: Vec<String>,
    ) -> PyResult<Bound<'py, PyList>> {
        let viewer = Viewer::Seat(self.seat_of(seat)?);
        let menu = self.table.menu(viewer, &draft).map_err(wrong)?;
        let list = PyList::empty(py);
        for choice in &menu.choices {
            list.append(give(py, &choice_doc(choice))?)?;
        }
        Ok(list)
    }

    /// Complete actions that the seat is awaited for, and whether these are all.
    #[pyo3(signature = (seat, limit = 1000))]
    fn legal(&self, seat: &str, limit: usize) -> PyResult<(Vec<String>, bool)> {
        let listed = self.table.actions(self.seat_of(seat)?, limit);
        Ok((listed.actions, listed.complete))
    }

    /// A random action of the seat; None if it has none.
    #[pyo3(signature = (seat, seed = None))]
    fn sample(&mut self, seat: &str, seed: Option<u64>) -> PyResult<Option<String>> {
        let seat = self.seat_of(seat)?;
        let mut rng = Seeded::new(seed.unwrap_or_else(|| self.dice.next_u64()));
        Ok(self.table.sample(seat, &mut rng))
    }

    /// Raises `Illegal` if the seat may not do this; gives it as the game writes it.
    fn check(&self, py: Python<'_>, seat: &str, action: &str) -> PyResult<String> {
        let by = Actor::Seat(self.seat_of(seat)?);
        self.table.check(by, action).map_err(|why| objection(py, &why))
    }

    /// Carries out an action: `action`, `dice` and the `events` as the seat is told them.
    /// `dice` forces the dice; `Dry` says which one is wanted next.
    #[pyo3(signature = (seat, action, dice = None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        seat: &str,
        action: &str,
        dice: Option<Vec<u16>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let seat = self.seat_of(seat)?;
        let by = Actor::Seat(seat);
        let played = match &dice {
            None => self.table.play(by, action, &mut self.dice),
            Some(values) => {
                let mut tape = Tape::new(values);
                // On a copy, so that dice left over change nothing.
                let mut ahead = self.table.clone_box();
                let played = ahead.play(by, action, &mut tape);
                if played.is_ok() {
                    if !tape.left().is_empty() {
                        let left = tape.left().len();
                        return Err(wrong(format!("{left} of the forced dice are not used")));
                    }
                    self.table = ahead;
                }
                played
            }
        };
        let played = played.map_err(|why| objection(py, &why))?;
        self.entries += 1;
        self.told.extend(played.events.iter().map(|event| (event.to, event.sentence.clone())));
        let shown = played.events.iter().filter(|event| event.to.includes(Viewer::Seat(seat)));
        let dict = PyDict::new(py);
        dict.set_item("action", played.action)?;
        dict.set_item("dice", dice_list(&played.rolled))?;
        dict.set_item("events", give(py, &Doc::list(shown.map(event_doc)))?)?;
        Ok(dict)
    }

    /// What a seat, a `spectator` or the `umpire` sees.
    #[pyo3(signature = (viewer = "spectator"))]
    fn view<'py>(&self, py: Python<'py>, viewer: &str) -> PyResult<Bound<'py, PyAny>> {
        give(py, &self.table.view(self.viewer_of(viewer)?))
    }

    /// The view as one line of JSON.
    #[pyo3(signature = (viewer = "spectator"))]
    fn view_json(&self, viewer: &str) -> PyResult<String> {
        Ok(self.table.view(self.viewer_of(viewer)?).to_string())
    }

    /// What the viewer was told since this table was begun or loaded, sentence by sentence.
    #[pyo3(signature = (viewer = "spectator"))]
    fn story(&self, viewer: &str) -> PyResult<Vec<String>> {
        let viewer = self.viewer_of(viewer)?;
        let heard = |to: &admiralty_core::Audience| match viewer {
            Viewer::Umpire => true,
            viewer => to.includes(viewer),
        };
        Ok(self.told.iter().filter(|(to, _)| heard(to)).map(|(_, text)| text.clone()).collect())
    }

    /// The board as text.
    #[pyo3(signature = (viewer = "spectator"))]
    fn board(&self, viewer: &str) -> PyResult<String> {
        Ok(self.table.board(self.viewer_of(viewer)?))
    }

    /// What is expected of a viewer, in one sentence.
    fn prompt(&self, viewer: &str) -> PyResult<String> {
        Ok(self.table.prompt(self.viewer_of(viewer)?))
    }

    /// The whole position, secrets included. `load` takes it back.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        give(py, &self.table.save())
    }

    /// A whole table that the viewer cannot rule out: what it knows stays, the rest is drawn.
    #[pyo3(signature = (viewer, seed = 0))]
    fn imagine(&self, py: Python<'_>, viewer: &str, seed: u64) -> PyResult<Table> {
        let viewer = self.viewer_of(viewer)?;
        let mut rng = Seeded::new(seed);
        match self.table.imagine(viewer, &mut rng) {
            Ok(table) => Ok(Table {
                table,
                dice: rng,
                told: self.told.iter().filter(|(to, _)| to.includes(viewer)).cloned().collect(),
                entries: self.entries,
            }),
            Err(dried) => Err(dry(py, dried)?),
        }
    }

    /// An independent copy; with a seed its dice fall anew.
    #[pyo3(signature = (seed = None))]
    fn clone(&self, seed: Option<u64>) -> Table {
        Table {
            table: self.table.clone_box(),
            dice: seed.map_or_else(|| self.dice.clone(), Seeded::new),
            told: self.told.clone(),
            entries: self.entries,
        }
    }

    fn __copy__(&self) -> Table {
        self.clone(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Table {
        self.clone(None)
    }

    /// What a bot would do for the seat: it sees only what the seat may know.
    #[pyo3(signature = (seat, bot = "greedy", nodes = 4000, seed = 0))]
    fn go(
        &self,
        py: Python<'_>,
        seat: &str,
        bot: &str,
        nodes: u64,
        seed: u64,
    ) -> PyResult<Option<String>> {
        let seat = self.seat_of(seat)?;
        let table = &*self.table;
        py.detach(|| choose(table, seat, bot, "", Budget::Nodes(nodes), seed)).map_err(wrong)
    }

    fn __repr__(&self) -> String {
        format!("<admiralty.Table {} turn {}: {}>", self.game(), self.turn(), self.table.result())
    }
}

impl Table {
    fn outcome_doc(&self, outcome: &Outcome) -> Doc {
        let winners = match outcome.verdict {
            Verdict::Won(sides) => Doc::list(sides.iter().map(|side| self.table.side_code(side))),
            Verdict::Drawn | Verdict::Cancelled => Doc::List(Vec::new()),
        };
        Doc::map()
            .with("result", self.table.outcome_text(outcome))
            .with("winners", winners)
            .with("reason", outcome.reason)
            .with("degree", outcome.degree)
            .with("clause", outcome.clause.as_str())
    }
}

fn dice_list(rolled: &[Rolled]) -> Vec<(u16, u16)> {
    rolled.iter().map(|rolled| (rolled.die.0, rolled.value)).collect()
}

fn event_doc(event: &ErasedEvent) -> Doc {
    Doc::map().with("event", event.doc.clone()).with("sentence", event.sentence.clone())
}

fn choice_doc(choice: &ErasedChoice) -> Doc {
    let label = &choice.label;
    let mut doc = Doc::map()
        .with("key", label.key.clone())
        .with("kind", label.kind)
        .with("text", label.text.clone());
    match &choice.leads {
        ErasedLeads::On => doc.put("more", true),
        ErasedLeads::To(action) => doc.put("action", action.clone()),
        ErasedLeads::Aside(action) => {
            doc.put("action", action.clone());
            doc.put("aside", true);
        }
    }
    doc
}
