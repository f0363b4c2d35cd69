//! `admiralty check`: runs case files and shows what is not as they say.

use crate::args::CheckArgs;
use crate::verify::read;
use admiralty_catalog::cases::{CaseReport, run_cases};
use anyhow::Result;
use std::io::Write;

/// True if every case passed.
pub(crate) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<bool> {
    let (mut passed, mut failed) = (0, 0);
    for file in &args.files {
        let path = file.display().to_string();
        let reports = match read(file) {
            Ok(text) => run_cases(admiralty_catalog::games(), &text, &path),
            Err(error) => {
                failed += 1;
                writeln!(out, "{error:#}")?;
                continue;
            }
        };
        for report in reports.iter().filter(|report| is_wanted(report, args.only.as_deref())) {
            if report.passed() {
                passed += 1;
                if args.verbose {
                    writeln!(out, "ok      {} [{}]", report.name, report.clauses.join(", "))?;
                }
            } else {
                failed += 1;
                writeln!(out, "{report}")?;
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}

/// Is the case among those asked for? A file that could not be read always is.
fn is_wanted(report: &CaseReport, only: Option<&str>) -> bool {
    let Some(only) = only else { return true };
    report.name.is_empty()
        || report.name.contains(only)
        || report.clauses.iter().any(|clause| clause.contains(only))
}
