//! A game behind a face, made once for every `R: Rules + Text`.

use crate::face::{
    Actions, BeginError, ErasedChoice, ErasedEvent, ErasedLeads, ErasedMenu, LinePlayed, NoPick,
    Objection, Played, Reach, Refusal, SeatInfo, TableFace,
};
use crate::register::Register;
use admiralty_core::{
    Actor, Around, Awaiting, Dice, Die, Doc, Dry, Fault, Faults, IllegalMove, Leads, Listed, Menu,
    Meta, Outcome, ParseError, Printed, Recorder, Refused, Rolled, Rules, Seat, Seeded, Shape,
    Side, Sight, Table, Text, Told, Viewer, digest, leaves, sample, step,
};
use std::any::Any;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// A game: its rules as seen by a program that knows none of them. Games are
/// statics, so that every table can point back to its own.
pub trait Game: Send + Sync {
    /// Name, seats, options, dice.
    fn meta(&self) -> &'static Meta;
    /// Its clauses.
    fn register(&self) -> &Register;
    /// What its views look like.
    fn view_shape(&self) -> &'static Shape;
    /// What its events look like.
    fn event_shape(&self) -> &'static Shape;
    /// The names of a die's faces, where it has names.
    fn faces(&self, die: Die) -> &'static [&'static str];
    /// What a face counts for when luck is reckoned.
    fn face_luck(&self, die: Die, value: u16) -> u16;
    /// The scenarios that come with it, as the files they are.
    fn printed(&self) -> &'static [Printed];
    /// The set-up with everything left out filled in; all faults at once.
    fn setup(&self, setup: &Doc) -> Result<Doc, Faults>;
    /// The set-up as everybody may see it: where fleets stand is for the game to
    /// show, so of what is sealed only that there is something.
    fn open_setup(&self, setup: Doc) -> Doc;
    /// The seats of a game with this set-up.
    fn seats(&'static self, setup: &Doc) -> Result<Vec<SeatInfo>, Faults>;
    /// The table before the first decision, and the dice used to get there.
    fn begin(
        &'static self,
        setup: &Doc,
        dice: &mut dyn Dice,
    ) -> Result<(Box<dyn TableFace>, Vec<Rolled>), BeginError>;
    /// A table from a position: a document, or a text in the game's notation.
    fn load(&'static self, position: &Doc) -> Result<Box<dyn TableFace>, Faults>;
}

/// The game with the rules `R`; one `static` of it per game.
pub struct Of<R> {
    register: OnceLock<Register>,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules + Text> Of<R> {
    /// For a `static`.
    pub const fn new() -> Of<R> {
        Of { register: OnceLock::new(), rules: PhantomData }
    }

    /// The table of a position.
    fn table_at(position: &Doc) -> Result<Table<R>, Faults> {
        match position {
            Doc::Map(fields) if position.get("game").is_some() => {
                let named = position.get("game").and_then(Doc::as_text).unwrap_or_default();
                if named != R::META.id {
                    let reason = format!("this is a position of {named}, not of {}", R::META.id);
                    return Err(Fault::new("game", reason).into());
                }
                // Games need not know that a position may name them.
                let rest = fields.iter().filter(|(key, _)| key != "game").cloned().collect();
                R::load(&Doc::Map(rest))
            }
            _ => R::load(position),
        }
    }

    /// A face for a table of this game.
    pub fn face(&'static self, table: Table<R>) -> Box<dyn TableFace> {
        Box::new(Face { table, game: self })
    }
}

impl<R: Rules + Text> Default for Of<R> {
    fn default() -> Self {
        Of::new()
    }
}

impl<R: Rules + Text> Game for Of<R> {
    fn meta(&self) -> &'static Meta {
        const { &R::META }
    }

    fn register(&self) -> &Register {
        self.register.get_or_init(|| Register::read(R::META.clauses, R::META.prefix))
    }

    fn view_shape(&self) -> &'static Shape {
        R::VIEW
    }

    fn event_shape(&self) -> &'static Shape {
        R::EVENT
    }

    fn faces(&self, die: Die) -> &'static [&'static str] {
        R::faces(die)
    }

    fn face_luck(&self, die: Die, value: u16) -> u16 {
        R::face_luck(die, value)
    }

    fn printed(&self) -> &'static [Printed] {
        R::printed()
    }

    fn setup(&self, setup: &Doc) -> Result<Doc, Faults> {
        match position_of(setup)? {
            Some(position) => Ok(Doc::map().with(POSITION, R::save(&Of::<R>::table_at(position)?))),
            None => Ok(R::write_setup(&R::setup(setup)?)),
        }
    }

    fn open_setup(&self, mut setup: Doc) -> Doc {
        for &key in R::SEALED.iter().chain([&POSITION]) {
            if setup.get(key).is_some_and(|value| *value != Doc::Null) {
                setup.put(key, "hidden");
            }
            // A scenario of one's own may say the same.
            if let Some(own) = setup.get("scenario").filter(|own| own.get(key).is_some()) {
                let own = own.clone().with(key, "hidden");
                setup.put("scenario", own);
            }
        }
        setup
    }

    fn seats(&'static self, setup: &Doc) -> Result<Vec<SeatInfo>, Faults> {
        // Seats do not hang on dice, so any will do; a generator never runs dry.
        let (table, _) = match self.begin(setup, &mut Seeded::new(0)) {
            Ok(begun) => begun,
            Err(BeginError::Setup(faults)) => return Err(faults),
            Err(BeginError::Dry(dry)) => {
                return Err(Fault::new("", dry.to_string()).into());
            }
        };
        Ok((0..table.n_seats())
            .map(Seat)
            .map(|seat| {
                let side = table.side_of(seat);
                SeatInfo {
                    seat,
                    code: table.seat_code(seat),
                    name: table.seat_name(seat),
                    side,
                    side_code: side.map(|side| table.side_code(side)).unwrap_or_default(),
                }
            })
            .collect())
    }

    fn begin(
        &'static self,
        setup: &Doc,
        dice: &mut dyn Dice,
    ) -> Result<(Box<dyn TableFace>, Vec<Rolled>), BeginError> {
        if let Some(position) = position_of(setup).map_err(BeginError::Setup)? {
            return Ok((self.load(position).map_err(BeginError::Setup)?, Vec::new()));
        }
        let setup = R::setup(setup).map_err(BeginError::Setup)?;
        let mut dice = Recorder::new(dice);
        let table = R::begin(&setup, &mut dice).map_err(BeginError::Dry)?;
        let rolled = dice.rolled;
        Ok((self.face(table), rolled))
    }

    fn load(&'static self, position: &Doc) -> Result<Box<dyn TableFace>, Faults> {
        Ok(self.face(Of::<R>::table_at(position)?))
    }
}

