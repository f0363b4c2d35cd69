//! Where a rule can be broken, and how: a walk over the source that finds
//! conditions, comparisons, sums, statements, arms and whole functions.

use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, BinOp, Expr, Lit, Pat, ReturnType, Stmt, Type, UnOp};

/// A place in a file with one or more ways to break it.
pub(crate) struct Site {
    /// Bytes of the source that it takes the place of; empty where something is added.
    pub(crate) range: Range<usize>,
    pub(crate) line: usize,
    pub(crate) form: Form,
    pub(crate) ways: Vec<Way>,
}

/// How the switch is written around a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Another expression instead.
    Expression,
    /// The statement is left out.
    Statement,
    /// The statement is left out, and with it the way out of a loop or function.
    Leave,
    /// The function returns at once.
    Entry,
    /// An arm without a guard never matches.
    Arm,
    /// An arm with a guard never matches.
    GuardedArm,
}

/// One way to break a site.
pub(crate) struct Way {
    /// For people: `< by <=`.
    pub(crate) what: String,
    /// The source that stands there instead; empty where the form says it all.
    pub(crate) code: String,
}

/// All sites of a source file; nested ones after those around them.
pub(crate) fn find(source: &str) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, sites: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.sites)
}

struct Finder<'a> {
    source: &'a str,
    sites: Vec<Site>,
}

