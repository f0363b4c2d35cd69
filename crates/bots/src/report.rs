//! A match as a table, as data and as a picture.

use crate::arena::{Match, Plan, pair_scores};
use crate::stats::{Sequential, Z95, wilson};
use admiralty_core::{Doc, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What one bot made of a match. A side it played is one result.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its name and level.
    pub bot: String,
    /// Results won, drawn, lost.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// Wins and half the draws, as a share.
    pub score: f64,
    /// The 95 % interval of the share.
    pub interval: (f64, f64),
}

/// The numbers of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Games played.
    pub games: usize,
    /// One line per bot, in the order they were named.
    pub bots: Vec<Line>,
    /// Score of each side, whoever played it.
    pub sides: Vec<(String, f64)>,
    /// How the games ended: reason (with degree) and number, most frequent first.
    pub ends: Vec<(String, usize)>,
    /// Entries per game: fewest, mean, most.
    pub entries: (u32, f64, u32),
    /// The turn games ended in: fewest, mean, most.
    pub turns: (u32, f64, u32),
    /// What the sequential test says.
    pub sequential: Option<(f64, Sequential)>,
    /// Scores of the first bot per round, for the picture.
    pub rounds: Vec<f64>,
}

impl Summary {
    /// Adds a match up.
    pub fn of(plan: &Plan, played: &Match, side_names: &[String]) -> Summary {
        let games = &played.games;
        let n_sides = games.first().map_or(0, |game| game.bot_of.len());
        let bots = plan.bots.iter().enumerate().map(|(i, bot)| {
            let mut line = Line {
                bot: bot.info().to_string(),
                won: 0,
                drawn: 0,
                lost: 0,
                score: 0.0,
                interval: (0.0, 1.0),
            };
            for game in games {
                for side in (0..n_sides).filter(|&side| game.bot_of[side] == i) {
                    match game.score_of_side(side) {
                        1.0 => line.won += 1,
                        0.0 => line.lost += 1,
                        _ => line.drawn += 1,
                    }
                }
            }
            let n = f64::from(line.won + line.drawn + line.lost);
            let score = f64::from(line.won) + f64::from(line.drawn) / 2.0;
            line.score = if n > 0.0 { score / n } else { 0.5 };
            line.interval = wilson(score, n);
            line
        });
        let bots = bots.collect();
        let sides = (0..n_sides)
            .map(|side| {
                let sum: f64 = games.iter().map(|game| game.score_of_side(side)).sum();
                let name = side_names.get(side).cloned().unwrap_or_default();
                (name, sum / games.len().max(1) as f64)
            })
            .collect();
        let mut ends: BTreeMap<String, usize> = BTreeMap::new();
        for game in games {
            let draw = if game.verdict == Verdict::Drawn { "draw, " } else { "" };
            let degree =
                if game.degree.is_empty() { String::new() } else { format!(" ({})", game.degree) };
            *ends.entry(format!("{draw}{}{degree}", game.reason)).or_default() += 1;
        }
        let mut ends: Vec<(String, usize)> = ends.into_iter().collect();
        ends.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Summary {
            games: games.len(),
            bots,
            sides,
            ends,
            entries: spread(games.iter().map(|game| game.entries)),
            turns: spread(games.iter().map(|game| game.turns)),
            sequential: played.sequential,
            rounds: pair_scores(games, plan.round()),
        }
    }

