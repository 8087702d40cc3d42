//! The layout of a board rendered as text: sizes and positions of margins, tiles and lines, in characters.

use crate::Cell;
use crate::board::description::{candidate_columns, short_list};
use crate::board::lines::Lines;
use crate::board::text::glyphs::Glyphs;
use crate::board::{Background, Board, Content, Tile, Weight};

/// Wider boards omit the space after numbers.
const MAX_SPACED_WIDTH: usize = 80;

/// The sizes of margins, tiles and lines, in characters.
pub(crate) struct Layout {
    /// The width of the left margin, with a space.
    pub(crate) left: usize,
    /// The width of the right margin, with a space.
    pub(crate) right: usize,
    /// The height of the top margin.
    pub(crate) top: usize,
    /// The height of the bottom margin.
    pub(crate) bottom: usize,
    /// The width of the widest single text.
    pub(crate) text_width: usize,
    /// The width of the widest candidate.
    candidate_width: usize,
    /// The width of a tile with the space before and after.
    pub(crate) tile_width: usize,
    /// The height of a tile.
    pub(crate) tile_height: usize,
    /// Whether arrows have the shade on both sides, inside the brackets, because some tile has both a shade and a mark.
    shaded: bool,
    /// The number of spaces after the content of a tile.
    after: usize,
    /// The columns for lines: before each tile column, and after the last.
    verticals: LinePlaces,
    /// The rows for lines: above each tile row, and below the last.
    horizontals: LinePlaces,
}

/// Where there are lines. Per place, how many there are up to it.
struct LinePlaces(Vec<usize>);

impl LinePlaces {
    /// From whether there is a line at each place.
    fn new(are_lines: impl Iterator<Item = bool>) -> LinePlaces {
        let counts = are_lines.scan(0, |n, is_line| {
            *n += usize::from(is_line);
            Some(*n)
        });
        LinePlaces(counts.collect())
    }

    fn is_line(&self, place: usize) -> bool {
        self.0[place] > place.checked_sub(1).map_or(0, |before| self.0[before])
    }
}

impl Layout {
    pub(crate) fn of(board: &Board, glyphs: Glyphs) -> Layout {
        let lines = Lines::with_shapes(board);
        let (rows, cols) = (board.rows, board.cols);
        // Adjacent islands need space for the bridge between them.
        let is_island = |tile: &Tile| matches!(tile.content, Content::Island(_));
        let spaced = !board.strokes.is_empty() || board.tiles.iter().any(is_island);
        // A line that ends or changes weight needs a corner.
        let verticals = (0..=cols).map(|col| {
            let mut corners = (0..=rows).map(|row| lines.corner(row, col));
            spaced && (1..cols).contains(&col)
                || corners.any(|[_, right, down, left]| down != Weight::None || left != right)
        });
        let horizontals = (0..=rows).map(|row| {
            let mut corners = (0..=cols).map(|col| lines.corner(row, col));
            spaced && (1..rows).contains(&row)
                || corners.any(|[up, right, down, _]| right != Weight::None || up != down)
        });
        let lines_of = |labels: &[String]| labels.iter().map(|label| label.lines().count()).max();
        let widest = |labels: &[String]| {
            let lines = labels.iter().flat_map(|label| label.lines());
            lines.map(|line| line.chars().count()).max()
        };
        let margin = |labels: &[String]| widest(labels).map_or(0, |width| width + 1);
        let margins = &board.margins;
        let mut layout = Layout {
            left: margin(&margins.left),
            right: margin(&margins.right),
            top: lines_of(&margins.top).map_or(0, |lines| lines.max(1)),
            bottom: lines_of(&margins.bottom).map_or(0, |lines| lines.max(1)),
            text_width: 0,
            candidate_width: widest_candidate(board),
            tile_width: 0,
            tile_height: 1,
            shaded: board.tiles.iter().any(is_shaded_and_marked),
            after: 1,
            verticals: LinePlaces::new(verticals),
            horizontals: LinePlaces::new(horizontals),
        };
        let labels = [widest(&margins.top), widest(&margins.bottom)];
        layout.text_width = labels.into_iter().flatten().max().unwrap_or(0);
        let mut inner = 1;
        for tile in &board.tiles {
            let content = layout.content(tile, glyphs);
            let width = content.iter().map(|row| row.chars().count()).max();
            // Numbers are aligned; candidate lists are centred.
            if content.len() == 1 && !matches!(tile.content, Content::Candidates(_)) {
                layout.text_width = layout.text_width.max(width.unwrap_or(0));
            }
            inner = inner.max(width.unwrap_or(0));
            layout.tile_height = layout.tile_height.max(content.len());
        }
        inner = inner.max(layout.text_width);
        layout.tile_width = inner + 2;
        // One-digit numbers are centred, and brackets, shades and bridges need both sides.
        let is_number = |tile: &Tile| {
            tile.mark.is_none()
                && matches!(
                    tile.background,
                    Background::Plain | Background::Block | Background::Outside
                )
                && matches!(tile.content, Content::Nothing | Content::Text(_))
        };
        if layout.size().0 > MAX_SPACED_WIDTH && inner > 1 && board.tiles.iter().all(is_number) {
            layout.after = 0;
            layout.tile_width -= 1;
        }
        layout
    }

