//! The laws of one state, each with a name that a failure shows.

use crate::play::aside_leaves;
use crate::trail::{Broken, Lawful, ensure};
use crate::words;
use admiralty_catalog::{Register, json};
use admiralty_core::{
    Actor, Around, Awaiting, Doc, IllegalMove, Leads, Listed, Menu, Outcome, Rolled, Rules, Seat,
    Seeded, Step, Table, Text, Told, Verdict, Viewer, sample,
};
use std::collections::BTreeSet;

/// How many leaves of a menu are walked before it counts as too many.
const MANY: usize = 4_000;

/// What a seat can do, in notation.
pub(crate) struct Options {
    /// What it is awaited for.
    pub(crate) awaited: BTreeSet<String>,
    /// Are these all?
    pub(crate) complete: bool,
}

pub(crate) fn viewers<R: Rules>(table: &Table<R>) -> impl Iterator<Item = Viewer> + use<R> {
    let seats = (0..table.seats.len()).map(|i| Viewer::Seat(Seat(i)));
    seats.chain([Viewer::Spectator, Viewer::Umpire])
}

/// Who is awaited, as everybody may know it.
pub(crate) fn awaiting<R: Rules>(table: &Table<R>) -> Lawful {
    let truth = R::awaiting(table);
    for viewer in viewers(table) {
        let known = R::awaited(table.sight(viewer));
        let detail = || format!("in truth {truth:?}, the {viewer} knows {known:?}");
        match (truth, known) {
            (Awaiting::Over(a), Awaiting::Over(b)) => {
                ensure(a == b, "everybody knows how it ended", detail)?;
            }
            (Awaiting::Seats(a), Awaiting::Seats(b)) => {
                ensure(b.minus(a).is_empty(), "nobody seems awaited who is not", detail)?;
                if let Viewer::Seat(seat) = viewer {
                    let same = a.has(seat) == b.has(seat);
                    ensure(same, "a seat knows whether it is awaited", detail)?;
                }
                let all = viewer == Viewer::Umpire;
                ensure(!all || a == b, "the umpire knows who is awaited", detail)?;
            }
            _ => ensure(false, "everybody knows whether it is over", detail)?,
        }
    }
    if let Awaiting::Seats(seats) = truth {
        ensure(!seats.is_empty(), "somebody is awaited or it is over", || "nobody is".into())?;
        let there = seats.iter().all(|seat| seat.0 < table.seats.len());
        ensure(there, "only seats at the table are awaited", || format!("{seats:?}"))?;
    }
    Ok(())
}

/// Nobody can stop a table by not answering: for whoever is awaited there is an entry
/// that the clock may make, and one for the host when the person is gone for good.
pub(crate) fn silence<R: Rules + Text>(table: &Table<R>) -> Lawful {
    let sight = table.sight(Viewer::Umpire);
    for seat in R::awaiting(table).seats().iter() {
        let ways = [(Actor::Clock, Around::TimeOut(seat)), (Actor::Host, Around::Left(seat))];
        for (by, what) in ways {
            let who = || R::seat_code(&table.public, seat);
            let entry = R::around(&table.public, what);
            let law = "whoever is awaited and stays silent, or leaves, stops nobody";
            let Some(action) = entry else {
                return ensure(false, law, || format!("nothing is done for {}: {what:?}", who()));
            };
            if let Err(illegal) = R::check(sight, by, &action) {
                let text = R::write_action(&table.public, &action);
                let detail = || format!("{text} for {} is refused: {illegal}", who());
                return ensure(false, law, detail);
            }
        }
    }
    Ok(())
}

/// What a side keeps to itself for ever is nothing to anybody else.
pub(crate) fn kept<R: Rules + Text>(
    before: &Table<R>,
    after: &Table<R>,
    by: Actor,
    action: &R::Action,
    step: &Step<R::Event>,
) -> Lawful {
    if !R::keeps(action) {
        return Ok(());
    }
    let law = "what a side keeps to itself is nothing to anybody else";
    let text = || R::write_action(&before.public, action);
    let side = match by {
        Actor::Seat(seat) => R::side_of(&before.public, seat),
        Actor::Clock | Actor::Host => None,
    };
    let Some(side) = side else { return ensure(false, law, text) };
    let other = |viewer: &Viewer| match viewer {
        Viewer::Seat(seat) => R::side_of(&before.public, *seat) != Some(side),
        Viewer::Spectator => true,
        Viewer::Umpire => false,
    };
    let told = |viewer: Viewer| step.told.iter().any(|told| told.to.includes(viewer));
    let quiet = !viewers(before).filter(other).any(told);
    let same = R::awaiting(before) == R::awaiting(after) && step.rolled.is_empty();
    let clause = admiralty_core::ClauseId("");
    let end = Outcome { verdict: Verdict::Drawn, reason: "", degree: "", clause };
    let without = |table: &Table<R>| {
        let mut table = table.clone();
        R::withhold(&mut table, side, Some(end));
        R::save(&table)
    };
    ensure(quiet && same && without(before) == without(after), law, text)
}

