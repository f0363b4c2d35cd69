//! `cargo xtask new-game NAME`: a game that is small, whole and yours to change. It is made of
//! `xtask/template`, registered where games are registered, and passes the suite from the first
//! moment (docs/adding-a-game.md).

use crate::steps::cargo;
use crate::{clauses, plan};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the new game is called, in the forms that files need.
struct Named {
    /// `harbour_race`
    name: String,
    /// `HarbourRace`
    type_name: String,
    /// `Harbour Race`
    title: String,
    /// `HR`
    prefix: String,
}

/// Makes the game, registers it and writes its golden replay.
pub(crate) fn run(root: &Path, name: &str, prefix: Option<&str>) -> Result<bool> {
    let named = Named::new(root, name, prefix)?;
    let before = Before::of(root)?;
    let made = (|| {
        write(root, &named)?;
        register(root, &named)?;
        println!(
            "games/{name} is written and registered; its first replay is being made \
             (that builds its tests: some minutes)"
        );
        finish(root, root, name, &mut cargo())
    })();
    if !matches!(made, Ok(true)) {
        before.put_back(root, name)?;
        println!("That failed: games/{name} is taken away again, and nobody knows of it.");
        return made;
    }
    println!(
        "\nIt can be played:  cargo run --release -- play {name}\n\
         and in the browser: cargo run --release\n\
         Its tests:          cargo nextest run -p {name}\n\
         Its client's types: cargo xtask types\n\
         What comes next:    docs/adding-a-game.md"
    );
    Ok(plan::run(root)? && clauses::run(root, clauses::Missing::Count)?)
}

/// The files outside its folder that a new game changes, as they were.
struct Before(Vec<(&'static str, String)>);

impl Before {
    fn of(root: &Path) -> Result<Before> {
        let read = |file: &'static str| Ok((file, fs::read_to_string(root.join(file))?));
        Ok(Before(KNOWS.into_iter().chain(["Cargo.lock"]).map(read).collect::<Result<_>>()?))
    }

    fn put_back(self, root: &Path, name: &str) -> Result<()> {
        for (file, text) in self.0 {
            fs::write(root.join(file), text)?;
        }
        let folder = root.join("games").join(name);
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        Ok(())
    }
}

/// Every file outside its folder that must know of a game.
const KNOWS: [&str; 4] =
    ["Cargo.toml", "crates/catalog/Cargo.toml", "crates/catalog/src/lib.rs", "games/README.md"];

/// Words that Rust keeps to itself, and its own crates.
const TAKEN: [&str; 57] = [
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

impl Named {
    fn new(root: &Path, name: &str, prefix: Option<&str>) -> Result<Named> {
        let words: Vec<&str> = name.split('_').collect();
        let plain = |word: &&str| {
            word.starts_with(|sign: char| sign.is_ascii_lowercase())
                && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if !words.iter().all(plain) {
            bail!("a game is named in small letters with _ between words, such as harbour_race");
        }
        if name.len() < 2 {
            bail!("a game's name has at least two letters");
        }
        let lock = fs::read_to_string(root.join("Cargo.lock"))?;
        let is_linked = |name: &str| lock.contains(&format!("\nname = \"{name}\"\n"));
        if TAKEN.contains(&name) {
            bail!("{name} is a word of Rust's own: choose another name");
        }
        if root.join("games").join(name).exists() {
            bail!("games/{name} is there already");
        }
        if is_linked(name) || is_linked(&name.replace('_', "-")) {
            bail!("a crate that we use is called {name}: choose another name");
        }
        let large = |word: &&str| word[..1].to_uppercase() + &word[1..];
        let initials: String = match words[..] {
            [first, second, ..] => [&first[..1], &second[..1]].concat(),
            [only, ..] => only.chars().take(2).collect(),
            [] => String::new(),
        };
        let prefix = prefix.map_or_else(|| initials.to_uppercase(), String::from);
        if prefix.len() != 2 || !prefix.bytes().all(|b| b.is_ascii_uppercase()) {
            bail!("clauses begin with two capital letters, not \"{prefix}\": see --prefix");
        }
        for game in plan::games(root)? {
            let register = root.join("games").join(&game).join("rules/clauses.toml");
            if fs::read_to_string(register)?.contains(&format!("id = \"{prefix}-")) {
                bail!("{prefix} is the prefix of {game}: choose another with --prefix");
            }
        }
        Ok(Named {
            name: name.into(),
            type_name: words.iter().map(large).collect(),
            title: words.iter().map(large).collect::<Vec<_>>().join(" "),
            prefix,
        })
    }

    fn fill(&self, text: &str) -> String {
        text.replace("@name@", &self.name)
            .replace("@Type@", &self.type_name)
            .replace("@Title@", &self.title)
            .replace("@XX@", &self.prefix)
    }
}

/// Writes the files of the template.
fn write(root: &Path, named: &Named) -> Result<()> {
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("template");
    copy(&template, &root.join("games").join(&named.name), named)
}

fn copy(from: &Path, to: &Path, named: &Named) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(&name), named)?;
        } else {
            let name = name.strip_suffix(".in").unwrap_or(&name);
            fs::write(to.join(name), named.fill(&fs::read_to_string(entry.path())?))?;
        }
    }
    Ok(())
}

