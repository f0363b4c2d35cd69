//! Runs of lines that stand twice, word for word.

use super::Source;
use std::collections::HashMap;

/// More than so many lines in a row may not stand twice.
const LONGEST: usize = 12;

/// A line that is compared, and where it stands.
struct Line<'a> {
    text: &'a str,
    number: usize,
}

/// The runs that stand twice, each named once with both its places.
pub(super) fn find(sources: &[&Source]) -> Vec<String> {
    let files: Vec<Vec<Line<'_>>> = sources.iter().map(|source| lines(source)).collect();
    let mut seen: HashMap<Vec<&str>, (usize, usize)> = HashMap::new();
    let mut faults = Vec::new();
    for (file, lines) in files.iter().enumerate() {
        let mut at = 0;
        while at + LONGEST < lines.len() {
            let run: Vec<&str> = lines[at..=at + LONGEST].iter().map(|line| line.text).collect();
            match seen.get(&run) {
                Some(&(other, from)) if other != file || from + LONGEST < at => {
                    let n = same(&files[other][from..], &lines[at..]);
                    let place = |file: usize, at: usize| {
                        format!("{}:{}", sources[file].path, files[file][at].number)
                    };
                    faults.push(format!(
                        "{} and {}: the same {n} lines",
                        place(other, from),
                        place(file, at)
                    ));
                    at += n;
                }
                Some(_) => at += 1,
                None => {
                    seen.insert(run, (file, at));
                    at += 1;
                }
            }
        }
    }
    faults
}

fn same(a: &[Line<'_>], b: &[Line<'_>]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a.text == b.text).count()
}

/// What is compared: no empty lines, no tests.
fn lines(source: &Source) -> Vec<Line<'_>> {
    source
        .text
        .lines()
        .zip(1..)
        .map(|(text, number)| Line { text: text.trim(), number })
        .take_while(|line| line.text != "#[cfg(test)]")
        .filter(|line| !line.text.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_twice_is_found_once() {
        let source = |path: &str, text: String| Source { path: path.into(), text };
        let run = |n: usize| (0..n).map(|i| format!("  line {i};\n\n")).collect::<String>();
        let a = source("a.rs", format!("one\n{}two\n", run(20)));
        let b = source("b.rs", format!("three\nfour\n{}five\n", run(20)));
        assert_eq!(find(&[&a, &b]), ["a.rs:2 and b.rs:3: the same 20 lines"]);
        let short = source("c.rs", format!("six\n{}seven\n", run(12)));
        assert_eq!(find(&[&a, &short]), [""; 0]);
        let test = source("d.rs", format!("eight\n#[cfg(test)]\n{}", run(20)));
        assert_eq!(find(&[&a, &test]), [""; 0]);
    }
}
