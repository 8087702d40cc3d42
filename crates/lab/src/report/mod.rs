//! Reports: tables, Markdown, HTML and plots of the rows of an experiment.

pub(crate) mod cells;
pub(crate) mod markdown;
pub(crate) mod page;
pub(crate) mod plot;
pub(crate) mod table;

/// Escapes text for SVG and HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\'', "&#39;")
        .replace('"', "&quot;")
}

/// The text with a capital first letter.
pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