impl Finder<'_> {
    fn text(&self, node: &impl Spanned) -> &str {
        &self.source[node.span().byte_range()]
    }

    /// The first line of a node, shortened, for people.
    fn short(&self, node: &impl Spanned) -> String {
        let line = self.text(node).lines().next().unwrap_or_default();
        let cut: String = line.chars().take(60).collect();
        if cut.len() < self.text(node).len() { format!("{cut} …") } else { cut }
    }

    fn add(&mut self, span: Span, range: Range<usize>, form: Form, ways: Vec<Way>) {
        if !ways.is_empty() {
            self.sites.push(Site { range, line: span.start().line, form, ways });
        }
    }

    fn expression(&mut self, node: &impl Spanned, ways: Vec<Way>) {
        let span = node.span();
        self.add(span, span.byte_range(), Form::Expression, ways);
    }

    /// A condition that always or never holds.
    fn condition(&mut self, cond: &Expr, always: bool) {
        match cond {
            Expr::Let(_) => {}
            Expr::Binary(both) if has_let(cond) => {
                self.condition(&both.left, always);
                self.condition(&both.right, always);
            }
            Expr::Lit(_) => {}
            _ => {
                let words = if always { &["true", "false"][..] } else { &["false"][..] };
                let shown = self.short(cond);
                let way = |word: &&str| Way {
                    what: format!("condition `{shown}` by {word}"),
                    code: word.to_string(),
                };
                self.expression(cond, words.iter().map(way).collect());
            }
        }
    }

    /// A number at a boundary or in a sum, one more.
    fn number(&mut self, operand: &Expr) {
        match operand {
            Expr::Paren(inner) => self.number(&inner.expr),
            Expr::Lit(literal) => {
                let Lit::Int(int) = &literal.lit else { return };
                let Ok(value) = int.base10_parse::<u64>() else { return };
                let code = format!("{}{}", value.wrapping_add(1), int.suffix());
                self.expression(literal, vec![Way { what: format!("{int} by {code}"), code }]);
            }
            _ => {}
        }
    }

    fn negated(&mut self, node: &Expr) {
        let shown = self.short(node);
        let code = format!("!({})", self.text(node));
        self.expression(node, vec![Way { what: format!("`{shown}` by its contrary"), code }]);
    }

    fn function(&mut self, sig: &syn::Signature, block: &syn::Block) {
        let body = self.text(block).trim_start_matches('{').trim_end_matches('}').trim();
        let ways = defaults(&sig.output)
            .into_iter()
            .filter(|code| *code != body)
            .map(|code| Way {
                what: format!(
                    "the whole of `{}` by {}",
                    sig.ident,
                    if code.is_empty() { "nothing" } else { code }
                ),
                code: format!("return {code}"),
            })
            .collect();
        let at = block.brace_token.span.open().byte_range().end;
        if !body.is_empty() {
            self.add(sig.ident.span(), at..at, Form::Entry, ways);
        }
        visit::visit_block(self, block);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() && item.sig.ident != "default" {
            self.function(&item.sig, &item.block);
        }
    }

    // Nothing in constants, types, patterns and attributes is decided in play.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_item_trait(&mut self, _: &'ast syn::ItemTrait) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Pat::Guard(guarded) = pat {
            self.condition(&guarded.guard, true);
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = stmt
            && let Some(kind) = deletable(expr)
        {
            let what = format!("{kind} `{}` by nothing", self.short(expr));
            let span = stmt.span();
            let ways = vec![Way { what, code: String::new() }];
            let leaves = matches!(expr, Expr::Return(_) | Expr::Continue(_));
            let form = if leaves { Form::Leave } else { Form::Statement };
            self.add(span, span.byte_range(), form, ways);
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let Some(init) = &local.init else { return };
        self.visit_expr(&init.expr);
        // What follows `else` must leave: its last statement stays.
        if let Some((_, Expr::Block(block))) =
            init.diverge.as_ref().map(|(sign, block)| (sign, &**block))
            && let Some((last, before)) = block.block.stmts.split_last()
        {
            before.iter().for_each(|stmt| self.visit_stmt(stmt));
            visit::visit_stmt(self, last);
        }
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        self.condition(&node.cond, true);
        visit::visit_expr_if(self, node);
    }

    fn visit_expr_while(&mut self, node: &'ast syn::ExprWhile) {
        // One that always holds would only run out of time.
        self.condition(&node.cond, false);
        visit::visit_expr_while(self, node);
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        if let Some((last, arms)) = node.arms.split_last()
            && is_catch_all(&last.pat)
        {
            for arm in arms {
                if self.text(&arm.body) != self.text(&last.body) {
                    self.arm(arm);
                }
            }
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        if let UnOp::Not(_) = node.op {
            let code = format!("({})", self.text(&node.expr));
            let what = format!("`{}` without its !", self.short(node));
            self.expression(node, vec![Way { what, code }]);
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        let whole = Expr::Binary(node.clone());
        if !has_let(&whole) {
            let (left, right) = (self.text(&node.left), self.text(&node.right));
            let sign = self.text(&node.op);
            let assigns = sign.ends_with('=') && !["==", "<=", ">=", "!="].contains(&sign);
            let ways = others(&node.op)
                .iter()
                .map(|other| Way {
                    what: format!("{sign} by {other} in `{}`", self.short(node)),
                    code: if assigns {
                        format!("{left} {other} {right}")
                    } else {
                        format!("({left}) {other} ({right})")
                    },
                })
                .collect();
            self.expression(node, ways);
            if !matches!(node.op, BinOp::And(_) | BinOp::Or(_)) {
                self.number(&node.left);
                self.number(&node.right);
            }
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_range(&mut self, node: &'ast syn::ExprRange) {
        for bound in [&node.start, &node.end].into_iter().flatten() {
            self.number(bound);
        }
        visit::visit_expr_range(self, node);
    }

    fn visit_expr(&mut self, node: &'ast Expr) {
        match node {
            Expr::MethodCall(call) if is_question(&call.method.to_string()) => self.negated(node),
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func
                    && path
                        .path
                        .segments
                        .last()
                        .is_some_and(|last| is_question(&last.ident.to_string()))
                {
                    self.negated(node);
                }
            }
            Expr::Macro(call) if call.mac.path.is_ident("matches") => self.negated(node),
            _ => {}
        }
        visit::visit_expr(self, node);
    }
}

impl Finder<'_> {
    /// The arm never matches; the one for everything else does.
    fn arm(&mut self, arm: &Arm) {
        let what = format!("arm `{}` by the arm for all else", self.short(&arm.pat));
        let ways = vec![Way { what, code: String::new() }];
        match &arm.pat {
            Pat::Guard(guarded) if has_let(&guarded.guard) => {}
            Pat::Guard(guarded) => {
                let range = guarded.guard.span().byte_range();
                self.add(arm.pat.span(), range, Form::GuardedArm, ways);
            }
            pat => {
                let end = pat.span().byte_range().end;
                self.add(pat.span(), end..end, Form::Arm, ways);
            }
        }
    }
}

/// The name of something that answers yes or no.
fn is_question(name: &str) -> bool {
    ["is_", "has_", "can_", "may_", "contains"].iter().any(|start| name.starts_with(start))
}

fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("test")
            || attr.path().is_ident("cfg")
                && attr.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

fn is_catch_all(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(ident) => {
            ident.subpat.is_none() && ident.ident.to_string().starts_with(char::is_lowercase)
        }
        _ => false,
    }
}

/// Does a chain of conditions bind something? Then it cannot be put in brackets.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
            has_let(&both.left) || has_let(&both.right)
        }
        _ => false,
    }
}

/// What kind of statement may be left out, if this is one.
fn deletable(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) => Some("call"),
        Expr::Try(tried) => deletable(&tried.expr).filter(|kind| *kind == "call"),
        Expr::Assign(_) => Some("assignment"),
        Expr::Binary(binary) if assigned(&binary.op).is_some() => Some("assignment"),
        Expr::Return(_) => Some("return"),
        Expr::Continue(_) => Some("continue"),
        _ => None,
    }
}