/// What every seat can do: menu, `legal` and `check` agree.
pub(crate) fn options<R: Rules + Text>(
    table: &Table<R>,
    rng: &mut Seeded,
    thorough: bool,
) -> Result<Vec<Options>, Broken> {
    let awaited = R::awaiting(table).seats();
    let mut all = Vec::new();
    for i in 0..table.seats.len() {
        let seat = Seat(i);
        let sight = table.sight(Viewer::Seat(seat));
        let mut legal = Vec::new();
        let listed = R::legal(sight, &mut legal);
        let who = || R::seat_code(&table.public, seat);
        if !awaited.has(seat) {
            ensure(
                legal.is_empty() && listed == Listed::Complete,
                "a seat that is not awaited has no actions in `legal`",
                || format!("{} has {legal:?}", who()),
            )?;
        }
        let texts: BTreeSet<String> =
            legal.iter().map(|action| R::write_action(&table.public, action)).collect();
        ensure(texts.len() == legal.len(), "`legal` lists every action once", || {
            format!("{}: {} actions, {} notations", who(), legal.len(), texts.len())
        })?;
        if awaited.has(seat) {
            ensure(
                !legal.is_empty() || listed == Listed::TooMany,
                "every seat that is awaited has an option",
                || format!("{} has none", who()),
            )?;
        }
        let mut complete = listed == Listed::Complete;
        if thorough || legal.len() <= 60 {
            let mut walk = Walk { leaves: BTreeSet::new(), whole: true };
            walk.down::<R>(table, seat, &mut Vec::new())?;
            if complete && walk.whole {
                let only_menu: Vec<&String> = walk.leaves.difference(&texts).take(8).collect();
                let only_legal: Vec<&String> = texts.difference(&walk.leaves).take(8).collect();
                ensure(
                    only_menu.is_empty() && only_legal.is_empty(),
                    "the leaves of the menu are what `legal` lists",
                    || format!("{}: only menu {only_menu:?}, only legal {only_legal:?}", who()),
                )?;
            }
            complete &= walk.whole;
        }
        if listed == Listed::TooMany {
            let action = random_leaf::<R>(table, seat, rng)?;
            legal = vec![action];
        }
        for _ in 0..legal.len().saturating_sub(48) {
            let i = rng.below(legal.len() as u32) as usize;
            legal.swap_remove(i);
        }
        for action in &legal {
            may(table, seat, action, "what the menu offers passes `check`")?;
            notation(table, action)?;
        }
        if thorough {
            for action in aside_leaves(table, seat, 200) {
                may(table, seat, &action, "what the menu offers at any time passes `check`")?;
                notation(table, &action)?;
            }
        }
        all.push(Options { awaited: texts, complete });
    }
    for viewer in [Viewer::Spectator, Viewer::Umpire] {
        let mut legal = Vec::new();
        R::legal(table.sight(viewer), &mut legal);
        let mut menu = Menu::default();
        R::menu(table.sight(viewer), &[], &mut menu);
        let none = legal.is_empty() && menu.choices.is_empty();
        ensure(none, "who has no seat has nothing to do", || format!("{viewer}: {legal:?}"))?;
    }
    Ok(all)
}

fn may<R: Rules + Text>(
    table: &Table<R>,
    seat: Seat,
    action: &R::Action,
    law: &'static str,
) -> Lawful {
    let by = Actor::Seat(seat);
    R::check(table.sight_of(by), by, action).map_err(|why| {
        let text = R::write_action(&table.public, action);
        let seat = R::seat_code(&table.public, seat);
        Broken { law, detail: format!("{seat}: {text} is refused: {why} [{}]", why.clause()) }
    })
}

