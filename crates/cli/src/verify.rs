//! `admiralty verify`: was this game played by the rules, with these dice?

use crate::args::VerifyArgs;
use anyhow::{Context, Result};
use std::io::Write;

/// True if every record is right.
pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<bool> {
    let mut good = true;
    for file in &args.files {
        let text = read(file)?;
        match admiralty_catalog::verify(admiralty_catalog::games(), &text) {
            Ok((_, report)) => {
                let dice = match (report.dice, report.proved) {
                    (0, _) => String::new(),
                    (n, true) => format!(", {n} dice derived again from the revealed key"),
                    (n, false) => format!(", {n} dice (no key to derive them from)"),
                };
                let rewinds = match report.rewinds {
                    0 => String::new(),
                    n => format!(", {n} taken back"),
                };
                writeln!(
                    out,
                    "{}: right. {} entries{rewinds}{dice}; {}",
                    file.display(),
                    report.entries,
                    report.result
                )?;
                for remark in &report.remarks {
                    writeln!(out, "{}: note: {remark}", file.display())?;
                }
            }
            Err(error) => {
                good = false;
                writeln!(out, "{}: WRONG. {error}", file.display())?;
            }
        }
    }
    Ok(good)
}

/// The text of a file; what is not text is said to be none.
pub(crate) fn read(file: &std::path::Path) -> Result<String> {
    text_of(file).with_context(|| file.display().to_string())
}

/// The same, for whoever names the file itself.
pub(crate) fn text_of(file: &std::path::Path) -> Result<String> {
    String::from_utf8(std::fs::read(file)?).map_err(|_| anyhow::anyhow!("not a text file"))
}
