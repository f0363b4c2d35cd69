//! Everything we link must be free to pass on under our own licence.

use crate::steps::cargo;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;

/// Licences that ask for no more than keeping a notice, and MPL-2.0, which
/// asks only that changes to its own files stay open.
const ALLOWED: [&str; 16] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Prints what is not allowed; true if nothing is.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let out = cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()
        .context("cargo metadata")?;
    if !out.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&out.stderr).trim());
    }
    let metadata: Value = serde_json::from_slice(&out.stdout).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let mut good = true;
    for package in packages {
        let name = package["name"].as_str().unwrap_or("?");
        let licence = package["license"].as_str().unwrap_or("");
        if !allows(licence) {
            good = false;
            println!("{name}: the licence \"{licence}\" is not on the list");
        }
    }
    println!("licences of {} packages looked at", packages.len());
    Ok(good)
}

/// Does an SPDX expression leave us a choice that is on the list?
fn allows(expression: &str) -> bool {
    // "MIT/Apache-2.0" is the old way of writing OR.
    let expression = expression.replace('/', " OR ");
    let mut words = expression.replace('(', " ( ").replace(')', " ) ");
    for allowed in ALLOWED.iter().filter(|licence| licence.contains(' ')) {
        words = words.replace(allowed, &allowed.replace(' ', "_"));
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut at = 0;
    either(&words, &mut at) && at == words.len()
}

fn either(words: &[&str], at: &mut usize) -> bool {
    let mut good = both(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        good |= both(words, at);
    }
    good
}

fn both(words: &[&str], at: &mut usize) -> bool {
    let mut good = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        good &= one(words, at);
    }
    good
}

fn one(words: &[&str], at: &mut usize) -> bool {
    match words.get(*at) {
        Some(&"(") => {
            *at += 1;
            let good = either(words, at);
            if words.get(*at) == Some(&")") {
                *at += 1;
            }
            good
        }
        Some(word) => {
            *at += 1;
            ALLOWED.contains(&word.replace('_', " ").as_str())
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn reads_expressions() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(allows(good), "{good}");
        }
        for bad in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR MIT) AND LGPL-2.1", "MIT Apache-2.0"]
        {
            assert!(!allows(bad), "{bad}");
        }
    }
}
