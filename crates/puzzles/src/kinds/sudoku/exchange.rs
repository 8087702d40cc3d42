//! Constraints as f-puzzles and SudokuPad store them, read and written. A rule is read by way of the line of text that stands for it, so both have the same checks.

use gridwright_codec::rules::{Place, Rule, RuledSquare};
use gridwright_codec::square::Square;
use gridwright_grid::Direction;
use gridwright_term::{Diagnostic, Span};

use crate::contract::NotExpressible;
use crate::kinds::sudoku::variants::{
    self, Chess, Constraint, Different, Dot, DotKind, Lines, Negative, Outside, OutsideRule,
    Variant,
};
use crate::kinds::sudoku::{Instance, default_block};

/// What to do about unknown constraints.
const HINT: &str = "the option ignore-unknown reads the puzzle without them";
/// Why drawings cannot be read.
const DRAWINGS: &str = "this format of SudokuPad stores lines and shapes only as drawings; what they mean is in the rules text of the puzzle";

/// Reads the constraints and irregular regions of a square. Unknown constraints are an error that names them, or are added to `ignored` if there is such a list.
pub(super) fn read(
    ruled: &RuledSquare,
    code: Span,
    ignored: Option<&mut Vec<String>>,
) -> Result<Variant, Diagnostic> {
    let n = ruled.square.n;
    let mut text = String::new();
    let mut unknown: Vec<String> = Vec::new();
    for rule in &ruled.rules {
        match lines_of(rule, n, &ruled.rules) {
            Some(lines) => text += &lines,
            None => {
                let name = format!("`{}`", rule.name);
                if !unknown.contains(&name) {
                    unknown.push(name);
                }
            }
        }
    }
    for name in ["even", "odd", "minimum", "maximum"] {
        let of_name = ruled.rules.iter().filter(|rule| rule.name == name);
        let cells: Vec<Place> = of_name.filter_map(|rule| rule.cell).collect();
        if !cells.is_empty() {
            text += &format!("{name} {}\n", names(&cells));
        }
    }
    match ignored {
        Some(ignored) => ignored.extend(unknown),
        None if unknown.is_empty() => {}
        None => {
            let what = format!("unknown constraints: {}", unknown.join(", "));
            let is_drawing = |name: &String| {
                ["`lines`", "`arrows`", "`overlays`", "`underlays`"].contains(&&name[..])
            };
            let mut error = Diagnostic::error(what, code);
            if unknown.iter().any(is_drawing) {
                error = error.with_note(DRAWINGS);
            }
            return Err(error.with_note(HINT));
        }
    }
    let lines = Lines::split(&text).constraints;
    let variant = variants::parse_lines(&lines, n, None);
    let mut variant = variant.map_err(|error| {
        let line = text[..error.span.start].lines().count().saturating_sub(1);
        let line = text.lines().nth(line).unwrap_or_default();
        Diagnostic::error(format!("{} in `{line}`", error.message), code)
    })?;
    if let (Some(regions), None) = (&ruled.square.regions, ruled.square.block()) {
        let (regions, smaller) =
            variants::numbered_regions(n, regions).map_err(|what| Diagnostic::error(what, code))?;
        variant.regions = Some(regions);
        variant.constraints.splice(0..0, smaller);
    }
    Ok(variant)
}

