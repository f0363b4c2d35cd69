//! Public items that nobody names outside their own definition. A compiler
//! does not see these in a library; names tell nearly as well.

use super::Source;
use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{ImplItem, Item, Visibility};

/// A public item and where it is defined.
struct Public {
    name: String,
    file: usize,
    range: Range<usize>,
    line: usize,
}

/// The public items of crates and games that nothing uses.
pub(super) fn find(sources: &[&Source]) -> Result<Vec<String>> {
    let mut items = Vec::new();
    // Where each name stands: file and byte.
    let mut names: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for (i, source) in sources.iter().enumerate() {
        let file = syn::parse_file(&source.text).with_context(|| source.path.clone())?;
        let mut finder = Finder { file: i, items: Vec::new(), exports: Vec::new() };
        finder.visit_file(&file);
        let tokens: TokenStream =
            source.text.parse().map_err(|error| anyhow::anyhow!("{}: {error}", source.path))?;
        collect(tokens, &mut |name, at| {
            // An export is an offer, not a use.
            if !finder.exports.iter().any(|range| range.contains(&at)) {
                names.entry(name).or_default().push((i, at));
            }
        });
        in_examples(&source.text, &mut |name, at| {
            names.entry(name.to_string()).or_default().push((i, at));
        });
        let library = source.path.contains("/src/") && !source.path.starts_with("xtask");
        if library && !source.path.contains("/miniature/") {
            items.extend(finder.items);
        }
    }
    let is_used = |item: &Public| {
        let mut places = names.get(&item.name).into_iter().flatten();
        places.any(|(file, at)| *file != item.file || !item.range.contains(at))
    };
    let unused = items.iter().filter(|item| !is_used(item));
    Ok(unused
        .map(|item| {
            format!("{}:{}: nothing uses `{}`", sources[item.file].path, item.line, item.name)
        })
        .collect())
}

/// The words of the examples in the documentation, which run as tests.
fn in_examples(text: &str, name: &mut dyn FnMut(&str, usize)) {
    let (mut at, mut inside) = (0, false);
    for line in text.split_inclusive('\n') {
        let doc = line.trim_start();
        match doc.strip_prefix("///").or_else(|| doc.strip_prefix("//!")) {
            Some(doc) if doc.trim_start().starts_with("```") => inside = !inside,
            Some(doc) if inside => {
                let words = doc.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
                words.filter(|word| !word.is_empty()).for_each(|word| name(word, at));
            }
            Some(_) => {}
            None => inside = false,
        }
        at += line.len();
    }
}

fn collect(tokens: TokenStream, name: &mut dyn FnMut(String, usize)) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name(ident.to_string(), ident.span().byte_range().start),
            TokenTree::Group(group) => collect(group.stream(), name),
            // Format strings name variables, not items.
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

struct Finder {
    file: usize,
    items: Vec<Public>,
    exports: Vec<Range<usize>>,
}

impl Finder {
    fn add(&mut self, vis: &Visibility, ident: &syn::Ident, whole: &impl Spanned) {
        if let Visibility::Public(_) = vis {
            self.items.push(Public {
                name: ident.to_string(),
                file: self.file,
                range: whole.span().byte_range(),
                line: ident.span().start().line,
            });
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Use(import) if !matches!(import.vis, Visibility::Inherited) => {
                self.exports.push(import.span().byte_range());
            }
            Item::Fn(it) => self.add(&it.vis, &it.sig.ident, it),
            Item::Struct(it) => self.add(&it.vis, &it.ident, it),
            Item::Enum(it) => self.add(&it.vis, &it.ident, it),
            Item::Const(it) => self.add(&it.vis, &it.ident, it),
            Item::Static(it) => self.add(&it.vis, &it.ident, it),
            Item::Trait(it) => self.add(&it.vis, &it.ident, it),
            Item::Type(it) => self.add(&it.vis, &it.ident, it),
            Item::Impl(it) if it.trait_.is_none() => {
                for inner in &it.items {
                    match inner {
                        ImplItem::Fn(inner) => self.add(&inner.vis, &inner.sig.ident, inner),
                        ImplItem::Const(inner) => self.add(&inner.vis, &inner.ident, inner),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_names_is_found() {
        let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let lib = source(
            "crates/a/src/lib.rs",
            "mod b;\npub use b::{lonely, used};\npub struct Thing;\nimpl Thing {\n\
             pub fn quiet(&self) {}\npub fn loud(&self) {}\n}\n",
        );
        let b = source(
            "crates/a/src/b.rs",
            "pub fn lonely() { lonely() }\npub fn used() {}\npub(crate) fn inner() {}\n",
        );
        let c = source(
            "crates/a/src/c.rs",
            "/// ```\n/// use a::shown;\n/// ```\npub fn other() { used() }\n\
             /// not shown\npub fn shown() { other() }\n",
        );
        let test =
            source("crates/a/tests/t.rs", "use a::{Thing, used};\nfn t(x: Thing) { x.loud() }\n");
        assert_eq!(
            find(&[&lib, &b, &c, &test]).expect("all is Rust"),
            [
                "crates/a/src/lib.rs:5: nothing uses `quiet`",
                "crates/a/src/b.rs:1: nothing uses `lonely`"
            ]
        );
    }
}
