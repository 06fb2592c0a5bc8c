//! Text in figures: escaping, how wide it will be, and numbers as people write them.

use std::borrow::Cow;

/// Text that is safe inside XML elements and attributes. Characters that XML cannot hold at all become �.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '&' | '<' | '>' | '"' | '\'') || !allowed(c);
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if allowed(c) => out.push(c),
            _ => out.push('\u{fffd}'),
        }
    }
    Cow::Owned(out)
}

/// The characters of XML 1.0.
fn allowed(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// An upper estimate of the width of a text, in the unit of `size`. The reader's font is unknown, so this
/// takes a wide one (DejaVu Sans); in any other the text has a little more room than it needs.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let em: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | ' ' | '·' | '!' | 'I' => 0.33,
            'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 0.41,
            '⁰'..='⁹' | '⁻' | '¹' | '²' | '³' => 0.42,
            'm' | 'M' | 'w' | 'W' | '%' | '@' | '…' => 0.99,
            '−' | '+' | '=' | '×' | '<' | '>' | '≤' | '≥' | '≈' => 0.84,
            'A'..='Z' => 0.73,
            c if (c as u32) >= 0x2e80 => 1.0,
            _ => 0.635,
        })
        .sum();
    em * size
}

/// The text, or its beginning with … if it is wider than `room`.
pub(super) fn fitted(text: &str, size: f64, room: f64) -> Cow<'_, str> {
    if width(text, size) <= room {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width(&kept, size) + width("…", size) > room {
            kept.pop();
            break;
        }
    }
    Cow::Owned(kept.trim_end().to_owned() + "…")
}

/// A number with the given decimals and a real minus sign.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // no minus before a zero that only rounding has left
    match text.strip_prefix('-') {
        Some(digits) if digits.contains(|c| ('1'..='9').contains(&c)) => format!("−{digits}"),
        Some(digits) => digits.to_owned(),
        None => text,
    }
}

/// A number with about `digits` significant digits, as short as possible: 0.25, 1.3×10⁻⁷.
pub(super) fn short(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() {
        return if value.is_nan() {
            "?".into()
        } else if value > 0.0 {
            "∞".into()
        } else {
            "−∞".into()
        };
    }
    // rounding may carry into the next power of ten, so the exponent is read off the rounded number
    let places = digits.saturating_sub(1);
    let scientific = format!("{value:.places$e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-3..5).contains(&exponent) {
        let decimals = (places as i32 - exponent).max(0) as usize;
        return trimmed(&decimal(value, decimals)).to_owned();
    }
    let mantissa = trimmed(mantissa).replace('-', "−");
    format!("{mantissa}×{}", power_of_ten(exponent))
}

/// Without the zeros behind the point.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}

/// 10⁻³.
pub(super) fn power_of_ten(exponent: i32) -> String {
    let superscript = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' => '⁰',
        // ⁴ to ⁹ stand in order
        c => char::from_u32('⁴' as u32 + (c as u32 - '4' as u32)).unwrap_or(c),
    };
    std::iter::once("10".to_owned())
        .chain(
            exponent
                .to_string()
                .chars()
                .map(|c| superscript(c).to_string()),
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping() {
        assert_eq!(escape("plain µ"), "plain µ");
        assert_eq!(
            escape("a<b & \"c\" 'd'>"),
            "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;"
        );
        assert_eq!(escape("bell\u{7} nul\0"), "bell\u{fffd} nul\u{fffd}");
    }

    #[test]
    fn numbers() {
        assert_eq!(decimal(-0.5, 1), "−0.5");
        assert_eq!(decimal(-0.001, 1), "0.0");
        assert_eq!(short(0.25, 3), "0.25");
        assert_eq!(short(-1.5e-7, 3), "−1.5×10⁻⁷");
        assert_eq!(short(99.96, 3), "100");
        assert_eq!(short(99999.0, 3), "1×10⁵");
        assert_eq!(short(0.0, 3), "0");
        assert_eq!(short(f64::NAN, 3), "?");
        assert_eq!(power_of_ten(-1234567890), "10⁻¹²³⁴⁵⁶⁷⁸⁹⁰");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(fitted("short", 12.0, 100.0), "short");
        let cut = fitted("a very long name of a series", 12.0, 80.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0) <= 80.0, "{cut}");
        assert_eq!(fitted("abc", 12.0, 0.0), "…");
    }
}
