//! Books for printing: A4 pages as SVG with several puzzles each, followed by pages with their answers.

use gridwright_grid::board::{Board, svg};

/// A puzzle of a book.
#[derive(Debug)]
pub struct BookEntry {
    /// Its title.
    pub title: String,
    /// The text beside the title.
    pub about: String,
    /// The puzzle.
    pub puzzle: Board,
    /// Its answer.
    pub answer: Board,
}

/// A4, in CSS pixels.
const WIDTH: f64 = 793.7;
const HEIGHT: f64 = 1122.5;

/// The margin of a page, the heights of its head and of a line of rules, and the horizontal and vertical gaps between pictures.
const MARGIN: f64 = 56.0;
const HEAD: f64 = 44.0;
const RULE: f64 = 16.0;
const GAP: f64 = 28.0;
const GAP_DOWN: f64 = 18.0;

/// The height of a picture's title.
const TITLE: f64 = 26.0;

/// The minimum width of a cell, in a puzzle and in an answer.
const PUZZLE_CELL: f64 = 24.0;
const ANSWER_CELL: f64 = 9.0;

/// The most pictures side by side, of puzzles and of answers.
const PUZZLES_ACROSS: usize = 2;
const ANSWERS_ACROSS: usize = 4;

/// The most characters in a line of rules.
const RULES_LINE: usize = 108;

/// The pages of a book as SVG.
pub fn book_pages(title: &str, rules: &str, entries: &[BookEntry]) -> Vec<String> {
    let mut pages = Vec::new();
    let rules = wrapped(rules);
    let pictures = |board: fn(&BookEntry) -> &Board, is_about: bool| -> Vec<Picture> {
        let picture = |entry: &BookEntry| Picture {
            title: entry.title.clone(),
            about: match is_about {
                true => entry.about.clone(),
                false => String::new(),
            },
            svg: svg::render(board(entry), &entry.title),
            // One more, for the numbers and borders beside the cells.
            cells: board(entry).cols + 1,
        };
        entries.iter().map(picture).collect()
    };
    let puzzles = pictures(|entry| &entry.puzzle, true);
    let layout = Layout::of(&puzzles, rules.len(), PUZZLE_CELL, PUZZLES_ACROSS);
    lay_out(&mut pages, title, &rules, &puzzles, &layout);
    let answers = pictures(|entry| &entry.answer, false);
    let layout = Layout::of(&answers, 0, ANSWER_CELL, ANSWERS_ACROSS);
    let answers_title = format!("{title}: answers");
    lay_out(&mut pages, &answers_title, &[], &answers, &layout);
    let n = pages.len();
    let numbered = |(at, page): (usize, String)| {
        let foot = text_element(
            WIDTH / 2.0,
            HEIGHT - 28.0,
            11.0,
            "middle",
            "normal",
            &format!("{} / {n}", at + 1),
        );
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"'DejaVu Sans', sans-serif\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n{page}{foot}</svg>\n"
        )
    };
    pages.into_iter().enumerate().map(numbered).collect()
}

/// A picture with its title.
struct Picture {
    title: String,
    about: String,
    svg: String,
    /// Its width in cells.
    cells: usize,
}

impl Picture {
    /// Its own width and height.
    fn size(&self) -> (f64, f64) {
        let number = |name: &str| {
            let start = self.svg.find(&format!("{name}=\""))? + name.len() + 2;
            let text = &self.svg[start..];
            text[..text.find('"')?].parse::<f64>().ok()
        };
        number(" width")
            .zip(number(" height"))
            .unwrap_or((100.0, 100.0))
    }
}

/// The layout of pictures on pages: columns, rows on the first page and on later ones, and the common scale.
#[derive(Debug)]
struct Layout {
    across: usize,
    first_down: usize,
    down: usize,
    scale: f64,
    /// The distance from one row to the next.
    step: f64,
}

impl Layout {
    /// The layout with the fewest pages on which no cell is too small; among these, the one with the largest cells.
    fn of(pictures: &[Picture], rules: usize, min_cell: f64, max_across: usize) -> Layout {
        let largest = |size: fn(&Picture) -> f64| pictures.iter().map(size).fold(1.0, f64::max);
        let widest = largest(|picture| picture.size().0);
        let highest = largest(|picture| picture.size().1);
        let smallest_cell = pictures
            .iter()
            .map(|picture| picture.size().0 / picture.cells as f64)
            .fold(f64::INFINITY, f64::min);
        let scale = |across: usize, down: usize| {
            let space = (height(rules) + GAP_DOWN) / down as f64 - TITLE - GAP_DOWN;
            // Enlarge pictures by 1.6 at most.
            (width(across) / widest).min(space / highest).min(1.6)
        };
        // A single picture per page sets an upper bound.
        let min_scale = (min_cell / smallest_cell).min(scale(1, 1));
        let mut best: Option<(usize, Layout)> = None;
        for across in 1..=max_across {
            for first_down in 1.. {
                let scale = scale(across, first_down);
                if scale < min_scale {
                    break;
                }
                let step = highest * scale + TITLE + GAP_DOWN;
                let down = ((height(0) + GAP_DOWN) / step) as usize;
                let down = down.max(first_down);
                let later = pictures.len().saturating_sub(across * first_down);
                let pages = 1 + later.div_ceil(across * down);
                let layout = Layout {
                    across,
                    first_down,
                    down,
                    scale,
                    step,
                };
                let is_better = |(fewest, best): &(usize, Layout)| {
                    pages < *fewest || (pages == *fewest && layout.scale > best.scale)
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some((pages, layout));
                }
                if across * first_down >= pictures.len() {
                    break;
                }
            }
        }
        best.map(|(_, layout)| layout)
            .expect("one picture a page always fits")
    }
}

