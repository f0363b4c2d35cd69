//! Making one entry: check, apply to a clone, and say what can be undone.

use crate::{Actor, Awaiting, Dice, Dry, Recorder, Rolled, Rules, Table, Told};
use alloc::vec::Vec;

/// What one entry did.
#[derive(Clone, Debug)]
pub struct Step<E> {
    /// The dice it used.
    pub rolled: Vec<Rolled>,
    /// What happened, and who is told.
    pub told: Vec<Told<E>>,
    /// What stands in the way of undoing it.
    pub bar: Option<UndoBar>,
}

/// Why an entry cannot be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndoBar {
    /// A die was rolled.
    Rolled,
    /// Something hidden was revealed.
    Revealed,
    /// The decision has passed to somebody else.
    Passed,
    /// The clock or the host made the entry.
    NotASeat,
}

impl UndoBar {
    /// The reason in plain words.
    pub const fn sentence(self) -> &'static str {
        match self {
            UndoBar::Rolled => "a die has been rolled",
            UndoBar::Revealed => "something hidden has been revealed",
            UndoBar::Passed => "the turn has passed",
            UndoBar::NotASeat => "the entry was not made by a player",
        }
    }

    /// One letter for records.
    pub const fn letter(self) -> char {
        match self {
            UndoBar::Rolled => 'd',
            UndoBar::Revealed => 'r',
            UndoBar::Passed => 'p',
            UndoBar::NotASeat => 'c',
        }
    }

    /// The one with this letter.
    pub fn from_letter(letter: char) -> Option<UndoBar> {
        [UndoBar::Rolled, UndoBar::Revealed, UndoBar::Passed, UndoBar::NotASeat]
            .into_iter()
            .find(|bar| bar.letter() == letter)
    }
}

/// Why an entry was not made. The table is as it was.
#[derive(Clone, Debug)]
pub enum Refused<I> {
    /// It is against the rules.
    Illegal(I),
    /// The dice handed in ran out.
    Dry(Dry),
}

/// Checks an action and carries it out; on refusal the table is untouched.
pub fn step<R: Rules>(
    table: &mut Table<R>,
    by: Actor,
    action: &R::Action,
    dice: &mut dyn Dice,
) -> Result<Step<R::Event>, Refused<R::Illegal>> {
    R::check(table.sight_of(by), by, action).map_err(Refused::Illegal)?;
    let before = R::awaited(table.sight_of(by));
    let mut next = table.clone();
    let mut told = Vec::new();
    let mut recorder = Recorder::new(dice);
    R::apply(&mut next, by, action, &mut recorder, &mut |t| told.push(t)).map_err(Refused::Dry)?;
    let rolled = recorder.rolled;
    let bar = undo_bar(
        by,
        before,
        R::awaited(next.sight_of(by)),
        !rolled.is_empty(),
        told.iter().any(|t| t.reveals),
    );
    *table = next;
    Ok(Step { rolled, told, bar })
}

/// Is there anything that must not be taken back? A sealed order that waits
/// for others can be; a turn that has passed to somebody cannot. Who is awaited
/// counts as far as the one who acted may know it, so that the answer does not
/// give away a question that somebody is asked in secret.
fn undo_bar(
    by: Actor,
    before: Awaiting,
    after: Awaiting,
    rolled: bool,
    revealed: bool,
) -> Option<UndoBar> {
    if rolled {
        return Some(UndoBar::Rolled);
    }
    if revealed {
        return Some(UndoBar::Revealed);
    }
    let Actor::Seat(seat) = by else { return Some(UndoBar::NotASeat) };
    match after {
        Awaiting::Over(_) => Some(UndoBar::Passed),
        Awaiting::Seats(seats) => {
            let newly = seats.minus(before.seats()).without(seat);
            (!newly.is_empty() || seats.is_empty()).then_some(UndoBar::Passed)
        }
    }
}
