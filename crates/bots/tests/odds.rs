//! Odds against trials: what the library says of an action must agree with
//! playing it a hundred thousand times, within the error it states.
#![cfg(feature = "naval_battle")]

use admiralty_bots::luck::luck;
use admiralty_bots::odds::{Effort, Odds, glance, odds, odds_within, outcome};
use admiralty_catalog::{Game, Match, Of, TableFace, game, verify};
use admiralty_core::{Actor, Awaiting, Doc, Seat, Seeded, Tape, Viewer};
use admiralty_testkit::miniature::{Squadrons, Strait};
use std::collections::BTreeMap;

static STRAIT: Of<Strait> = Of::new();
static SQUADRONS: Of<Squadrons> = Of::new();

const TRIALS: u32 = 100_000;

/// Plays the action on freshly imagined tables, with freshly rolled dice.
fn trials(table: &dyn TableFace, seat: Seat, action: &str) -> BTreeMap<String, u32> {
    let mut rng = Seeded::new(999);
    let mut counts = BTreeMap::new();
    for _ in 0..TRIALS {
        let mut world = table.imagine(Viewer::Seat(seat), &mut rng).expect("a generator");
        let played = world.play(Actor::Seat(seat), action, &mut rng).expect("a legal action");
        *counts.entry(outcome(&played, seat)).or_default() += 1;
    }
    counts
}

/// Compares, and says how many outcomes there were.
fn agree(table: &dyn TableFace, seat: Seat, found: &Odds) -> usize {
    let counts = trials(table, seat, &found.action);
    let n = f64::from(TRIALS);
    let total: f64 = found.chances.iter().map(|chance| chance.chance).sum();
    assert!((total - 1.0).abs() < 1e-9, "{}: the chances sum to {total}", found.action);
    let rarest = found.chances.iter().map(|chance| chance.error).fold(0.0, f64::max);
    for (outcome, &count) in &counts {
        let share = f64::from(count) / n;
        // The trials themselves are off by so much once in a thousand times.
        let own = 3.3 * (share * (1.0 - share) / n).sqrt();
        match found.chances.iter().find(|chance| chance.outcome == *outcome) {
            Some(chance) => assert!(
                (chance.chance - share).abs() <= chance.error + own,
                "{}: \"{outcome}\" {} ±{}, in trials {share}",
                found.action,
                chance.chance,
                chance.error
            ),
            None => assert!(
                share <= rarest + own,
                "{}: \"{outcome}\" is missing, in trials {share}",
                found.action
            ),
        }
    }
    for chance in &found.chances {
        let share = f64::from(counts.get(&chance.outcome).copied().unwrap_or(0)) / n;
        let own = 3.3 * (chance.chance * (1.0 - chance.chance) / n).sqrt();
        assert!(
            (chance.chance - share).abs() <= chance.error + own + 3.0 / n,
            "{chance:?} {share}"
        );
    }
    counts.len()
}

/// Positions of random games in which an action has more than one outcome.
fn risky(game: &'static dyn Game, seed: u64, wanted: usize, effort: Effort) -> usize {
    let mut rng = Seeded::new(seed);
    let mut found = 0;
    for _ in 0..200 {
        let (mut table, _) = game.begin(&Doc::map(), &mut rng).expect("the usual game");
        let mut last = String::new();
        while let Awaiting::Seats(seats) = table.awaiting() {
            let seat = seats.iter().next().expect("somebody is awaited");
            let action = table.sample(seat, &mut rng).expect("whoever is awaited can act");
            if rng.below(4) == 0 && !table.sees_all(seat) {
                let odds = odds(&*table, seat, &action, effort).expect("a legal action");
                // Each time something else, as far as the game has it.
                let what = format!("{:?}", odds.chances.first().map(|c| &c.outcome));
                if !odds.is_certain() && what != last {
                    last = what;
                    assert!(agree(&*table, seat, &odds) > 1);
                    found += 1;
                    if found == wanted {
                        return found;
                    }
                }
            }
            table.play(Actor::Seat(seat), &action, &mut rng).expect("a legal action");
        }
    }
    found
}