fn names(cells: &[Place]) -> String {
    let name = |(row, col): &Place| format!("r{}c{}", row + 1, col + 1);
    cells.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The lines of text of a rule, possibly none; `None` if it is unknown.
fn lines_of(rule: &Rule, n: usize, all: &[Rule]) -> Option<String> {
    let cells = names(&rule.cells);
    let value = &rule.value[..];
    let is_number = value.parse::<u32>().is_ok();
    let along = |heading: &str| {
        let lines = rule.lines.iter().filter(|line| line.len() > 1);
        let lines = lines.map(|line| format!("{heading} {}\n", names(line)));
        lines.collect::<String>()
    };
    let dot = |kind: &str, default: &str| match value {
        "" => format!("{kind} {default} {cells}\n"),
        value => format!("{kind} {value} {cells}\n"),
    };
    let outside = |heading: &str| -> Option<String> {
        if value.is_empty() {
            return Some(String::new());
        }
        let (first, direction) = outside(rule, n)?;
        let (first, direction) = (names(&[first]), direction.abbreviation());
        Some(format!("{heading} {value} {first} {direction}\n"))
    };
    Some(match &rule.name[..] {
        "diagonal+" => "diagonal-up\n".to_owned(),
        "diagonal-" => "diagonal-down\n".to_owned(),
        "antiknight" => "anti-knight\n".to_owned(),
        "antiking" => "anti-king\n".to_owned(),
        "nonconsecutive" => "non-consecutive\n".to_owned(),
        "disjointgroups" => "disjoint-groups\n".to_owned(),
        "windoku" => "windoku\n".to_owned(),
        "negative" => match value {
            "xv" => "negative sum 5 10\n".to_owned(),
            "difference" => "non-consecutive\n".to_owned(),
            "ratio" => {
                let dots = all.iter().filter(|rule| rule.name == "ratio");
                let mut values: Vec<u32> = dots.map(|dot| dot.value.parse().unwrap_or(2)).collect();
                values.sort_unstable();
                values.dedup();
                if values.is_empty() {
                    values.push(2);
                }
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("negative ratio {}\n", values.join(" "))
            }
            _ => return None,
        },
        "killercage" if rule.cells.is_empty() => String::new(),
        "killercage" if value.is_empty() || is_number => format!("cage {value} {cells}\n"),
        "extraregion" => format!("region {cells}\n"),
        "clone" => format!("clone {cells} = {}\n", names(&rule.copies)),
        "arrow" => {
            let mut circle = rule.cells.clone();
            circle.sort_unstable();
            let circle = names(&circle);
            // The first cell of a line is in the circle.
            let shafts = rule.lines.iter().filter(|line| line.len() > 1);
            let lines = shafts.map(|line| format!("arrow {circle} = {}\n", names(&line[1..])));
            lines.collect()
        }
        "thermometer" => along("thermo"),
        "slowthermometer" => along("slow-thermo"),
        "entropicline" => along("entropic"),
        "modularline" => along("modular"),
        "regionsumline" => along("region-sums"),
        "zipperline" => along("zipper"),
        "columnindexer" | "rowindexer" if rule.cells.is_empty() => String::new(),
        "columnindexer" => format!("column-indexer {cells}\n"),
        "rowindexer" => format!("row-indexer {cells}\n"),
        "givenPencilMarks" => {
            let numbers: Vec<String> = rule.numbers.iter().map(ToString::to_string).collect();
            format!(
                "candidates {} {}\n",
                names(&[rule.cell?]),
                numbers.join(" ")
            )
        }
        "palindrome" => along("palindrome"),
        "renban" => along("renban"),
        "betweenline" => along("between"),
        "whispers" => along(format!("whispers {value}").trim_end()),
        "difference" => dot("difference", "1"),
        "ratio" => dot("ratio", "2"),
        "xv" => match value {
            "" => String::new(),
            "x" | "X" => format!("x {cells}\n"),
            "v" | "V" => format!("v {cells}\n"),
            _ => return None,
        },
        // These are gathered in one line.
        "even" | "odd" | "minimum" | "maximum" if rule.cell.is_some() => String::new(),
        "littlekillersum" => outside("little-killer")?,
        "sandwichsum" => outside("sandwich")?,
        "xsum" => outside("x-sum")?,
        "skyscraper" => outside("skyscraper")?,
        "quadruple" if rule.numbers.is_empty() => String::new(),
        "quadruple" => {
            let corner = rule.cells.iter().min()?;
            let numbers: Vec<String> = rule.numbers.iter().map(ToString::to_string).collect();
            format!("quadruple {} {}\n", names(&[*corner]), numbers.join(" "))
        }
        _ => return None,
    })
}

/// The first cell of a clue outside the board and its direction.
fn outside(rule: &Rule, n: usize) -> Option<(Place, Direction)> {
    let (row, col) = rule.cell?;
    let n = n as i32;
    let direction = match &rule.direction[..] {
        "DR" => Direction::SouthEast,
        "DL" => Direction::SouthWest,
        "UR" => Direction::NorthEast,
        "UL" => Direction::NorthWest,
        _ if row < 0 => Direction::South,
        _ if row >= n => Direction::North,
        _ if col < 0 => Direction::East,
        _ if col >= n => Direction::West,
        _ => return None,
    };
    let is_inside = (0..n).contains(&row) && (0..n).contains(&col);
    let (down, across) = match is_inside {
        true => (0, 0),
        false => direction.step(),
    };
    Some(((row + down as i32, col + across as i32), direction))
}

/// A board with its constraints as rules; an error if there is no such rule.
pub(super) fn write(instance: &Instance) -> Result<RuledSquare, NotExpressible> {
    let n = instance.n();
    let (height, width) = instance.block();
    let regions = match instance.region_of_cells() {
        Some(regions) => Some(regions.to_vec()),
        None if (height, width) == default_block(n) => None,
        None => Some(
            Square::blocks(n, height, width)
                .into_iter()
                .map(Some)
                .collect(),
        ),
    };
    let given = |clue: &Option<i32>| clue.map(i32::unsigned_abs);
    let square = Square {
        n,
        givens: instance.clues().iter().map(given).collect(),
        regions,
    };
    let mut rules = Vec::new();
    for constraint in instance.constraints() {
        rules.extend(rules_of(constraint, instance)?);
    }
    // f-puzzles stores one list for each name.
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(RuledSquare { square, rules })
}

fn rules_of(constraint: &Constraint, instance: &Instance) -> Result<Vec<Rule>, NotExpressible> {
    let n = instance.n();
    let place = |at: usize| -> Place { ((at / n) as i32, (at % n) as i32) };
    let places = |cells: &[usize]| cells.iter().map(|&at| place(at)).collect::<Vec<_>>();
    let none = |what: &str| Err(NotExpressible(format!("f-puzzles has no {what}")));
    let along = |name: &str, cells: &[usize]| Rule {
        lines: vec![places(cells)],
        ..Rule::named(name)
    };
    let of_cells = |name: &str, cells: &[usize], value: String| Rule {
        cells: places(cells),
        value,
        ..Rule::named(name)
    };
    let outside = |clue: &Outside| {
        let name = match clue.rule {
            OutsideRule::LittleKiller => "littlekillersum",
            OutsideRule::Sandwich => "sandwichsum",
            OutsideRule::XSum => "xsum",
            OutsideRule::Skyscraper => "skyscraper",
        };
        let (down, across) = clue.direction.step();
        let (row, col) = place(clue.first);
        let direction = match clue.direction {
            Direction::SouthEast => "DR",
            Direction::SouthWest => "DL",
            Direction::NorthEast => "UR",
            Direction::NorthWest => "UL",
            _ => "",
        };
        Rule {
            cell: Some((row - down as i32, col - across as i32)),
            value: clue.value.to_string(),
            direction: direction.to_owned(),
            ..Rule::named(name)
        }
    };
    Ok(match constraint {
        Constraint::Different(Different::FallingDiagonal) => vec![Rule::named("diagonal-")],
        Constraint::Different(Different::RisingDiagonal) => vec![Rule::named("diagonal+")],
        Constraint::Different(Different::DisjointGroups) => vec![Rule::named("disjointgroups")],
        Constraint::Different(windows @ Different::Windows) => {
            let regions = windows.regions(instance).into_iter();
            regions
                .map(|cells| of_cells("extraregion", &cells, String::new()))
                .collect()
        }
        Constraint::Different(Different::Region(cells)) => {
            vec![of_cells("extraregion", cells, String::new())]
        }
        Constraint::Chess(Chess::Knight) => vec![Rule::named("antiknight")],
        Constraint::Chess(Chess::King) => vec![Rule::named("antiking")],
        Constraint::Cage(cage) => {
            let sum = cage.sum.map_or_else(String::new, |sum| sum.to_string());
            vec![of_cells("killercage", &cage.cells, sum)]
        }
        Constraint::Clone(clone) => vec![Rule {
            copies: places(&clone.copies),
            ..of_cells("clone", &clone.cells, String::new())
        }],
        Constraint::Arrow(arrow) => {
            let mut circle = arrow.circle.clone();
            circle.sort_unstable();
            if circle != arrow.circle {
                return none("pills that are read backwards");
            }
            let mut line = arrow.shaft.clone();
            line.insert(0, arrow.start(n));
            vec![Rule {
                lines: vec![places(&line)],
                ..of_cells("arrow", &circle, String::new())
            }]
        }
        Constraint::Thermometer(line) if line.is_slow => {
            vec![along("slowthermometer", &line.cells)]
        }
        Constraint::Thermometer(line) => vec![along("thermometer", &line.cells)],
        Constraint::Thirds(line) if line.is_modular => vec![along("modularline", &line.cells)],
        Constraint::Thirds(line) => vec![along("entropicline", &line.cells)],
        Constraint::EqualSums(line) if line.is_zipper => vec![along("zipperline", &line.cells)],
        Constraint::EqualSums(line) => vec![along("regionsumline", &line.cells)],
        Constraint::Indexer(indexer) => {
            let name = match indexer.is_row {
                true => "rowindexer",
                false => "columnindexer",
            };
            vec![of_cells(name, &indexer.cells, String::new())]
        }
        Constraint::Candidates(candidates) => {
            let numbers = candidates.numbers.iter().map(|&number| number as u32);
            vec![Rule {
                cell: Some(place(candidates.cell)),
                numbers: numbers.collect(),
                ..Rule::named("givenPencilMarks")
            }]
        }
        Constraint::Palindrome(line) => vec![along("palindrome", &line.0)],
        Constraint::Renban(line) => vec![along("renban", &line.0)],
        Constraint::Between(line) => vec![along("betweenline", &line.0)],
        Constraint::Whispers(line) => vec![Rule {
            value: line.difference.to_string(),
            ..along("whispers", &line.cells)
        }],
        Constraint::Dot(Dot { kind, value, cells }) => {
            let (name, value) = match (kind, value) {
                (DotKind::Difference, value) => ("difference", value.to_string()),
                (DotKind::Ratio, value) => ("ratio", value.to_string()),
                (DotKind::Sum, 10) => ("xv", "X".to_owned()),
                (DotKind::Sum, 5) => ("xv", "V".to_owned()),
                (DotKind::Sum, _) => return none("sums between two cells except 5 and 10"),
            };
            vec![of_cells(name, cells, value)]
        }
        Constraint::Negative(Negative { kind, values }) => {
            let negative = |value: &str| Rule {
                value: value.to_owned(),
                ..Rule::named("negative")
            };
            let dots = instance
                .constraints()
                .iter()
                .filter_map(|constraint| match constraint {
                    Constraint::Dot(dot) if dot.kind == DotKind::Ratio => Some(dot.value),
                    _ => None,
                });
            let mut ratios: Vec<i32> = dots.collect();
            ratios.sort_unstable();
            ratios.dedup();
            match (kind, &values[..]) {
                (DotKind::Difference, [1]) => vec![Rule::named("nonconsecutive")],
                (DotKind::Sum, [5, 10]) => vec![negative("xv")],
                (DotKind::Ratio, [2]) if ratios.is_empty() => vec![negative("ratio")],
                (DotKind::Ratio, values) if values == ratios => vec![negative("ratio")],
                _ => return none("negative constraint for these values"),
            }
        }
        Constraint::Parity(parity) => {
            let name = if parity.is_even { "even" } else { "odd" };
            single(name, &places(&parity.cells))
        }
        Constraint::Extremes(extremes) => {
            let name = if extremes.is_maximum {
                "maximum"
            } else {
                "minimum"
            };
            single(name, &places(&extremes.cells))
        }
        Constraint::Outside(clue) => vec![outside(clue)],
        Constraint::Quadruple(quadruple) => {
            let numbers = quadruple.numbers.iter().map(|&number| number as u32);
            vec![Rule {
                numbers: numbers.collect(),
                ..of_cells("quadruple", &quadruple.cells(instance), String::new())
            }]
        }
    })
}

/// One rule for each cell.
fn single(name: &str, cells: &[Place]) -> Vec<Rule> {
    let rule = |cell: &Place| Rule {
        cell: Some(*cell),
        ..Rule::named(name)
    };
    cells.iter().map(rule).collect()
}