fn assigned(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::MulAssign(_) => "/=",
        BinOp::DivAssign(_) => "*=",
        BinOp::RemAssign(_) => "/=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::BitXorAssign(_) => "|=",
        BinOp::ShlAssign(_) => ">>=",
        BinOp::ShrAssign(_) => "<<=",
        _ => return None,
    })
}

/// The operators to put in the place of one.
fn others(op: &BinOp) -> Vec<&'static str> {
    match op {
        BinOp::And(_) => vec!["||"],
        BinOp::Or(_) => vec!["&&"],
        BinOp::Eq(_) => vec!["!="],
        BinOp::Ne(_) => vec!["=="],
        BinOp::Lt(_) => vec!["<=", ">"],
        BinOp::Le(_) => vec!["<", ">"],
        BinOp::Gt(_) => vec![">=", "<"],
        BinOp::Ge(_) => vec![">", "<"],
        BinOp::Add(_) => vec!["-"],
        BinOp::Sub(_) => vec!["+"],
        BinOp::Mul(_) => vec!["/"],
        BinOp::Div(_) => vec!["*"],
        BinOp::Rem(_) => vec!["/"],
        BinOp::BitAnd(_) => vec!["|"],
        BinOp::BitOr(_) => vec!["&"],
        BinOp::BitXor(_) => vec!["|"],
        BinOp::Shl(_) => vec![">>"],
        BinOp::Shr(_) => vec!["<<"],
        op => assigned(op).into_iter().collect(),
    }
}

/// What a function may return at once.
fn defaults(output: &ReturnType) -> Vec<&'static str> {
    let ReturnType::Type(_, kind) = output else { return vec![""] };
    match &**kind {
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec![""],
        Type::Tuple(_) | Type::Array(_) => vec!["Default::default()"],
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(_) if reference.mutability.is_none() => vec!["&[]"],
            Type::Path(path) if path.path.is_ident("str") => vec!["\"\""],
            _ => Vec::new(),
        },
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            match last.ident.to_string().as_str() {
                "bool" => vec!["true", "false"],
                "Option" => vec!["None"],
                "Result" if is_unit_result(last) => vec!["Ok(())"],
                "Result" => vec!["Ok(Default::default())"],
                "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => {
                    vec!["0", "1"]
                }
                "f32" | "f64" => vec!["0.0", "1.0"],
                _ => vec!["Default::default()"],
            }
        }
        _ => Vec::new(),
    }
}

fn is_unit_result(segment: &syn::PathSegment) -> bool {
    let syn::PathArguments::AngleBracketed(args) = &segment.arguments else { return false };
    matches!(
        args.args.first(),
        Some(syn::GenericArgument::Type(Type::Tuple(tuple))) if tuple.elems.is_empty()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let sites = find(source).expect("the source is right");
        sites.into_iter().flat_map(|site| site.ways).map(|way| way.what).collect()
    }

    #[test]
    fn finds_what_decides() {
        assert_eq!(
            found("fn far(a: u8) -> bool { if a < 3 { return true; } !near(a) }"),
            [
                "the whole of `far` by true",
                "the whole of `far` by false",
                "condition `a < 3` by true",
                "condition `a < 3` by false",
                "< by <= in `a < 3`",
                "< by > in `a < 3`",
                "3 by 4",
                "return `return true` by nothing",
                "`!near(a)` without its !",
            ]
        );
        assert_eq!(
            found(
                "fn f(x: Kind) { match x { Kind::A => go(), Kind::B if y => stop(), _ => {} } x += 1; }"
            ),
            [
                "the whole of `f` by nothing",
                "arm `Kind::A` by the arm for all else",
                "arm `Kind::B if y` by the arm for all else",
                "condition `y` by true",
                "condition `y` by false",
                "assignment `x += 1` by nothing",
                "+= by -= in `x += 1`",
                "1 by 2",
            ]
        );
    }

    #[test]
    fn leaves_alone_what_is_fixed_at_compile_time_and_tests() {
        let source = "const A: u8 = 1 + 2; const fn b() -> u8 { 1 + 2 } #[cfg(test)] mod tests { fn c() -> u8 { 1 + 2 } }
            fn d() { debug_assert!(1 < 2); let x: [u8; 1 + 2]; let y = [0; 1 + 2]; }";
        assert_eq!(found(source), ["the whole of `d` by nothing"]);
    }

    #[test]
    fn chains_of_conditions_that_bind_are_taken_apart() {
        let source = "fn f() -> Option<u8> { if let Some(x) = y && x == 1 { None } else { None } }";
        assert_eq!(
            found(source),
            [
                "the whole of `f` by None",
                "condition `x == 1` by true",
                "condition `x == 1` by false",
                "== by != in `x == 1`",
                "1 by 2",
            ]
        );
    }
}
