//! Generates Sudokus of any size and block shape. A full board is a random answer to the empty board. For boards too large for that, a regular board is
//! constructed, and its numbers, rows, columns, bands (rows of blocks) and stacks (columns of blocks) are shuffled.

use gridwright_fd::Rng;

use crate::blocks::number_cells::{draft, shown_numbers};
use crate::contract::{
    AttemptLimit, BoardSource, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, SizeByDifficulty, UniquenessMethod, searched, searched_at_random,
};
use crate::kinds::sudoku::generate_variants::{self, Style};
use crate::kinds::sudoku::{Answer, Instance, Sudoku, default_block};

/// The largest size for which an engine searches for full boards; larger ones are constructed.
const MAX_SEARCHED: usize = 16;

/// The smallest size with variants: on smaller boards there is no place for most of them.
const MIN_VARIANT: usize = 4;

/// The number of failed attempts (no full board, or no place for a variant) before generation of variants gives up.
const MAX_SEARCHES: u64 = 100;

/// The largest size that is supported.
const MAX_SIDE: usize = 36;

/// The size of a board and of its blocks, and its variants.
#[derive(Clone, Debug)]
pub struct Outline {
    n: usize,
    block: (usize, usize),
    styles: Vec<Style>,
}

impl Generate for Sudoku {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption::new("block", "SHAPE", "height and width of a block: 2x5"),
        GenerateOption::new(
            "variant",
            "NAMES",
            "one or more variants: killer, or diagonal+thermo",
        )
        .of_names(generate_variants::names),
    ];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((9, 9)); 5];
    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::LightAssumptions;

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let n = options.square(9, MAX_SIDE)?;
        let block = match options.option("block") {
            Some(text) => named_block(n, text)?,
            None if n > 3 && default_block(n).0 == 1 => {
                return Err(GenerateError(format!(
                    "{n} is prime: a board of {n}x{n} has no blocks but its rows or columns; for a Latin square, set the option block=1x{n}"
                )));
            }
            None => default_block(n),
        };
        let styles = match options.option("variant") {
            Some(text) => generate_variants::styles(text)?,
            None => Vec::new(),
        };
        if !styles.is_empty() && !(MIN_VARIANT..=MAX_SEARCHED).contains(&n) {
            return Err(GenerateError(format!(
                "variants have from {MIN_VARIANT} to {MAX_SEARCHED} rows, not {n}"
            )));
        }
        Ok(Outline { n, block, styles })
    }

    fn min_clues(outline: &Outline) -> usize {
        if !outline.styles.is_empty() {
            return 0;
        }
        match (outline.n, outline.block) {
            // By exhaustive search: McGuire, Tugemann, Civario, 2012.
            (9, (3, 3)) => 17,
            // A number that is not given can be exchanged with another one.
            (n, _) => n.saturating_sub(1),
        }
    }

    fn attempt_limit(outline: &Outline) -> Option<AttemptLimit> {
        let n = outline.n;
        (!outline.styles.is_empty()).then(|| AttemptLimit {
            searches: MAX_SEARCHES,
            message: format!(
                "no full Sudoku of {n}x{n} with a place for each of these variants was found"
            ),
        })
    }

    fn full_board(
        outline: &Outline,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Sudoku>> {
        let n = outline.n;
        let blank = Instance::empty(n, outline.block);
        if n > MAX_SEARCHED {
            return Some(BoardSource::Answer(blank, shuffled(outline, rng)));
        }
        let blank = generate_variants::blank(&outline.styles, blank, rng)?;
        if outline
            .styles
            .iter()
            .any(|style| style.is_placed_at_random())
        {
            // Other places may have an answer.
            return Some(searched_at_random(blank));
        }
        let no_solution = match outline.styles.is_empty() {
            true => format!("there is no full Sudoku of {n}x{n}"),
            false => format!("there is no full Sudoku of {n}x{n} with these variants"),
        };
        Some(searched(blank, no_solution))
    }

    fn draft(
        outline: &Outline,
        blank: Instance,
        answer: Answer,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Sudoku>> {
        let n = outline.n;
        let blank = generate_variants::with_clues(&outline.styles, blank, &answer, rng)?;
        Some(draft((n, n), n, blank, answer, |blank: &Instance, at| {
            blank.grid.cell(at)
        }))
    }

    fn choose(draft: &Draft<Sudoku>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let instance = Instance {
            clues: shown_numbers(&draft.answer.0, choice),
            ..draft.blank.clone()
        };
        Some((instance, draft.answer.clone()))
    }
}

fn named_block(n: usize, text: &str) -> Result<(usize, usize), GenerateError> {
    let parts = text.split_once('x');
    let parts = parts.and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
    match parts {
        Some((h, w)) if usize::checked_mul(h, w) == Some(n) => Ok((h, w)),
        _ => Err(GenerateError(format!(
            "block: expected a height and a width whose product is {n}, found `{text}`"
        ))),
    }
}

/// A regular board, shuffled by operations that keep it valid.
fn shuffled(outline: &Outline, rng: &mut Rng) -> Answer {
    let (n, (height, width)) = (outline.n, outline.block);
    let rows = lines(n / height, height, rng);
    let cols = lines(n / width, width, rng);
    let mut numbers: Vec<i32> = (1..=n as i32).collect();
    rng.shuffle(&mut numbers);
    // Each row of a band is the one above it, shifted by the width of a block; each band is the one above it, shifted by one.
    let number = |row: usize, col: usize| numbers[(row % height * width + row / height + col) % n];
    let of_row = |&row: &usize| cols.iter().map(move |&col| (row, col));
    let cells = rows.iter().flat_map(of_row);
    Answer(cells.map(|(row, col)| number(row, col)).collect())
}

/// Rows or columns in random order; those of a band or stack stay together.
fn lines(bands: usize, in_band: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..bands).collect();
    rng.shuffle(&mut order);
    let mut lines = Vec::with_capacity(bands * in_band);
    for band in order {
        let mut within: Vec<usize> = (0..in_band).map(|k| band * in_band + k).collect();
        rng.shuffle(&mut within);
        lines.extend(within);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::sudoku::judge::judge;

    #[test]
    fn shuffled_boards_keep_the_rules() {
        let mut rng = Rng::new(1);
        for (n, block) in [
            (4, (2, 2)),
            (6, (2, 3)),
            (6, (3, 2)),
            (7, (1, 7)),
            (20, (4, 5)),
        ] {
            let styles = Vec::new();
            let outline = Outline { n, block, styles };
            for _ in 0..10 {
                let answer = shuffled(&outline, &mut rng);
                let judged = judge(n, block, |_| None, |at| answer.0[at]);
                assert_eq!(judged, Ok(()), "{outline:?}");
            }
        }
    }
}