/// Tells them of the game.
fn register(root: &Path, named: &Named) -> Result<()> {
    let Named { name, type_name, title, prefix } = named;
    let edit = |file: &str, change: &dyn Fn(&str) -> Option<String>| -> Result<()> {
        let path = root.join(file);
        let text = fs::read_to_string(&path).with_context(|| file.to_string())?;
        let text = change(&text).with_context(|| format!("{file} has no place for a game"))?;
        Ok(fs::write(path, text)?)
    };
    edit("Cargo.toml", &|text| {
        after_last(text, "{ path = \"games/", &format!("{name} = {{ path = \"games/{name}\" }}"))
    })?;
    edit("crates/catalog/Cargo.toml", &|text| {
        let (before, after) = text.split_once("all = [")?;
        let text = format!("{before}all = [{}", after.replacen(']', &format!(", \"{name}\"]"), 1));
        let text = after_last(&text, "= [\"dep:", &format!("{name} = [\"dep:{name}\"]"))?;
        let line = format!("{name} = {{ workspace = true, optional = true }}");
        after_last(&text, "workspace = true, optional = true", &line)
    })?;
    edit("crates/catalog/src/lib.rs", &|text| {
        let line = format!("    \"{name}\" {}: {name}::{type_name};", name.to_uppercase());
        let (before, games) = text.split_once("\ngames! {\n")?;
        let (games, after) = games.split_once("\n}\n")?;
        Some(format!("{before}\ngames! {{\n{games}\n{line}\n}}\n{after}"))
    })?;
    edit("games/README.md", &|text| {
        let row = format!("| `{name}` | {prefix} | {title}: what it is, in a line |");
        after_last(text, "| `", &row)
    })
}

/// The text with a line added behind the last one that has this.
fn after_last(text: &str, has: &str, line: &str) -> Option<String> {
    let at = text.rfind(has)?;
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    Some(format!("{}\n{line}{}", &text[..end], &text[end..]))
}

