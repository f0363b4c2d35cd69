//! Matches between bots, balance, luck and odds, as the binary shows them.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::{admiralty, scratch};

#[test]
fn a_match_is_a_table_data_and_a_picture() {
    let svg = scratch("match.svg", "");
    let args = ["arena", "naval_battle", "--bots", "greedy,random", "--games", "4", "--seed", "3"];
    let table = admiralty(&args, "");
    assert!(table.good, "{}", table.err);
    assert!(table.out.contains("greedy:") && table.out.contains("95 % interval"), "{}", table.out);
    assert!(table.out.contains("4 games; by side: White"), "{}", table.out);
    let more = [&args[..], &["--json", "--svg", svg.to_str().unwrap()]].concat();
    let data = admiralty(&more, "");
    assert!(data.good, "{}", data.err);
    let doc: serde_json::Value = serde_json::from_str(&data.out).unwrap();
    assert_eq!(doc["games"], 4);
    assert_eq!(doc["bots"][1]["bot"], "random");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    // The same seed, the same games, however many at a time.
    let alone = admiralty(&[&args[..], &["--json", "--threads", "1"]].concat(), "");
    assert_eq!(alone.out, data.out);
}

#[test]
fn what_cannot_be_played_is_refused_in_plain_words() {
    for (bots, why) in [
        ("greedy", "at least two bots"),
        ("greedy,stockfish", "there is no bot \"stockfish\" (there are: random"),
        ("greedy,random,random", "3 bots, but only 2 sides"),
    ] {
        let run = admiralty(&["arena", "naval_battle", "--bots", bots, "--games", "2"], "");
        assert!(!run.good && run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn a_sequential_test_stops_early() {
    let args = ["arena", "naval_battle", "--bots", "greedy:Cadet,random", "--games", "400"];
    let run = admiralty(&[&args[..], &["--sprt", "0,100", "--json"]].concat(), "");
    assert!(run.good, "{}", run.err);
    let doc: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(doc["sequential"]["answer"], "the first bot is stronger");
    assert!(doc["games"].as_u64().unwrap() < 200, "{}", run.out);
}

#[test]
fn balance_writes_its_section() {
    let file = scratch("balance.md", "# Balance\n\n<!-- other -->\nkept\n<!-- end of other -->\n");
    let path = file.to_str().unwrap();
    let args = [
        "balance",
        "naval_battle",
        "--bot",
        "random",
        "--games",
        "2",
        "--vary",
        "board",
        "--file",
        path,
    ];
    let run = admiralty(&args, "");
    assert!(run.good, "{}", run.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("kept") && text.contains("board grand10"), "{text}");
}

#[test]
fn balance_sets_ready_fleets_against_each_other() {
    let args = ["balance", "board_game", "--bot", "random", "--games", "2", "--dry"];
    let run = admiralty(&args, "");
    assert!(run.good, "{}", run.err);
    assert!(run.out.contains("| SC-8 | 2 |"), "{}", run.out);
    assert!(run.out.contains("RF-UK-CV against RF-JP-CV: "), "{}", run.out);
    // Eight fleets make 28 pairings; one scenario alone makes none.
    assert_eq!(run.out.matches(" against ").count(), 28, "{}", run.out);
    let run = admiralty(&[&args[..], &["--scenario", "SC-1"]].concat(), "");
    assert!(run.good && !run.out.contains(" against "), "{run:?}");
}

#[test]
fn balance_multiplies_options_and_leaves_out_what_does_not_fit() {
    let file = scratch("balance2.md", "");
    let path = file.to_str().unwrap();
    let args = "balance sail_epoch --bot random --games 1 --scenario oceans --vary players \
                --vary variant --vary teams --section Test --file";
    let mut args: Vec<&str> = args.split_whitespace().collect();
    args.push(path);
    let run = admiralty(&args, "");
    assert!(run.good, "{}", run.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("## Sail Epoch, Test"), "{text}");
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("| oceans")).collect();
    // Alone with two, three and four; 2 v 1; 2 v 2 and 3 v 1. Nobody is a team of two players.
    assert_eq!(rows.len(), 6, "{text}");
    assert!(rows[5].contains("players 4") && rows[5].contains("teams 3v1"), "{text}");
    let words = "balance sail_epoch --vary turn_limit --dry";
    let run = admiralty(&words.split(' ').collect::<Vec<_>>(), "");
    assert!(!run.good && run.err.contains("no list of values"), "{run:?}");
}

#[test]
fn luck_is_reported_from_a_record() {
    let path = scratch("luck.adm", "");
    let file = path.to_str().unwrap();
    let args = ["play", "naval_battle", "--seats", "greedy,random", "--seed", "5"];
    assert!(admiralty(&[&args[..], &["--record", file]].concat(), "").good);
    let run = admiralty(&["luck", file], "");
    assert!(run.good && run.out.contains("No dice were rolled."), "{run:?}");
}

#[test]
fn odds_are_asked_for_in_the_terminal_and_in_the_engine() {
    let position = "W:Aa1,1d5,3e2 R:Ah10,6d6,2h9 T:W";
    let args = ["play", "naval_battle", "--position", position, "--seats", "human,human"];
    let run = admiralty(&args, "odds d5*d6\nodds 1\nodds 77\nquit\n");
    assert!(run.good, "{}", run.err);
    assert!(run.out.contains("tables imagined") && run.out.contains(" ±"), "{}", run.out);
    assert!(run.out.contains("There is no number 77."), "{}", run.out);
    let lines = format!(
        "{{\"cmd\":\"load\",\"game\":\"naval_battle\",\"position\":\"{position}\"}}\n\
         {{\"id\":2,\"cmd\":\"odds\",\"seat\":\"W\",\"action\":\"d5*d6\",\"tables\":50}}\n\
         {{\"id\":3,\"cmd\":\"odds\",\"seat\":\"W\",\"action\":\"d5*d9\"}}\n"
    );
    let run = admiralty(&["engine"], &lines);
    let answers: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[1]["tables"], 50);
    assert!(answers[1]["odds"].as_array().unwrap().len() > 1, "{}", run.out);
    assert_eq!(answers[2]["error"]["code"], "play/illegal");
}

#[test]
fn games_are_kept_as_records_and_as_rows() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{}-kept", std::process::id()));
    let rows = folder.with_extension("jsonl");
    let (folder, rows) = (folder.to_str().unwrap(), rows.to_str().unwrap());
    let words = ["arena", "sail_epoch", "--bots", "random,random", "-n", "4", "--longest", "80"];
    let kept = ["--records", folder, "--jsonl", rows];
    let run = admiralty(&[&words[..], &kept[..]].concat(), "");
    assert!(run.good, "{run:?}");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_string())
        .collect();
    files.sort();
    assert_eq!(files.len(), 4);
    let mut verify = vec!["verify"];
    verify.extend(files.iter().map(String::as_str));
    let run = admiralty(&verify, "");
    assert!(run.good, "every record is right: {run:?}");
    let mut export = vec!["export", "--jsonl"];
    export.extend(files.iter().map(String::as_str));
    let run = admiralty(&export, "");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&run.out), sorted(&std::fs::read_to_string(rows).unwrap()));
    assert!(run.out.contains(r#""dice":[["#), "dice are pairs: {}", run.out);
    // A bot against itself: changing chairs would only play each game twice.
    let mut games = std::collections::BTreeMap::<String, String>::new();
    for line in run.out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["by"], "random");
        games.entry(row["match"].to_string()).or_default().push_str(&row["action"].to_string());
    }
    let different: std::collections::BTreeSet<&String> = games.values().collect();
    assert_eq!((games.len(), different.len()), (4, 4));
}

