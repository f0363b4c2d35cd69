//! Lessons: every game has some, and a learner may leave the story.
#![cfg(all(
    feature = "naval_battle",
    feature = "sail_epoch",
    feature = "board_game",
    feature = "fleet_actions"
))]

use admiralty_catalog::cases::{Standing, Why, run_cases};
use admiralty_catalog::{Game, game, games, lessons};

fn trial(game: &'static dyn Game, lesson: &str) -> admiralty_catalog::cases::Trial<'static> {
    part(game, lesson, 0)
}

fn part(
    game: &'static dyn Game,
    lesson: &str,
    n: usize,
) -> admiralty_catalog::cases::Trial<'static> {
    let lessons = lessons::lessons(game.meta().id);
    let lesson = lessons.iter().find(|one| one.id == lesson).expect("the lesson is there");
    lesson.parts[n].begin(game).expect("it begins")
}

#[test]
fn every_game_has_lessons_that_say_what_to_do() {
    for game in games() {
        let lessons = lessons::lessons(game.meta().id);
        assert!(lessons.len() >= 5, "{} has {} lessons", game.meta().id, lessons.len());
        for part in lessons.iter().flat_map(|lesson| &lesson.parts) {
            assert!(!part.name().is_empty() && !part.text().is_empty());
            assert!(!part.goal().is_empty() && !part.hint().is_empty());
            assert!(!part.clauses().is_empty());
        }
    }
}

#[test]
fn a_goal_is_reached_by_playing() {
    let mut trial = trial(game("naval_battle").unwrap(), "1-fight");
    assert_eq!(trial.standing(), Standing::Open);
    assert!(trial.play("d5-d9").is_err(), "too far");
    assert_eq!((trial.standing(), trial.moments().len()), (Standing::Open, 0));
    trial.play("d5*d6").unwrap();
    assert_eq!(trial.standing(), Standing::Reached);
    assert_eq!(trial.moments().len(), 1);
}

#[test]
fn a_goal_is_missed_when_the_turn_has_gone() {
    let mut wrong = trial(game("naval_battle").unwrap(), "1-fight");
    wrong.play("d5-d4").unwrap();
    assert_eq!(wrong.standing(), Standing::Missed);
    let mut beaten = trial(game("naval_battle").unwrap(), "1-fight");
    beaten.play("d5*e6").unwrap();
    assert_eq!(beaten.standing(), Standing::Missed);
}

#[test]
fn a_goal_that_can_no_longer_be_reached_is_missed_and_the_rules_say_why() {
    let sail = game("sail_epoch").unwrap();
    // Round the Fancy, but not to N7: she has sailed.
    let mut short = trial(sail, "09-manoeuvre");
    short.play("move FR1 SE1").unwrap();
    assert_eq!(short.standing(), Standing::Missed);
    let Some(Why::Refused(refusal)) = short.why() else { panic!("{:?}", short.why()) };
    assert!(refusal.sentence.contains("moved"), "{}", refusal.sentence);
    // There, but over the mine: what must never happen has.
    let mut mined = trial(sail, "09-manoeuvre");
    mined.play("move FR1 NE1 SE1").unwrap();
    assert_eq!(mined.standing(), Standing::Missed);
    assert!(matches!(mined.why(), Some(Why::Happened(_))), "{:?}", mined.why());
    // As good as what the story has: the fort keeps a gun, and one will do.
    let mut other = part(sail, "05-repair", 1);
    other.play("repair FR1 @A1").unwrap();
    assert_eq!((other.standing(), other.why()), (Standing::Open, None));
}

#[test]
fn whatever_is_done_first_it_is_said_why_a_goal_is_missed() {
    for &game in games() {
        for lesson in lessons::lessons(game.meta().id) {
            for part in &lesson.parts {
                let begun = part.begin(game).expect("it begins");
                for action in begun.table().actions(begun.you(), 60).actions {
                    let mut trial = part.begin(game).expect("it begins");
                    trial.play(&action).expect("it is legal");
                    assert_eq!(trial.why().is_some(), trial.standing() == Standing::Missed);
                }
            }
        }
    }
}

#[test]
fn a_goal_out_of_reach_is_missed_though_something_is_still_to_be_decided() {
    let fleet = game("fleet_actions").unwrap();
    let mut veered = part(fleet, "5_close_action", 0);
    veered.play("V A1@2011 L").unwrap();
    assert_eq!(veered.standing(), Standing::Missed);
}

#[test]
fn a_straggler_that_turns_her_back_on_the_flag_has_not_reached_it() {
    let fleet = game("fleet_actions").unwrap();
    let mut away = part(fleet, "6_stragglers_and_prizes", 0);
    away.play("T A1.3 go SW").unwrap();
    assert_ne!(away.standing(), Standing::Reached);
}

#[test]
fn the_others_answer_as_the_story_has_it() {
    let mut trial = part(game("board_game").unwrap(), "1-dice", 1);
    trial.play("mv S1 M N-N").unwrap();
    // The other side's pass stands in the story and is made at once.
    assert_eq!(trial.moments().len(), 2);
    trial.play("fx S1 EVADE").unwrap();
    assert_eq!(trial.standing(), Standing::Reached);
}

#[test]
fn a_lesson_without_a_hint_or_a_goal_that_can_be_told_is_refused() {
    let text = |more: &str, step: &str| {
        format!(
            "game = \"naval_battle\"\ntitle = \"T\"\n[[case]]\nname = \"n\"\ntext = \"t\"\n\
             goal = \"g\"\n{more}clauses = [\"NB-M-04\"]\nposition = \"W:Aa1,4d5 R:Ah10,1h9 T:W\"\n\
             [[case.step]]\nby = \"W\"\nplay = \"d5-d6\"\n{step}"
        )
    };
    let hint = "hint = \"h\"\n";
    let reports = |text: String| run_cases(games(), &text, "lesson.toml");
    let fails = |text: String| reports(text).iter().any(|report| !report.passed());
    let moved = "events = [{ kind = \"moved\" }]\n";
    assert!(!fails(text(hint, moved)), "{}", reports(text(hint, moved))[0]);
    assert!(fails(text("", moved)), "no hint");
    assert!(fails(text(hint, "")), "nothing says when the goal is reached");
    assert!(
        fails(text(&format!("{hint}reached = {{ awaiting = [\"W\"] }}\n"), moved)),
        "reached before anything is done"
    );
    assert!(
        fails(text(&format!("{hint}reached = {{ outcome = \"W admiral\" }}\n"), moved)),
        "never reached"
    );
}
