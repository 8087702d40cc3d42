//! Hashiwokakero: islands joined by bridges.
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `segments` | how many bridges join two facing islands | one per pair of facing islands, over 0..2 |

mod segments;

use std::fmt;

use gridwright_grid::board::{Board, Figure, Ink, Stroke, Weight};
use gridwright_grid::{Cell, Direction, Grid};
use gridwright_term::Diagnostic;

use crate::puzzle::{Card, Example, Puzzle, Viewpoint, Violation};
use crate::shown::{Known, Shown};
use crate::tokens;

/// The most bridges between two islands.
const MOST: i32 = 2;

/// All islands become one network.
#[derive(Debug)]
pub struct Hashi;

/// A board of islands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    islands: Vec<Island>,
    /// The pairs of islands that face each other over water or side by side, each once.
    segments: Vec<Segment>,
}

/// An island.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Island {
    /// Where it is.
    pub cell: Cell,
    /// How many bridges it has, if that is given.
    pub bridges: Option<i32>,
}

/// Two islands that face each other, by their places in reading order; the first is above or to the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Segment {
    a: usize,
    b: usize,
}

/// How many bridges each segment has, in reading order of the segments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<i32>);

/// Two islands are joined by at least so many bridges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The segment, in reading order.
    segment: usize,
    /// Its ends.
    ends: (Cell, Cell),
    /// How many bridges at least.
    bridges: i32,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.bridges == 1 {
            "a bridge"
        } else {
            "two bridges"
        };
        write!(
            f,
            "{} and {} are joined by {what}",
            self.ends.0, self.ends.1
        )
    }
}

impl Instance {
    fn new(grid: Grid, islands: Vec<Island>) -> Instance {
        let mut at = vec![None; grid.n_cells()];
        for (i, island) in islands.iter().enumerate() {
            at[grid.index(island.cell)] = Some(i);
        }
        let mut segments = Vec::new();
        for (a, island) in islands.iter().enumerate() {
            for direction in [Direction::East, Direction::South] {
                let facing = grid
                    .ray(island.cell, direction)
                    .find_map(|cell| at[grid.index(cell)]);
                segments.extend(facing.map(|b| Segment { a, b }));
            }
        }
        Instance {
            grid,
            islands,
            segments,
        }
    }

    fn ends(&self, segment: Segment) -> (Cell, Cell) {
        (self.islands[segment.a].cell, self.islands[segment.b].cell)
    }

    /// The cells of water a segment runs over.
    fn water(&self, segment: Segment) -> Vec<Cell> {
        let (a, b) = self.ends(segment);
        if a.row == b.row {
            (a.col + 1..b.col)
                .map(|col| Cell::new(a.row, col))
                .collect()
        } else {
            (a.row + 1..b.row)
                .map(|row| Cell::new(row, a.col))
                .collect()
        }
    }
}

