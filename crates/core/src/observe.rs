//! How a game is shown to a program that learns: numbers in fixed places.
//!
//! A game writes what a viewer knows into planes (one number per cell of its
//! board) and a row of numbers, and gives every pick of its menus a code that
//! means the same in every position. What is written comes from a [`Sight`],
//! so a learner cannot be taught what its seat may not know.

use crate::{
    Actor, Awaiting, Dry, Leads, Listed, Menu, Rules, Seeded, Sight, Table, Viewer, sample,
};
use alloc::vec::Vec;

/// One stretch of an observation or of the codes of picks, with what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name, unique in its list.
    pub name: &'static str,
    /// How many planes, numbers or codes it has.
    pub n: usize,
    /// What they say, in one line.
    pub text: &'static str,
}

impl Part {
    /// So many under one name.
    pub const fn new(name: &'static str, n: usize, text: &'static str) -> Part {
        Part { name, n, text }
    }

    /// A single one.
    pub const fn one(name: &'static str, text: &'static str) -> Part {
        Part { name, n: 1, text }
    }

    /// Where the part of this name begins in a list of parts.
    ///
    /// For constants: a name that is not there does not compile.
    pub const fn start(parts: &[Part], name: &str) -> usize {
        let (mut i, mut at) = (0, 0);
        while i < parts.len() {
            if is_same(parts[i].name, name) {
                return at;
            }
            at += parts[i].n;
            i += 1;
        }
        panic!("there is no part of this name")
    }

    /// How many all parts of a list have together.
    pub const fn total(parts: &[Part]) -> usize {
        let (mut i, mut n) = (0, 0);
        while i < parts.len() {
            n += parts[i].n;
            i += 1;
        }
        n
    }
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// What an observation of one set-up looks like. It stays the same while a game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Rows of a plane.
    pub height: usize,
    /// Columns of a plane.
    pub width: usize,
    /// The planes.
    pub planes: &'static [Part],
    /// The numbers besides.
    pub numbers: &'static [Part],
    /// The codes of picks.
    pub picks: Vec<Part>,
}

impl Layout {
    /// Cells of one plane.
    pub fn cells(&self) -> usize {
        self.height * self.width
    }

    /// How many planes.
    pub fn n_planes(&self) -> usize {
        Part::total(self.planes)
    }

    /// How many numbers.
    pub fn n_numbers(&self) -> usize {
        Part::total(self.numbers)
    }

    /// How many codes of picks: every code is smaller.
    pub fn n_picks(&self) -> usize {
        Part::total(&self.picks)
    }
}

/// What an observation is written into. It comes filled with zeros unless the game
/// [covers](Observe::COVERS) it, and what does not fit is cut off at the greatest number that does.
pub struct Canvas<'a> {
    cells: usize,
    planes: &'a mut [u8],
    numbers: &'a mut [i16],
}

impl<'a> Canvas<'a> {
    /// Wipes the buffers; they must be as long as the layout says.
    pub fn new(layout: &Layout, planes: &'a mut [u8], numbers: &'a mut [i16]) -> Canvas<'a> {
        planes.fill(0);
        numbers.fill(0);
        Canvas { cells: layout.cells(), planes, numbers }
    }

    /// For an observation of this game: wiped unless the game writes all of it.
    #[inline]
    pub fn of<R: Observe>(
        layout: &Layout,
        planes: &'a mut [u8],
        numbers: &'a mut [i16],
    ) -> Canvas<'a> {
        if R::COVERS {
            Canvas { cells: layout.cells(), planes, numbers }
        } else {
            Canvas::new(layout, planes, numbers)
        }
    }

    /// Writes into a cell of a plane. What lies outside is left out.
    #[inline]
    pub fn set(&mut self, plane: usize, cell: usize, value: impl TryInto<u8>) {
        if let Some(place) = self.planes.get_mut(plane * self.cells + cell)
            && cell < self.cells
        {
            *place = value.try_into().unwrap_or(u8::MAX);
        }
    }

    /// A whole plane, to be written cell by cell; nothing beyond the last.
    #[inline]
    pub fn plane(&mut self, plane: usize) -> &mut [u8] {
        let cells = self.cells;
        self.planes.get_mut(plane * cells..(plane + 1) * cells).unwrap_or_default()
    }

    /// All planes one behind the other, for games that write many cells.
    #[inline]
    pub fn planes(&mut self) -> &mut [u8] {
        self.planes
    }

    /// Writes all numbers; what is missing stays as it is.
    #[inline]
    pub fn all_numbers<const N: usize>(&mut self, values: &[i16; N]) {
        match self.numbers.first_chunk_mut::<N>() {
            Some(all) => *all = *values,
            None => self.numbers.copy_from_slice(&values[..self.numbers.len()]),
        }
    }

    /// Writes one of the numbers.
    #[inline]
    pub fn number(&mut self, at: usize, value: impl TryInto<i16>) {
        if let Some(place) = self.numbers.get_mut(at) {
            *place = value.try_into().unwrap_or(i16::MAX);
        }
    }
}