#[test]
fn odds_with_dice_agree_with_trials() {
    let effort = Effort { tables: 300, ..Effort::default() };
    assert_eq!(risky(&STRAIT, 3, 4, effort), 4);
    assert_eq!(risky(&SQUADRONS, 5, 3, effort), 3);
}

#[test]
fn odds_with_rolled_dice_agree_with_trials() {
    // Too few tapes to count anything: everything is rolled.
    let effort = Effort { tables: 200, tapes: 2, rolls: 4_000, seed: 9 };
    assert_eq!(risky(&SQUADRONS, 8, 2, effort), 2);
}

#[test]
fn odds_over_hidden_fleets_agree_with_trials() {
    let naval = game("naval_battle").expect("the game is built in");
    assert_eq!(risky(naval, 1, 5, Effort::default()), 5);
}

/// Three dice are rolled when the last speed is sealed, which is for seat 3 to do.
fn before_the_last_seal() -> Box<dyn TableFace> {
    let (mut table, _) = SQUADRONS.begin(&Doc::map(), &mut Seeded::new(1)).expect("the usual game");
    let mut play = |seat, action: &str| {
        table.play(Actor::Seat(Seat(seat)), action, &mut Seeded::new(2)).expect("legal");
    };
    play(0, "assign ggs");
    play(2, "assign ssg");
    (0..3).for_each(|seat| play(seat, "seal 2"));
    table
}

/// However much there would be to count, it ends when time is up, with what was found.
#[test]
fn chances_are_told_when_time_is_up() {
    let table = before_the_last_seal();
    let endless = Effort { tables: 10_000_000, tapes: 2, rolls: 10_000_000, seed: 1 };
    let mut asked = 0;
    let found = odds_within(&*table, Seat(3), "seal 1", endless, || {
        asked += 1;
        asked < 20
    })
    .expect("a legal action");
    assert!(asked < 200, "asked {asked} times whether to go on, and went on");
    assert!(!found.chances.is_empty() && found.tables < 1_000, "{found:?}");
}

/// What is counted of the three dice is known by heart.
#[test]
fn many_actions_at_a_glance_with_what_the_game_counts() {
    let table = before_the_last_seal();
    let actions: Vec<String> = ["seal 1", "seal 9", "seal 3"].map(String::from).into();
    let effort = Effort { tables: 4, ..Effort::default() };
    let found = glance(&*table, Seat(3), &actions, effort, || true).expect("counted");
    let asked: Vec<&str> = found.iter().map(|odds| odds.action.as_str()).collect();
    assert_eq!(asked, ["seal 1", "seal 3"], "what may not be done is left out");
    for odds in &found {
        let (pool, sixes) = (odds.counts["pool"], odds.counts["sixes"]);
        assert!((pool.mean - 10.5).abs() < 1e-9 && (pool.chance - 1.0).abs() < 1e-9, "{pool:?}");
        assert_eq!((pool.most, sixes.most), (18, 3));
        assert!((sixes.mean - 0.5).abs() < 1e-9, "{sixes:?}");
        assert!((sixes.chance - 91.0 / 216.0).abs() < 1e-9, "{sixes:?}");
    }
    let mut times = 0;
    let first = glance(&*table, Seat(3), &actions, effort, || {
        times += 1;
        times < 2
    });
    assert_eq!(first.expect("counted").len(), 1, "no more than the time allows");
}

#[test]
fn a_plain_move_is_certain_and_what_is_illegal_has_no_odds() {
    let naval = game("naval_battle").expect("the game is built in");
    let table = naval.load(&Doc::from("W:Aa1,1d5,3e2 R:Ah10,6d6,2h9 T:W")).expect("a position");
    let found = odds(&*table, Seat(0), "e2-e3", Effort::default()).expect("a legal move");
    assert!(found.is_certain());
    assert!(odds(&*table, Seat(0), "e2-e9", Effort::default()).is_err());
    assert!(odds(&*table, Seat(1), "h9-h8", Effort::default()).is_err(), "not Red's turn");
}

