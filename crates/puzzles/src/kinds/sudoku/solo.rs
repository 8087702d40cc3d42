//! Game ids of Solo, in Simon Tatham's collection: plain Sudoku, jigsaw regions (`9j`), both diagonals (`3x3x`) and cages that cover the board (`3x3k`).

use gridwright_codec::rules::{Place, Rule, RuledSquare};
use gridwright_codec::square::Square;
use gridwright_codec::tatham::{self, Digits, Id, Token};
use gridwright_codec::{Slice, tatham_regions};
use gridwright_term::Diagnostic;

use crate::contract::NotExpressible;
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::{Cage, Constraint, Different};

/// Reads an id; `make` makes a board of its numbers, regions and rules.
pub(super) fn read(
    text: &str,
    make: impl FnOnce(RuledSquare) -> Result<Instance, Diagnostic>,
) -> Result<Instance, Diagnostic> {
    let id = Id::read(text, "3x3:…")?;
    let (height, width, rules) = id.size()?;
    let has = |letter: char| rules.text.contains(letter);
    // Jigsaw boards have the number of rows alone.
    let is_side = has('j') && !id.params.digits().1.text.starts_with('x');
    let n = if is_side {
        height
    } else {
        height.saturating_mul(width)
    };
    let n_cells = n.checked_mul(n);
    let n_cells = n_cells.ok_or_else(|| id.params.expected("a smaller board"))?;
    let description = id.description()?;
    let mut parts = description.split(',').into_iter();
    let mut next = |what: &str| {
        let end = description.skip(description.text.len());
        parts
            .next()
            .ok_or_else(|| Diagnostic::error(format!("expected a comma and {what}"), end.span()))
    };
    let givens = numbers(next("the numbers")?, n_cells)?;
    let regions = match has('j') {
        true => tatham_regions::read(next("the regions")?, n)?,
        false => Square::blocks(n, height, width),
    };
    let mut rules = Vec::new();
    if has('x') {
        rules.extend(["diagonal+", "diagonal-"].map(Rule::named));
    }
    if has('k') {
        let cages = tatham_regions::read(next("the cages")?, n)?;
        let sums = next("the sums of the cages")?;
        rules.extend(cage_rules(&cages, &numbers(sums, n_cells)?, n, sums)?);
    }
    if let Some(rest) = parts.next() {
        return Err(rest.expected("the end of the id"));
    }
    make(RuledSquare {
        square: Square {
            n,
            givens,
            regions: Some(regions.into_iter().map(Some).collect()),
        },
        rules,
    })
}

/// Reads a number or a blank for each cell.
fn numbers(code: Slice<'_>, n_cells: usize) -> Result<Vec<Option<u32>>, Diagnostic> {
    tatham::cells(code, Digits::Numbers, n_cells, &None, |token, here| {
        let number = match token {
            Token::Number(number) => number.text.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| here.expected("a number, `_` or a small letter"))?;
        Ok((Some(number), 1))
    })
}

/// A rule for each cage; its sum stands in one of its cells.
fn cage_rules(
    cages: &[usize],
    sums: &[Option<u32>],
    n: usize,
    code: Slice<'_>,
) -> Result<Vec<Rule>, Diagnostic> {
    let n_cages = cages.iter().max().map_or(0, |last| last + 1);
    let rule = |cage: usize| {
        let cells = || (0..cages.len()).filter(|&at| cages[at] == cage);
        let mut of_cage = cells().filter_map(|at| sums[at]).filter(|&sum| sum > 0);
        let sum = of_cage.next();
        if of_cage.next().is_some() {
            let first = cells().next().unwrap_or_default();
            let (row, col) = (first / n + 1, first % n + 1);
            let what = format!("the cage of r{row}c{col} has two sums");
            return Err(Diagnostic::error(what, code.span()));
        }
        let place = |at: usize| -> Place { ((at / n) as i32, (at % n) as i32) };
        Ok(Rule {
            cells: cells().map(place).collect(),
            value: sum.map_or_else(String::new, |sum| sum.to_string()),
            ..Rule::named("killercage")
        })
    };
    (0..n_cages).map(rule).collect()
}

/// Writes a board, if Solo has all of it.
pub(super) fn write(instance: &Instance) -> Result<String, NotExpressible> {
    let none = |what: &str| Err(NotExpressible(format!("Solo has no {what}")));
    let n = instance.n();
    let (mut falls, mut rises, mut cages) = (false, false, Vec::new());
    for constraint in instance.constraints() {
        match constraint {
            Constraint::Different(Different::FallingDiagonal) => falls = true,
            Constraint::Different(Different::RisingDiagonal) => rises = true,
            Constraint::Cage(cage) => cages.push(cage),
            _ => return none("constraints but regions, diagonals and cages"),
        }
    }
    if falls != rises {
        return none("boards with one diagonal");
    }
    let (height, width) = instance.block();
    let (mut params, mut regions) = (format!("{height}x{width}"), String::new());
    if let Some(irregular) = instance.region_of_cells() {
        let all: Option<Vec<usize>> = irregular.iter().copied().collect();
        let Some(code) = all.and_then(|all| connected(&all, n)) else {
            return none("cells without a region and regions of several parts");
        };
        (params, regions) = (format!("{n}j"), format!(",{code}"));
    }
    if rises {
        params.push('x');
    }
    let mut rest = String::new();
    if !cages.is_empty() {
        params.push('k');
        let Some((code, sums)) = cage_codes(&cages, n) else {
            return none("cages but connected ones with a sum that cover the board");
        };
        rest = format!(",{code},{sums}");
    }
    let words = instance.clues().iter();
    let words = words.map(|clue| clue.map(|number| number.to_string()));
    let desc = tatham::write(words, Digits::Numbers);
    Ok(format!("{params}:{desc}{regions}{rest}"))
}

/// The code of regions; `None` if a region is not connected.
fn connected(regions: &[usize], n: usize) -> Option<String> {
    let code = tatham_regions::write(regions, n);
    let again = tatham_regions::read(Slice::whole(&code), n).ok()?;
    let count = |regions: &[usize]| {
        let mut numbers = regions.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len()
    };
    (count(&again) == count(regions)).then_some(code)
}

/// The codes of cages and their sums; `None` if they do not cover the board, each cell once, or are not connected, or lack a sum.
fn cage_codes(cages: &[&Cage], n: usize) -> Option<(String, String)> {
    let mut cage_of = vec![None; n * n];
    let mut sums = vec![None; n * n];
    for (number, cage) in cages.iter().enumerate() {
        for &cell in &cage.cells {
            if cage_of[cell].replace(number).is_some() {
                return None;
            }
        }
        sums[*cage.cells.iter().min()?] = Some(cage.sum?.to_string());
    }
    let cage_of: Option<Vec<usize>> = cage_of.into_iter().collect();
    let code = connected(&cage_of?, n)?;
    Some((code, tatham::write(sums.into_iter(), Digits::Numbers)))
}
