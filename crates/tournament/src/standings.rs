//! Who stands where: points, then the tie-breaks in the order that was agreed.
//! Points are counted in halves, tie-breaks in quarters, so that everything is whole.

use crate::sheet::{BYE, Match, Sheet};
use admiralty_protocol::{System, TieBreak};

/// Where an entrant stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub entrant: usize,
    /// From 1; who cannot be told apart shares a place.
    pub place: u32,
    /// Half points.
    pub points: u32,
    /// What breaks ties, in the order asked for, in quarters of a point.
    pub ties: Vec<u32>,
    /// Matches won, drawn and lost.
    pub record: [u32; 3],
}

/// What breaks ties where nothing else was agreed.
pub fn usual_ties(system: System) -> Vec<TieBreak> {
    match system {
        System::Swiss => {
            vec![TieBreak::Buchholz, TieBreak::Berger, TieBreak::Direct, TieBreak::Wins]
        }
        System::Robin => vec![TieBreak::Direct, TieBreak::Berger, TieBreak::Wins],
        System::Knockout => Vec::new(),
    }
}

impl Sheet {
    /// Everybody in order. In a knock-out it is how far they came that counts, and
    /// ties are not broken.
    pub fn standings(&self, ties: &[TieBreak]) -> Vec<Standing> {
        let mut rows: Vec<Standing> = (0..self.entrants.len()).map(|i| self.row(i)).collect();
        let first = |row: &Standing| match self.system {
            System::Knockout => self.came(row.entrant),
            _ => row.points,
        };
        rows.sort_by_key(|row| std::cmp::Reverse(first(row)));
        let mut groups = split(rows, first);
        for tie in ties {
            groups = groups.into_iter().flat_map(|group| self.broken(group, *tie)).collect();
        }
        let mut place = 1;
        for group in &mut groups {
            group.iter_mut().for_each(|row| row.place = place);
            place += group.len() as u32;
        }
        groups.into_iter().flatten().collect()
    }

    fn row(&self, entrant: usize) -> Standing {
        let mut record = [0; 3];
        for (one, place) in self.counted(entrant, self.drawn.len()) {
            match one.counts()[place] {
                2 => record[0] += 1,
                1 => record[1] += 1,
                _ if one.is_over() => record[2] += 1,
                _ => {}
            }
        }
        let points = self.points(entrant, self.drawn.len());
        Standing { entrant, place: 0, points, ties: Vec::new(), record }
    }

    /// Half points after so many rounds.
    pub fn points(&self, entrant: usize, rounds: usize) -> u32 {
        let won = self.counted(entrant, rounds).map(|(one, place)| one.counts()[place]);
        let free = self.drawn[..rounds].iter().filter(|round| round.byes.contains(&entrant));
        // A free round of a round robin is everybody's once, and nobody's gain.
        let bye = if self.system == System::Robin { 0 } else { BYE };
        won.sum::<u32>() + bye * free.count() as u32
    }

    /// The matches that count for somebody, with their place in each.
    fn counted(&self, entrant: usize, rounds: usize) -> impl Iterator<Item = (&Match, usize)> {
        let own_struck = self.is_struck(entrant);
        let matches = self.drawn[..rounds].iter().flat_map(|round| &round.matches);
        let own = matches.filter_map(move |one| Some((one, one.place_of(entrant)?)));
        own.filter(move |(one, place)| !own_struck && !self.is_struck(one.sides[1 - place]))
    }

    /// Has somebody left a round robin before half of it? Then nothing they played
    /// counts for anybody: else it would matter who met them in time.
    fn is_struck(&self, entrant: usize) -> bool {
        let one = &self.entrants[entrant];
        if self.system != System::Robin || !one.out {
            return false;
        }
        let played = self.matches_of(entrant).filter(|(one, _)| one.is_played()).count();
        2 * played < self.entrants.len() - 1
    }

    /// How many rounds of a knock-out somebody has got through.
    fn came(&self, entrant: usize) -> u32 {
        let through = |i: &usize| {
            let round = &self.drawn[*i];
            let met = round.matches.iter().find(|one| one.place_of(entrant).is_some());
            match met {
                Some(one) if one.is_over() && !crate::knockout::is_undecided(self, one) => {
                    crate::knockout::winner(self, one) == Some(entrant)
                }
                Some(_) => false,
                None => round.byes.contains(&entrant),
            }
        };
        (0..self.drawn.len()).filter(through).count() as u32
    }

    /// A group of equals, told apart as far as this goes.
    fn broken(&self, mut group: Vec<Standing>, tie: TieBreak) -> Vec<Vec<Standing>> {
        let among: Vec<usize> = group.iter().map(|row| row.entrant).collect();
        for row in &mut group {
            let value = self.tie(row, tie, &among);
            row.ties.push(value);
        }
        let last = |row: &Standing| row.ties.last().copied().unwrap_or(0);
        group.sort_by_key(|row| std::cmp::Reverse(last(row)));
        split(group, last)
    }

    fn tie(&self, row: &Standing, tie: TieBreak, among: &[usize]) -> u32 {
        let rounds = self.drawn.len();
        let own = || self.counted(row.entrant, rounds);
        match tie {
            TieBreak::Wins => 4 * row.record[0],
            TieBreak::Games => own().map(|(one, place)| 2 * one.made()[place]).sum(),
            TieBreak::Direct => match self.all_met(among) {
                true => {
                    let these = own().filter(|(one, place)| among.contains(&one.sides[1 - place]));
                    these.map(|(one, place)| 2 * one.counts()[place]).sum()
                }
                false => 0,
            },
            TieBreak::Berger => own()
                .map(|(one, place)| one.counts()[place] * self.points(one.sides[1 - place], rounds))
                .sum(),
            TieBreak::Buchholz => {
                let met: u32 =
                    own().map(|(one, place)| 2 * self.points(one.sides[1 - place], rounds)).sum();
                met + self.of_nobody(row.entrant)
            }
        }
    }

    /// Have all of these met each other?
    fn all_met(&self, among: &[usize]) -> bool {
        let met = |a: usize, b: usize| self.matches_of(a).any(|(one, p)| one.sides[1 - p] == b);
        among.len() > 1
            && among.iter().enumerate().all(|(i, a)| among[i + 1..].iter().all(|b| met(*a, *b)))
    }

    /// A bye counts as somebody who had as many points as oneself before it and drew
    /// every round after it.
    fn of_nobody(&self, entrant: usize) -> u32 {
        let free = (0..self.drawn.len()).filter(|i| self.drawn[*i].byes.contains(&entrant));
        free.map(|i| 2 * (self.points(entrant, i) + (self.drawn.len() - 1 - i) as u32)).sum()
    }
}

/// Groups of those for whom this is the same, in their order.
fn split(rows: Vec<Standing>, by: impl Fn(&Standing) -> u32) -> Vec<Vec<Standing>> {
    let mut groups: Vec<Vec<Standing>> = Vec::new();
    for row in rows {
        match groups.last_mut() {
            Some(group) if by(&group[0]) == by(&row) => group.push(row),
            _ => groups.push(vec![row]),
        }
    }
    groups
}