    /// As a table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let width = self.bots.iter().map(|line| line.bot.len()).max().unwrap_or(0).max(3);
        let _ = writeln!(
            text,
            "{:<width$}  {:>5} {:>5} {:>5}   {:>6}   95 % interval",
            "bot", "won", "drawn", "lost", "score"
        );
        for line in &self.bots {
            let _ = writeln!(
                text,
                "{:<width$}  {:>5} {:>5} {:>5}   {:>5.1}%   {:.1}% to {:.1}%",
                line.bot,
                line.won,
                line.drawn,
                line.lost,
                100.0 * line.score,
                100.0 * line.interval.0,
                100.0 * line.interval.1
            );
        }
        let sides: Vec<String> = self
            .sides
            .iter()
            .map(|(name, score)| format!("{name} {:.1}%", 100.0 * score))
            .collect();
        let _ = writeln!(text, "\n{} games; by side: {}", self.games, sides.join(", "));
        let (least, mean, most) = self.entries;
        let _ = writeln!(text, "entries: {least} to {most}, mean {mean:.1}");
        let (least, mean, most) = self.turns;
        let _ = writeln!(text, "turns: {least} to {most}, mean {mean:.1}");
        let ends: Vec<String> = self.ends.iter().map(|(end, n)| format!("{end} {n}")).collect();
        let _ = writeln!(text, "ends: {}", ends.join(", "));
        if let Some((ratio, answer)) = self.sequential {
            let _ = writeln!(text, "sequential test: {} (log ratio {ratio:.2})", word(answer));
        }
        text
    }

    /// As data; fractions are decimal texts.
    pub fn doc(&self) -> Doc {
        let share = |x: f64| format!("{x:.4}");
        let bots = self.bots.iter().map(|line| {
            Doc::map()
                .with("bot", line.bot.clone())
                .with("won", line.won)
                .with("drawn", line.drawn)
                .with("lost", line.lost)
                .with("score", share(line.score))
                .with("low", share(line.interval.0))
                .with("high", share(line.interval.1))
        });
        let sides = self.sides.iter().map(|(name, score)| {
            Doc::map().with("side", name.clone()).with("score", share(*score))
        });
        let ends =
            self.ends.iter().map(|(end, n)| Doc::map().with("end", end.clone()).with("games", *n));
        let range = |(least, mean, most): (u32, f64, u32)| {
            Doc::map().with("least", least).with("mean", format!("{mean:.1}")).with("most", most)
        };
        let doc = Doc::map()
            .with("games", self.games)
            .with("bots", Doc::list(bots))
            .with("sides", Doc::list(sides))
            .with("ends", Doc::list(ends))
            .with("entries", range(self.entries))
            .with("turns", range(self.turns));
        match self.sequential {
            None => doc,
            Some((ratio, answer)) => doc.with(
                "sequential",
                Doc::map().with("answer", word(answer)).with("ratio", format!("{ratio:.3}")),
            ),
        }
    }

    /// The first bot's mean score as the match went on, with its 95 % band.
    pub fn svg(&self) -> String {
        const WIDTH: f64 = 640.0;
        const HEIGHT: f64 = 320.0;
        const LEFT: f64 = 48.0;
        const FOOT: f64 = 36.0;
        let n = self.rounds.len().max(1);
        let x = |i: usize| LEFT + (WIDTH - LEFT - 12.0) * i as f64 / n as f64;
        let y = |score: f64| 28.0 + (HEIGHT - FOOT - 28.0) * (1.0 - score);
        let (mut line, mut upper, mut lower) = (String::new(), String::new(), Vec::new());
        let (mut sum, mut squares) = (0.0, 0.0);
        for (i, score) in self.rounds.iter().enumerate() {
            sum += score;
            squares += score * score;
            let count = (i + 1) as f64;
            let mean = sum / count;
            let half = Z95 * ((squares / count - mean * mean).max(0.0) / count).sqrt();
            let _ = write!(line, "{:.1},{:.1} ", x(i + 1), y(mean));
            let _ = write!(upper, "{:.1},{:.1} ", x(i + 1), y((mean + half).min(1.0)));
            lower.push(format!("{:.1},{:.1}", x(i + 1), y((mean - half).max(0.0))));
        }
        lower.reverse();
        let names: Vec<&str> = self.bots.iter().map(|line| line.bot.as_str()).collect();
        let title = escape(&format!("{} after {} games", names.join(" against "), self.games));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"18\" font-size=\"14\">{title}</text>\n"
        );
        for tenth in [0, 25, 50, 75, 100] {
            let at = y(f64::from(tenth) / 100.0);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ccd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tenth}%</text>",
                WIDTH - 12.0,
                LEFT - 6.0,
                at + 4.0
            );
        }
        let _ = writeln!(
            svg,
            "<polygon points=\"{upper}{}\" fill=\"#0a5a8a\" fill-opacity=\"0.18\"/>\n\
             <polyline points=\"{line}\" fill=\"none\" stroke=\"#0a5a8a\" stroke-width=\"2\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">rounds of changed chairs: {}</text>\n\
             </svg>",
            lower.join(" "),
            (LEFT + WIDTH) / 2.0,
            HEIGHT - 10.0,
            self.rounds.len()
        );
        svg
    }
}

fn word(answer: Sequential) -> &'static str {
    match answer {
        Sequential::Open => "open",
        Sequential::Accepted => "the first bot is stronger",
        Sequential::Rejected => "the first bot is not stronger",
    }
}

fn spread(numbers: impl Iterator<Item = u32> + Clone) -> (u32, f64, u32) {
    let (mut n, mut sum) = (0u64, 0u64);
    for number in numbers.clone() {
        n += 1;
        sum += u64::from(number);
    }
    let least = numbers.clone().min().unwrap_or(0);
    (least, sum as f64 / n.max(1) as f64, numbers.max().unwrap_or(0))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
