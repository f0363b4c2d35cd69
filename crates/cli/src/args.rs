//! What can be asked of the binary.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  admiralty                                        serves the games to your browser
  admiralty play naval_battle                      you against the program
  admiralty play naval_battle --seats human,human  two people at one terminal
  admiralty rules jump                             every rule that speaks of jumping
  admiralty verify game.adm                        was this game played by the rules?

Games, scenarios and options: admiralty games";

/// Four naval board games, played by their full rules.
#[derive(Parser, Debug)]
#[command(name = "admiralty", version, about, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the games to browsers; what `admiralty` does without a command
    ///
    /// Everything it keeps is one file in the data folder. Settings come from
    /// flags, then from the environment, then from the file of --config.
    #[cfg(feature = "server")]
    Serve(Box<crate::serve::ServeWith>),
    /// Look after a running server: people, tables, figures, what was done
    ///
    /// It speaks to the server through a socket file in its data folder, which
    /// only the user it runs as may open. Everything asked is written down.
    #[cfg(feature = "server")]
    Admin(crate::admin::AdminArgs),
    /// Copy everything a server keeps to one new file, also while it runs
    ///
    /// The copy is whole and checked; it never overwrites a file.
    #[cfg(feature = "server")]
    Backup(BackupArgs),
    /// Make a data folder of a backup
    ///
    /// Refuses to overwrite one. Every game is played again from its lines, and what
    /// was found is said; games that go on have their dice drawn anew.
    #[cfg(feature = "server")]
    Restore(RestoreArgs),
    /// Copy everything a server keeps to another kind of store
    ///
    /// From a file to PostgreSQL, for a server that has outgrown one machine, or
    /// back. Nobody may be using either. Every game is compared and played again
    /// where it has arrived; sessions and passwords go with it.
    #[cfg(feature = "server")]
    Move(MoveArgs),
    /// List the games; with a name, its options and scenarios
    Games(GamesArgs),
    /// Play a game in the terminal
    ///
    /// The board is drawn as text, and whatever you may do is numbered: type a
    /// number, or type the action in the game's notation. `?` lists the other
    /// commands. Between people who share the terminal a hand-over screen hides
    /// what the next one must not see.
    Play(PlayArgs),
    /// Speak JSON lines on standard input and output, for bots and tools
    ///
    /// One object in, one object out: games, new, load, position, awaiting, menu,
    /// actions, sample, check, odds, play, view, story, record, undo, go, sit, fork,
    /// imagine, drop, batch. docs/engine.md describes every command with a worked
    /// example.
    Engine,
    /// Run case files: positions, actions, forced dice, and what must come of them
    ///
    /// Prints the difference where a case fails, and exits with 1 if any does.
    /// docs/cases.md describes the format; our own rule tests are such files.
    Check(CheckArgs),
    /// Scenarios as files: check one of your own, or print one of the game's
    ///
    /// docs/scenarios.md describes every field.
    Scenario(crate::scenario::ScenarioArgs),
    /// Walk through a record and show what happened
    Replay(ReplayArgs),
    /// Play a record again and compare every entry, die and digest
    ///
    /// Names the first entry that is not as the record says, and exits with 1.
    Verify(VerifyArgs),
    /// Count the positions that can be reached in so many entries, dice enumerated
    Perft(PerftArgs),
    /// Measure the rules: playouts and clones per second of CPU time, on one thread
    Bench(BenchArgs),
    /// Let bots play against each other
    ///
    /// Games come in rounds that share their seed and change the chairs. Prints
    /// wins, draws and losses with their intervals, lengths and ends.
    Arena(crate::arena::ArenaArgs),
    /// Try how fair scenarios and sides are, and write it to docs/balance.md
    Balance(crate::balance::BalanceArgs),
    /// Measure the levels of a game, each against the one below, and write it to docs/strength.md
    ///
    /// Matches of neighbours over several set-ups, chairs changed, seeds paired: scores with
    /// their intervals, Elo, time per decision and a picture.
    Ladder(crate::ladder::LadderArgs),
    /// Fit the weights by which a game's bots judge tables, from games of self-play
    Tune(crate::tune::TuneArgs),
    /// Make data of records: one row for every decision
    ///
    /// Seat, what it saw (as a digest), action, dice, and how the game ended, as JSON
    /// lines or as CSV. docs/data.md describes the columns.
    Export(crate::export::ExportArgs),
    /// Who had the luck in a recorded game: every roll beside what was to be expected
    Luck(crate::luck::LuckArgs),
    /// Look up the rules: a clause (NB-J-14), a chapter, or words
    Rules(RulesArgs),
}

