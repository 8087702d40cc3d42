//! The parts of Markdown that the rules need: code spans, prose without code, and table rows.

/// The code spans of `text` outside fenced blocks, with their lines.
pub(crate) fn spans(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, content) in unfenced(text) {
        let parts: Vec<&str> = content.split('`').collect();
        // Code is between an odd and an even backtick; an unpaired last backtick opens nothing.
        let inside = parts
            .iter()
            .enumerate()
            .filter(|(i, _)| i % 2 == 1 && i + 1 < parts.len());
        found.extend(inside.map(|(_, span)| (line, *span)));
    }
    found
}

/// The rows of all tables as cells, with their lines: headings included, rows of dashes excluded.
pub(crate) fn rows(text: &str) -> Vec<(usize, Vec<&str>)> {
    let lines = unfenced(text).filter(|(_, line)| line.starts_with('|'));
    let rows = lines.map(|(at, line)| {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        (at, inner.split('|').map(str::trim).collect::<Vec<_>>())
    });
    rows.filter(|(_, cells)| {
        !cells
            .iter()
            .all(|cell| cell.chars().all(|c| c == '-' || c == ':'))
    })
    .collect()
}

/// The lines outside fenced blocks, numbered from 1.
pub(crate) fn unfenced(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The words of the prose in numbered lines, without code spans and quotations. Both may span lines; an empty line ends them.
pub(crate) fn words<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    let mut hidden_by = None;
    for (line, content) in lines {
        if content.trim().is_empty() {
            hidden_by = None;
        }
        let mut start = None;
        for (at, c) in content.char_indices().chain([(content.len(), ' ')]) {
            if hidden_by.is_none() && c.is_alphabetic() {
                start.get_or_insert(at);
                continue;
            }
            if let Some(from) = start.take() {
                found.push((line, &content[from..at]));
            }
            match (hidden_by, c) {
                (None, '`' | '"') => hidden_by = Some(c),
                (None, '“') => hidden_by = Some('”'),
                (Some(close), _) if close == c => hidden_by = None,
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_rows_are_found_outside_fences() {
        let text = "a `b` c `d\n```\n`e`\n```\n| f | `g` |\n|---|:--|\n";
        assert_eq!(spans(text), [(1, "b"), (5, "g")]);
        assert_eq!(rows(text), [(5, vec!["f", "`g`"])]);
    }

    #[test]
    fn words_skip_code_and_quotations() {
        let text = "One `two` \"three\nfour\" five “six” seven \"eight\n\nnine's";
        let found = words((1..).zip(text.lines()));
        let expected = [(1, "One"), (2, "five"), (2, "seven"), (4, "nine"), (4, "s")];
        assert_eq!(found, expected);
    }
}
