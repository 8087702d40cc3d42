//! Books for printing: pages as SVG with several puzzles each, followed by their answers.

use std::fmt;
use std::str::FromStr;

use gridwright_grid::board::text::wrap;
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

/// The paper of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// The names of all papers.
    pub const NAMES: &'static [(&'static str, Paper)] =
        &[("a4", Paper::A4), ("letter", Paper::Letter)];

    /// Width and height in CSS pixels.
    fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (793.7, 1122.5),
            Paper::Letter => (816.0, 1056.0),
        }
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Paper, String> {
        let found = Paper::NAMES
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(text));
        found
            .map(|(_, paper)| *paper)
            .ok_or_else(|| format!("unknown paper `{text}`; use a4 or letter"))
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        })
    }
}

/// What a book looks like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookOptions {
    /// The title of every page.
    pub title: String,
    /// The rules, on the first page.
    pub rules: String,
    /// The paper.
    pub paper: Paper,
    /// The number of puzzles on a page; without it, as many as fit in a readable size.
    pub per_page: Option<usize>,
}

/// The margin of a page, the heights of its head and of a line of rules, and the horizontal and vertical gaps between pictures.
const MARGIN: f64 = 56.0;
const HEAD: f64 = 44.0;
const RULE: f64 = 16.0;
const GAP: f64 = 28.0;
const GAP_DOWN: f64 = 18.0;

/// The height of a picture's title.
const TITLE: f64 = 26.0;

/// With a given number of puzzles on a page, cells may be this much smaller than their minimum.
const MIN_FORCED: f64 = 0.4;

/// The largest vertical gap between pictures.
const MAX_GAP_DOWN: f64 = 90.0;

/// The distance from the puzzles to answers on the same page, and how much larger than the minimum these answers must be.
const SECTION: f64 = 48.0;
const SHARED_SCALE: f64 = 1.3;

/// The minimum width of a cell, in a puzzle and in an answer.
const PUZZLE_CELL: f64 = 24.0;
const ANSWER_CELL: f64 = 9.0;

/// The most pictures side by side, of puzzles and of answers.
const PUZZLES_ACROSS: usize = 2;
const ANSWERS_ACROSS: usize = 4;

/// The average width of a character of the rules.
const RULES_LETTER: f64 = 6.3;

/// The pages of a book as SVG.
pub fn book_pages(options: &BookOptions, entries: &[BookEntry]) -> Vec<String> {
    book_pages_before(options, entries, &|| false).unwrap_or_default()
}

/// The pages of a book as [`book_pages`] makes them; `None` if `is_over` says before that work must end.
pub fn book_pages_before(
    options: &BookOptions,
    entries: &[BookEntry],
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<String>> {
    if entries.is_empty() {
        return Some(Vec::new());
    }
    let (width, height) = options.paper.size();
    let page = Page { width, height };
    let letters = ((width - 2.0 * MARGIN) / RULES_LETTER) as usize;
    let rules = options.rules.lines();
    let rules: Vec<String> = rules.flat_map(|line| wrap(line, letters, 0)).collect();
    let pictures = |board: fn(&BookEntry) -> &Board, is_about: bool| -> Option<Vec<Picture>> {
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
        let drawn = entries
            .iter()
            .map(|entry| (!is_over()).then(|| picture(entry)));
        drawn.collect()
    };
    let puzzles = pictures(|entry| &entry.puzzle, true)?;
    let limits = LayoutLimits {
        min_cell: PUZZLE_CELL,
        max_across: PUZZLES_ACROSS,
        per_page: options.per_page,
        top: top(rules.len()),
    };
    let mut pages = Vec::new();
    let first_top = top(rules.len());
    let layout = Layout::of(&page, &puzzles, first_top, &limits);
    let puzzles_end = lay_out(&mut pages, &page, &options.title, &rules, &puzzles, &layout);
    let answers = pictures(|entry| &entry.answer, false)?;
    let limits = LayoutLimits {
        min_cell: ANSWER_CELL,
        max_across: ANSWERS_ACROSS,
        per_page: None,
        top: top(0),
    };
    // Few answers go below the last puzzles, if all of them fit.
    let layout = Layout::of(&page, &answers, puzzles_end + SECTION, &limits);
    let title = format!("{}: answers", options.title);
    if layout.pages() == 1 && layout.scale >= SHARED_SCALE * layout.min_scale {
        let last = pages.last_mut().expect("there are puzzles");
        *last += &text_element(MARGIN, puzzles_end + 30.0, 15.0, "start", "bold", "Answers");
        *last += &placed_row(&page, &answers, puzzles_end + SECTION, &layout);
    } else {
        let layout = Layout::of(&page, &answers, top(0), &limits);
        lay_out(&mut pages, &page, &title, &[], &answers, &layout);
    }
    let n = pages.len();
    let numbered = |(at, content): (usize, String)| {
        let foot = text_element(
            width / 2.0,
            height - 28.0,
            11.0,
            "middle",
            "normal",
            &format!("{} / {n}", at + 1),
        );
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"'DejaVu Sans', sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{content}{foot}</svg>\n"
        )
    };
    Some(pages.into_iter().enumerate().map(numbered).collect())
}

