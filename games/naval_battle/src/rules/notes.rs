//! Four players: the Recorder's marks and notepad.

use crate::NavalBattle;
use crate::action::{Action, Mark, Note, Pick};
use crate::board::{Square, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::setup::MemoryAid;
use crate::state::{Phase, Public, Secret, seats_of};
use crate::units::KINDS;
use admiralty_core::{Audience, Menu, Seat, SeatSet, Side, Table, Told};
use alloc::boxed::Box;

/// Most signs of a mark.
const MARK_SIGNS: u16 = 80;
/// Most signs of the notepad.
const PAD_SIGNS: u16 = 1000;

/// May this seat write this now?
pub(crate) fn check(public: &Public, seat: Seat, side: Side, note: &Note) -> Result<(), Illegal> {
    // NB-T-12: at any moment of play, in anybody's turn, but not before and not after.
    if matches!(public.phase, Phase::Deploy | Phase::Over(_)) {
        return Err(Illegal::NotesOutsidePlay);
    }
    if public.options.memory_aid == MemoryAid::Off {
        return Err(Illegal::NotesOff); // NB-I-14
    }
    if public.recorder(side) != seat {
        return Err(Illegal::StrategistWrites); // NB-T-05
    }
    let fits = |text: &str, max: u16| {
        let plain = text.chars().all(|c| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}'));
        if plain && text.chars().count() <= max as usize && text.trim() == text {
            Ok(())
        } else {
            Err(Illegal::NoteText { max })
        }
    };
    match note {
        Note::Pad(text) => fits(text, PAD_SIGNS), // NB-T-14
        Note::Mark { at, mark } => {
            if !public.board().has(*at) || public.occupied[side.other().index()] & at.bit() == 0 {
                return Err(Illegal::NobodyToMark { at: *at });
            }
            match mark {
                Some(Mark::Text(text)) => fits(text, MARK_SIGNS),
                _ => Ok(()),
            }
        }
    }
}

/// Writes it down, for the own team alone.
// NB-T-06: it lies in the side's secret, where both members read it and nobody else can.
pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    side: Side,
    note: &Note,
    tell: &mut dyn FnMut(Told<Event>),
) {
    let mut notes = table.sides[side].notes.take().unwrap_or_default();
    match note {
        Note::Pad(text) => notes.pad.clone_from(text),
        Note::Mark { at, mark } => {
            if let Some(token) = table.public.token_on(*at) {
                // NB-T-08: it sticks to the token. NB-T-11: a reveal leaves it alone.
                notes.marks.retain(|(marked, _)| *marked != token);
                if let Some(mark) = mark {
                    let i = notes.marks.partition_point(|(marked, _)| *marked < token);
                    notes.marks.insert(i, (token, mark.clone()));
                }
            }
        }
    }
    let blank = notes.marks.is_empty() && notes.pad.is_empty();
    table.sides[side].notes = (!blank).then(|| Box::new(*notes));
    let team = SeatSet::from_iter(seats_of(&table.public, side));
    tell(Told::to(Event::Noted(side), Audience::seats(team)));
}

/// Marks by picking; free text is typed.
pub(crate) fn menu(
    public: &Public,
    secret: &Secret,
    seat: Seat,
    side: Side,
    draft: &[Pick],
    out: &mut Menu<Pick, Action>,
) {
    if public.recorder(side) != seat
        || public.options.memory_aid == MemoryAid::Off
        || public.phase == Phase::Deploy
    {
        return;
    }
    let mark = |at: Square, mark: Option<Mark>| Action::Note(Box::new(Note::Mark { at, mark }));
    match draft {
        [] => out.on(Pick::Note),
        [Pick::Note] => {
            for at in squares(public.occupied[side.other().index()]) {
                out.on(Pick::Square(at));
            }
        }
        // Only what was offered is picked, so somebody stands there.
        [Pick::Note, Pick::Square(at)] => {
            for kind in KINDS {
                out.aside(Pick::Mark(kind), mark(*at, Some(Mark::Kind { kind, unsure: false })));
                out.aside(Pick::Perhaps(kind), mark(*at, Some(Mark::Kind { kind, unsure: true })));
            }
            let marked = public.token_on(*at).is_some_and(|token| {
                secret
                    .notes
                    .as_ref()
                    .is_some_and(|notes| notes.marks.iter().any(|(marked, _)| *marked == token))
            });
            if marked {
                out.aside(Pick::Wipe, mark(*at, None));
            }
        }
        _ => {}
    }
}