    /// The width and height of the page.
    pub(crate) fn size(&self) -> (usize, usize) {
        let (cols, rows) = (self.verticals.0.len() - 1, self.horizontals.0.len() - 1);
        let width = self.tile_x(cols) + self.right;
        (width, self.tile_y(rows) + self.bottom)
    }

    /// The first column of a tile.
    pub(crate) fn tile_x(&self, col: usize) -> usize {
        self.left + col * self.tile_width + self.verticals.0[col]
    }

    /// The first row of a tile.
    pub(crate) fn tile_y(&self, row: usize) -> usize {
        self.top + row * self.tile_height + self.horizontals.0[row]
    }

    /// The column of the line before a tile column, if there is one.
    pub(crate) fn line_x(&self, col: usize) -> Option<usize> {
        self.verticals.is_line(col).then(|| self.tile_x(col) - 1)
    }

    /// The row of the line above a tile row, if there is one.
    pub(crate) fn line_y(&self, row: usize) -> Option<usize> {
        self.horizontals.is_line(row).then(|| self.tile_y(row) - 1)
    }

    /// The middle of a tile.
    pub(crate) fn middle(&self, cell: Cell) -> (usize, usize) {
        let inner = self.tile_width - 1 - self.after;
        (
            self.tile_x(cell.col) + 1 + inner / 2,
            self.tile_y(cell.row) + self.tile_height / 2,
        )
    }

    /// The indent that centres a content of this width while keeping numbers aligned.
    pub(crate) fn indent(&self, width: usize) -> usize {
        let inner = self.tile_width - 1 - self.after;
        let column = width.max(self.text_width.min(inner));
        1 + (inner - column) / 2 + (column - width)
    }

    /// The content of a tile, as rows of characters.
    pub(crate) fn content(&self, tile: &Tile, glyphs: Glyphs) -> Vec<String> {
        match &tile.content {
            Content::Nothing if tile.background == Background::Water => {
                vec![glyphs.water(tile.ink).to_string()]
            }
            Content::Nothing => Vec::new(),
            Content::Text(text) | Content::Island(text) => vec![text.clone()],
            Content::Ship(part) => vec![glyphs.part(*part).to_string()],
            Content::Arrow(direction) => {
                let shade = glyphs.fill(tile.background).to_string();
                let shade = if self.shaded { &shade } else { "" };
                vec![format!("{shade}{}{shade}", glyphs.arrow(*direction))]
            }
            Content::Symbol(symbol) => vec![glyphs.symbol(*symbol).to_string()],
            Content::Sums { down, across } => vec![format!("{down}\\{across}")],
            Content::Candidates(candidates) => match candidate_columns(candidates) {
                Some((across, _)) => in_columns(candidates, across, self.candidate_width),
                None => vec![short_list(candidates)],
            },
        }
    }
}

/// Whether brackets would replace the shade.
fn is_shaded_and_marked(tile: &Tile) -> bool {
    tile.mark.is_some() && matches!(tile.background, Background::White | Background::Tan)
}

/// The candidates in a square, each in its own column.
fn in_columns(candidates: &[Option<String>], across: usize, width: usize) -> Vec<String> {
    let word =
        |candidate: &Option<String>| format!("{:>width$}", candidate.as_deref().unwrap_or(""));
    let rows = candidates.chunks(across.max(1)).map(|row| {
        let words: Vec<String> = row.iter().map(word).collect();
        format!("{:<1$}", words.join(" "), across * (width + 1) - 1)
    });
    rows.collect()
}

fn widest_candidate(board: &Board) -> usize {
    let widths = board.tiles.iter().filter_map(|tile| match &tile.content {
        Content::Candidates(candidates) => candidate_columns(candidates).map(|(_, width)| width),
        _ => None,
    });
    widths.max().unwrap_or(1)
}