/// The size of a page.
struct Page {
    width: f64,
    height: f64,
}

impl Page {
    /// The width of a column.
    fn column(&self, across: usize) -> f64 {
        (self.width - 2.0 * MARGIN - GAP * (across as f64 - 1.0)) / across as f64
    }

    /// The height for pictures from `top` on.
    fn height_below(&self, top: f64) -> f64 {
        self.height - MARGIN - top
    }
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

/// What bounds a layout.
struct LayoutLimits {
    /// The minimum width of a cell.
    min_cell: f64,
    /// The most pictures side by side.
    max_across: usize,
    /// The number of pictures on a page, if it is given.
    per_page: Option<usize>,
    /// Where pictures begin on a page of their own.
    top: f64,
}

/// The layout of pictures on pages: the columns, the number of pictures on each page, and the common scale.
#[derive(Debug)]
struct Layout {
    across: usize,
    counts: Vec<usize>,
    scale: f64,
    /// The scale at which cells have their minimum width.
    min_scale: f64,
    /// The height of the largest picture, with its title.
    row: f64,
}

impl Layout {
    /// The layout with the fewest pages on which no cell is too small; among these, the one with the largest cells. The pictures are spread evenly, so that the
    /// last page is as full as the others.
    fn of(page: &Page, pictures: &[Picture], first_top: f64, limits: &LayoutLimits) -> Layout {
        let largest = |size: fn(&Picture) -> f64| pictures.iter().map(size).fold(1.0, f64::max);
        let widest = largest(|picture| picture.size().0);
        let highest = largest(|picture| picture.size().1);
        let smallest_cell = pictures
            .iter()
            .map(|picture| picture.size().0 / picture.cells as f64)
            .fold(f64::INFINITY, f64::min);
        let scale = |across: usize, height: f64, down: usize| {
            let space = (height + GAP_DOWN) / down as f64 - TITLE - GAP_DOWN;
            // Enlarge pictures by 1.6 at most.
            (page.column(across) / widest).min(space / highest).min(1.6)
        };
        let (first_height, height) = (page.height_below(first_top), page.height_below(top(0)));
        // A single picture per page sets an upper bound.
        let alone = scale(1, page.height_below(limits.top), 1);
        let min_scale = (limits.min_cell / smallest_cell).min(alone);
        let most = limits.per_page.unwrap_or(usize::MAX).max(1);
        let mut best: Option<Layout> = None;
        for n_pages in pictures.len().div_ceil(most)..=pictures.len() {
            let counts = spread(pictures.len(), n_pages);
            for across in 1..=limits.max_across {
                let scale_of = |(at, count): (usize, &usize)| {
                    let height = if at == 0 { first_height } else { height };
                    scale(across, height, count.div_ceil(across))
                };
                let scale = counts.iter().enumerate().map(scale_of).fold(1.6, f64::min);
                // A given number of puzzles is kept even if they become small, as long as they can be read.
                let is_forced = n_pages == pictures.len()
                    || limits.per_page.is_some() && scale >= MIN_FORCED * min_scale;
                if (scale >= min_scale || is_forced)
                    && best.as_ref().is_none_or(|best| scale > best.scale)
                {
                    best = Some(Layout {
                        across,
                        counts: counts.clone(),
                        scale,
                        min_scale,
                        row: highest * scale + TITLE,
                    });
                }
            }
            if best.is_some() {
                break;
            }
        }
        best.expect("one picture a page always fits")
    }

    fn pages(&self) -> usize {
        self.counts.len()
    }

