//! Character classes shared by the tokeniser and the printer.

/// A letter, digit or `_`: the characters of names and variables after the first.
pub(crate) fn is_word(c: char) -> bool {
    match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || c == '_',
        false => c.is_alphanumeric() && !is_raised(c),
    }
}

/// The first character of a variable.
pub(crate) fn starts_variable(c: char) -> bool {
    c == '_' || c.is_uppercase()
}

/// The first character of a name in letters.
pub(crate) fn starts_name(c: char) -> bool {
    match c.is_ascii() {
        true => c.is_ascii_lowercase(),
        false => c.is_alphabetic() && !c.is_uppercase(),
    }
}

/// The characters of a name in symbols: Prolog's, and all other characters that are neither letters, digits nor blank.
pub(crate) fn is_symbol(c: char) -> bool {
    match c.is_ascii() {
        true => matches!(
            c,
            '+' | '-'
                | '*'
                | '/'
                | '\\'
                | '^'
                | '<'
                | '>'
                | '='
                | '~'
                | ':'
                | '.'
                | '?'
                | '@'
                | '#'
                | '&'
                | '$'
        ),
        false => !is_word(c) && !c.is_whitespace() && !c.is_control(),
    }
}

/// Superscript and subscript digits, which are symbols.
fn is_raised(c: char) -> bool {
    matches!(c, '²' | '³' | '¹' | '\u{2070}'..='\u{2089}')
}

/// Whether `name` can be written without quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if starts_name(first) => chars.all(is_word),
        Some(first) if is_symbol(first) => {
            chars.all(is_symbol) && name != "." && !name.starts_with("/*")
        }
        _ => matches!(name, "!" | ";" | "{}"),
    }
}

/// `content` between two `quote`s, with escapes where they are needed.
pub(crate) fn quoted(content: &str, quote: char) -> String {
    let mut text = String::from(quote);
    for c in content.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if c == quote => text.extend(['\\', quote]),
            c if c.is_control() => text.push_str(&format!("\\x{:X}\\", u32::from(c))),
            c => text.push(c),
        }
    }
    text.push(quote);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_need_no_quotes() {
        for name in [
            "a", "aB_1", "été", "+", "#=", "..", "!", ";", "{}", "日本", "/", "*/", "²", "→", "-→",
        ] {
            assert!(is_plain(name), "{name}");
        }
        for name in [
            "", "A", "_a", "1", "a b", "a-b", "+a", ".", ",", "|", "[]", "(", "/*", "%", "a²",
        ] {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn quoting_escapes() {
        assert_eq!(quoted("it's \\ \"\n\u{1}", '\''), r#"'it\'s \\ "\n\x1\'"#);
        assert_eq!(quoted("it's \"", '"'), r#""it's \"""#);
    }
}