/// Formats the new crate and writes its golden replay, in the workspace at `at`.
fn finish(root: &Path, at: &Path, name: &str, cargo: &mut Command) -> Result<bool> {
    for book in ["replays", "walks"] {
        fs::create_dir_all(at.join("games").join(name).join("tests/data").join(book))?;
    }
    let mut format = Command::new("cargo");
    let formatted = format.args(["fmt", "-p", name]).current_dir(at).status()?.success();
    let blessed = cargo
        .args(["test", "-p", name, "--test", "replays", "--test", "walks"])
        .env("BLESS", "1")
        .env("CARGO_TARGET_DIR", crate::steps::target(root))
        .current_dir(at)
        .status()?
        .success();
    Ok(formatted && blessed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn named(name: &str) -> Result<Named> {
        Named::new(&crate::root(), name, None)
    }

    /// A folder below the target for one test.
    fn scratch(name: &str) -> PathBuf {
        let folder = crate::steps::target(&crate::root()).join("tmp").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn names_are_read_in_all_their_forms() {
        let race = named("harbour_race").unwrap();
        assert_eq!((race.type_name.as_str(), race.title.as_str()), ("HarbourRace", "Harbour Race"));
        assert_eq!(race.prefix, "HR");
        assert_eq!(named("regatta").unwrap().prefix, "RE");
        for (wrong, says) in [
            ("Regatta", "small letters"),
            ("naval_battle", "there already"),
            ("type", "Rust's own"),
            ("core", "Rust's own"),
            ("serde", "a crate that we use"),
            ("tower_http", "a crate that we use"),
            ("x", "two letters"),
            ("new_boats", "prefix of naval_battle"),
        ] {
            let error = named(wrong).err().unwrap().to_string();
            assert!(error.contains(says), "{wrong}: {error}");
        }
    }

    /// The new crate, in a workspace of its own that takes everything else from this one: it
    /// fits the plan, compiles without a warning and passes the suite.
    #[test]
    fn a_new_game_passes_the_suite() {
        let (root, at) = (crate::root(), scratch("new-game"));
        let race = named("regatta").unwrap();
        write(&at, &race).unwrap();
        let ours = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let members =
            "members = [\"crates/*\", \"games/*\", \"xtask\"]\ndefault-members = [\"crates/cli\"]";
        assert!(ours.contains(members), "the workspace has other members");
        let own = ours
            .replace(members, "members = [\"games/*\"]")
            .replace("path = \"", &format!("path = \"{}/", root.display()));
        fs::write(at.join("Cargo.toml"), own).unwrap();
        for file in ["Cargo.lock", "rustfmt.toml", "clippy.toml"] {
            if root.join(file).exists() {
                fs::copy(root.join(file), at.join(file)).unwrap();
            }
        }
        let mut bless = cargo();
        bless.arg("--offline");
        assert!(finish(&root, &at, "regatta", &mut bless).unwrap(), "it can be blessed");
        let tests = cargo()
            .args(["test", "--offline", "--quiet", "-p", "regatta"])
            .env("CARGO_TARGET_DIR", crate::steps::target(&root))
            .env("RUSTFLAGS", std::env::var("RUSTFLAGS").unwrap_or_default())
            .current_dir(&at)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&tests.stdout);
        let warned = String::from_utf8_lossy(&tests.stderr);
        assert!(tests.status.success(), "{told}\n{warned}");
        assert!(!warned.contains("regatta/src"), "it compiles without a warning: {warned}");
        assert!(plan::run(&at).unwrap() && clauses::run(&at, clauses::Missing::List).unwrap());
    }

    #[test]
    fn every_place_that_knows_games_is_told() {
        let (root, at) = (crate::root(), scratch("registered"));
        for file in KNOWS.into_iter().chain(["Cargo.lock"]) {
            let to = at.join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(root.join(file), to).unwrap();
        }
        let (regatta, before) = (named("regatta").unwrap(), Before::of(&at).unwrap());
        write(&at, &regatta).unwrap();
        register(&at, &regatta).unwrap();
        let read = |file: &str| fs::read_to_string(at.join(file)).unwrap();
        let workspace: toml::Table = read("Cargo.toml").parse().unwrap();
        let path = &workspace["workspace"]["dependencies"]["regatta"]["path"];
        assert_eq!(path.as_str(), Some("games/regatta"));
        let catalog: toml::Table = read("crates/catalog/Cargo.toml").parse().unwrap();
        let all = catalog["features"]["all"].as_array().unwrap();
        assert_eq!(all.last().and_then(toml::Value::as_str), Some("regatta"));
        assert_eq!(catalog["features"]["regatta"][0].as_str(), Some("dep:regatta"));
        assert_eq!(catalog["dependencies"]["regatta"]["optional"].as_bool(), Some(true));
        let line = "    \"regatta\" REGATTA: regatta::Regatta;\n}\n";
        assert!(read("crates/catalog/src/lib.rs").contains(line));
        assert!(read("games/README.md").contains("| `regatta` | RE |"));
        // And nobody knows of it when it is taken away again.
        before.put_back(&at, "regatta").unwrap();
        assert!(!at.join("games/regatta").exists());
        for file in KNOWS {
            assert_eq!(read(file), fs::read_to_string(root.join(file)).unwrap(), "{file}");
        }
    }
}
