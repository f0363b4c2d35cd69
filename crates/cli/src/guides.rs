//! The Rust examples of the documents, as doc tests: nothing here but for them.

/// docs/bots.md
#[doc = include_str!("../../../docs/bots.md")]
mod bots {}

/// docs/testkit.md
#[doc = include_str!("../../../docs/testkit.md")]
mod testkit {}