impl Puzzle for Hashi {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const CARD: Card = Card {
        id: "hashi",
        title: "Hashiwokakero",
        rules: "Join the islands by bridges that run straight along rows and columns. At most two bridges join two islands, bridges do not cross, \
                every island has as many bridges as its number says, and all islands hang together.",
        examples: &[
            Example {
                name: "report 000, board 3",
                text: "1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n",
                answers: 1,
            },
            Example {
                name: "report 000, board 1",
                text: "23.4.2.\n......2\n11..133\n2..8.52\n3.3...1\n..2..34\n3..31.2\n",
                answers: 2,
            },
            Example {
                name: "report 000, board 7",
                text: "1.1.2\n.....\n....2\n",
                answers: 0,
            },
            Example {
                name: "islands of unknown count",
                text: "?.?\n...\n?.?\n",
                answers: 48,
            },
        ],
    };
    const VIEWPOINTS: &'static [&'static dyn Viewpoint<Hashi>] = &[&segments::Segments];

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let rows: Vec<Vec<tokens::Token<'_>>> = tokens::rows(text)
            .into_iter()
            .map(|row| tokens::characters(&row))
            .collect();
        let cols = tokens::equal_rows(text, &rows)?;
        let grid = Grid::new(rows.len(), cols)
            .map_err(|error| Diagnostic::error(error.to_string(), tokens::whole(text)))?;
        let mut islands = Vec::new();
        for (at, token) in rows.into_iter().flatten().enumerate() {
            let bridges = match token.text {
                "." => continue,
                "?" => None,
                digit if ("1"..="8").contains(&digit) => digit.parse().ok(),
                _ => return Err(tokens::expected("a digit from 1 to 8, `?` or `.`", token)),
            };
            islands.push(Island {
                cell: grid.cell(at),
                bridges,
            });
        }
        if islands.is_empty() {
            return Err(Diagnostic::error(
                "a board has at least one island",
                tokens::whole(text),
            ));
        }
        Ok(Instance::new(grid, islands))
    }

    fn print(instance: &Instance) -> String {
        let mut cells = vec!['.'; instance.grid.n_cells()];
        for island in &instance.islands {
            let digit = island.bridges.and_then(|n| char::from_digit(n as u32, 10));
            cells[instance.grid.index(island.cell)] = digit.unwrap_or('?');
        }
        let rows = cells.chunks(instance.grid.cols());
        rows.map(|row| row.iter().collect::<String>() + "\n")
            .collect()
    }

    /// One line per joined pair: `r1c1 r1c3 2`.
    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        let mut bridges = vec![0; instance.segments.len()];
        for row in tokens::rows(text) {
            let [a, b, n] = row[..] else {
                let span = row[0].span.to(row[row.len() - 1].span);
                return Err(Diagnostic::error("expected two islands and a number", span));
            };
            let segment = instance.segments.iter().position(|&segment| {
                let ends = instance.ends(segment);
                ends.0.to_string() == a.text && ends.1.to_string() == b.text
            });
            let segment =
                segment.ok_or_else(|| tokens::expected("two islands that face each other", a))?;
            bridges[segment] = tokens::number(n, 1, MOST)?;
        }
        Ok(Answer(bridges))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        let joined = instance
            .segments
            .iter()
            .zip(&answer.0)
            .filter(|(_, n)| **n > 0);
        joined
            .map(|(&segment, n)| {
                let (a, b) = instance.ends(segment);
                format!("{a} {b} {n}\n")
            })
            .collect()
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let mut built = vec![0; instance.islands.len()];
        let mut crossed: Vec<Option<usize>> = vec![None; instance.grid.n_cells()];
        // Islands that hang together have the same name.
        let mut names: Vec<usize> = (0..instance.islands.len()).collect();
        for (i, (&segment, &n)) in instance.segments.iter().zip(&answer.0).enumerate() {
            let (a, b) = instance.ends(segment);
            if !(0..=MOST).contains(&n) {
                return Err(Violation(format!("{n} bridges join {a} and {b}")));
            }
            if n == 0 {
                continue;
            }
            built[segment.a] += n;
            built[segment.b] += n;
            for cell in instance.water(segment) {
                if crossed[instance.grid.index(cell)].replace(i).is_some() {
                    return Err(Violation(format!("two bridges cross at {cell}")));
                }
            }
            let (from, to) = (names[segment.b], names[segment.a]);
            for name in names.iter_mut().filter(|name| **name == from) {
                *name = to;
            }
        }
        for (island, built) in instance.islands.iter().zip(built) {
            if let Some(wanted) = island.bridges
                && wanted != built
            {
                let cell = island.cell;
                return Err(Violation(format!(
                    "the island at {cell} has {built} bridges, not {wanted}"
                )));
            }
        }
        match names.iter().position(|&name| name != names[0]) {
            Some(apart) => {
                let (a, b) = (instance.islands[0].cell, instance.islands[apart].cell);
                Err(Violation(format!(
                    "the islands at {a} and {b} do not hang together"
                )))
            }
            None => Ok(()),
        }
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let facts = |(segment, &pair): (usize, &Segment)| {
            let ends = instance.ends(pair);
            (1..=MOST).map(move |bridges| Fact {
                segment,
                ends,
                bridges,
            })
        };
        instance
            .segments
            .iter()
            .enumerate()
            .flat_map(facts)
            .collect()
    }

    fn is_true(_: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.segment] >= fact.bridges
    }

    fn draw(instance: &Instance, shown: &Shown<'_>) -> Board {
        let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
        for tile in &mut board.tiles {
            (tile.east, tile.south) = (Weight::None, Weight::None);
        }
        for island in &instance.islands {
            let number = island.bridges.map_or("?".to_owned(), |n| n.to_string());
            board.tile_mut(island.cell).figure = Figure::Island(number);
        }
        for (i, &segment) in instance.segments.iter().enumerate() {
            let most = MOST as usize;
            let known = (0..most).take_while(|least| shown.of(i * most + least) == Known::True);
            let (from, to) = instance.ends(segment);
            let lines = known.count();
            if lines > 0 {
                board.strokes.push(Stroke {
                    from,
                    to,
                    lines,
                    ink: Ink::Found,
                    mark: None,
                });
            }
        }
        shown.point_out(&mut board);
        board
    }
}
