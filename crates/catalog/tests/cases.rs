//! The case runner: what it accepts, and how it tells what went wrong.

use admiralty_catalog::cases::{CaseReport, run_cases};
use admiralty_testkit::{game_of, miniature::Squadrons};

fn run(text: &str) -> Vec<CaseReport> {
    run_cases(&[game_of::<Squadrons>()], text, "file.toml")
}

#[test]
fn every_expectation_can_be_met() {
    let reports = run(include_str!("data/cases.toml"));
    assert_eq!(reports.len(), 9);
    for report in reports {
        assert!(report.passed(), "{report}");
    }
}

/// What the runner says about one step after the given lines of a step.
fn step(expectation: &str) -> String {
    let text = format!(
        "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\n\
         begin_dice = [6, 1, 4]\n[[case.step]]\n{expectation}\n"
    );
    let reports = run(&text);
    assert_eq!(reports.len(), 1);
    assert!(!reports[0].passed(), "this should fail: {expectation}");
    reports[0].to_string()
}

#[test]
fn every_expectation_can_fail() {
    let n1 = "by = \"N1\"\nplay = \"assign ggs\"\n";
    for (expectation, part) in [
        ("awaiting = [\"N1\"]", "expected N1\n    found    [N1, S1]"),
        ("awaited.N2 = []", "awaited N2"),
        ("actions.N1 = 7", "found    8: assign ggg, assign ggs"),
        ("actions.N1 = [\"assign ggg\"]", "not expected [\"assign ggs\""),
        ("menu.N1 = [\"g\"]", "found    g, s, strike"),
        ("menu.N1 = { draft = [\"x\"] }", "pick 1 of the draft, \"x\", is not on the menu"),
        ("prompt.N1 = \"nothing\"", "It is for you to decide."),
        ("board.N1 = \"nothing\"", "pool [6, 1, 4]"),
        (
            "legal.N1 = [\"seal 1\"]",
            "found    this admiral has nothing to decide like that now [SQ-1]",
        ),
        ("illegal.N1 = [\"assign ggs\"]", "expected \"assign ggs\" is refused"),
        ("illegal.N1 = [[\"assign g\", \"SQ-1\"]]", "expected \"assign g\" is refused by SQ-1"),
        ("illegal.N1 = [\"xyz\"]", "cannot be read"),
        ("outcome = \"N points\"", "found    unfinished"),
        ("undo.N1 = true", "there is nothing to undo"),
        (
            "position = { pool = [6, 1] }",
            "position pool:\n    expected [6,1]\n    found    [6,1,4]",
        ),
        ("position = { \"assigned.N\" = \"ggg\" }", "found    nothing (assigned has: )"),
        ("absent = [\"pool\"]", "found    [6,1,4]"),
        ("view.N1 = { round = 2 }", "view N1 round:\n    expected 2\n    found    1"),
        ("unseen.N1 = [\"round\"]", "unseen N1 round"),
        ("hides.N1 = [\"wide\"]", "expected no \"wide\""),
        ("hides.X = [\"wide\"]", "\"X\" is no seat, spectator or umpire"),
        ("hides = [\"wide\"]", "hides wants a seat: hides.W = …"),
        ("alike.N1 = \"N1@later\"", "there is no mark \"later\""),
        ("alike.N1 = \"X\"", "\"X\" is no seat, spectator or umpire"),
        ("odds.N1 = { play = \"seal 1\" }", "this admiral has nothing to decide like that now"),
        (
            "odds.N1 = { play = \"strike\", chances = { \"the end\" = \"1/2\" } }",
            "expected the end: 50.0 %\n    found     100.0 %  nothing to speak of",
        ),
        ("odds.N1 = { play = \"strike\", never = [\"nothing\"] }", "expected no \"nothing\""),
        ("odds.N1 = { play = \"strike\", chances = { x = \"2\" } }", "\"2\" is no share"),
        ("illegal.N1 = [[\"assign g\", \"SQ-1\", \"SQ-3\"]]", "is refused by SQ-1 or SQ-3"),
        ("illegal.N1 = [[\"assign g\", \"behind SQ-2\"]]", "is refused by behind SQ-2"),
        ("around.N1 = { left = \"strike\" }", "found    \"forfeit N\""),
    ] {
        let said = step(expectation);
        assert!(said.contains(part), "{expectation}\n{said}");
    }
    for (expectation, part) in [
        ("refused = \"SQ-2\"", "found    it is played"),
        ("unreadable = true", "found    it is played"),
        (
            "events = [{ kind = \"scale\" }]",
            "found    {\"kind\":\"own\",\"action\":\"assign ggs\"} to [N1, N2]",
        ),
        ("events = [{ kind = \"decided\" }, { kind = \"own\" }]", "after those before it"),
        ("events = [{ kind = \"own\", to = [\"S1\"] }]", "events:"),
        ("events = [{ kind = \"own\", not_to = [\"N2\"] }]", "events:"),
        ("events = [{ kind = \"own\", reveals = true }]", "events:"),
        ("events = [{ kind = \"own\", to = [\"P9\"] }]", "\"P9\" is no seat"),
        ("only = [{ kind = \"decided\" }]", "{\"kind\":\"decided\"} next"),
        ("only = [{ kind = \"own\" }]", "expected 1 events"),
        ("never = [{ kind = \"decided\" }]", "expected no {\"kind\":\"decided\"}"),
        ("sentence = [\"storm\"]", "the flagship of the north has decided."),
        ("rolled = [\"d6\"]", "found    []"),
        ("dice = [3]", "too many dice: nobody rolled [3]"),
        ("dice = [\"d6=3\", \"two\"]", "too many dice: nobody rolled [d6=3, two]"),
        ("alike.N1 = \"N1@before\"", "alike N1 done"),
        ("alike.S1 = \"N1\"", "as N1: \"ggs\"\n    found    null"),
        ("refused = [\"SQ-2\", \"SQ-1\"]", "found    it is played"),
    ] {
        let said = step(&format!("{n1}{expectation}"));
        assert!(said.contains(part), "{expectation}\n{said}");
        assert!(
            said.contains("FAILED file.toml:2 \"x\" [SQ-1]") && said.contains("step 1"),
            "{said}"
        );
    }
    let said = step("by = \"N1\"\nplay = \"assign g\"");
    assert!(said.contains("play: 3 dice lie in the pool, 1 are assigned [SQ-2]"), "{said}");
    let said = step("by = \"N1\"\nplay = \"assign g\"\nrefused = \"SQ-1\"");
    assert!(said.contains("expected \"SQ-1\"\n    found    3 dice lie"), "{said}");
    let said = step("by = \"N1\"\nplay = \"assign g\"\nrefused = [\"SQ-1\", \"SQ-3\"]");
    assert!(said.contains("expected [\"SQ-1\",\"SQ-3\"]\n    found    3 dice lie"), "{said}");
    let said = step("by = \"N1\"\nplay = \"assign g\"\nbehind = \"SQ-3\"");
    assert!(said.contains("behind:\n    expected \"SQ-3\"\n    found    3 dice lie"), "{said}");
    let said = step("by = \"N1\"\nplay = \"assign g\"\nsays = \"storm\"");
    assert!(said.contains("says:"), "{said}");
    let said = step("by = \"N9\"\nplay = \"assign g\"");
    assert!(
        said.contains("there is no seat \"N9\" (there are N1, N2, S1, S2, clock, host)"),
        "{said}"
    );
}

