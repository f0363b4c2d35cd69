//! `admiralty ladder`: how strong the levels of a game are, each against the one below.

use crate::arena::EffortArgs;
use crate::games;
use admiralty_bots::arena::{Match, Plan};
use admiralty_bots::eval::shipyard;
use admiralty_bots::stats::{elo_of, wilson};
use admiralty_bots::{BotInfo, Budget, Erased, bots, find};
use admiralty_catalog::{Game, TableFace};
use admiralty_core::{Doc, Seat};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    /// Games of each pair of neighbours, dealt out over the set-ups
    #[arg(long, short = 'n', default_value_t = 120, value_name = "N")]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Print one line of JSON and write nothing
    #[arg(long)]
    pub(crate) json: bool,
    /// The file whose section is written; its picture goes into the folder beside it
    #[arg(long, default_value = "docs/strength.md", value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print the section and write nothing
    #[arg(long)]
    pub(crate) dry: bool,
}

/// A score and its 95 % interval.
#[derive(Clone, Copy, Debug)]
struct Score {
    score: f64,
    low: f64,
    high: f64,
    games: usize,
}

impl Score {
    fn of(won: f64, games: usize) -> Score {
        let n = games.max(1) as f64;
        let (low, high) = wilson(won, n);
        Score { score: won / n, low, high, games }
    }
}

/// What is known of a level.
struct Rung {
    info: BotInfo,
    /// Against the level below, or `random` for the lowest, in all set-ups and in each.
    against: Score,
    each: Vec<Score>,
    drawn: usize,
    ms: f64,
}

/// A bot that is timed.
struct Timed {
    bot: &'static dyn Erased,
    nanos: AtomicU64,
    decisions: AtomicU64,
}

impl Timed {
    fn new(bot: &'static dyn Erased) -> Timed {
        Timed { bot, nanos: AtomicU64::new(0), decisions: AtomicU64::new(0) }
    }

    /// Milliseconds per decision.
    fn ms(&self) -> f64 {
        let n = self.decisions.load(Ordering::Relaxed).max(1) as f64;
        self.nanos.load(Ordering::Relaxed) as f64 / n / 1e6
    }
}

impl Erased for Timed {
    fn info(&self) -> BotInfo {
        self.bot.info()
    }

    fn choose(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        budget: Budget,
        seed: u64,
    ) -> Option<String> {
        let begun = Instant::now();
        let choice = self.bot.choose(table, seat, budget, seed);
        self.nanos.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        self.decisions.fetch_add(1, Ordering::Relaxed);
        choice
    }
}

pub(crate) fn run(args: &LadderArgs, out: &mut dyn Write) -> Result<()> {
    let game = games::find(&args.game)?;
    let id = game.meta().id;
    let yard = shipyard(id).with_context(|| format!("{id} has no levels to measure"))?;
    let setups = yard.setups();
    let rungs = climb(game, &setups, args)?;
    if args.json {
        writeln!(out, "{}", json(id, &rungs))?;
        return Ok(());
    }
    let names: Vec<&str> = setups.iter().map(|(name, _)| *name).collect();
    let section = section(game, &rungs, &names, args);
    if args.dry {
        write!(out, "{section}")?;
        return Ok(());
    }
    let picture = args.file.with_file_name(format!("strength-{id}.svg"));
    std::fs::write(&picture, svg(game.meta().title, &rungs))
        .with_context(|| picture.display().to_string())?;
    let old = std::fs::read_to_string(&args.file).unwrap_or_default();
    std::fs::write(&args.file, replaced(&old, game.meta().title, &section))
        .with_context(|| args.file.display().to_string())?;
    writeln!(out, "{} and {}", args.file.display(), picture.display())?;
    Ok(())
}

