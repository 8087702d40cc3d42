//! Heat maps: instances by configurations; darker is more, and each cell shows its number.

use std::fmt::Write as _;

use crate::experiment::Measure;
use crate::report::escape;
use crate::report::plot::frame::{Scale, WIDTH, number, svg};
use crate::report::table::Table;

/// Draws a cell for each instance and configuration.
pub(super) fn draw(table: &Table, measure: Measure) -> String {
    let entries = table.entries.iter().flatten().flatten();
    let settled = entries.filter(|entry| entry.is_settled);
    let scale = Scale::of(settled.map(|entry| entry.median(measure)));
    let longest = table
        .instances
        .iter()
        .map(|name| name.chars().count())
        .max();
    let left = 16.0 + 7.2 * longest.unwrap_or(0) as f64;
    let width = ((WIDTH - left - 10.0) / table.configurations.len().max(1) as f64).min(110.0);
    let shows_numbers = width >= 34.0;
    // A cell of this width has space for a verdict.
    let shows_verdicts = width >= 52.0;
    let mut n_unsettled = 0;
    let top = 26.0;
    let mut body = String::new();
    for column in 0..table.configurations.len() {
        let _ = write!(
            body,
            "<text x='{:.1}' y='16' text-anchor='middle'>{}</text>",
            left + (column as f64 + 0.5) * width,
            column + 1
        );
    }
    for (i, name) in table.instances.iter().enumerate() {
        let y = top + 20.0 * i as f64;
        let _ = write!(
            body,
            "<text x='{:.1}' y='{:.1}' text-anchor='end'>{}</text>",
            left - 6.0,
            y + 14.0,
            escape(name)
        );
        for column in 0..table.configurations.len() {
            let x = left + column as f64 * width;
            let (fill, ink, text) = match table.entry(i, column) {
                Some(entry) if entry.is_settled => {
                    let value = entry.median(measure);
                    let position = scale.position(value).clamp(0.0, 1.0);
                    let shade = (245.0 - 190.0 * position) as u8;
                    let ink = if position > 0.5 { "#fff" } else { "#222" };
                    let fill = format!("rgb({shade},{},{})", shade.saturating_add(6), 250);
                    (fill, ink, number(value))
                }
                Some(entry) if shows_verdicts => {
                    ("#fbe3d5".to_owned(), "#222", entry.verdict.clone())
                }
                Some(_) => {
                    n_unsettled += 1;
                    ("#fbe3d5".to_owned(), "#222", "\u{2013}".to_owned())
                }
                None => ("#fff".to_owned(), "#222", String::new()),
            };
            let _ = write!(
                body,
                "<rect x='{x:.1}' y='{y:.1}' width='{:.1}' height='19' fill='{fill}'/>",
                width - 1.0
            );
            if shows_numbers {
                let _ = write!(
                    body,
                    "<text x='{:.1}' y='{:.1}' text-anchor='middle' font-size='10' fill='{ink}'>{}</text>",
                    x + width / 2.0,
                    y + 13.5,
                    escape(&text)
                );
            }
        }
    }
    let mut y = top + 20.0 * table.instances.len() as f64 + 20.0;
    for (number, configuration) in (1..).zip(&table.configurations) {
        let _ = write!(
            body,
            "<text x='12' y='{y:.1}'>{number}: {}</text>",
            escape(&configuration.name())
        );
        y += 17.0;
    }
    if n_unsettled > 0 {
        let _ = write!(
            body,
            "<rect x='12' y='{:.1}' width='14' height='14' fill='#fbe3d5'/><text x='32' y='{y:.1}'>\u{2013}: not settled, see the tables</text>",
            y - 11.0
        );
        y += 17.0;
    }
    svg(y, &body)
}
