//! The shapes of clues in words, for descriptions and for the list below a board as text.

use crate::Cell;
use crate::board::{Form, LineStyle, Tint};

/// A shape that stands for a clue, in words: "Cage of 15: r1c1 r1c2". `None` for shapes that are described elsewhere.
pub(crate) fn clue_words(form: &Form) -> Option<String> {
    let list = |cells: &[Cell]| {
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        names.join(" ")
    };
    Some(match form {
        Form::BorderDot(border, true) => format!("Black dot on {border}"),
        Form::BorderDot(border, false) => format!("White dot on {border}"),
        Form::BorderText(border, text) => format!("{text} on {border}"),
        Form::CornerText(corner, text) => format!("{text} on {corner}"),
        Form::Cage(cells, label) if label.is_empty() => format!("Cage: {}", list(cells)),
        Form::Cage(cells, label) => format!("Cage of {label}: {}", list(cells)),
        Form::Tint(cells, tint) => {
            let name = match tint {
                Tint::Region => "Extra region",
                Tint::Even => "Even",
                Tint::Odd => "Odd",
                Tint::Diagonal => "Diagonal",
                Tint::ColumnIndexer => "Column indexer",
                Tint::RowIndexer => "Row indexer",
            };
            format!("{name}: {}", list(cells))
        }
        Form::Line(cells, style) => {
            let name = match style {
                LineStyle::Thermometer => "Thermometer",
                LineStyle::SlowThermometer => "Slow thermometer",
                LineStyle::Arrow => "Arrow",
                LineStyle::Palindrome => "Palindrome",
                LineStyle::Renban => "Renban line",
                LineStyle::Whisper => "Whispers line",
                LineStyle::Entropic => "Entropic line",
                LineStyle::Modular => "Modular line",
                LineStyle::RegionSums => "Region sum line",
                LineStyle::Zipper => "Zipper line",
                LineStyle::Between => "Between line",
                LineStyle::Diagonal => "Diagonal",
            };
            format!("{name}: {}", list(cells))
        }
        Form::Outside(cell, direction, text) => {
            format!("{text} outside of {cell}, to {}", direction.abbreviation())
        }
        Form::BorderLine(_) | Form::BorderCross(_) | Form::LinkCross(..) | Form::Disc(..) => {
            return None;
        }
    })
}