/// Lets every level play the one below.
fn climb(
    game: &'static dyn Game,
    setups: &[(&'static str, Doc)],
    args: &LadderArgs,
) -> Result<Vec<Rung>> {
    let id = game.meta().id;
    let mut below: &'static Timed = Box::leak(Box::new(Timed::new(find(id, "random", "")?)));
    let mut rungs = Vec::new();
    for info in bots(id) {
        // A handful of bots that last as long as the program does.
        let own: &'static Timed = Box::leak(Box::new(Timed::new(find(id, info.name, info.level)?)));
        let mut each = Vec::new();
        let (mut won, mut games, mut drawn) = (0.0, 0, 0);
        for (name, setup) in setups {
            if std::io::stderr().is_terminal() {
                eprintln!("{info} against {}, {name}", below.info());
            }
            let n = args.games.div_ceil(setups.len().max(1) as u32);
            let played = play(game, setup.clone(), [own, below], n, &args.effort)?;
            let here: f64 = played.games.iter().map(|game| game.score_of_bot(0)).sum();
            each.push(Score::of(here, played.games.len()));
            won += here;
            games += played.games.len();
            drawn += played
                .games
                .iter()
                .filter(|game| game.verdict == admiralty_core::Verdict::Drawn)
                .count();
        }
        rungs.push(Rung { info, against: Score::of(won, games), each, drawn, ms: own.ms() });
        below = own;
    }
    Ok(rungs)
}

fn play(
    game: &'static dyn Game,
    setup: Doc,
    pair: [&'static Timed; 2],
    games: u32,
    effort: &EffortArgs,
) -> Result<Match> {
    let plan = Plan {
        game,
        setup,
        bots: pair.map(|bot| bot as &'static dyn Erased).to_vec(),
        games,
        seed: effort.seed,
        budget: effort.budget(),
        longest: effort.longest,
        threads: effort.threads,
        sprt: None,
    };
    plan.play(&|_| {}).map_err(|error| anyhow!("{error}"))
}

/// One object on one line, weakest first. Documents have whole numbers only, so it is written by
/// hand.
fn json(id: &str, rungs: &[Rung]) -> String {
    let level = |rung: &Rung| {
        let Score { score, low, high, games } = rung.against;
        format!(
            "{{\"name\":{:?},\"against_below\":{{\"score\":{score:.4},\"low\":{low:.4},\
             \"high\":{high:.4},\"games\":{games}}},\"ms\":{:.3}}}",
            rung.info.to_string(),
            rung.ms
        )
    };
    let levels: Vec<String> = rungs.iter().map(level).collect();
    format!("{{\"game\":{id:?},\"levels\":[{}]}}", levels.join(","))
}

/// Elo of each level with its interval, the lowest at 0: the differences to the level below add up,
/// and so do the squares of their errors.
fn elo(rungs: &[Rung]) -> Vec<(f64, f64)> {
    let (mut sum, mut squares) = (0.0, 0.0);
    rungs
        .iter()
        .enumerate()
        .map(|(i, rung)| {
            if i > 0 {
                sum += elo_of(rung.against.score);
                let half = (elo_of(rung.against.high) - elo_of(rung.against.low)) / 2.0;
                squares += half * half;
            }
            (sum, f64::sqrt(squares))
        })
        .collect()
}

fn section(game: &dyn Game, rungs: &[Rung], setups: &[&str], args: &LadderArgs) -> String {
    let mut text = format!("## {}\n\n", game.meta().title);
    let _ = writeln!(
        text,
        "`admiralty ladder {} --games {} --seed {}`: every level against the one below (the lowest \
         against `random`), chairs changed, in {}. Score with its 95 % interval, Elo \
         from the lowest level, milliseconds per decision on the machine that wrote this.\n\n\
         ![Elo of the levels](strength-{}.svg)\n",
        game.meta().id,
        args.games,
        args.effort.seed,
        listed(setups),
        game.meta().id
    );
    let _ = writeln!(text, "| level | against the one below | {} | Elo | ms |", setups.join(" | "));
    let _ = writeln!(text, "| --- | --- |{} --- | --- |", " --- |".repeat(setups.len()));
    for (rung, (elo, error)) in rungs.iter().zip(elo(rungs)) {
        let percent = |score: &Score| {
            let (low, high) = (100.0 * score.low, 100.0 * score.high);
            format!("{:.0} % ({low:.0} to {high:.0})", 100.0 * score.score)
        };
        let each: Vec<String> = rung.each.iter().map(percent).collect();
        let _ = writeln!(
            text,
            "| {} | {}, {} games, {} drawn | {} | {elo:.0} ± {error:.0} | {:.2} |",
            rung.info,
            percent(&rung.against),
            rung.against.games,
            rung.drawn,
            each.join(" | "),
            rung.ms
        );
    }
    text.push('\n');
    text
}

fn listed(words: &[&str]) -> String {
    match words {
        [] => "no set-up".into(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The file with the section of a game replaced, or added at the end.
fn replaced(old: &str, title: &str, section: &str) -> String {
    let heading = format!("## {title}\n");
    let old = if old.is_empty() { HEAD } else { old };
    match old.find(&heading) {
        Some(from) => {
            let after = old[from + heading.len()..].find("\n## ");
            let to = after.map_or(old.len(), |at| from + heading.len() + at + 1);
            format!("{}{section}{}", &old[..from], &old[to..])
        }
        None => format!("{}\n\n{section}", old.trim_end()),
    }
}

const HEAD: &str = "# Strength of the levels\n\nWritten by `admiralty ladder`. Set-ups, seeds and \
                    games are stated with each table; the seeds are not those that the levels were \
                    chosen on.\n";

/// The Elo of the levels with their intervals as a picture.
fn svg(title: &str, rungs: &[Rung]) -> String {
    const WIDTH: f64 = 640.0;
    const ROW: f64 = 30.0;
    const LEFT: f64 = 110.0;
    let points = elo(rungs);
    let top = points.iter().map(|(elo, error)| elo + error).fold(100.0, f64::max);
    let bottom = points.iter().map(|(elo, error)| elo - error).fold(0.0, f64::min);
    let x = |elo: f64| LEFT + (WIDTH - LEFT - 70.0) * (elo - bottom) / (top - bottom);
    let height = 60.0 + ROW * rungs.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}: Elo of the levels</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"14\">{title}: Elo of the levels, with 95 % intervals</text>\n"
    );
    for (i, (rung, (elo, error))) in rungs.iter().zip(&points).enumerate() {
        let y = 52.0 + ROW * i as f64;
        let name = rung.info.to_string().replace('\'', "’");
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
             <path d=\"M{:.1} {y}H{:.1}\" stroke=\"#0a5a8a\" stroke-width=\"2\"/>\
             <circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\" fill=\"#0a5a8a\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{elo:.0}</text>",
            LEFT - 10.0,
            y + 4.0,
            x(elo - error),
            x(elo + error),
            x(*elo),
            x(elo + error) + 8.0,
            y + 4.0,
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_the_others_stay() {
        let old = "# Head\n\n## A\n\none\n\n## B\n\ntwo\n";
        let new = replaced(old, "A", "## A\n\nnew\n\n");
        assert_eq!(new, "# Head\n\n## A\n\nnew\n\n## B\n\ntwo\n");
        assert!(replaced(&new, "C", "## C\n").ends_with("two\n\n## C\n"));
    }
}
