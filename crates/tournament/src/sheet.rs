//! The sheet: entrants, rounds, games and how they ended.

use crate::{knockout, robin, swiss};
use admiralty_protocol::System;
use serde::{Deserialize, Serialize};

/// What a bye is worth, in half points: as much as a game won.
pub const BYE: u32 = 2;

/// A tournament on paper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// How it is played.
    pub system: System,
    /// How many rounds a Swiss has; the others know by themselves.
    pub rounds: u32,
    /// Does each pair play both sides?
    pub mirrored: bool,
    /// Who takes part; nobody is ever taken out once a round was drawn.
    pub entrants: Vec<Entrant>,
    /// The rounds so far.
    pub drawn: Vec<Round>,
}

/// Somebody who takes part: a person, a program or a team.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// How strong they are thought to be: it seeds them.
    pub rating: f64,
    /// Their first round, from 0: later than that for those who came late.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u32,
    /// Have they withdrawn?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Entrant {
    /// Somebody who plays from the first round on.
    pub fn new(rating: f64) -> Entrant {
        Entrant { rating, from: 0, out: false }
    }
}

/// A round.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Round {
    /// When it was drawn: for whoever keeps the sheet.
    #[serde(default)]
    pub at: u64,
    /// Who plays whom.
    pub matches: Vec<Match>,
    /// Who has nobody to play and a point for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<usize>,
}

/// Two entrants who meet: for a game, or for one on each side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Who they are; the first one has side 0 where a game is not swapped.
    pub sides: [usize; 2],
    /// Their games.
    pub games: Vec<Game>,
}

/// A game of a match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Game {
    /// Does the first of the match have side 1?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
    /// Where it is played: for whoever keeps the sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Half points of the two of the match, in its order.
    pub points: [u8; 2],
    /// By what.
    pub how: How,
}

/// What decided a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It was played.
    Played,
    /// Somebody did not come.
    Absent,
    /// Somebody has withdrawn.
    Left,
    /// The organiser said so.
    Ruled,
}

/// Where a game stands on the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// The round, from 0.
    pub round: usize,
    /// The match of the round.
    pub pair: usize,
    /// The game of the match.
    pub game: usize,
}

impl Match {
    pub(crate) fn new(sides: [usize; 2], mirrored: bool) -> Match {
        let mut games = vec![Game::default()];
        if mirrored {
            games.push(Game { swapped: true, ..Game::default() });
        }
        Match { sides, games }
    }

    /// Half points made in all its games so far.
    pub fn made(&self) -> [u32; 2] {
        let ends = self.games.iter().filter_map(|game| game.end);
        ends.fold([0; 2], |sum, end| [0, 1].map(|i| sum[i] + u32::from(end.points[i])))
    }

    /// Are all its games over?
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|game| game.end.is_some())
    }

    /// What it counts, in half points: who made more in its games has won it.
    /// Nobody wins a match to which nobody came.
    pub fn counts(&self) -> [u32; 2] {
        match self.made() {
            _ if !self.is_over() => [0, 0],
            [0, 0] => [0, 0],
            [a, b] if a > b => [2, 0],
            [a, b] if a < b => [0, 2],
            _ => [1, 1],
        }
    }

    /// Was any of it played?
    pub fn is_played(&self) -> bool {
        let played = |end: End| matches!(end.how, How::Played | How::Ruled);
        self.games.iter().filter_map(|game| game.end).any(played)
    }

    /// The place of this entrant in it.
    pub fn place_of(&self, entrant: usize) -> Option<usize> {
        self.sides.iter().position(|side| *side == entrant)
    }
}

impl Sheet {
    /// An empty one.
    pub fn new(system: System, rounds: u32, mirrored: bool) -> Sheet {
        Sheet { system, rounds, mirrored, entrants: Vec::new(), drawn: Vec::new() }
    }

    /// How many rounds there are to be.
    pub fn planned(&self) -> u32 {
        let n = self.entrants.len() as u32;
        match self.system {
            System::Swiss => self.rounds,
            System::Robin => (n + n % 2).saturating_sub(1),
            System::Knockout => n.next_power_of_two().trailing_zeros(),
        }
    }

    /// The next round; nothing while the last one goes on, or when all is played.
    pub fn next_round(&self) -> Option<Round> {
        if !self.is_round_over() || self.drawn.len() as u32 >= self.planned() {
            return None;
        }
        let round = match self.system {
            System::Swiss => swiss::draw(self),
            System::Robin => robin::draw(self),
            System::Knockout => knockout::draw(self),
        };
        // Nobody is left who could play: it has come to its end before its time.
        (!round.matches.is_empty() || !round.byes.is_empty()).then_some(round)
    }

    /// Is every game of the last round over, those that are played again too?
    pub fn is_round_over(&self) -> bool {
        let over = |round: &Round| round.matches.iter().all(Match::is_over);
        self.drawn.last().is_none_or(|round| over(round) && self.undecided().is_empty())
    }

    /// Is there nothing more to play?
    pub fn is_finished(&self) -> bool {
        !self.drawn.is_empty() && self.is_round_over() && self.next_round().is_none()
    }