/// A game as a learner meets it. Apart from [`Rules`], for games can be played without.
pub trait Observe: Rules {
    /// Does [`observe`](Observe::observe) write every cell and every number, so that the canvas
    /// need not be wiped before? A game that does is faster to learn; the suite observes onto
    /// canvases that are full of something else.
    const COVERS: bool = false;

    /// What observations of this game look like.
    fn layout(public: &Self::Public) -> Layout;

    /// What is kept of a table for one viewer between two looks at it, so that only what has
    /// changed since is looked at again. `()` where everything is looked at anew each time.
    type Memory: Clone + Default + Send + Sync;

    /// Writes what the viewer knows.
    fn observe(sight: Sight<'_, Self>, canvas: &mut Canvas<'_>);

    /// Writes the same, of a table at which this viewer has looked before: `memory` is what that
    /// look left, or new. A game that remembers is faster to learn; the suite compares both.
    fn observe_again(sight: Sight<'_, Self>, _memory: &mut Self::Memory, canvas: &mut Canvas<'_>) {
        Self::observe(sight, canvas);
    }

    /// The code of a pick that stands on this viewer's menu: two picks of one menu never have
    /// the same. `None` for what a learner is not offered, because nobody is ever awaited
    /// for it: notes, giving up, offers.
    fn code(sight: Sight<'_, Self>, pick: &Self::Pick) -> Option<usize>;

    /// The codes of what a learner may pick after these picks, in any order, if the game can
    /// tell without making a menu; false if it cannot, and then nothing is written. A game
    /// that can is faster to learn; the suite compares it with the menu.
    fn codes(_sight: Sight<'_, Self>, _picks: &[Self::Pick], _out: &mut Vec<u32>) -> bool {
        false
    }

    /// What one of the codes that [`codes`](Observe::codes) has listed stands for.
    fn meant(
        _sight: Sight<'_, Self>,
        _picks: &[Self::Pick],
        _code: u32,
    ) -> Option<Offer<Self::Pick, Self::Action>> {
        None
    }

    /// A table to learn on: whatever could be chosen in more ways than anybody can list (a secret
    /// deployment, a fleet) is chosen already.
    fn deal(setup: &Self::Setup, rng: &mut Seeded) -> Result<Table<Self>, Dry> {
        dealt::<Self>(setup, rng)
    }
}

/// A table on which everything that cannot be listed has been done at random, by walking down
/// the menus: what playouts start from, and learners where the game has no better way.
pub fn dealt<R: Rules>(setup: &R::Setup, rng: &mut Seeded) -> Result<Table<R>, Dry> {
    let mut table = R::begin(setup, rng)?;
    let mut room = Vec::new();
    while let Awaiting::Seats(seats) = R::awaiting(&table) {
        let too_many = seats.iter().find(|&seat| {
            room.clear();
            R::legal(table.sight(Viewer::Seat(seat)), &mut room) == Listed::TooMany
        });
        let Some(seat) = too_many else { break };
        let Some(action) = sample::<R>(table.sight(Viewer::Seat(seat)), rng, &mut room) else {
            break;
        };
        R::apply(&mut table, Actor::Seat(seat), &action, rng, &mut |_| {})?;
    }
    Ok(table)
}

/// Something a learner may pick.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer<P, A> {
    /// Its code.
    pub code: u32,
    /// The pick.
    pub pick: P,
    /// The action it makes; nothing if more is to be picked.
    pub action: Option<A>,
}

/// What a menu offers to a learner: whatever has a code and is waited for.
pub fn offers_of_menu<R: Observe>(
    sight: Sight<'_, R>,
    picks: &[R::Pick],
    out: &mut Vec<Offer<R::Pick, R::Action>>,
) {
    let mut menu = Menu::default();
    R::menu(sight, picks, &mut menu);
    for choice in menu.choices {
        let action = match choice.leads {
            Leads::To(action) => Some(action),
            Leads::On => None,
            Leads::Aside(_) => continue,
        };
        if let Some(code) = R::code(sight, &choice.pick) {
            out.push(Offer { code: code as u32, pick: choice.pick, action });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: &[Part] = &[Part::new("own", 3, ""), Part::one("turn", ""), Part::new("x", 2, "")];

    #[test]
    fn parts_stand_behind_one_another() {
        assert_eq!(Part::start(PARTS, "own"), 0);
        assert_eq!(Part::start(PARTS, "turn"), 3);
        assert_eq!(Part::start(PARTS, "x"), 4);
        assert_eq!(Part::total(PARTS), 6);
    }

    #[test]
    fn a_canvas_is_wiped_and_cuts_what_does_not_fit() {
        let layout = Layout {
            height: 1,
            width: 2,
            planes: const { &[Part::new("p", 2, "")] },
            numbers: const { &[Part::one("n", "")] },
            picks: Vec::new(),
        };
        let (mut planes, mut numbers) = ([9; 4], [9; 1]);
        let mut canvas = Canvas::new(&layout, &mut planes, &mut numbers);
        canvas.set(1, 0, 300u16);
        canvas.set(0, 2, 1u8);
        canvas.number(0, 100_000i32);
        canvas.number(1, 1u8);
        assert_eq!((planes, numbers), ([0, 0, 255, 0], [i16::MAX]));
    }
}
