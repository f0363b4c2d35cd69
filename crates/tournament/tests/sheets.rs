//! What is true of every tournament, whatever comes of its games.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use admiralty_protocol::{System, TieBreak};
use admiralty_tournament::{At, BYE, End, Entrant, How, REPLAYS, Sheet, usual_ties};
use proptest::prelude::*;
use std::collections::HashMap;

/// A source of choices that a failing case can be read from.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn next(&mut self, below: u8) -> u8 {
        self.0.next().unwrap_or(0) % below
    }

    fn end(&mut self) -> End {
        match self.next(12) {
            0..=4 => End { points: [2, 0], how: How::Played },
            5..=8 => End { points: [0, 2], how: How::Played },
            9 => End { points: [0, 2], how: How::Absent },
            10 => End { points: [1, 1], how: How::Ruled },
            _ => End { points: [1, 1], how: How::Played },
        }
    }
}

fn sheet(system: System, n: usize, rounds: u32, mirrored: bool, choices: &mut Choices) -> Sheet {
    let mut sheet = Sheet::new(system, rounds, mirrored);
    let rating = |c: &mut Choices| 1000.0 + 5.0 * f64::from(c.next(200));
    sheet.entrants = (0..n).map(|_| Entrant::new(rating(choices))).collect();
    sheet
}

/// Plays the round that was drawn last; games end in any order.
fn play_round(sheet: &mut Sheet, choices: &mut Choices) {
    let mut bound = 1000;
    loop {
        let open = sheet.open_games();
        let Some(last) = open.len().checked_sub(1) else { break };
        let at = open[usize::from(choices.next(255)).min(last)];
        sheet.end(at, choices.end());
        bound -= 1;
        assert!(bound > 0, "a round never ends");
    }
    assert!(sheet.is_round_over());
}

fn play(sheet: &mut Sheet, choices: &mut Choices) {
    while let Some(round) = sheet.next_round() {
        sheet.drawn.push(round);
        everybody_plays_once(sheet);
        assert_eq!(sheet.next_round(), None, "a round is drawn while one goes on");
        play_round(sheet, choices);
    }
    assert!(sheet.is_finished());
}

/// In the last round nobody stands in two places.
fn everybody_plays_once(sheet: &Sheet) {
    let round = sheet.drawn.last().unwrap();
    let mut all: Vec<usize> = round.matches.iter().flat_map(|one| one.sides).collect();
    all.extend(&round.byes);
    let n = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), n);
    assert!(round.byes.len() <= 1 || sheet.system == System::Knockout);
}

fn meetings(sheet: &Sheet) -> HashMap<[usize; 2], usize> {
    let mut met = HashMap::new();
    for one in sheet.drawn.iter().flat_map(|round| &round.matches) {
        let mut two = one.sides;
        two.sort_unstable();
        *met.entry(two).or_default() += 1;
    }
    met
}

fn byes(sheet: &Sheet, entrant: usize) -> usize {
    sheet.drawn.iter().filter(|round| round.byes.contains(&entrant)).count()
}

