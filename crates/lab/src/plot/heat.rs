//! A heat map: instances by ways, the darker the more; the number stands in the cell, so that the shade is not alone.

use std::fmt::Write as _;

use super::axes::{Scale, WIDTH, number, sheet};
use super::escaped;
use crate::experiment::Measure;
use crate::table::Table;

/// A cell for every instance and way.
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
    let width = ((WIDTH - left - 10.0) / table.ways.len().max(1) as f64).min(110.0);
    let shows_numbers = width >= 34.0;
    // So wide a cell has room for a verdict.
    let shows_verdicts = width >= 52.0;
    let mut n_short = 0;
    let top = 26.0;
    let mut body = String::new();
    for way in 0..table.ways.len() {
        let _ = write!(
            body,
            "<text x='{:.1}' y='16' text-anchor='middle'>{}</text>",
            left + (way as f64 + 0.5) * width,
            way + 1
        );
    }
    for (i, name) in table.instances.iter().enumerate() {
        let y = top + 20.0 * i as f64;
        let _ = write!(
            body,
            "<text x='{:.1}' y='{:.1}' text-anchor='end'>{}</text>",
            left - 6.0,
            y + 14.0,
            escaped(name)
        );
        for way in 0..table.ways.len() {
            let x = left + way as f64 * width;
            let (fill, ink, text) = match table.entry(i, way) {
                Some(entry) if entry.is_settled => {
                    let value = entry.median(measure);
                    let place = scale.place(value).clamp(0.0, 1.0);
                    let shade = (245.0 - 190.0 * place) as u8;
                    let ink = if place > 0.5 { "#fff" } else { "#222" };
                    let fill = format!("rgb({shade},{},{})", shade.saturating_add(6), 250);
                    (fill, ink, number(value))
                }
                Some(entry) if shows_verdicts => {
                    ("#fbe3d5".to_owned(), "#222", entry.verdict.clone())
                }
                Some(_) => {
                    n_short += 1;
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
                    escaped(&text)
                );
            }
        }
    }
    let mut y = top + 20.0 * table.instances.len() as f64 + 20.0;
    for (way, of) in (1..).zip(&table.ways) {
        let _ = write!(
            body,
            "<text x='12' y='{y:.1}'>{way}: {}</text>",
            escaped(&of.name())
        );
        y += 17.0;
    }
    if n_short > 0 {
        let _ = write!(
            body,
            "<rect x='12' y='{:.1}' width='14' height='14' fill='#fbe3d5'/><text x='32' y='{y:.1}'>\u{2013}: not settled; the tables say why</text>",
            y - 11.0
        );
        y += 17.0;
    }
    sheet(y, &body)
}