/// The odds must not know what the seat does not: the hidden types drawn anew
/// give the same answer.
#[test]
fn odds_do_not_look_at_the_table() {
    let naval = game("naval_battle").expect("the game is built in");
    let mut rng = Seeded::new(21);
    let (mut table, _) = naval.begin(&Doc::map(), &mut rng).expect("the usual game");
    let mut compared = 0;
    while let Awaiting::Seats(seats) = table.awaiting() {
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = table.sample(seat, &mut rng).expect("whoever is awaited can act");
        if action.contains('*') || action.contains('^') {
            let effort = Effort { tables: 40, ..Effort::default() };
            let other = table.imagine(Viewer::Seat(seat), &mut rng).expect("a generator");
            assert_eq!(odds(&*table, seat, &action, effort), odds(&*other, seat, &action, effort));
            compared += 1;
            if compared == 12 {
                break;
            }
        }
        table.play(Actor::Seat(seat), &action, &mut rng).expect("a legal action");
    }
    assert!(compared > 3);
}

#[test]
fn luck_adds_every_roll_up() {
    let mut rng = Seeded::new(4);
    let mut game = Match::begin(&SQUADRONS, "", &Doc::map(), &mut rng).expect("the usual game");
    while let Awaiting::Seats(seats) = game.table().awaiting() {
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        game.play(Actor::Seat(seat), &action, &mut rng).expect("a legal action");
    }
    let report = luck(&game).expect("the game replays");
    let rolls: Vec<_> =
        game.begun().iter().chain(game.log().entries().flat_map(|entry| &entry.rolled)).collect();
    assert!(!rolls.is_empty());
    let shown: f64 = rolls.iter().map(|roll| f64::from(roll.value)).sum();
    let expected: f64 = rolls.iter().map(|roll| (f64::from(roll.die.0) + 1.0) / 2.0).sum();
    assert_eq!(report.sums.iter().map(|(_, sum)| sum.dice as usize).sum::<usize>(), rolls.len());
    assert_eq!(report.sums.iter().map(|(_, sum)| sum.shown).sum::<f64>(), shown);
    assert!((report.sums.iter().map(|(_, sum)| sum.expected).sum::<f64>() - expected).abs() < 1e-9);
    for entry in report.entries.iter().filter(|entry| entry.number > 0) {
        let chance = entry.chance.expect("few enough dice");
        assert!(chance > 0.0 && chance <= 1.0, "what happened was possible: {entry:?}");
    }
    assert!(report.to_string().contains("standard deviations"));
}

/// The wheel of the wind is turned for everybody: what it shows is nobody's luck.
#[test]
fn a_wheel_is_nobodys_luck() {
    let mut rng = Seeded::new(7);
    let sea = game("sail_epoch").expect("it is in the catalog");
    let mut game = Match::begin(sea, "", &Doc::map(), &mut rng).expect("the usual game");
    for _ in 0..40 {
        let Awaiting::Seats(seats) = game.table().awaiting() else { break };
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        game.play(Actor::Seat(seat), &action, &mut rng).expect("a legal action");
    }
    let rolls: Vec<_> =
        game.begun().iter().chain(game.log().entries().flat_map(|entry| &entry.rolled)).collect();
    let wheels = rolls.iter().filter(|roll| roll.die.0 == 720).count();
    assert!(wheels > 0, "the wind was never turned");
    let report = luck(&game).expect("the game replays");
    let counted = report.sums.iter().map(|(_, sum)| sum.dice as usize).sum::<usize>();
    assert_eq!(counted, rolls.len() - wheels);
    for entry in &report.entries {
        let turned = entry.rolled.iter().any(|roll| roll.rolled.die.0 == 720);
        assert!(!turned || entry.chance.is_none(), "no moment of its own: {entry:?}");
    }
}