/// The width of a column.
fn width(across: usize) -> f64 {
    (WIDTH - 2.0 * MARGIN - GAP * (across as f64 - 1.0)) / across as f64
}

/// The height for pictures below this number of lines of rules.
fn height(rules: usize) -> f64 {
    HEIGHT - MARGIN - top(rules)
}

/// The y coordinate of the first row of pictures.
fn top(rules: usize) -> f64 {
    let of_rules = match rules {
        0 => 0.0,
        rules => RULE * rules as f64 + 12.0,
    };
    MARGIN + HEAD + of_rules
}

/// Lays pictures out on pages.
fn lay_out(
    pages: &mut Vec<String>,
    title: &str,
    rules: &[String],
    pictures: &[Picture],
    layout: &Layout,
) {
    let width = width(layout.across);
    let mut rest = pictures;
    while !rest.is_empty() {
        let first = rest.len() == pictures.len();
        let (start, down) = match first {
            true => (top(rules.len()), layout.first_down),
            false => (top(0), layout.down),
        };
        let (here, later) = rest.split_at(rest.len().min(layout.across * down));
        rest = later;
        let mut page = text_element(MARGIN, MARGIN + 18.0, 22.0, "start", "bold", title);
        if first {
            for (line, text) in rules.iter().enumerate() {
                let y = MARGIN + 42.0 + RULE * line as f64;
                page += &text_element(MARGIN, y, 11.0, "start", "normal", text);
            }
        }
        for (at, picture) in here.iter().enumerate() {
            let x = MARGIN + (at % layout.across) as f64 * (width + GAP);
            let y = start + (at / layout.across) as f64 * layout.step;
            page += &placed(picture, (x, y), width, layout.scale);
        }
        pages.push(page);
    }
}

/// A picture at its position, with its title.
fn placed(picture: &Picture, (x, y): (f64, f64), width: f64, scale: f64) -> String {
    let (own_width, own_height) = picture.size();
    let mut text = text_element(x, y + 14.0, 13.0, "start", "bold", &picture.title);
    text += &text_element(x + width, y + 14.0, 11.0, "end", "normal", &picture.about);
    let inner = picture.svg.replacen(
        "<svg ",
        &format!("<svg x=\"{x:.1}\" y=\"{:.1}\" ", y + TITLE),
        1,
    );
    let sized = |inner: String, name: &str, own: f64| {
        let scaled = format!(" {name}=\"{:.1}\"", own * scale);
        let start = inner.find(&format!(" {name}=\""));
        let Some(start) = start else { return inner };
        let length = inner[start + name.len() + 3..].find('"').unwrap_or(0);
        let end = start + name.len() + 3 + length + 1;
        format!("{}{scaled}{}", &inner[..start], &inner[end..])
    };
    let inner = sized(inner, "width", own_width);
    text + &sized(inner, "height", own_height)
}

/// A text element.
fn text_element(x: f64, y: f64, size: f64, anchor: &str, weight: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" font-weight=\"{weight}\">{text}</text>\n"
    )
}

/// Text wrapped into lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty()
            && lines[last].chars().count() + 1 + word.chars().count() > RULES_LINE
        {
            lines.push(word.to_owned());
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{gap}{word}");
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(n: usize, rows: usize, cols: usize) -> Vec<BookEntry> {
        let entry = |at: usize| BookEntry {
            title: format!("Puzzle {}", at + 1),
            about: "easy".to_owned(),
            puzzle: Board::new(rows, cols),
            answer: Board::new(rows, cols),
        };
        (0..n).map(entry).collect()
    }

    /// The numbers of an attribute, in the order of the text.
    fn numbers(text: &str, name: &str) -> Vec<f64> {
        let marker = format!("{name}=\"");
        let parts = text.split(&marker).skip(1);
        let number = |part: &str| part.split('"').next()?.parse().ok();
        parts.filter_map(number).collect()
    }

    #[test]
    fn pages_are_filled_without_overflow() {
        for (n, rows, cols, puzzle_pages) in [
            (1, 9, 9, 1),
            (4, 9, 9, 1),
            (6, 9, 9, 1),
            (10, 9, 9, 2),
            (10, 5, 30, 2),
            (3, 25, 25, 3),
            (2, 40, 12, 1),
            (12, 6, 6, 2),
        ] {
            let entries = entries(n, rows, cols);
            let pages = book_pages("Title", "Rules of some length.", &entries);
            let answers = pages.iter().filter(|page| page.contains("Title: answers"));
            let answers = answers.count();
            assert_eq!(pages.len() - answers, puzzle_pages, "{n} of {rows}x{cols}");
            let all = pages.join("");
            for entry in &entries {
                let title = format!(">{}</text>", entry.title);
                assert_eq!(all.matches(&title).count(), 2, "{}", entry.title);
            }
            for page in &pages {
                for picture in page.split("<svg x=").skip(1) {
                    let picture = format!("x={picture}");
                    let at = |name: &str| numbers(&picture, name)[0];
                    let (x, y) = (at("x"), at(" y"));
                    assert!(x + at(" width") <= WIDTH - MARGIN + 1.0, "{rows}x{cols}");
                    assert!(y + at(" height") <= HEIGHT - MARGIN + 1.0, "{rows}x{cols}");
                }
            }
        }
        assert!(book_pages("Title", "Rules.", &[]).is_empty());
    }
}