/// Places are in order, everybody has one, and no point comes from nowhere.
fn standings_add_up(sheet: &Sheet) {
    for ties in [usual_ties(sheet.system), vec![TieBreak::Games, TieBreak::Wins], vec![]] {
        let rows = sheet.standings(&ties);
        let mut who: Vec<usize> = rows.iter().map(|row| row.entrant).collect();
        who.sort_unstable();
        assert_eq!(who, (0..sheet.entrants.len()).collect::<Vec<_>>());
        assert!(rows.iter().all(|row| row.ties.len() == ties.len()));
        assert_eq!(rows[0].place, 1);
        for (i, two) in rows.windows(2).enumerate() {
            let same = two[0].place == two[1].place;
            assert!(same || two[1].place == i as u32 + 2);
            if sheet.system != System::Knockout {
                let key = |j: usize| (two[j].points, &two[j].ties);
                assert!(key(0) >= key(1) && (key(0) == key(1)) == same, "{rows:?}");
            }
        }
        let matches = sheet.drawn.iter().flat_map(|round| &round.matches);
        let given: u32 = matches.flat_map(|one| one.counts()).sum();
        let free: usize = sheet.drawn.iter().map(|round| round.byes.len()).sum();
        let free = if sheet.system == System::Robin { 0 } else { BYE * free as u32 };
        let gone = sheet.entrants.iter().any(|one| one.out);
        let points: u32 = rows.iter().map(|row| row.points).sum();
        assert!(points == given + free || (gone && points <= given + free));
        let matches: u32 = rows.iter().map(|row| row.record.iter().sum::<u32>()).sum();
        let all: usize = sheet.drawn.iter().map(|round| round.matches.len()).sum();
        assert!(matches == 2 * all as u32 || gone);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_swiss_pairs_nobody_twice(
        n in 2usize..40, rounds in 1u32..9, mirrored: bool,
        choices in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        // So many rounds can always be drawn without anybody meeting twice.
        let rounds = rounds.min(n.div_ceil(2) as u32);
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Swiss, n, rounds, mirrored, &mut choices);
        play(&mut sheet, &mut choices);
        prop_assert_eq!(sheet.drawn.len(), rounds as usize);
        prop_assert!(meetings(&sheet).values().all(|times| *times == 1));
        for i in 0..n {
            prop_assert!(byes(&sheet, i) <= 1, "two byes");
            // Where both sides are played only a game without an opponent unbalances.
            prop_assert!(mirrored || sheet.balance(i).abs() <= 2, "{}", sheet.balance(i));
        }
        standings_add_up(&sheet);
    }

    #[test]
    fn a_swiss_bears_late_entries_and_withdrawals(
        n in 4usize..24, rounds in 2u32..8,
        choices in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Swiss, n, rounds, false, &mut choices);
        while let Some(round) = sheet.next_round() {
            sheet.drawn.push(round);
            everybody_plays_once(&sheet);
            let last = sheet.drawn.last().unwrap();
            let gone = |i: &usize| sheet.entrants[*i].out;
            prop_assert!(!last.matches.iter().flat_map(|one| &one.sides).any(gone));
            match choices.next(4) {
                0 => {
                    let who = usize::from(choices.next(sheet.entrants.len() as u8));
                    sheet.withdraw(who);
                }
                1 => {
                    let from = sheet.drawn.len() as u32;
                    let late = Entrant { from, ..Entrant::new(1234.0) };
                    sheet.entrants.push(late);
                }
                2 => {
                    // Somebody comes back.
                    if let Some(one) = sheet.entrants.iter_mut().find(|one| one.out) {
                        one.out = false;
                    }
                }
                _ => {}
            }
            play_round(&mut sheet, &mut choices);
            standings_add_up(&sheet);
        }
        let left = sheet.entrants.iter().filter(|one| !one.out).count();
        prop_assert!(sheet.drawn.len() == rounds as usize || left == 0);
        prop_assert!(sheet.is_finished());
    }

    #[test]
    fn a_round_robin_lets_everybody_meet_once(
        n in 2usize..15, mirrored: bool,
        choices in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Robin, n, 0, mirrored, &mut choices);
        // No game is forfeited here, so that every side that was planned was had.
        while let Some(round) = sheet.next_round() {
            sheet.drawn.push(round);
            everybody_plays_once(&sheet);
            for at in sheet.open_games() {
                let end = choices.end();
                sheet.end(at, End { how: How::Played, ..end });
            }
        }
        let met = meetings(&sheet);
        prop_assert_eq!(met.len(), n * (n - 1) / 2);
        prop_assert!(met.values().all(|times| *times == 1));
        for i in 0..n {
            prop_assert_eq!(byes(&sheet, i), n % 2);
            let most = if mirrored || n % 2 == 1 { 0 } else { 1 };
            prop_assert!(sheet.balance(i).abs() <= most, "{} of {n}: {}", i, sheet.balance(i));
        }
        standings_add_up(&sheet);
    }

    #[test]
    fn a_round_robin_bears_withdrawals(
        n in 3usize..12, leave in prop::collection::vec((0usize..12, 0usize..12), 0..4),
        choices in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Robin, n, 0, false, &mut choices);
        while let Some(round) = sheet.next_round() {
            sheet.drawn.push(round);
            for (who, when) in &leave {
                if *when == sheet.drawn.len() {
                    sheet.withdraw(who % n);
                }
            }
            play_round(&mut sheet, &mut choices);
            standings_add_up(&sheet);
        }
        prop_assert!(sheet.is_finished());
    }

    #[test]
    fn a_knock_out_has_one_winner(
        n in 2usize..40, mirrored: bool,
        choices in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Knockout, n, 0, mirrored, &mut choices);
        play(&mut sheet, &mut choices);
        prop_assert_eq!(sheet.drawn.len() as u32, n.next_power_of_two().trailing_zeros());
        let matches: usize = sheet.drawn.iter().map(|round| round.matches.len()).sum();
        prop_assert_eq!(matches, n - 1, "everybody but one loses once");
        let places: Vec<u32> = sheet.standings(&[]).iter().map(|row| row.place).collect();
        prop_assert!(places[1] == 2);
        let most = (REPLAYS + 1) * if mirrored { 2 } else { 1 };
        for one in sheet.drawn.iter().flat_map(|round| &round.matches) {
            prop_assert!(one.games.len() <= most);
        }
        for i in 0..n {
            prop_assert!(byes(&sheet, i) <= 1);
        }
        standings_add_up(&sheet);
    }

    #[test]
    fn a_knock_out_bears_whoever_leaves_and_whoever_never_comes(
        n in 2usize..20, mirrored: bool,
        choices in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Knockout, n, 0, mirrored, &mut choices);
        while let Some(round) = sheet.next_round() {
            sheet.drawn.push(round);
            everybody_plays_once(&sheet);
            if choices.next(3) == 0 {
                let who = usize::from(choices.next(n as u8));
                sheet.withdraw(who);
            }
            if choices.next(3) == 0 && let Some(at) = sheet.open_games().first() {
                sheet.end(*at, End { points: [0, 0], how: How::Absent });
            }
            play_round(&mut sheet, &mut choices);
        }
        prop_assert!(sheet.is_finished());
        standings_add_up(&sheet);
    }

    /// What was written down and read again goes on as it would have.
    #[test]
    fn the_same_sheet_gives_the_same_round(
        n in 2usize..30, choices in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let mut choices = Choices(choices.into_iter());
        let mut sheet = sheet(System::Swiss, n, 3, false, &mut choices);
        while let Some(round) = sheet.next_round() {
            prop_assert_eq!(sheet.clone().next_round(), Some(round.clone()));
            sheet.drawn.push(round);
            play_round(&mut sheet, &mut choices);
        }
    }
}