/// The option that stands instead of all others: a table that has been played at before goes on,
/// or a study begins.
const POSITION: &str = "position";

/// The position that a set-up begins from, if it does. It brings its own options, so nothing may
/// stand beside it but the name of a scenario, which then says nothing.
fn position_of(setup: &Doc) -> Result<Option<&Doc>, Faults> {
    let Some(position) = setup.get(POSITION).filter(|position| **position != Doc::Null) else {
        return Ok(None);
    };
    let mut faults = Faults::default();
    if let Doc::Map(fields) = setup {
        let beside = fields.iter().filter(|(key, _)| key != POSITION && key != "scenario");
        faults.0.extend(beside.map(|(key, _)| {
            Fault::new(
                key.to_string(),
                "a position brings its own options: nothing stands beside it",
            )
        }));
    }
    faults.or(Some(position))
}

struct Face<R: Rules + Text> {
    table: Table<R>,
    game: &'static Of<R>,
}

impl<R: Rules + Text> Face<R> {
    /// A seat that is not at the table sees what spectators see.
    fn sight(&self, viewer: Viewer) -> Sight<'_, R> {
        match viewer {
            Viewer::Seat(seat) if seat.0 >= self.table.seats.len() => {
                self.table.sight(Viewer::Spectator)
            }
            viewer => self.table.sight(viewer),
        }
    }

    /// Games need not ask whether a seat exists.
    fn there(&self, by: Actor) -> Result<(), Objection> {
        match by {
            Actor::Seat(seat) if seat.0 >= self.table.seats.len() => {
                let reason = format!("there is no seat {}", u16::from(seat.0) + 1);
                Err(Objection::Unreadable(ParseError::at(0, reason)))
            }
            _ => Ok(()),
        }
    }

    /// Nobody types for another.
    fn typed(&self, by: Actor, text: &str) -> Result<(), Objection> {
        match R::typed_for(&self.table.public, text) {
            Some(seat) if by != Actor::Seat(seat) => {
                let reason =
                    format!("this is a line of {}", R::seat_name(&self.table.public, seat));
                Err(Objection::Unreadable(ParseError::at(0, reason)))
            }
            _ => Ok(()),
        }
    }

    fn write(&self, action: &R::Action) -> String {
        R::write_action(&self.table.public, action)
    }

    fn read(&self, text: &str) -> Result<R::Action, Objection> {
        R::parse_action(&self.table.public, text).map_err(Objection::Unreadable)
    }

    fn refusal(&self, illegal: &R::Illegal) -> Refusal {
        let clause = illegal.clause();
        let register = self.game.register();
        Refusal {
            clause,
            sentence: illegal.to_string(),
            facts: illegal.facts(),
            clause_text: register
                .get(clause.as_str())
                .map(|clause| clause.text.clone())
                .unwrap_or_default(),
            behind: illegal.behind().map(|behind| Box::new(self.refusal(behind))),
        }
    }

    fn erase(&self, told: &Told<R::Event>) -> ErasedEvent {
        let public = &self.table.public;
        ErasedEvent {
            doc: R::event(public, &told.event),
            sentence: R::sentence(public, &told.event),
            clauses: R::event_clauses(&told.event),
            dice: R::event_dice(&told.event),
            lots: R::event_lots(public, &told.event),
            to: told.to,
            reveals: told.reveals.then(|| {
                R::fact(&told.event).unwrap_or_else(|| "something that was hidden".into())
            }),
            outcome: R::outcome(public, &told.event),
            tally: {
                let mut tally = Vec::new();
                R::tally(public, &told.event, &mut tally);
                tally
            },
        }
    }

    /// The menu after these picks and the menus behind it, level by level.
    fn grow(
        &self,
        sight: Sight<'_, R>,
        draft: Vec<R::Pick>,
        reach: Reach,
    ) -> (Vec<ErasedChoice>, bool) {
        /// A pick of the tree: where its choice stands among all, and the picks up to it.
        struct Bud<P> {
            at: Option<usize>,
            draft: Vec<P>,
        }
        // All choices in one list, each with the one it follows, and put together at the end.
        let mut all: Vec<(Option<usize>, ErasedChoice)> = Vec::new();
        let mut buds = vec![Bud { at: None, draft }];
        let (mut cut, mut menus) = (false, 0);
        for _ in 0..reach.levels.max(1) {
            let mut next = Vec::new();
            for bud in buds {
                if menus > 0 && (menus >= reach.menus || all.len() >= reach.picks) {
                    cut = true;
                    break;
                }
                menus += 1;
                let mut menu = Menu::default();
                R::menu(sight, &bud.draft, &mut menu);
                for choice in menu.choices {
                    let leads = match &choice.leads {
                        Leads::On => ErasedLeads::On,
                        Leads::To(action) => ErasedLeads::To(self.write(action)),
                        Leads::Aside(action) => ErasedLeads::Aside(self.write(action)),
                    };
                    if leads == ErasedLeads::On {
                        let mut draft = bud.draft.clone();
                        draft.push(choice.pick.clone());
                        next.push(Bud { at: Some(all.len()), draft });
                    }
                    let label = R::pick(sight, &choice.pick);
                    all.push((bud.at, ErasedChoice { label, leads, next: Vec::new() }));
                }
            }
            buds = next;
        }
        cut |= reach.levels > 1 && !buds.is_empty();
        let mut top = Vec::new();
        // What follows stands behind what it follows: from the end every list is whole before
        // its owner is moved.
        while let Some((parent, mut choice)) = all.pop() {
            choice.next.reverse();
            match parent {
                Some(at) => all[at].1.next.push(choice),
                None => top.push(choice),
            }
        }
        top.reverse();
        (top, cut)
    }

    fn carry_out(
        &mut self,
        by: Actor,
        action: &R::Action,
        dice: &mut dyn Dice,
    ) -> Result<Played, Objection> {
        let text = self.write(action);
        match step(&mut self.table, by, action, dice) {
            Ok(step) => Ok(Played {
                action: text,
                rolled: step.rolled,
                events: step.told.iter().map(|told| self.erase(told)).collect(),
                bar: step.bar,
                kept: R::keeps(action),
            }),
            Err(Refused::Illegal(illegal)) => Err(Objection::Refused(self.refusal(&illegal))),
            Err(Refused::Dry(dry)) => Err(Objection::Dry(dry)),
        }
    }
}