    /// The games of the last round that are not over.
    pub fn open_games(&self) -> Vec<At> {
        let Some(round) = self.drawn.len().checked_sub(1) else { return Vec::new() };
        let matches = self.drawn[round].matches.iter().enumerate();
        let games = matches.flat_map(|(pair, one)| {
            let open = one.games.iter().enumerate().filter(|(_, game)| game.end.is_none());
            open.map(move |(game, _)| At { round, pair, game })
        });
        games.collect()
    }

    /// A game of the sheet.
    pub fn game(&self, at: At) -> Option<&Game> {
        self.drawn.get(at.round)?.matches.get(at.pair)?.games.get(at.game)
    }

    /// The same, to be changed.
    pub fn game_mut(&mut self, at: At) -> Option<&mut Game> {
        self.drawn.get_mut(at.round)?.matches.get_mut(at.pair)?.games.get_mut(at.game)
    }

    /// A game is over, or its result is put right. A knock-out match that is drawn
    /// gets further games.
    pub fn end(&mut self, at: At, end: End) {
        if let Some(game) = self.game_mut(at) {
            game.end = Some(end);
        }
        self.play_again();
    }

    /// Somebody withdraws: what they had still to play in this round is lost.
    pub fn withdraw(&mut self, entrant: usize) {
        if let Some(one) = self.entrants.get_mut(entrant) {
            one.out = true;
        }
        // A drawn match would be played again: that is lost as well.
        while self.give_up(entrant) {
            self.play_again();
        }
    }

    /// Loses the open games of somebody; was there any?
    fn give_up(&mut self, entrant: usize) -> bool {
        let mut any = false;
        for at in self.open_games() {
            let pair = &mut self.drawn[at.round].matches[at.pair];
            if let Some(place) = pair.place_of(entrant) {
                let mut points = [2; 2];
                points[place] = 0;
                pair.games[at.game].end = Some(End { points, how: How::Left });
                any = true;
            }
        }
        any
    }

    /// Knock-out matches of the last round that are drawn and may be played again.
    fn undecided(&self) -> Vec<usize> {
        let Some(round) = self.drawn.last().filter(|_| self.system == System::Knockout) else {
            return Vec::new();
        };
        let drawn = |one: &Match| one.is_over() && knockout::is_undecided(self, one);
        let matches = round.matches.iter().enumerate();
        matches.filter(|(_, one)| drawn(one)).map(|(i, _)| i).collect()
    }

    /// Drawn knock-out matches get their next games, with sides exchanged.
    fn play_again(&mut self) {
        let again = self.undecided();
        let (Some(round), mirrored) = (self.drawn.last_mut(), self.mirrored) else { return };
        for i in again {
            let games = &mut round.matches[i].games;
            let swapped = games.last().is_some_and(|last| !last.swapped);
            games.push(Game { swapped, ..Game::default() });
            if mirrored {
                games.push(Game { swapped: !swapped, ..Game::default() });
            }
        }
    }

    /// Who plays in the round that is drawn now.
    pub(crate) fn active(&self) -> Vec<usize> {
        let now = self.drawn.len() as u32;
        let plays = |one: &Entrant| !one.out && one.from <= now;
        (0..self.entrants.len()).filter(|i| plays(&self.entrants[*i])).collect()
    }

    /// Everybody, the strongest first.
    pub(crate) fn seeds(&self) -> Vec<usize> {
        let mut seeds: Vec<usize> = (0..self.entrants.len()).collect();
        seeds.sort_by(|a, b| self.entrants[*b].rating.total_cmp(&self.entrants[*a].rating));
        seeds
    }

    /// The matches of somebody, with their place in each.
    pub(crate) fn matches_of(&self, entrant: usize) -> impl Iterator<Item = (&Match, usize)> {
        let all = self.drawn.iter().flat_map(|round| &round.matches);
        all.filter_map(move |one| Some((one, one.place_of(entrant)?)))
    }

    /// How many times more somebody had side 0 than side 1, in games that were not
    /// lost or won without being played.
    pub fn balance(&self, entrant: usize) -> i32 {
        self.sides_had(entrant).map(|side| if side == 0 { 1 } else { -1 }).sum()
    }

    /// The sides somebody had, in order.
    pub(crate) fn sides_had(&self, entrant: usize) -> impl Iterator<Item = usize> {
        self.matches_of(entrant).flat_map(|(one, place)| {
            let sat = |game: &&Game| {
                game.end.is_none_or(|end| matches!(end.how, How::Played | How::Ruled))
            };
            one.games.iter().filter(sat).map(move |game| place ^ usize::from(game.swapped))
        })
    }

    /// The two in the order in which they get sides 0 and 1: whoever had a side less
    /// often gets it, or had it longer ago; else it goes by turns.
    pub(crate) fn seated(&self, a: usize, b: usize, turn: usize) -> [usize; 2] {
        let key = |one: usize| {
            // Who last had side 1 is first in line for side 0.
            (self.balance(one), self.sides_had(one).last().map_or(0, |last| 1 - 2 * last as i32))
        };
        match key(a).cmp(&key(b)) {
            std::cmp::Ordering::Less => [a, b],
            std::cmp::Ordering::Greater => [b, a],
            std::cmp::Ordering::Equal if turn.is_multiple_of(2) => [a, b],
            std::cmp::Ordering::Equal => [b, a],
        }
    }
}
