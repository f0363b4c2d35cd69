//! Reading text a person typed: what is wrong, and where.

use alloc::string::String;
use core::fmt;

/// A text that is not what was expected: where, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Position of the first sign that does not fit, counted from 1.
    pub column: usize,
    /// Why, as one plain line.
    pub reason: String,
}

impl ParseError {
    /// At byte `offset` of the text.
    pub fn at(offset: usize, reason: impl Into<String>) -> ParseError {
        ParseError { column: offset + 1, reason: reason.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at sign {})", self.reason, self.column)
    }
}

impl core::error::Error for ParseError {}
