//! The name of a rule: `NB-J-14`, `SE-3.3.2.12c`, `FA-8.20`.

use core::fmt;

/// A clause of a game's register. Code and refusals cite it; a check in the
/// build compares every citation with the register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClauseId(pub &'static str);

impl ClauseId {
    /// The id as it stands in the register.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Does the text have the form of a clause id: a prefix of two capital
/// letters, a hyphen, then letters, digits, dots and hyphens?
///
/// ```
/// use admiralty_core::is_clause_id;
/// assert!(is_clause_id("NB-J-14"));
/// assert!(is_clause_id("SE-3.3.2.12c"));
/// assert!(!is_clause_id("nb-j-14"));
/// assert!(!is_clause_id("NB-"));
/// ```
pub fn is_clause_id(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 3
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes[2] == b'-'
        && bytes[3..].iter().all(|b| b.is_ascii_alphanumeric() || *b == b'.' || *b == b'-')
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
}