/// Both sides' dice are often rolled by the entry of one of them: each counts as its own. In a game of
/// signs luck is how many stars there were.
#[test]
fn luck_is_whose_the_dice_are() {
    let mut rng = Seeded::new(11);
    let table = game("board_game").expect("it is in the catalog");
    let setup = Doc::map().with("scenario", "SC-4");
    let mut game = Match::begin(table, "", &setup, &mut rng).expect("a scenario");
    let mut dice = [0u32; 2];
    let mut stars = [0.0; 2];
    // Two rounds are dice enough.
    while let Awaiting::Seats(seats) = game.table().awaiting()
        && game.table().turn() < 3
    {
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        let played = game.play(Actor::Seat(seat), &action, &mut rng).expect("a legal action");
        for event in &played.events {
            // As the log shows it to people.
            let side = |key: &str| {
                let text = event.doc.get(key).and_then(Doc::as_text).unwrap_or_default();
                usize::from(text.starts_with('N'))
            };
            let mut fell = |side: usize, faces: &str| {
                dice[side] += faces.split_whitespace().count() as u32;
                stars[side] += faces.split_whitespace().filter(|face| *face == "X").count() as f64;
            };
            let text = |key: &str| {
                event.doc.get(key).and_then(Doc::as_text).unwrap_or_default().to_string()
            };
            match event.doc.get("kind").and_then(Doc::as_text) {
                Some("initiative") => {
                    fell(0, &text("south"));
                    fell(1, &text("north"));
                }
                Some("pool") => fell(side("by"), &text("dice")),
                Some("flak") => fell(side("target"), &text("dice")),
                Some("interception") => fell(side("screen_carrier"), &text("face")),
                Some("dogfight") => {
                    let faces = event.doc.get("faces").and_then(Doc::as_list).expect("two faces");
                    for (key, face) in ["carrier", "screen_carrier"].into_iter().zip(faces) {
                        fell(side(key), face.as_text().expect("a face"));
                    }
                }
                _ => {}
            }
        }
    }
    let report = luck(&game).expect("the game replays");
    assert!(dice.iter().all(|n| *n > 20), "{dice:?}");
    for ((name, sum), fell) in report.sums.iter().zip(dice.into_iter().zip(stars)) {
        assert_eq!((sum.dice, sum.shown), fell, "{name}");
        assert!((sum.expected - f64::from(sum.dice) / 6.0).abs() < 1e-9, "{name}");
    }
}

/// NB-I-13: what a memory option has let fade is not named by the odds either.
#[test]
fn odds_do_not_name_what_has_faded() {
    let naval = game("naval_battle").expect("the game is built in");
    let position = |aid: &'static str| {
        Doc::map()
            .with("options", Doc::map().with("memory_aid", aid))
            .with("W", Doc::map().with("a1", "A").with("d5", "3"))
            .with("R", Doc::map().with("h10", "A").with("d6", "5").with("b6", "2"))
            .with("ply", 9)
            .with("known", Doc::map().with("d6", 2))
    };
    let ask = |aid| {
        let table = naval.load(&position(aid)).expect("a position");
        odds(&*table, Seat(0), "d5*d6", Effort::default()).expect("a legal attack")
    };
    assert!(ask("full").is_certain(), "it is shown, so it is known");
    assert!(!ask("off").is_certain());
    assert!(!ask("notes").is_certain());
}

/// The moment that decided a game is where the winner's chance rose most, not the roll that was
/// least likely: here a missed shot beside the target, and then the boarding that took ship and gold.
#[test]
fn what_decided_is_what_changed_the_chances_most() {
    let sea = game("sail_epoch").expect("it is in the catalog");
    let position = "scenario treasures / players 2 / wind N fresh / fort P1 A1 / fort P2 L14
        ship P1 FR1 F6 / ship P1 BR1 B3 cargo 1 / ship P2 BR3 G6 hull 2 cargo 2 / ship P2 BR4 F8 hull 2
        goods E7 1 / delivered P1 0";
    let mut game = Match::load(sea, "", &Doc::from(position.to_string())).expect("a position");
    let played: &[(u8, &str, &[u16])] = &[
        (0, "fire FR1 > BR3", &[2]),
        (0, "board FR1 > BR3", &[6, 1]),
        (0, "alloc FR1=5 BR3=3", &[]),
        (1, "resign", &[]),
    ];
    for (seat, action, dice) in played {
        if *seat == 1 {
            game.play(Actor::Seat(Seat(0)), "end", &mut Tape::new(&[])).expect("his phase ends");
        }
        let mut tape = Tape::new(dice);
        game.play(Actor::Seat(Seat(*seat)), action, &mut tape).expect("a legal action");
    }
    let report = luck(&game).expect("the game replays");
    let found = report.decisive.expect("somebody has won");
    let action = &game.log().entries().nth(found.entry - 1).expect("an entry").action;
    // Why it is: the chances on both sides of it, and what came of it in words.
    assert!(found.now > found.was && found.was > 0.0, "{found:?}");
    assert!(found.says.contains("Mercury") || found.says.contains("first rate"), "{found:?}");
    // In whole sentences, one after the other.
    assert!(found.says.ends_with('.') && !found.says.contains(".."), "{found:?}");
    assert!(action.starts_with("board") || action.starts_with("alloc"), "{action}");
    // Where nothing but the end changed anything, that was it.
    let mut game = Match::load(sea, "", &Doc::from(position.to_string())).expect("a position");
    for (seat, action) in [(0, "end"), (1, "resign")] {
        game.play(Actor::Seat(Seat(seat)), action, &mut Tape::new(&[])).expect("a legal action");
    }
    let found = luck(&game).expect("the game replays").decisive.expect("somebody has won");
    assert_eq!(found.entry, 2);
}