/// Notation reads back as the same action and fits on a line of a record.
pub(crate) fn notation<R: Rules + Text>(table: &Table<R>, action: &R::Action) -> Lawful {
    let text = R::write_action(&table.public, action);
    let law = "notation reads back as the same action";
    match R::parse_action(&table.public, &text) {
        Ok(read) => ensure(read == *action, law, || format!("{text}: {action:?} became {read:?}"))?,
        Err(error) => ensure(false, law, || format!("{text}: {error}"))?,
    }
    let plain = !text.is_empty() && !text.contains(['\n', '\r']) && text.trim() == text;
    ensure(plain, "notation is one line without blanks around it", || format!("{text:?}"))
}

/// Walks a menu to all its leaves.
struct Walk {
    leaves: BTreeSet<String>,
    whole: bool,
}

impl Walk {
    fn down<R: Rules + Text>(
        &mut self,
        table: &Table<R>,
        seat: Seat,
        draft: &mut Vec<R::Pick>,
    ) -> Lawful {
        let sight = table.sight(Viewer::Seat(seat));
        let mut menu = Menu::default();
        R::menu(sight, draft, &mut menu);
        ensure(
            draft.is_empty() || !menu.choices.is_empty(),
            "no pick leads into a dead end",
            || format!("{}: {draft:?}", R::seat_code(&table.public, seat)),
        )?;
        let mut keys = BTreeSet::new();
        for choice in &menu.choices {
            let label = R::pick(sight, &choice.pick);
            let twice = !keys.insert(label.key.clone());
            ensure(
                !twice && !label.key.is_empty(),
                "keys of a menu differ from each other",
                || format!("{:?} after {draft:?}", label.key),
            )?;
            ensure(!label.text.is_empty() && !label.kind.is_empty(), "picks have a label", || {
                format!("{:?}", choice.pick)
            })?;
        }
        for choice in menu.choices {
            if self.leaves.len() >= MANY {
                self.whole = false;
                return Ok(());
            }
            match choice.leads {
                Leads::To(action) => {
                    self.leaves.insert(R::write_action(&table.public, &action));
                }
                Leads::Aside(_) => {}
                Leads::On => {
                    ensure(draft.len() < 400, "a menu comes to an end", || format!("{draft:?}"))?;
                    draft.push(choice.pick);
                    self.down::<R>(table, seat, draft)?;
                    draft.pop();
                }
            }
        }
        Ok(())
    }
}

/// A random walk down a menu that is too large to list must reach a leaf.
fn random_leaf<R: Rules + Text>(
    table: &Table<R>,
    seat: Seat,
    rng: &mut Seeded,
) -> Result<R::Action, Broken> {
    sample::<R>(table.sight(Viewer::Seat(seat)), rng, &mut Vec::new()).ok_or_else(|| Broken {
        law: "a random walk down the menu reaches an action",
        detail: R::seat_code(&table.public, seat),
    })
}

/// The position reads back, as a document and as JSON text.
pub(crate) fn position<R: Rules + Text>(table: &Table<R>) -> Result<Table<R>, Broken> {
    let saved = R::save(table);
    let law = "a position reads back as it was written";
    let text = json::pretty(&saved);
    let doc = json::read(&text).map_err(|fault| Broken { law, detail: fault.to_string() })?;
    ensure(doc == saved, "a position is the same after JSON", || text.clone())?;
    let loaded =
        R::load(&doc).map_err(|faults| Broken { law, detail: format!("{faults}\n{text}") })?;
    let again = R::save(&loaded);
    ensure(again == saved, law, || first_difference(&saved, &again))?;
    for viewer in viewers(table) {
        let (a, b) = (R::view(table.sight(viewer)), R::view(loaded.sight(viewer)));
        ensure(a == b, "a position read back looks the same", || {
            format!("{viewer}: {}", first_difference(&a, &b))
        })?;
    }
    Ok(loaded)
}

/// Views, boards and prompts can be had by everybody.
pub(crate) fn looks<R: Rules + Text>(table: &Table<R>) -> Lawful {
    for viewer in viewers(table) {
        let sight = table.sight(viewer);
        let view = R::view(sight);
        ensure(matches!(view, Doc::Map(_)), "a view is a map", || format!("{viewer}: {view}"))?;
        let prompt = R::prompt(sight);
        let plain = !prompt.trim().is_empty() && !prompt.contains('\n');
        ensure(plain, "a prompt is one sentence", || format!("{viewer}: {prompt:?}"))?;
        ensure(!R::board(sight).trim().is_empty(), "a board shows something", || {
            viewer.to_string()
        })?;
    }
    Ok(())
}

