//! The options of a game and how they are written.

use super::{Battle, Setup, Source, builtin};
use admiralty_core::{Doc, Fault, Faults, Fields, Printed};
use alloc::format;
use alloc::sync::Arc;

/// What the players agree on besides the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Random wind changes: yes, no, or as the scenario says.
    pub wind_changes: Option<bool>,
    /// Cards with the two extended effects.
    pub extended: bool,
    /// Follow orders.
    pub succession: bool,
    /// Dividing Groups.
    pub divide: bool,
    /// One attack to each side for Line Ahead.
    pub both_broadsides: bool,
    /// Ships strike at the end of the attack that breaks them.
    pub strike_at_once: bool,
    /// Fight on after nightfall.
    pub fight_on: bool,
    /// A side breaks at half its strength.
    pub break_point: bool,
    /// Revealed cards are shown to the own side only.
    pub own_cards: bool,
    /// Seats of one side may talk.
    pub team_talk: bool,
    /// The gamemaster sets the wind.
    pub gm_wind: bool,
    /// One seat for each division (else one for each side).
    pub divisions: bool,
    /// A gamemaster sits at the table.
    pub gamemaster: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            wind_changes: None,
            extended: false,
            succession: true,
            divide: true,
            both_broadsides: false,
            strike_at_once: false,
            fight_on: false,
            break_point: true,
            own_cards: false,
            team_talk: true,
            gm_wind: false,
            divisions: false,
            gamemaster: false,
        }
    }
}

const CHANGES: [(&str, Option<bool>); 3] =
    [("scenario", None), ("off", Some(false)), ("on", Some(true))];
const EFFECTS: [(&str, bool); 2] = [("rulebook", false), ("extended", true)];
const STRIKE: [(&str, bool); 2] = [("next", false), ("immediate", true)];
const NIGHT: [(&str, bool); 2] = [("end", false), ("fight_on", true)];
const CARDS: [(&str, bool); 2] = [("all", false), ("own_side", true)];
const PLAYERS: [(&str, bool); 2] = [("sides", false), ("divisions", true)];

/// The options that a scenario asks for; the set-up may ask for others.
pub(super) fn read_preset(doc: &Doc, place: &str) -> Result<Options, Faults> {
    let mut fields = Fields::of(doc, place)?;
    let options = read_options(&mut fields, Options::default());
    fields.done()?;
    Ok(options)
}

/// Reads the options out of a document; what is not said is as here.
fn read_options(fields: &mut Fields<'_>, d: Options) -> Options {
    let options = Options {
        // FA-3.17: fixed before the game.
        wind_changes: fields.word_or("wind_changes", d.wind_changes, &CHANGES),
        extended: fields.word_or("signal_effects", d.extended, &EFFECTS),
        succession: fields.bool_or("succession", d.succession),
        divide: fields.bool_or("divide", d.divide),
        both_broadsides: fields.bool_or("both_broadsides", d.both_broadsides),
        strike_at_once: fields.word_or("strike_timing", d.strike_at_once, &STRIKE),
        fight_on: fields.word_or("night", d.fight_on, &NIGHT),
        break_point: fields.bool_or("break_point", d.break_point),
        own_cards: fields.word_or("cards_visible", d.own_cards, &CARDS),
        team_talk: fields.bool_or("team_talk", d.team_talk), // FA-S.10: the server asks for it.
        gm_wind: fields.bool_or("gm_wind", d.gm_wind),
        divisions: fields.word_or("players", d.divisions, &PLAYERS),
        gamemaster: fields.bool_or("gamemaster", d.gamemaster),
    };
    if options.gm_wind && !options.gamemaster {
        fields.wrong("gm_wind", "needs a gamemaster seat (gamemaster = true)"); // FA-S.12
    }
    options
}

/// Writes the options that differ from these.
pub(super) fn write_options(options: &Options, d: &Options, doc: &mut Doc) {
    let mut word = |differs: bool, key: &'static str, value: &'static str| {
        if differs {
            doc.put(key, value);
        }
    };
    let changes = CHANGES.iter().find(|c| c.1 == options.wind_changes).map_or("", |c| c.0);
    word(options.wind_changes != d.wind_changes, "wind_changes", changes);
    for (key, value, default, words) in [
        ("signal_effects", options.extended, d.extended, &EFFECTS),
        ("strike_timing", options.strike_at_once, d.strike_at_once, &STRIKE),
        ("night", options.fight_on, d.fight_on, &NIGHT),
        ("cards_visible", options.own_cards, d.own_cards, &CARDS),
        ("players", options.divisions, d.divisions, &PLAYERS),
    ] {
        word(value != default, key, words[usize::from(value)].0);
    }
    for (key, value, default) in [
        ("succession", options.succession, d.succession),
        ("divide", options.divide, d.divide),
        ("both_broadsides", options.both_broadsides, d.both_broadsides),
        ("break_point", options.break_point, d.break_point),
        ("team_talk", options.team_talk, d.team_talk),
        ("gm_wind", options.gm_wind, d.gm_wind),
        ("gamemaster", options.gamemaster, d.gamemaster),
    ] {
        if value != default {
            doc.put(key, value);
        }
    }
}

/// Reads the options of a new game.
pub fn read_setup(doc: &Doc) -> Result<Setup, Faults> {
    let empty = Doc::map();
    let mut fields = Fields::of(if *doc == Doc::Null { &empty } else { doc }, "")?;
    let setup = read_base(&mut fields);
    fields.done()?;
    setup
}

/// Reads scenario and options out of a document that may hold more.
pub(crate) fn read_base(fields: &mut Fields<'_>) -> Result<Setup, Faults> {
    let own = fields.get("scenario").filter(|doc| matches!(doc, Doc::Map(_)));
    let id = if own.is_some() { "" } else { fields.text("scenario").unwrap_or("evolutions") };
    let block = fields.text("block");
    let document = own.or_else(|| builtin(id).map(Printed::doc));
    // Faults of what the scenario asks for are found when it is read.
    let preset = document.and_then(|doc| doc.get("options"));
    let preset = preset.and_then(|doc| read_preset(doc, "").ok()).filter(|_| block.is_none());
    let options = read_options(fields, preset.unwrap_or_default());
    let random_wind = fields.bool_or("random_wind", false);
    let random_start = fields.bool_or("random_start", false);
    let mut battle = match (block, document) {
        (Some(_), Some(_)) if own.is_some() => {
            return Err(Fault::new("block", "there is a scenario beside it").into());
        }
        (Some(text), _) => Battle::read(text, options)?,
        (None, Some(doc)) => Battle::read_document(doc, "scenario", options)?,
        (None, None) => {
            let reason = format!("there is no scenario \"{id}\"");
            return Err(Fault::new("scenario", reason).into());
        }
    };
    let custom = block.is_some() || own.is_some();
    battle.custom = custom;
    Ok(Setup { battle: Arc::new(battle), random_wind, random_start, custom })
}

/// Writes the options back.
pub(crate) fn write_setup(setup: &Setup) -> Doc {
    let mut doc = Doc::map();
    write_base(&setup.battle, &mut doc);
    doc.with_if(setup.random_wind, "random_wind", true).with_if(
        setup.random_start,
        "random_start",
        true,
    )
}

/// Writes scenario and options.
pub(crate) fn write_base(battle: &Battle, doc: &mut Doc) {
    match &battle.source {
        _ if !battle.custom => doc.put("scenario", battle.id.clone()),
        Source::Block(text) => doc.put("block", text.clone()),
        Source::Document(own) => doc.put("scenario", own.clone()),
    }
    write_options(&battle.options, &battle.preset, doc);
}
