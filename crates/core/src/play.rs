//! Making one entry: check, apply to a clone, and say what can be undone.
//!
//! Whatever gave anybody knowledge, or cannot be withdrawn by a rule, is never
//! undone. [`step`] is the one place that says so; an entry that it leaves
//! without an [`UndoBar`] may be taken back by its seat until somebody else
//! has decided.

use crate::{Actor, Awaiting, Dice, Dry, Recorder, Rolled, Rules, Seat, Table, Told};
use alloc::vec::Vec;
use core::fmt;

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
    /// A rule says that it stands: [`Rules::withdrawable`].
    Binding,
}

impl UndoBar {
    const ALL: [UndoBar; 5] =
        [UndoBar::Rolled, UndoBar::Revealed, UndoBar::Passed, UndoBar::NotASeat, UndoBar::Binding];

    /// The reason in plain words.
    pub const fn sentence(self) -> &'static str {
        match self {
            UndoBar::Rolled => "a die has been rolled",
            UndoBar::Revealed => "something hidden has been revealed",
            UndoBar::Passed => "the turn has passed",
            UndoBar::NotASeat => "the entry was not made by a player",
            UndoBar::Binding => "the rules do not let it be withdrawn",
        }
    }

    /// One letter for records.
    pub const fn letter(self) -> char {
        match self {
            UndoBar::Rolled => 'd',
            UndoBar::Revealed => 'r',
            UndoBar::Passed => 'p',
            UndoBar::NotASeat => 'c',
            UndoBar::Binding => 'b',
        }
    }

    /// The one with this letter.
    pub fn from_letter(letter: char) -> Option<UndoBar> {
        UndoBar::ALL.into_iter().find(|bar| bar.letter() == letter)
    }
}

/// Why nothing can be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoUndo {
    /// There is no entry.
    Nothing,
    /// The last entry is another's.
    NotYours,
    /// The last entry cannot be taken back.
    Barred(UndoBar),
    /// Others have decided since, unseen, and could not do so again.
    Bound,
}

impl NoUndo {
    /// The reason in plain words.
    pub const fn sentence(self) -> &'static str {
        match self {
            NoUndo::Nothing => "there is nothing to undo",
            NoUndo::NotYours => "somebody else has decided since",
            NoUndo::Barred(bar) => bar.sentence(),
            NoUndo::Bound => "this cannot be undone",
        }
    }
}

impl fmt::Display for NoUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

impl core::error::Error for NoUndo {}

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
    let binding = !R::withdrawable(table.sight_of(by), action);
    let mut next = table.clone();
    let mut told = Vec::new();
    let mut recorder = Recorder::new(dice);
    R::apply(&mut next, by, action, &mut recorder, &mut |t| told.push(t)).map_err(Refused::Dry)?;
    let rolled = recorder.rolled;
    let bar = match by {
        _ if !rolled.is_empty() => Some(UndoBar::Rolled),
        _ if told.iter().any(|t| t.reveals) => Some(UndoBar::Revealed),
        Actor::Clock | Actor::Host => Some(UndoBar::NotASeat),
        _ if binding => Some(UndoBar::Binding),
        Actor::Seat(seat) => {
            passes(seat, before, R::awaited(next.sight_of(by))).then_some(UndoBar::Passed)
        }
    };
    *table = next;
    Ok(Step { rolled, told, bar })
}

/// Has the decision passed on? A sealed order that waits for others can be
/// taken back; a turn that has passed to somebody cannot. Who is awaited
/// counts as far as the one who acted may know it, so that the answer does not
/// give away a question that somebody is asked in secret.
fn passes(seat: Seat, before: Awaiting, after: Awaiting) -> bool {
    match after {
        Awaiting::Over(_) => true,
        Awaiting::Seats(seats) => {
            let newly = seats.minus(before.seats()).without(seat);
            !newly.is_empty() || seats.is_empty()
        }
    }
}
