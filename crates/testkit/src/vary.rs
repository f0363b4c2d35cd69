//! Does `imagine` draw anew what a viewer does not know, and nothing else?

use admiralty_core::{Doc, Rules, Seeded, Table, Text, Viewer};
use std::collections::BTreeSet;

/// Imagines `n` worlds for the viewer. Each path of `varies` must take at least
/// two values among them, each path of `fixed` only the true one. Paths lead
/// into the position (`save`); `*` stands for every field or item.
///
/// # Panics
///
/// If a path does not behave, naming it.
pub fn imagination<R: Rules + Text>(
    table: &Table<R>,
    viewer: Viewer,
    n: u32,
    varies: &[&str],
    fixed: &[&str],
) {
    let truth = R::save(table);
    let worlds: Vec<Doc> = (0..n)
        .map(|i| {
            let mut dice = Seeded::new(u64::from(i) + 1);
            let world = R::imagine(table.sight(viewer), &mut dice);
            R::save(&world.expect("a generator never runs dry"))
        })
        .collect();
    for path in varies {
        let values: BTreeSet<String> = worlds.iter().map(|world| at(world, path)).collect();
        assert!(
            values.len() > 1,
            "{}: {n} worlds of the {viewer} all have {} at {path}",
            R::META.id,
            values.first().map_or("nothing", String::as_str)
        );
    }
    for path in fixed {
        let right = at(&truth, path);
        for (world, seed) in worlds.iter().zip(1..) {
            let found = at(world, path);
            assert!(
                found == right,
                "{}: the {viewer} knows {right} at {path}, but world {seed} has {found}",
                R::META.id
            );
        }
    }
}

/// What stands at a path, written out; with `*` a list of all.
fn at(doc: &Doc, path: &str) -> String {
    fn walk(doc: &Doc, path: &str, out: &mut Vec<String>) {
        let Some((before, after)) = path.split_once('*') else {
            out.push(doc.at(path.trim_start_matches('.')).map_or("nothing".into(), Doc::to_string));
            return;
        };
        match doc.at(before.trim_matches('.')) {
            Some(Doc::List(items)) => items.iter().for_each(|item| walk(item, after, out)),
            Some(Doc::Map(fields)) => fields.iter().for_each(|(_, value)| walk(value, after, out)),
            _ => out.push("nothing".into()),
        }
    }
    let mut out = Vec::new();
    walk(doc, path, &mut out);
    out.join(" ")
}
