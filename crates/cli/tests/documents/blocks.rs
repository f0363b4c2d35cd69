//! The fenced blocks of a document.

use std::path::{Path, PathBuf};

/// One fenced block.
pub(crate) struct Block {
    /// `docs/engine.md:20`
    pub(crate) at: String,
    /// The first word behind the fence: `sh`, `rust`.
    pub(crate) language: String,
    /// Why it is not run, as the comment above it says: `<!-- not run: it needs root -->`.
    pub(crate) not_run: Option<String>,
    pub(crate) text: String,
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is there")
}

/// Everything that tells people how to use this, by its path from the root.
pub(crate) fn documents() -> Vec<String> {
    let root = root();
    let mut found: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "python/README.md"]
            .map(String::from)
            .into();
    let mut folders = vec!["docs".to_string()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder)).expect("a folder").flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What a document says.
pub(crate) fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).expect("a document can be read")
}

/// The blocks of a document, in order.
pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let text = read(document);
    let mut found: Vec<Block> = Vec::new();
    let (mut open, mut above) = (false, None);
    for (i, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => {
                open = true;
                found.push(Block {
                    at: format!("{document}:{}", i + 1),
                    language: info.split([',', ' ']).next().unwrap_or_default().into(),
                    not_run: above.take(),
                    text: String::new(),
                });
            }
            None if open => {
                let text = &mut found.last_mut().expect("a block is open").text;
                text.push_str(line);
                text.push('\n');
            }
            None => {
                let why = line.trim().strip_prefix("<!-- not run: ");
                above = why.and_then(|why| why.strip_suffix(" -->")).map(String::from);
            }
        }
    }
    assert!(!open, "{document}: a block is not closed");
    found
}
