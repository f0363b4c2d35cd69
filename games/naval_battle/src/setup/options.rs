//! Options of a new game as a document.

use crate::board::{BOARDS, Board, Square, squares};
use crate::setup::scenario::spread;
use crate::setup::{
    Adjudicate, Immobile, Limit, MemoryAid, Options, Placement, Setup, Start, Template,
};
use crate::state::{RED, WHITE};
use crate::text::side_code;
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields, IllegalMove, Side};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

const MEMORY: [(&str, MemoryAid); 3] =
    [("full", MemoryAid::Full), ("notes", MemoryAid::Notes), ("off", MemoryAid::Off)];
const IMMOBILE: [(&str, Immobile); 2] = [("loss", Immobile::Loss), ("pass", Immobile::Pass)];
const ADJUDICATE: [(&str, Adjudicate); 2] =
    [("draw", Adjudicate::Draw), ("points", Adjudicate::Points)];

/// Reads the options of a new game.
pub(crate) fn setup(doc: &Doc) -> Result<Setup, Faults> {
    match spread(doc)? {
        Some(spread) => plain(&spread.setup).map_err(|faults| spread.placed(faults)),
        None => plain(doc),
    }
}

fn plain(doc: &Doc) -> Result<Setup, Faults> {
    let mut fields = Fields::of(doc, "")?;
    fields.word_or("scenario", (), &[("battle", ())]);
    let deploy = fields.get("deploy");
    let options = read(&mut fields);
    let mut start = Start::Deploy;
    if let (Some(deploy), Ok(options)) = (deploy, &options) {
        match read_deployments(deploy, &options.board) {
            Ok(placements) => start = Start::Placed(Box::new(placements)),
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    let mut faults = match fields.done() {
        Ok(()) => Faults::default(),
        Err(faults) => faults,
    };
    match options {
        Ok(options) => faults.or(Setup { options, start }),
        Err(more) => {
            faults.0.extend(more.0);
            Err(faults)
        }
    }
}

/// Reads the option fields.
pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Options, Faults> {
    let mut faults = Faults::default();
    let board = match fields.get("board") {
        None => Ok(BOARDS[0]),
        Some(doc) => read_board(doc),
    };
    // NB-F-14, NB-F-15, NB-T-01: one person for each fleet, or a team of two.
    let persons = match fields.get("persons") {
        None => 2,
        Some(Doc::Int(n @ (2 | 4))) => *n as u8,
        Some(Doc::Text(text)) if text == "2" || text == "4" => text.as_bytes()[0] - b'0',
        Some(_) => {
            fields.wrong("persons", "2 or 4 play");
            2
        }
    };
    // The printed rules leave remembering to the players.
    let as_printed = fields.bool_or("as_printed", false);
    let memory_default = match (as_printed, persons) {
        (false, 2) => MemoryAid::Full,
        (true, 2) => MemoryAid::Off,
        _ => MemoryAid::Notes,
    };
    let mut number = |key, default, min, max| {
        let n = fields.int_or(key, default, 0..=max);
        if n != 0 && n < min {
            fields.wrong(key, format!("{n} is not 0 (off) and not between {min} and {max}"));
        }
        Limit::of(n as u16)
    };
    let shuttle_limit = number("shuttle_limit", if as_printed { 0 } else { 3 }, 2, 10);
    let repetition_limit = number("repetition_limit", 3, 2, 10);
    let quiet_limit = number("quiet_limit", 100, 20, 400);
    let max_plies = number("max_plies", 0, 50, 5000);
    let deploy_seconds = number("deploy_seconds", 0, 30, 3600);
    let memory_aid = fields.word_or("memory_aid", memory_default, &MEMORY);
    let immobile = fields.word_or("immobile", Immobile::Loss, &IMMOBILE);
    let adjudicate = fields.word_or("adjudicate", Adjudicate::Draw, &ADJUDICATE);
    // NB-D-16: a game must come to its end.
    if (quiet_limit, max_plies) == (Limit::OFF, Limit::OFF) {
        faults.add(
            Fault::new("quiet_limit", "quiet_limit and max_plies cannot both be off")
                .by(ClauseId("NB-D-16")),
        );
    }
    match board {
        Ok(board) => faults.or(Options {
            board,
            persons,
            memory_aid,
            immobile,
            shuttle_limit,
            repetition_limit,
            quiet_limit,
            max_plies,
            adjudicate,
            deploy_seconds,
        }),
        Err(more) => {
            faults.0.extend(more.0);
            Err(faults)
        }
    }
}

fn read_board(doc: &Doc) -> Result<Board, Faults> {
    if let Some(id) = doc.as_text() {
        return Board::named(id).ok_or_else(|| {
            let names: Vec<&str> = BOARDS.iter().map(|board| board.id).collect();
            Fault::new(
                "board",
                format!("there is no board \"{id}\"; there are {}", names.join(", ")),
            )
            .by(ClauseId("NB-B-08"))
            .into()
        });
    }
    let mut fields = Fields::of(doc, "board")?;
    let columns = fields.int_or("columns", 8, 0..=99) as u8;
    let rows = fields.int_or("rows", 10, 0..=99) as u8;
    let mut islands = Vec::new();
    for (i, island) in fields.list("islands").iter().enumerate() {
        match island.as_text().and_then(Square::parse) {
            Some(square) => islands.push(square),
            None => fields.wrong("islands", format!("entry {} is no square", i + 1)),
        }
    }
    fields.done()?;
    Board::custom(columns, rows, &islands)
        .map_err(|fault| Fault::new("board", fault.to_string()).by(ClauseId("NB-B-09")).into())
}

/// Reads both placements: a string, `@Template`, `@Template~` or `random:seed`.
fn read_deployments(doc: &Doc, board: &Board) -> Result<[Placement; 2], Faults> {
    let mut fields = Fields::of(doc, "deploy")?;
    let mut placements = [Placement::EMPTY; 2];
    for (side, key) in [(WHITE, "W"), (RED, "R")] {
        let Some(text) = fields.text(key) else {
            fields.wrong(key, "a deployment is missing");
            continue;
        };
        match read_deployment(text, board, side) {
            Ok(placement) => placements[side.index()] = placement,
            Err(mut fault) => {
                fault.place = fields.path(key);
                fields.faults.add(fault);
            }
        }
    }
    fields.done()?;
    Ok(placements)
}

/// Reads one placement.
fn read_deployment(text: &str, board: &Board, side: Side) -> Result<Placement, Fault> {
    let refused =
        |illegal: crate::Illegal| Fault::new("", illegal.to_string()).by(illegal.clause());
    if let Some(name) = text.strip_prefix('@') {
        let (name, mirrored) = name.strip_suffix('~').map_or((name, false), |name| (name, true));
        let template = Template::named(name)
            .ok_or_else(|| Fault::new("", format!("there is no template \"{name}\"")))?;
        return template.placed(board, mirrored).map_err(refused);
    }
    if let Some(seed) = text.strip_prefix("random:") {
        let seed = seed.parse().map_err(|_| Fault::new("", format!("\"{seed}\" is no seed")))?;
        return Ok(Placement::seeded(board, seed));
    }
    let placement = Placement::read(text, board).map_err(refused)?;
    placement.check(board, Some(side)).map_err(refused)?;
    Ok(placement)
}

/// Writes the options, leaving out what is at its default.
pub(crate) fn write(options: &Options) -> Doc {
    let normal = Options::default();
    let memory_default = if options.persons == 4 { MemoryAid::Notes } else { MemoryAid::Full };
    let board = match options.board.id {
        "custom" => {
            Doc::map().with("columns", options.board.columns).with("rows", options.board.rows).with(
                "islands",
                Doc::list(squares(options.board.islands).map(|square| square.to_string())),
            )
        }
        id => Doc::from(id),
    };
    let mut doc = Doc::map()
        .with_if(options.board != normal.board, "board", board)
        .with_if(options.persons != 2, "persons", options.persons)
        .with_if(
            options.memory_aid != memory_default,
            "memory_aid",
            word(&MEMORY, options.memory_aid),
        )
        .with_if(
            options.immobile != normal.immobile,
            "immobile",
            word(&IMMOBILE, options.immobile),
        );
    for (key, limit, usual) in [
        ("shuttle_limit", options.shuttle_limit, normal.shuttle_limit),
        ("repetition_limit", options.repetition_limit, normal.repetition_limit),
        ("quiet_limit", options.quiet_limit, normal.quiet_limit),
        ("max_plies", options.max_plies, normal.max_plies),
        ("deploy_seconds", options.deploy_seconds, normal.deploy_seconds),
    ] {
        doc = doc.with_if(limit != usual, key, limit.number());
    }
    doc.with_if(
        options.adjudicate != normal.adjudicate,
        "adjudicate",
        word(&ADJUDICATE, options.adjudicate),
    )
}

fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| *word)
}

pub(crate) fn write_setup(setup: &Setup) -> Doc {
    let mut doc = write(&setup.options);
    if let Start::Placed(placements) = &setup.start {
        let board = &setup.options.board;
        let both = [WHITE, RED].into_iter().fold(Doc::map(), |doc, side| {
            doc.with(side_code(side), placements[side.index()].write(board))
        });
        doc.put("deploy", both);
    }
    doc
}