/// In Sail Epoch a shot that hits is good, whatever its number, and in a fight each side rolls its own
/// dice, though one entry makes them all.
#[test]
fn luck_is_hits_and_what_the_own_crews_roll() {
    let sea = game("sail_epoch").expect("it is in the catalog");
    let position = "scenario treasures / players 2 / wind N fresh / fort P1 A1 / fort P2 L14
        ship P1 FR1 F6 / ship P2 BR3 G6 / ship P2 BR4 F8 / delivered P1 0";
    let mut game = Match::load(sea, "", &Doc::from(position.to_string())).expect("a position");
    let played: &[(&str, &[u16])] = &[
        // Beside her only a 2 misses; two spaces off, 1, 3 and 5 hit.
        ("fire FR1 > BR3", &[1]),
        ("fire FR1 > BR3", &[2]),
        ("fire FR1 > BR4", &[6]),
        ("board FR1 > BR3", &[5, 4]),
    ];
    for (action, dice) in played {
        let mut tape = Tape::new(dice);
        game.play(Actor::Seat(Seat(0)), action, &mut tape).expect("a legal action");
    }
    let report = luck(&game).expect("the game replays");
    let [(_, own), (_, other)] = &report.sums[..] else { panic!("two sides: {report}") };
    // One hit, and two points of the frigate's die; of the target's die one.
    assert_eq!((own.dice, own.shown), (4, 3.0), "{report}");
    assert!((own.expected - (2.0 * 5.0 / 6.0 + 0.5 + 1.0)).abs() < 1e-9, "{report}");
    assert_eq!((other.dice, other.shown, other.expected), (1, 1.0, 1.0), "{report}");
}

/// In Fleet Actions both sides' guns fire when the last declaration is made: each gun's luck is her
/// side's, and its measure are hits, of which the target number says how many to expect.
#[test]
fn luck_of_guns_is_the_firing_sides() {
    let text =
        include_str!("../../../games/fleet_actions/tests/data/replays/greedy_dogger_bank_1781.adm");
    let game = verify(admiralty_catalog::games(), text).expect("a golden replay").0;
    let (mut dice, mut hits, mut expected) = ([0; 2], [0.0; 2], [0.0; 2]);
    for event in (0..game.log().entries().count()).flat_map(|i| game.events(i)) {
        let doc = &event.doc;
        if doc.get("kind").and_then(Doc::as_text) != Some("fired") {
            continue;
        }
        let by = doc.get("by").and_then(Doc::as_text).expect("who fires");
        let side = usize::from(!by.starts_with('A'));
        let int = |key: &str| doc.get(key).and_then(Doc::as_int).expect("a number") as f64;
        let n = event.dice.len();
        dice[side] += n as u32;
        hits[side] += int("hits");
        expected[side] += n as f64 * int("number").min(10.0) / 10.0;
    }
    assert!(dice.iter().all(|n| *n > 20), "both fire: {dice:?}");
    let report = luck(&game).expect("the game replays");
    for side in 0..2 {
        let sum = &report.sums[side].1;
        assert_eq!((sum.dice, sum.shown), (dice[side], hits[side]), "{report}");
        assert!((sum.expected - expected[side]).abs() < 1e-6, "{report}");
    }
}