/// One object on one line, the eight levels weakest first, each against the one below.
#[test]
fn a_ladder_is_one_line_of_data() {
    let args = "ladder sail_epoch --games 3 --seed 5 --nodes 60 --json";
    let run = admiralty(&args.split_whitespace().collect::<Vec<_>>(), "");
    assert!(run.good, "{}", run.err);
    assert_eq!(run.out.trim_end().lines().count(), 1);
    let doc: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(doc["game"], "sail_epoch");
    let levels = doc["levels"].as_array().unwrap();
    assert_eq!((levels.len(), &levels[0]["name"]), (8, &"Ship's Boy".into()));
    assert_eq!(levels[7]["name"], "Admiral");
    for level in levels {
        let against = &level["against_below"];
        let [score, low, high] = ["score", "low", "high"].map(|key| against[key].as_f64().unwrap());
        assert!(low <= score && score <= high && against["games"].as_u64() == Some(6), "{level}");
        assert!(level["ms"].as_f64().is_some(), "{level}");
    }
}

/// Weights are written with the command that made them.
#[test]
fn a_judge_is_tuned_by_a_command_that_is_written_down() {
    let args = "tune sail_epoch --games 2 --seed 3 --scenario oceans";
    let run = admiralty(&args.split_whitespace().collect::<Vec<_>>(), "");
    assert!(run.good, "{}", run.err);
    assert!(run.out.contains(&format!("`admiralty {args}`")), "{}", run.out);
    assert!(run.out.contains("// oceans: "), "{}", run.out);
}
