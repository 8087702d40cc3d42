//! Books to print: pages of A4 as SVG, with several puzzles on each, and their answers, smaller, at the back.

use gridwright_grid::board::{Board, svg};

/// A puzzle of a book.
#[derive(Debug)]
pub struct Entry {
    /// Its title.
    pub title: String,
    /// What stands beside the title.
    pub about: String,
    /// The puzzle.
    pub puzzle: Board,
    /// Its answer.
    pub answer: Board,
}

/// A4, in CSS pixels.
const WIDTH: f64 = 793.7;
const HEIGHT: f64 = 1122.5;

/// The margin of a page, the room for its head, and the gap between two pictures.
const MARGIN: f64 = 56.0;
const HEAD: f64 = 56.0;
const GAP: f64 = 28.0;

/// The room for the title of a picture.
const TITLE: f64 = 26.0;

/// The least width of a cell of a puzzle and of an answer, so that a pencil and an eye have room.
const PUZZLE_CELL: f64 = 22.0;
const ANSWER_CELL: f64 = 9.0;

/// The letters of a line of rules, at most.
const RULES_LINE: usize = 108;

/// The pages of a book, each a picture in SVG.
pub fn pages(title: &str, rules: &str, entries: &[Entry]) -> Vec<String> {
    let mut pages = Vec::new();
    let across = |cell: f64, most: usize| {
        let widest = entries.iter().map(|entry| entry.puzzle.cols).max();
        let widest = widest.unwrap_or(1) as f64 + 1.0;
        let room = (WIDTH - 2.0 * MARGIN + GAP) / (widest * cell + GAP);
        (room as usize).clamp(1, most)
    };
    let rules = wrapped(rules);
    let pictures = |entry: &Entry| Picture {
        title: entry.title.clone(),
        about: entry.about.clone(),
        svg: svg::render(&entry.puzzle, &entry.title),
    };
    let puzzles: Vec<Picture> = entries.iter().map(pictures).collect();
    lay_out(&mut pages, title, &rules, &puzzles, across(PUZZLE_CELL, 2));
    let pictures = |entry: &Entry| Picture {
        title: entry.title.clone(),
        about: String::new(),
        svg: svg::render(&entry.answer, &entry.title),
    };
    let answers: Vec<Picture> = entries.iter().map(pictures).collect();
    let answers_title = format!("{title}: answers");
    lay_out(
        &mut pages,
        &answers_title,
        &[],
        &answers,
        across(ANSWER_CELL, 4),
    );
    let n = pages.len();
    let numbered = |(at, page): (usize, String)| {
        let foot = words(
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

/// Lays pictures out on pages, so many across; those of a page share one scale, so that cells are alike.
fn lay_out(
    pages: &mut Vec<String>,
    title: &str,
    rules: &[String],
    pictures: &[Picture],
    across: usize,
) {
    let width = (WIDTH - 2.0 * MARGIN - GAP * (across as f64 - 1.0)) / across as f64;
    let top = |first: bool| {
        MARGIN
            + HEAD
            + if first {
                16.0 * rules.len() as f64
            } else {
                0.0
            }
    };
    let widest = pictures
        .iter()
        .map(|picture| picture.size().0)
        .fold(1.0, f64::max);
    let highest = pictures
        .iter()
        .map(|picture| picture.size().1)
        .fold(1.0, f64::max);
    // No picture is larger than it was drawn by much, nor higher than a page.
    let room = HEIGHT - MARGIN - top(true) - TITLE - GAP;
    let scale = (width / widest).min(room / highest).min(1.6);
    let step = highest * scale + TITLE + GAP;
    let mut rest = pictures;
    while !rest.is_empty() {
        let first = rest.len() == pictures.len();
        let start = top(first);
        let down = (((HEIGHT - MARGIN - start + GAP) / step) as usize).max(1);
        let (here, later) = rest.split_at(rest.len().min(across * down));
        rest = later;
        let mut page = words(MARGIN, MARGIN + 18.0, 22.0, "start", "bold", title);
        if first {
            for (line, text) in rules.iter().enumerate() {
                let y = MARGIN + 42.0 + 16.0 * line as f64;
                page += &words(MARGIN, y, 11.0, "start", "normal", text);
            }
        }
        for (at, picture) in here.iter().enumerate() {
            let x = MARGIN + (at % across) as f64 * (width + GAP);
            let y = start + (at / across) as f64 * step;
            page += &placed(picture, (x, y), width, scale);
        }
        pages.push(page);
    }
}

/// A picture in its place, under its title.
fn placed(picture: &Picture, (x, y): (f64, f64), width: f64, scale: f64) -> String {
    let (own_width, own_height) = picture.size();
    let mut text = words(x, y + 14.0, 13.0, "start", "bold", &picture.title);
    text += &words(x + width, y + 14.0, 11.0, "end", "normal", &picture.about);
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

/// Words at a place.
fn words(x: f64, y: f64, size: f64, anchor: &str, weight: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" font-weight=\"{weight}\">{text}</text>\n"
    )
}

/// A text in lines.
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