/// Every die that events show was rolled, by this entry or before and not shown until now.
pub(crate) fn dice<R: Rules + Text>(step: &Step<R::Event>, unshown: &mut Vec<Rolled>) -> Lawful {
    unshown.extend(&step.rolled);
    for shown in step.told.iter().flat_map(|told| R::event_dice(&told.event)) {
        let found = unshown.iter().position(|roll| *roll == shown);
        ensure(found.is_some(), "dice that are shown were rolled", || {
            format!("{shown:?} is none of {unshown:?}")
        })?;
        unshown.swap_remove(found.unwrap_or_default());
    }
    Ok(())
}

/// What everybody sees has the form that the game describes.
pub(crate) fn shapes<R: Rules + Text>(table: &Table<R>) -> Lawful {
    for viewer in viewers(table) {
        let fits = R::VIEW.fits(&R::view(table.sight(viewer)));
        ensure(fits.is_ok(), "a view has the form that `VIEW` describes", || {
            format!(
                "the {viewer}: {}",
                fits.err().map_or(String::new(), |misfit| misfit.to_string())
            )
        })?;
    }
    Ok(())
}

/// Events have a kind and a sentence, cite clauses that exist, and say what they reveal.
pub(crate) fn events<R: Rules + Text>(
    table: &Table<R>,
    told: &[Told<R::Event>],
    register: &Register,
) -> Lawful {
    for told in told {
        let doc = R::event(&table.public, &told.event);
        let kind_first = match &doc {
            Doc::Map(fields) => {
                matches!(fields.first(), Some((key, Doc::Text(_))) if key == "kind")
            }
            _ => false,
        };
        ensure(kind_first, "an event is a map with `kind` first", || doc.to_string())?;
        let fits = R::EVENT.fits(&doc);
        ensure(fits.is_ok(), "an event has the form that `EVENT` describes", || {
            format!("{}\n{doc}", fits.err().map_or(String::new(), |misfit| misfit.to_string()))
        })?;
        let sentence = R::sentence(&table.public, &told.event);
        ensure(!sentence.trim().is_empty(), "an event has a sentence", || doc.to_string())?;
        for clause in R::event_clauses(&told.event) {
            ensure(register.get(clause.as_str()).is_some(), "events cite known clauses", || {
                format!("{clause} in {doc}")
            })?;
        }
        let named = R::fact(&told.event).is_some_and(|fact| !fact.is_empty());
        ensure(!told.reveals || named, "a reveal names its fact", || doc.to_string())?;
    }
    Ok(())
}

/// A refusal cites a clause of the register and speaks plainly; so does what stands behind it.
pub(crate) fn refusal<I: IllegalMove>(illegal: &I, register: &Register) -> Lawful {
    words::reason(&illegal.to_string())?;
    let clause = illegal.clause();
    ensure(register.get(clause.as_str()).is_some(), "a refusal cites a known clause", || {
        format!("{clause}: {illegal}")
    })?;
    illegal.behind().map_or(Ok(()), |behind| refusal(behind, register))
}

/// Where two documents begin to differ.
pub(crate) fn first_difference(a: &Doc, b: &Doc) -> String {
    fn walk(a: &Doc, b: &Doc, path: &str) -> Option<String> {
        match (a, b) {
            (Doc::Map(x), Doc::Map(y)) => {
                for (key, value) in x {
                    let at = format!("{path}.{key}");
                    match b.get(key) {
                        None => return Some(format!("{at}: {value} became nothing")),
                        Some(other) => {
                            if let Some(found) = walk(value, other, &at) {
                                return Some(found);
                            }
                        }
                    }
                }
                let new = y.iter().find(|(key, _)| a.get(key).is_none());
                if let Some((key, value)) = new {
                    return Some(format!("{path}.{key}: nothing became {value}"));
                }
                (x != y).then(|| format!("{path}: the order of fields differs"))
            }
            (Doc::List(x), Doc::List(y)) if x.len() == y.len() => x
                .iter()
                .zip(y)
                .enumerate()
                .find_map(|(i, (x, y))| walk(x, y, &format!("{path}.{i}"))),
            _ => (a != b).then(|| format!("{path}: {a} became {b}")),
        }
    }
    walk(a, b, "").unwrap_or_else(|| "no difference".into())
}