impl<R: Rules + Text> TableFace for Face<R> {
    fn game(&self) -> &'static dyn Game {
        self.game
    }
    fn clone_box(&self) -> Box<dyn TableFace> {
        Box::new(Face { table: self.table.clone(), game: self.game })
    }
    fn as_any(&self) -> &dyn Any {
        &self.table
    }
    fn awaiting(&self) -> Awaiting {
        R::awaiting(&self.table)
    }
    fn awaited(&self, viewer: Viewer) -> Awaiting {
        R::awaited(self.sight(viewer))
    }
    fn n_seats(&self) -> u8 {
        self.table.seats.len()
    }
    fn n_sides(&self) -> u8 {
        self.table.sides.len()
    }
    fn side_of(&self, seat: Seat) -> Option<Side> {
        if seat.0 < self.n_seats() { R::side_of(&self.table.public, seat) } else { None }
    }
    fn sees_all(&self, seat: Seat) -> bool {
        seat.0 < self.n_seats() && R::sees_all(&self.table.public, seat)
    }
    fn seat_code(&self, seat: Seat) -> String {
        R::seat_code(&self.table.public, seat)
    }
    fn seat_name(&self, seat: Seat) -> String {
        R::seat_name(&self.table.public, seat)
    }
    fn side_code(&self, side: Side) -> String {
        R::side_code(&self.table.public, side)
    }
    fn side_name(&self, side: Side) -> String {
        R::side_name(&self.table.public, side)
    }

    fn tree(&self, viewer: Viewer, draft: &[String], reach: Reach) -> Result<ErasedMenu, NoPick> {
        let sight = self.sight(viewer);
        let mut picks: Vec<R::Pick> = Vec::new();
        for (index, key) in draft.iter().enumerate() {
            let mut menu = Menu::default();
            R::menu(sight, &picks, &mut menu);
            let keys: Vec<String> =
                menu.choices.iter().map(|choice| R::pick(sight, &choice.pick).key).collect();
            let found = keys.iter().position(|known| known == key);
            let complete = |action: &R::Action| {
                (index + 1 == draft.len())
                    .then(|| ErasedMenu { action: Some(self.write(action)), ..Default::default() })
            };
            match found.map(|i| &menu.choices[i]) {
                None => {
                    let known = keys.into_iter().take(20).collect();
                    return Err(NoPick { index, key: key.clone(), known });
                }
                Some(choice) => match &choice.leads {
                    Leads::On => picks.push(choice.pick.clone()),
                    Leads::To(action) | Leads::Aside(action) => {
                        return complete(action).ok_or_else(|| NoPick {
                            index: index + 1,
                            key: draft[index + 1].clone(),
                            known: Vec::new(),
                        });
                    }
                },
            }
        }
        let (choices, cut) = self.grow(sight, picks, reach);
        Ok(ErasedMenu { choices, action: None, cut })
    }

    fn actions(&self, seat: Seat, limit: usize) -> Actions {
        let sight = self.sight(Viewer::Seat(seat));
        let mut list = Vec::new();
        let mut listed = R::legal(sight, &mut list);
        if listed == Listed::TooMany {
            list.clear();
            listed = leaves::<R>(sight, limit, &mut list);
        }
        let complete = listed == Listed::Complete && list.len() <= limit;
        list.truncate(limit);
        Actions { actions: list.iter().map(|action| self.write(action)).collect(), complete }
    }

    fn sample(&self, seat: Seat, rng: &mut Seeded) -> Option<String> {
        let action = sample::<R>(self.sight(Viewer::Seat(seat)), rng, &mut Vec::new())?;
        Some(self.write(&action))
    }

    fn check(&self, by: Actor, action: &str) -> Result<String, Objection> {
        self.there(by)?;
        self.typed(by, action)?;
        let action = self.read(action)?;
        R::check(self.table.sight_of(by), by, &action)
            .map_err(|illegal| Objection::Refused(self.refusal(&illegal)))?;
        Ok(self.write(&action))
    }

    fn play(&mut self, by: Actor, action: &str, dice: &mut dyn Dice) -> Result<Played, Objection> {
        self.there(by)?;
        self.typed(by, action)?;
        let action = self.read(action)?;
        self.carry_out(by, &action, dice)
    }

    fn play_line(
        &mut self,
        by: Actor,
        line: &str,
        dice: &mut dyn Dice,
    ) -> Result<LinePlayed, Objection> {
        self.there(by)?;
        self.typed(by, line)?;
        let actions = R::parse_line(&self.table.public, line).map_err(Objection::Unreadable)?;
        if actions.is_empty() {
            return Err(Objection::Unreadable(ParseError::at(0, "there is nothing to play")));
        }
        let mut done = LinePlayed::default();
        for (i, action) in actions.iter().enumerate() {
            if i > 0 {
                let over = R::awaiting(&self.table).is_over();
                let goes_on = match by {
                    Actor::Seat(seat) => R::goes_on(&self.table.public, seat, action),
                    Actor::Clock | Actor::Host => true,
                };
                if over || !goes_on {
                    done.left = actions[i..].iter().map(|action| self.write(action)).collect();
                    break;
                }
            }
            match self.carry_out(by, action, dice) {
                Ok(played) => done.played.push(played),
                Err(objection) if i == 0 => return Err(objection),
                Err(objection) => {
                    done.refused = Some((self.write(action), objection));
                    break;
                }
            }
        }
        Ok(done)
    }

    fn strength(&self, side: Side) -> String {
        R::strength(&self.table.public, side)
    }

    fn view(&self, viewer: Viewer) -> Doc {
        R::view(self.sight(viewer))
    }
    fn changed(&self, before: &dyn TableFace, viewer: Viewer) -> Option<[Doc; 2]> {
        let before: &Table<R> = before.as_any().downcast_ref()?;
        R::changed(before.sight(viewer), self.sight(viewer))
    }
    fn board(&self, viewer: Viewer) -> String {
        R::board(self.sight(viewer))
    }
    fn prompt(&self, viewer: Viewer) -> String {
        R::prompt(self.sight(viewer))
    }
    fn save(&self) -> Doc {
        R::save(&self.table)
    }
    fn digest(&self) -> u64 {
        digest(&R::save(&self.table))
    }
    fn turn(&self) -> u32 {
        R::turn(&self.table.public)
    }
    fn recalls_from(&self, viewer: Viewer) -> u32 {
        R::recalls_from(self.sight(viewer))
    }
    fn broken(&self) -> Option<String> {
        R::broken(&self.table)
    }
    fn setup_seconds(&self) -> Option<u32> {
        R::setup_seconds(&self.table.public)
    }
    fn around(&self, what: Around) -> Option<String> {
        R::around(&self.table.public, what).map(|action| self.write(&action))
    }
    fn imagine(&self, viewer: Viewer, dice: &mut dyn Dice) -> Result<Box<dyn TableFace>, Dry> {
        let table = R::imagine(self.sight(viewer), dice)?;
        Ok(Box::new(Face { table, game: self.game }))
    }
    fn imagine_shown(
        &self,
        viewer: Viewer,
        dice: &mut dyn Dice,
    ) -> Result<Box<dyn TableFace>, Dry> {
        let table = R::imagine_shown(self.sight(viewer), dice)?;
        Ok(Box::new(Face { table, game: self.game }))
    }
    fn withhold(&mut self, side: Side, end: Option<Outcome>) {
        R::withhold(&mut self.table, side, end);
    }
}
