//! Lints that are switched off: each says why.

/// The lines of attributes that allow something without a reason.
pub(super) fn without_reason(text: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for start in ["#[allow(", "#![allow(", "#[expect(", "#![expect(", "cfg_attr("] {
        for (at, _) in text.match_indices(start) {
            let line = text[..at].matches('\n').count() + 1;
            let before = text[..at].rsplit('\n').next().unwrap_or_default();
            let attribute = to_the_end(&text[at..]);
            let allows = attribute.contains("allow(") || attribute.contains("expect(");
            // In a string or a comment it is only spoken of.
            let spoken = before.contains('"') || before.contains("//");
            if allows && !spoken && !attribute.contains("reason =") {
                lines.push(line);
            }
        }
    }
    lines.sort_unstable();
    lines
}

/// Up to the bracket that closes the first one.
fn to_the_end(text: &str) -> &str {
    let mut depth = 0;
    for (i, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return &text[..=i];
                }
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_wanted() {
        let lines = [
            "#![allow(dead_code)]",
            "#[allow(",
            "    unused,",
            "    reason = \"why (so)\"",
            ")]",
            "fn is_shallow(x: u8) {}",
            "#[cfg_attr(test, allow(unused))]",
            "// #[allow(x)]",
            "let a = \"#[allow(x)]\";",
        ];
        let text = lines.join("\n");
        assert_eq!(without_reason(&text), [1, 7]);
    }
}
