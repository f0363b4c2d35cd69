//! What a game says about itself before anybody plays it.

/// Name, seats, options, dice of a game.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// The crate's name, used in files and addresses: `naval_battle`.
    pub id: &'static str,
    /// The name people see.
    pub title: &'static str,
    /// Prefix of its clauses: `NB`.
    pub prefix: &'static str,
    /// One sentence that makes somebody want to play it.
    pub blurb: &'static str,
    /// How many seats it takes, fewest and most.
    pub seats: (u8, u8),
    /// About how long a game takes, in minutes, shortest and longest.
    pub minutes: (u16, u16),
    /// Its options.
    pub options: &'static [OptionMeta],
    /// Options that matter only with certain values of others; without an entry one always does.
    pub only: &'static [OnlyWhen],
    /// Ready scenarios: id, title, one sentence.
    pub scenarios: &'static [ScenarioMeta],
    /// The dice it uses: faces and name.
    pub dice: &'static [(u16, &'static str)],
    /// The text of its clause register (TOML).
    pub clauses: &'static str,
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionMeta {
    /// Its key in set-ups.
    pub key: &'static str,
    /// What it does, in a few words.
    pub text: &'static str,
    /// What it may be.
    pub values: Values,
    /// Its default, as text.
    pub default: &'static str,
    /// The clause that defines it.
    pub clause: &'static str,
}

/// An option that matters only where another has one of these values. Of several entries for one
/// option all must hold.
#[derive(Clone, Copy, Debug)]
pub struct OnlyWhen {
    /// Key of the option.
    pub option: &'static str,
    /// Key of the other.
    pub given: &'static str,
    /// Its values, as text.
    pub values: &'static [&'static str],
}

/// What an option may be.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// On or off.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in a range; with `off`, 0 switches it off.
    Number {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
        /// Does 0 switch it off?
        off: bool,
    },
    /// A free text or document, described in the text of the option.
    Free,
    /// A free text, for which these words are ready.
    Ready(&'static [&'static str]),
}

/// A ready scenario.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioMeta {
    /// Its key in set-ups.
    pub id: &'static str,
    /// The name people see.
    pub title: &'static str,
    /// One sentence about it.
    pub text: &'static str,
    /// How many seats it takes, fewest and most.
    pub seats: (u8, u8),
}