    /// The distance between the tops of two rows: the rows of a page share its height, but not more than looks like one group.
    fn step(&self, height: f64, rows: usize) -> f64 {
        let free = (height - rows as f64 * self.row) / rows.max(1) as f64;
        self.row + free.clamp(GAP_DOWN, MAX_GAP_DOWN)
    }
}

/// Divides pictures among pages as evenly as possible; earlier pages have more.
fn spread(n: usize, pages: usize) -> Vec<usize> {
    (0..pages)
        .map(|page| n / pages + usize::from(page < n % pages))
        .collect()
}

/// The y coordinate of the first row of pictures.
fn top(rules: usize) -> f64 {
    let of_rules = match rules {
        0 => 0.0,
        rules => RULE * rules as f64 + 12.0,
    };
    MARGIN + HEAD + of_rules
}

/// Lays pictures out on pages; the end of the last row on the last page.
fn lay_out(
    pages: &mut Vec<String>,
    page: &Page,
    title: &str,
    rules: &[String],
    pictures: &[Picture],
    layout: &Layout,
) -> f64 {
    let mut rest = pictures;
    let mut end = 0.0;
    for (number, &count) in layout.counts.iter().enumerate() {
        let rules = if number == 0 { rules } else { &[] };
        let start = top(rules.len());
        let (here, later) = rest.split_at(count);
        rest = later;
        let mut content = text_element(MARGIN, MARGIN + 18.0, 22.0, "start", "bold", title);
        for (line, text) in rules.iter().enumerate() {
            let y = MARGIN + 42.0 + RULE * line as f64;
            content += &text_element(MARGIN, y, 11.0, "start", "normal", text);
        }
        content += &placed_row(page, here, start, layout);
        pages.push(content);
        let rows = count.div_ceil(layout.across);
        let step = layout.step(page.height_below(start), rows);
        end = start + (rows.max(1) - 1) as f64 * step + layout.row;
    }
    end
}

/// The pictures of one page, in rows from `start` on.
fn placed_row(page: &Page, pictures: &[Picture], start: f64, layout: &Layout) -> String {
    let width = page.column(layout.across);
    let rows = pictures.len().div_ceil(layout.across);
    let step = layout.step(page.height_below(start), rows);
    let place = |(at, picture): (usize, &Picture)| {
        let x = MARGIN + (at % layout.across) as f64 * (width + GAP);
        let y = start + (at / layout.across) as f64 * step;
        placed(picture, (x, y), width, layout.scale)
    };
    pictures.iter().enumerate().map(place).collect()
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

/// A text element. Its text may come from anywhere.
fn text_element(x: f64, y: f64, size: f64, anchor: &str, weight: &str, text: &str) -> String {
    // XML has no control characters.
    let is_bad = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let text = text.replace(is_bad, "\u{fffd}");
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" font-weight=\"{weight}\">{text}</text>\n"
    )
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
    fn texts_are_escaped() {
        let element = text_element(1.0, 2.0, 3.0, "middle", "bold", "a\0<&\u{ffff}");
        assert!(
            element.contains(">a\u{fffd}&lt;&amp;\u{fffd}</text>"),
            "{element}"
        );
    }

    #[test]
    fn pages_can_be_interrupted_at_every_picture() {
        let (options, entries) = (BookOptions::default(), entries(3, 4, 4));
        let n_checks = std::cell::Cell::new(0);
        let before = |end: usize| {
            n_checks.set(0);
            let is_over = || n_checks.replace(n_checks.get() + 1) == end;
            book_pages_before(&options, &entries, &is_over)
        };
        // Three puzzles and three answers.
        for end in 0..6 {
            assert_eq!(before(end), None);
            assert_eq!(n_checks.get(), end + 1);
        }
        assert_eq!(before(6), Some(book_pages(&options, &entries)));
    }

    #[test]
    fn pages_are_filled_evenly_without_overflow() {
        for paper in [Paper::A4, Paper::Letter] {
            for (n, rows, cols, per_page, counts) in [
                (1, 9, 9, None, &[1][..]),
                (4, 9, 9, None, &[4]),
                (6, 9, 9, None, &[6]),
                (10, 9, 9, None, &[5, 5]),
                (7, 9, 9, None, &[4, 3]),
                (3, 25, 25, None, &[1, 1, 1]),
                (2, 40, 12, None, &[2]),
                (9, 9, 9, Some(1), &[1; 9]),
                (9, 9, 9, Some(2), &[2, 2, 2, 2, 1]),
                (12, 9, 9, Some(1000), &[12]),
            ] {
                let entries = entries(n, rows, cols);
                let options = BookOptions {
                    title: "Title".to_owned(),
                    rules: "Rules of some length.".to_owned(),
                    paper,
                    per_page,
                };
                let pages = book_pages(&options, &entries);
                let label = format!("{n} of {rows}x{cols} on {paper}");
                let n_puzzles = pages.iter().map(|page| page.matches(">easy<").count());
                let n_puzzles: Vec<usize> = n_puzzles.filter(|n| *n > 0).collect();
                assert_eq!(n_puzzles, counts, "{label}");
                let all = pages.join("");
                for entry in &entries {
                    let title = format!(">{}</text>", entry.title);
                    assert_eq!(all.matches(&title).count(), 2, "{label}");
                }
                let (width, height) = paper.size();
                for page in &pages {
                    for picture in page.split("<svg x=").skip(1) {
                        let picture = format!("x={picture}");
                        let at = |name: &str| numbers(&picture, name)[0];
                        let (x, y) = (at("x"), at(" y"));
                        assert!(x + at(" width") <= width - MARGIN + 1.0, "{label}");
                        assert!(y + at(" height") <= height - MARGIN + 1.0, "{label}");
                    }
                }
            }
        }
        assert!(book_pages(&BookOptions::default(), &[]).is_empty());
    }

    #[test]
    fn papers_are_read_and_printed() {
        for (name, paper) in Paper::NAMES {
            assert_eq!(name.parse(), Ok(*paper));
            assert_eq!(paper.to_string(), *name);
        }
        assert!("a3".parse::<Paper>().is_err());
    }
}
