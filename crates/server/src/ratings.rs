//! How strong people are, worked out from results alone: Glicko-2 where one
//! plays against one, Weng-Lin where teams or more than two sides meet. A game
//! is rated by itself, in the order in which games end.

use crate::store::{RatingRow, ResultRow};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use std::collections::BTreeMap;

/// Where everybody begins.
pub(crate) const START: f64 = 1500.0;
/// How little is known of somebody new.
const UNSURE: f64 = 350.0;
/// Above it a rating is shown as provisional and stands on no ladder.
pub(crate) const PROVISIONAL: f64 = 110.0;
/// Nobody is ever known better than this: strength changes.
const SUREST: f64 = 45.0;

/// How a pool is called: the game, its pace, and whether one plays against one.
pub(crate) fn pool(game: &str, pace: &str, duel: bool) -> String {
    if duel { format!("{game}/{pace}") } else { format!("{game}/{pace}/many") }
}

/// Somebody of whom nothing is known.
pub(crate) fn unknown(pool: &str, user: &str) -> RatingRow {
    RatingRow {
        pool: pool.into(),
        user: user.into(),
        rating: START,
        deviation: UNSURE,
        volatility: 0.06,
        won: 0,
        drawn: 0,
        lost: 0,
        at: 0,
    }
}

/// What a game makes of the ratings of those who played it, in their order.
pub(crate) fn after(result: &ResultRow, before: &[RatingRow]) -> Vec<RatingRow> {
    let mut rows = before.to_vec();
    let mut sides: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (i, played) in result.people.iter().enumerate() {
        sides.entry(played.side).or_default().push(i);
    }
    let sides: Vec<(u8, Vec<usize>)> = sides.into_iter().collect();
    if sides.len() < 2 || rows.len() != result.people.len() {
        return Vec::new();
    }
    match sides.as_slice() {
        [(one, a), (two, b)] if a.len() == 1 && b.len() == 1 => {
            let outcome = match (result.won.contains(one), result.won.contains(two)) {
                (true, false) => Outcomes::WIN,
                (false, true) => Outcomes::LOSS,
                _ => Outcomes::DRAW,
            };
            duel(&mut rows, a[0], b[0], &outcome);
        }
        _ => many(&mut rows, &sides, &result.won),
    }
    for (row, played) in rows.iter_mut().zip(&result.people) {
        match (result.won.is_empty(), result.won.contains(&played.side)) {
            (true, _) => row.drawn += 1,
            (false, true) => row.won += 1,
            (false, false) => row.lost += 1,
        }
        row.deviation = row.deviation.clamp(SUREST, UNSURE);
        row.at = result.at;
    }
    rows
}

fn duel(rows: &mut [RatingRow], a: usize, b: usize, outcome: &Outcomes) {
    let rating = |row: &RatingRow| Glicko2Rating {
        rating: row.rating,
        deviation: row.deviation,
        volatility: row.volatility,
    };
    let (one, two) = glicko2(&rating(&rows[a]), &rating(&rows[b]), outcome, &Glicko2Config::new());
    for (i, new) in [(a, one), (b, two)] {
        rows[i].rating = new.rating;
        rows[i].deviation = new.deviation;
        rows[i].volatility = new.volatility;
    }
}

fn many(rows: &mut [RatingRow], sides: &[(u8, Vec<usize>)], won: &[u8]) {
    // Only differences count in it: the usual numbers in the measure of the other method.
    let config = WengLinConfig { beta: UNSURE / 2.0, ..WengLinConfig::new() };
    let rating =
        |i: &usize| WengLinRating { rating: rows[*i].rating, uncertainty: rows[*i].deviation };
    let teams: Vec<Vec<WengLinRating>> =
        sides.iter().map(|(_, seats)| seats.iter().map(rating).collect()).collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(sides)
        .map(|(team, (side, _))| {
            let rank = if won.is_empty() || won.contains(side) { 1 } else { 2 };
            (team.as_slice(), MultiTeamOutcome::new(rank))
        })
        .collect();
    let new = weng_lin_multi_team(&ranked, &config);
    for ((_, seats), team) in sides.iter().zip(new) {
        for (i, new) in seats.iter().zip(team) {
            rows[*i].rating = new.rating;
            rows[*i].deviation = new.uncertainty;
        }
    }
}

/// Everybody's ratings while results are gone through in order.
#[derive(Debug, Default)]
pub(crate) struct Standing(BTreeMap<(String, String), RatingRow>);

impl Standing {
    /// Takes a result up; the ratings that it changed.
    pub(crate) fn add(&mut self, result: &ResultRow) -> Vec<RatingRow> {
        let before = result.people.iter().map(|played| {
            let known = self.0.get(&(result.pool.clone(), played.user.clone()));
            known.cloned().unwrap_or_else(|| unknown(&result.pool, &played.user))
        });
        let changed = after(result, &before.collect::<Vec<_>>());
        for row in &changed {
            self.0.insert((row.pool.clone(), row.user.clone()), row.clone());
        }
        changed
    }