#[test]
fn the_form_is_checked_with_lines() {
    for (text, part) in [
        ("game = \"squadrons\"\n[[case]\n", "line 2, column"),
        (
            "game = \"squadrons\"\nfoo = 1\n",
            "line 2, foo: unknown field (known here: game, title, you, case)",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\n[[case.step]]\nawaitng = []\n",
            "line 6, case.0.step.0.awaitng: unknown field",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\n[[case.step]]\nawaiting = []\n",
            "case.0.clauses: a case cites at least one clause",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-99\"]\n[[case.step]]\noutcome = \"unfinished\"\n",
            "SQ-99 is not in the register of squadrons",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\n",
            "a case without a step shows nothing",
        ),
        (
            "game = \"go\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\n[[case.step]]\noutcome = \"unfinished\"\n",
            "there is no game \"go\" (known: squadrons)",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\n[[case.step]]\nplay = \"seal 1\"\n",
            "case.0.step.0.by: says who does it and is missing",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\nbegin_dice = [1, 2, 3, 4]\n[[case.step]]\noutcome = \"unfinished\"\n",
            "nobody rolled [4]",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\nbegin_dice = [1, \"d10=2\"]\n[[case.step]]\noutcome = \"unfinished\"\n",
            "die 2 is a d6, not d10=2",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\nbegin_dice = [1, \"seven\"]\n[[case.step]]\noutcome = \"unfinished\"\n",
            "a d6 has no face seven (it has one, two",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\n[[case.step]]\nmark = \"before\"\n",
            "this name always means the moment before the step",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\nrecord = [\"N1: seal 1\"]\n[[case.step]]\noutcome = \"unfinished\"\n",
            "line 5, record: \"N1: seal 1\": this admiral has nothing",
        ),
        (
            "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\nsetup_fault = \"x\"\n",
            "found    the set-up is accepted",
        ),
    ] {
        let reports = run(text);
        let said: String = reports.iter().map(|report| format!("{report}\n")).collect();
        assert!(reports.iter().any(|report| !report.passed()), "{text}");
        assert!(said.contains(part), "{part}\n{said}");
    }
    let twice = "game = \"squadrons\"\n[[case]]\nname = \"x\"\nclauses = [\"SQ-1\"]\nsetup_fault = \"0\"\noptions = { rounds = 0 }\n";
    let reports = run(&format!("{twice}{}", twice.trim_start_matches("game = \"squadrons\"\n")));
    assert!(reports[0].passed() && !reports[1].passed());
    assert!(reports[1].to_string().contains("the name stands twice"));
}
