//! Writes every way to break a source into it at once, each behind a switch,
//! and finds the one that the compiler does not like.

use super::points::{Form, Site};
use std::cmp::Reverse;
use std::ops::Range;

/// Which way of which site of a file.
pub(crate) type At = (usize, usize);

/// A source with switches.
pub(crate) struct Rewritten {
    pub(crate) text: String,
    /// Stretches of the text that belong to a site, or to one way of it.
    regions: Vec<(Range<usize>, usize, Option<usize>)>,
}

impl Rewritten {
    /// The sites that lie in this stretch.
    pub(crate) fn inside(&self, stretch: &Range<usize>) -> Vec<usize> {
        let regions = self.regions.iter().filter(|(region, _, way)| {
            way.is_none() && stretch.start <= region.start && region.end <= stretch.end
        });
        regions.map(|(_, site, _)| *site).collect()
    }

    /// What is to be dropped because of an error at these bytes: one way if the
    /// error lies in its own text, else all ways of the site around it.
    pub(crate) fn blame(&self, error: &Range<usize>) -> Option<(usize, Option<usize>)> {
        // A block that must not come to its end, and whose last statement may be left out.
        let last = self.regions.iter().find(|(region, ..)| {
            let after = self.text.get(region.end..error.end).unwrap_or("-");
            region.start > error.start && after.trim() == "}"
        });
        if let Some((_, site, _)) = last {
            return Some((*site, None));
        }
        self.regions
            .iter()
            .filter(|(region, ..)| region.start <= error.start && error.end <= region.end)
            .min_by_key(|(region, _, way)| (region.len(), way.is_none()))
            .map(|(_, site, way)| (*site, *way))
    }
}

/// The source with a switch for every way that is not dropped. `number` gives
/// out numbers: how many are wanted, the first of them comes back.
pub(crate) fn rewrite(
    source: &str,
    sites: &[Site],
    is_dropped: impl Fn(At) -> bool,
    mut number: impl FnMut(&[At]) -> u32,
) -> Rewritten {
    // Insertions in the order of the text: what ends at a place before what
    // begins there, inner ends before outer ones, outer beginnings before inner ones.
    let mut insertions = Vec::new();
    for (i, site) in sites.iter().enumerate() {
        let ways: Vec<At> =
            (0..site.ways.len()).map(|way| (i, way)).filter(|at| !is_dropped(*at)).collect();
        if ways.is_empty() {
            continue;
        }
        let first = number(&ways);
        let (before, after) = switch(site, &ways, first);
        let Range { start, end } = site.range;
        insertions.push(((start, 1, Reverse(end), i), i, before, true));
        if start != end {
            insertions.push(((end, 0, Reverse(start), usize::MAX - i), i, after, false));
        } else if let Some((.., pieces, _)) = insertions.last_mut() {
            pieces.extend(after);
        }
    }
    insertions.sort_by_key(|(key, ..)| *key);
    let mut text = String::with_capacity(source.len() * 3);
    let mut regions = Vec::new();
    let mut opened = vec![0; sites.len()];
    let mut copied = 0;
    for ((at, ..), site, pieces, opens) in insertions {
        text.push_str(&source[copied..at]);
        copied = at;
        if opens {
            opened[site] = text.len();
        }
        for (piece, way) in pieces {
            let from = text.len();
            text.push_str(&piece);
            if way.is_some() {
                regions.push((from..text.len(), site, way));
            }
        }
        let Range { start, end } = sites[site].range;
        if !opens || start == end {
            regions.push((opened[site]..text.len(), site, None));
        }
    }
    text.push_str(&source[copied..]);
    Rewritten { text, regions }
}

type Pieces = Vec<(String, Option<usize>)>;

/// What stands before and after the original.
fn switch(site: &Site, ways: &[At], first: u32) -> (Pieces, Pieces) {
    let n = ways.len();
    let pick = format!("crate::mutant::pick({first}, {n})");
    let plain = |text: &str| (text.to_string(), None);
    let arms = || {
        ways.iter().enumerate().flat_map(|(i, &(_, way))| {
            let code = site.ways[way].code.clone();
            [(format!("{} => ", i + 1), None), (code, Some(way)), (", ".to_string(), None)]
        })
    };
    match site.form {
        Form::Expression => {
            let mut before = vec![plain(&format!("(match {pick} {{ "))];
            before.extend(arms());
            before.push(plain("_ => "));
            (before, vec![plain(" })")])
        }
        Form::Entry => {
            let mut before = vec![plain(&format!(" match {pick} {{ "))];
            before.extend(arms());
            before.push(plain("_ => {} }"));
            (before, Vec::new())
        }
        Form::Statement | Form::Leave => {
            (vec![plain(&format!("if {pick} == 0 {{ "))], vec![plain(" }")])
        }
        Form::Arm => (vec![plain(&format!(" if {pick} == 0"))], Vec::new()),
        Form::GuardedArm => (vec![plain(&format!("{pick} == 0 && ("))], vec![plain(")")]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::points::find;
    use super::*;

    fn rewritten(source: &str, dropped: &[At]) -> Rewritten {
        let sites = find(source).expect("the source is right");
        let mut next = 1;
        rewrite(
            source,
            &sites,
            |at| dropped.contains(&at),
            |ways| {
                next += ways.len() as u32;
                next - ways.len() as u32
            },
        )
    }

    const SOURCE: &str = "fn f(a: u8) { if a < b { g(); } }";

    #[test]
    fn every_way_has_its_switch_and_the_original_stays() {
        let text = rewritten(SOURCE, &[]).text;
        assert_eq!(
            text,
            "fn f(a: u8) { match crate::mutant::pick(1, 1) { 1 => return , _ => {} } \
             if (match crate::mutant::pick(2, 2) { 1 => true, 2 => false, _ => \
             (match crate::mutant::pick(4, 2) { 1 => (a) <= (b), 2 => (a) > (b), _ => a < b }) }) \
             { if crate::mutant::pick(6, 1) == 0 { g(); } } }"
        );
        syn::parse_file(&text).expect("what was rewritten is still a source");
    }

    #[test]
    fn an_error_is_blamed_on_the_smallest_thing_around_it() {
        let text = rewritten(SOURCE, &[]);
        let at = |part: &str| {
            let from = text.text.find(part).expect("it is there");
            from..from + part.len()
        };
        assert_eq!(text.blame(&at("(a) <= (b)")), Some((2, Some(0))));
        assert_eq!(text.blame(&at("a < b")), Some((2, None)));
        assert_eq!(text.blame(&at("g();")), Some((3, None)));
        assert_eq!(text.blame(&at("fn f")), None);
        let block = at("{ if crate::mutant::pick(6, 1) == 0 { g(); } }");
        assert_eq!(text.blame(&block), Some((3, None)));
        assert_eq!(text.inside(&block), [3]);
        let text = rewritten(SOURCE, &[(2, 0), (3, 0)]).text;
        assert!(text.contains("pick(4, 1) { 1 => (a) > (b), _ => a < b }"), "{text}");
        assert!(text.contains("{ g(); }"), "{text}");
    }

    #[test]
    fn arms_get_guards() {
        let source = "fn f() -> impl X { match x { A => 1, B if y => 2, _ => 3 } }";
        let text = rewritten(source, &[(2, 0), (2, 1)]).text;
        assert!(text.contains("A if crate::mutant::pick(1, 1) == 0 => 1"), "{text}");
        assert!(text.contains("B if crate::mutant::pick(2, 1) == 0 && (y) => 2"), "{text}");
    }
}