    /// Forgets the others.
    pub(crate) fn retain(&mut self, keep: impl Fn(&RatingRow) -> bool) {
        self.0.retain(|_, row| keep(row));
    }

    /// All of them.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &RatingRow> {
        self.0.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PlayedRow;

    fn result(people: &[(&str, u8)], won: &[u8]) -> ResultRow {
        let people =
            people.iter().map(|(user, side)| PlayedRow { user: (*user).into(), side: *side });
        ResultRow {
            id: 0,
            num: 0,
            at: 7,
            table: String::new(),
            pool: "chess/live".into(),
            people: people.collect(),
            won: won.to_vec(),
        }
    }

    fn at(user: &str, rating: f64, deviation: f64) -> RatingRow {
        RatingRow { rating, deviation, ..unknown("chess/live", user) }
    }

    /// The published example of the method: 1500 ± 200 wins against 1400 ± 30, loses to
    /// 1550 ± 100 and to 1700 ± 300, all in one period, and has 1464.06 ± 151.52 after it.
    #[test]
    fn the_published_example_of_glicko_2() {
        use skillratings::glicko2::glicko2_rating_period;
        let player = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let met = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (met(1400.0, 30.0), Outcomes::WIN),
            (met(1550.0, 100.0), Outcomes::LOSS),
            (met(1700.0, 300.0), Outcomes::LOSS),
        ];
        let new = glicko2_rating_period(&player, &games, &Glicko2Config::new());
        assert!((new.rating - 1464.06).abs() < 0.02, "{new:?}");
        assert!((new.deviation - 151.52).abs() < 0.02, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00002, "{new:?}");
        // A period of one game is a game as we rate it.
        let alone = glicko2_rating_period(&player, &games[..1], &Glicko2Config::new());
        let ours = after(
            &result(&[("a", 0), ("b", 1)], &[0]),
            &[at("a", 1500.0, 200.0), at("b", 1400.0, 30.0)],
        );
        assert!((ours[0].rating - alone.rating).abs() < 1e-9);
        assert!((ours[0].deviation - alone.deviation).abs() < 1e-9);
    }

    #[test]
    fn who_wins_goes_up_and_who_loses_down() {
        let new = after(
            &result(&[("a", 0), ("b", 1)], &[1]),
            &[at("a", 1500.0, 350.0), at("b", 1500.0, 350.0)],
        );
        assert!(new[0].rating < 1500.0 && new[1].rating > 1500.0);
        assert_eq!((new[0].won, new[0].drawn, new[0].lost), (0, 0, 1));
        assert_eq!((new[1].won, new[1].at), (1, 7));
        assert!(new[0].deviation < 350.0);
    }

    #[test]
    fn teams_win_and_lose_together() {
        let people = [("a", 0), ("b", 0), ("c", 1), ("d", 1)];
        let before: Vec<RatingRow> =
            people.iter().map(|(user, _)| at(user, 1500.0, 200.0)).collect();
        let new = after(&result(&people, &[0]), &before);
        assert!(new[0].rating > 1500.0 && (new[0].rating - new[1].rating).abs() < 1e-9);
        assert!(new[2].rating < 1500.0 && (new[2].rating - new[3].rating).abs() < 1e-9);
        // Three sides, drawn by all: nothing moves but what is known.
        let three = [("a", 0), ("b", 1), ("c", 2)];
        let before: Vec<RatingRow> =
            three.iter().map(|(user, _)| at(user, 1500.0, 200.0)).collect();
        for row in after(&result(&three, &[]), &before) {
            assert!((row.rating - 1500.0).abs() < 1e-9 && row.drawn == 1);
        }
    }

    /// Games of different people may be gone through in either order.
    #[test]
    fn games_of_others_change_nothing() {
        let games = [
            result(&[("a", 0), ("b", 1)], &[0]),
            result(&[("c", 0), ("d", 1)], &[]),
            result(&[("a", 1), ("b", 0)], &[0]),
        ];
        let play = |order: [usize; 3]| {
            let mut standing = Standing::default();
            order.iter().for_each(|i| drop(standing.add(&games[*i])));
            standing.rows().cloned().collect::<Vec<_>>()
        };
        assert_eq!(play([0, 1, 2]), play([0, 2, 1]));
        assert_eq!(play([0, 1, 2]), play([1, 0, 2]));
        assert_ne!(play([0, 1, 2]), play([2, 1, 0]));
    }

    /// One who wins three games in four against known strength is found to be about
    /// 190 points stronger, as the method's curve has it.
    #[test]
    fn strength_is_found() {
        let mut me = at("a", 1500.0, 350.0);
        let mut sum = 0.0;
        for game in 0..400 {
            let won: &[u8] = if game % 4 == 3 { &[1] } else { &[0] };
            let met = at("b", 1500.0, 50.0);
            me = after(&result(&[("a", 0), ("b", 1)], won), &[me, met]).remove(0);
            if game >= 200 {
                sum += me.rating;
            }
        }
        let mean = sum / 200.0;
        assert!((1650.0..1735.0).contains(&mean), "{mean}");
    }
}