fn of(system: System, ratings: &[f64]) -> Sheet {
    let mut sheet = Sheet::new(system, 3, false);
    sheet.entrants = ratings.iter().copied().map(Entrant::new).collect();
    sheet
}

/// Draws the next round and lets the stronger win everything.
fn by_strength(sheet: &mut Sheet) -> Vec<[usize; 2]> {
    let round = sheet.next_round().unwrap();
    let sides = round.matches.iter().map(|one| one.sides).collect();
    sheet.drawn.push(round);
    for at in sheet.open_games() {
        let [a, b] = sheet.drawn[at.round].matches[at.pair].sides;
        let first = sheet.entrants[a].rating > sheet.entrants[b].rating;
        sheet.end(at, End { points: if first { [2, 0] } else { [0, 2] }, how: How::Played });
    }
    sides
}

fn unordered(mut pairs: Vec<[usize; 2]>) -> Vec<[usize; 2]> {
    pairs.iter_mut().for_each(|two| two.sort_unstable());
    pairs.sort_unstable();
    pairs
}

#[test]
fn a_swiss_of_eight_by_strength() {
    let mut sheet = of(System::Swiss, &[8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    assert_eq!(unordered(by_strength(&mut sheet)), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    // The upper half of a group meets the lower, and nobody has a side twice running.
    assert_eq!(unordered(by_strength(&mut sheet)), [[0, 3], [1, 2], [4, 7], [5, 6]]);
    let last = unordered(by_strength(&mut sheet));
    assert_eq!(last[0], [0, 1], "the two who have won everything");
    let rows = sheet.standings(&usual_ties(System::Swiss));
    assert_eq!((rows[0].entrant, rows[0].points, rows[0].record), (0, 6, [3, 0, 0]));
}

/// The last rounds of a Swiss, where pairing from the top down finds no way out.
#[test]
fn a_swiss_can_go_on_until_everybody_has_met() {
    let mut sheet = of(System::Swiss, &[6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    sheet.rounds = 5;
    while let Some(round) = sheet.next_round() {
        sheet.drawn.push(round);
        for at in sheet.open_games() {
            sheet.end(at, End { points: [1, 1], how: How::Played });
        }
    }
    let met = meetings(&sheet);
    // Fifteen pairs in five rounds of three: this order of things allows it.
    assert_eq!(met.values().sum::<usize>(), 15);
    assert!(met.values().filter(|times| **times > 1).count() <= 3, "{met:?}");
}

#[test]
fn the_bye_goes_to_the_last_who_had_none() {
    let mut sheet = of(System::Swiss, &[5.0, 4.0, 3.0, 2.0, 1.0]);
    let mut free: Vec<usize> = Vec::new();
    for _ in 0..3 {
        by_strength(&mut sheet);
        free.extend(&sheet.drawn.last().unwrap().byes);
    }
    assert_eq!(free[0], 4);
    assert!(free[1] != 4 && free[2] != free[1] && free[2] != 4, "{free:?}");
}

#[test]
fn whoever_went_down_does_not_go_down_again() {
    let mut sheet = of(System::Swiss, &[9.0, 8.0, 7.0, 6.0, 5.0, 4.0]);
    // Three winners: one of them goes down, and the next round somebody else.
    by_strength(&mut sheet);
    let second = by_strength(&mut sheet);
    let down = |pairs: &[[usize; 2]], n: usize| {
        let points = |i: usize| sheet.points(i, n);
        let two = pairs.iter().find(|two| points(two[0]) != points(two[1])).copied();
        two.map(|[a, b]| if points(a) > points(b) { a } else { b })
    };
    let first = down(&second, 1).unwrap();
    assert!((0..3).contains(&first));
    let third = sheet.next_round().unwrap();
    let third: Vec<[usize; 2]> = third.matches.iter().map(|one| one.sides).collect();
    assert_ne!(down(&third, 2), Some(first));
}

#[test]
fn a_knock_out_seeds_and_gives_byes_to_the_strongest() {
    let mut sheet = of(System::Knockout, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(unordered(by_strength(&mut sheet)), [[0, 3], [1, 2]]);
    assert_eq!(sheet.drawn[0].byes, [5, 4]);
    assert_eq!(unordered(by_strength(&mut sheet)), [[2, 5], [3, 4]]);
    assert_eq!(unordered(by_strength(&mut sheet)), [[4, 5]]);
    assert!(sheet.is_finished());
    let places: Vec<(usize, u32)> =
        sheet.standings(&[]).iter().map(|row| (row.entrant, row.place)).collect();
    assert_eq!(places[..2], [(5, 1), (4, 2)]);
    assert!(places[2..4].iter().all(|(_, place)| *place == 3));
    assert!(places[4..].iter().all(|(_, place)| *place == 5));
}

#[test]
fn a_drawn_knock_out_match_is_played_again_and_then_the_higher_seed_goes_on() {
    let mut sheet = of(System::Knockout, &[1.0, 2.0]);
    sheet.drawn.push(sheet.next_round().unwrap());
    for game in 0..=REPLAYS {
        assert!(!sheet.is_round_over());
        let at = At { round: 0, pair: 0, game };
        assert_eq!(sheet.game(at).unwrap().swapped, game % 2 == 1, "sides are exchanged");
        sheet.end(at, End { points: [1, 1], how: How::Played });
    }
    assert!(sheet.is_finished());
    let rows = sheet.standings(&[]);
    assert_eq!((rows[0].entrant, rows[0].place, rows[1].place), (1, 1, 2));
}

#[test]
fn mirrored_pairs_play_both_sides_and_the_sum_decides() {
    let mut sheet = of(System::Robin, &[2.0, 1.0]);
    sheet.mirrored = true;
    sheet.drawn.push(sheet.next_round().unwrap());
    let games = &sheet.drawn[0].matches[0].games;
    assert_eq!(games.iter().map(|game| game.swapped).collect::<Vec<_>>(), [false, true]);
    sheet.end(At { round: 0, pair: 0, game: 0 }, End { points: [2, 0], how: How::Played });
    assert_eq!(sheet.drawn[0].matches[0].counts(), [0, 0], "not before both are over");
    sheet.end(At { round: 0, pair: 0, game: 1 }, End { points: [1, 1], how: How::Played });
    assert_eq!(sheet.drawn[0].matches[0].counts(), [2, 0]);
    let first = sheet.drawn[0].matches[0].sides[0];
    let rows = sheet.standings(&[TieBreak::Games]);
    assert_eq!((rows[0].entrant, rows[0].points, rows[0].ties[0]), (first, 2, 6));
}

/// Four play a round robin: A beats B and D, B beats C and D, C beats A, C and D draw.
#[test]
fn ties_are_broken_by_name() {
    let mut sheet = of(System::Robin, &[4.0, 3.0, 2.0, 1.0]);
    let (a, b, c, d) = (0, 1, 2, 3);
    while let Some(round) = sheet.next_round() {
        sheet.drawn.push(round);
        for at in sheet.open_games() {
            let two = sheet.drawn[at.round].matches[at.pair].sides;
            let beats =
                |x: usize, y: usize| [(a, b), (a, d), (b, c), (b, d), (c, a)].contains(&(x, y));
            let points = match two {
                [x, y] if beats(x, y) => [2, 0],
                [x, y] if beats(y, x) => [0, 2],
                _ => [1, 1],
            };
            sheet.end(at, End { points, how: How::Played });
        }
    }
    let value = |tie| {
        let rows = sheet.standings(&[tie]);
        let mut of = [0; 4];
        rows.iter().for_each(|row| of[row.entrant] = row.ties[0]);
        of
    };
    // Points: A 2, B 2, C 1½, D ½; values are quarters.
    assert_eq!(value(TieBreak::Buchholz), [16, 16, 18, 22]);
    assert_eq!(value(TieBreak::Berger), [10, 8, 9, 3]);
    assert_eq!(value(TieBreak::Direct), [4, 0, 0, 0]);
    assert_eq!(value(TieBreak::Wins), [8, 8, 4, 0]);
    let order: Vec<usize> =
        sheet.standings(&[TieBreak::Direct]).iter().map(|row| row.entrant).collect();
    assert_eq!(order, [a, b, c, d]);
}

/// Who leaves a round robin early is struck out; who leaves late has lost the rest.
#[test]
fn leaving_a_round_robin() {
    let ratings = [5.0, 4.0, 3.0, 2.0, 1.0];
    let mut early = of(System::Robin, &ratings);
    by_strength(&mut early);
    early.withdraw(0);
    while !early.is_finished() {
        by_strength(&mut early);
    }
    let rows = early.standings(&[]);
    assert_eq!(rows.iter().map(|row| row.points).sum::<u32>(), 12, "six matches of four");
    let mut late = of(System::Robin, &ratings);
    for _ in 0..4 {
        by_strength(&mut late);
    }
    late.withdraw(0);
    while !late.is_finished() {
        by_strength(&mut late);
    }
    assert_eq!(late.standings(&[]).iter().map(|row| row.points).sum::<u32>(), 20);
}

#[test]
fn a_bye_counts_as_somebody_like_oneself() {
    let mut sheet = of(System::Swiss, &[3.0, 2.0, 1.0]);
    by_strength(&mut sheet);
    let free = sheet.drawn[0].byes[0];
    let rows = sheet.standings(&[TieBreak::Buchholz]);
    let row = rows.iter().find(|row| row.entrant == free).unwrap();
    assert_eq!((row.points, row.ties[0]), (BYE, 0));
    by_strength(&mut sheet);
    let rows = sheet.standings(&[TieBreak::Buchholz]);
    let row = rows.iter().find(|row| row.entrant == free).unwrap();
    let met = sheet.drawn[1].matches[0].sides;
    if let Some(place) = met.iter().position(|one| *one == free) {
        let other = sheet.points(met[1 - place], 2);
        assert_eq!(row.ties[0], 2 * other + 2, "nothing before it, a draw after it");
    }
}