#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file to make
    pub(crate) file: PathBuf,
    /// The server's data folder
    #[arg(long, env = "ADMIRALTY_DATA", value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub(crate) struct RestoreArgs {
    /// The backup
    pub(crate) file: PathBuf,
    /// The data folder to make
    #[arg(long, env = "ADMIRALTY_DATA", value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Restore the rest even if some games cannot be played again
    #[arg(long)]
    pub(crate) anyway: bool,
}

#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub(crate) struct MoveArgs {
    /// What is copied: sqlite:FILE or postgres://user:password@host/database
    #[arg(long, value_name = "STORE")]
    pub(crate) from: String,
    /// Where it goes, which must be empty: sqlite:FILE or postgres://…
    #[arg(long, value_name = "STORE")]
    pub(crate) to: String,
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Show the options and scenarios of this game
    pub(crate) game: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a game begins; shared by whatever begins one.
#[derive(Args, Debug, Default, Clone)]
pub(crate) struct SetupArgs {
    /// A ready scenario of the game (`admiralty games GAME` lists them), or a file with one of
    /// your own (docs/scenarios.md)
    #[arg(long, value_name = "ID|FILE")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", short = 'o', value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    /// Who sits where, in the order of the seats: human, or a bot of the game
    /// (`admiralty games GAME` lists them); without it you and a Lieutenant
    #[arg(long, value_delimiter = ',', value_name = "WHO,…")]
    pub(crate) seats: Vec<String>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Begin from a position: a JSON file, or a text in the game's notation
    #[arg(long, value_name = "FILE|TEXT", conflicts_with_all = ["scenario", "options"])]
    pub(crate) position: Option<String>,
    /// Seed of the dice and of bots; without it every game is another
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Write the record to this file when the game ends or is left
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Case files (TOML)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Only the cases whose name or clauses contain this
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Name every case, not only those that fail
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The record (.adm)
    pub(crate) file: PathBuf,
    /// Stop after this many entries
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<usize>,
    /// See it as this seat did, or as `spectator`; without it as the umpire
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) viewer: Option<String>,
    /// Draw the board after every entry, not only at the end
    #[arg(long)]
    pub(crate) boards: bool,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Records (.adm)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Begin from a position: a JSON file, or a text in the game's notation
    #[arg(long, value_name = "FILE|TEXT", conflicts_with_all = ["scenario", "options"])]
    pub(crate) position: Option<String>,
    /// How many entries deep
    #[arg(long, short, value_name = "N")]
    pub(crate) depth: u32,
    /// Count below each first action by itself
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) what: BenchWhat,
}

#[derive(Subcommand, Debug)]
pub(crate) enum BenchWhat {
    /// Random games from a dealt position to the end, through `legal`, `apply` and `awaiting`
    Playouts(BenchGame),
    /// Copies of a table in the middle of a game
    Clone(BenchGame),
    /// Tables as learners play them, pick by pick with observations, in turns with playouts
    Picks(PicksArgs),
    /// What a program over a pipe costs beside its own thinking
    Pipe(PipeArgs),
    /// A round of pairing while many look for a game
    #[cfg(feature = "server")]
    Pairing(PairingArgs),
    /// The program that `pipe` asks: thinks nothing, answers with this action or asks for one
    #[command(hide = true)]
    Answer {
        /// In notation
        action: Option<String>,
    },
}

#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub(crate) struct PairingArgs {
    /// So many wait
    #[arg(long, default_value_t = 2_000)]
    pub(crate) people: usize,
    /// Rounds; the median and the longest of all are reported
    #[arg(long, default_value_t = 50)]
    pub(crate) reps: u64,
}

#[derive(Args, Debug)]
pub(crate) struct PipeArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Decisions per repetition
    #[arg(long, default_value_t = 2_000)]
    pub(crate) decisions: usize,
    /// Repetitions; the median of all is reported
    #[arg(long, default_value_t = 5)]
    pub(crate) reps: usize,
    /// Seed of the game in whose middle is asked
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchGame {
    /// The game, such as naval_battle
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// CPU seconds per repetition
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// Repetitions; the median is reported
    #[arg(long, default_value_t = 5)]
    pub(crate) reps: usize,
    /// Seed of the positions and choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PicksArgs {
    #[command(flatten)]
    pub(crate) game: BenchGame,
    /// Tables that are stepped in turn
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) tables: u32,
}

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// A clause, the beginning of one (NB-J), or words to look for
    pub(crate) text: Vec<String>,
    /// Only this game
    #[arg(long)]
    pub(crate) game: Option<String>,
}
