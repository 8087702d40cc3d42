//! Generates Skyscrapers: an engine fills a Latin square at random, then heights and views are removed.

use gridwright_fd::Rng;

use crate::blocks::{latin, number_cells};
use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    SizeByDifficulty, searched,
};
use crate::kinds::skyscrapers::{Answer, Instance, Side, Skyscrapers};

/// The largest side that is generated.
const MAX_SIDE: usize = 8;

impl Generate for Skyscrapers {
    /// The side.
    type Outline = usize;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty =
        [Some((5, 5)), Some((5, 5)), Some((5, 5)), Some((5, 5)), None];

    fn outline(options: &GenerateOptions) -> Result<usize, GenerateError> {
        options.square(5, MAX_SIDE)
    }

    fn full_board(
        &n: &usize,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Skyscrapers>> {
        let no_solution = format!("there is no Latin square of {n} rows");
        Some(searched(Instance::empty(n), no_solution))
    }

    fn draft(
        &n: &usize,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Skyscrapers>> {
        let mut clues = vec![Clue::in_margin(); 4 * n];
        clues.extend(number_cells::draft_clues(&answer, n, |at| {
            latin::cell(n, at)
        }));
        Some(Draft {
            clues,
            ..Draft::new((n, n), blank, answer)
        })
    }

    fn choose(draft: &Draft<Skyscrapers>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        let n = instance.n;
        let heights = &draft.answer.0;
        let (views, cells) = choice.shown.split_at(4 * n);
        for (i, side) in Side::ALL.into_iter().enumerate() {
            for line in 0..n {
                let mut greatest = 0;
                let mut visible = 0;
                for at in side.line(n, line) {
                    visible += i32::from(heights[at] > greatest);
                    greatest = greatest.max(heights[at]);
                }
                instance.sides[i][line] = views[i * n + line].then_some(visible);
            }
        }
        for (at, shown) in cells.iter().enumerate() {
            instance.clues[at] = shown.then_some(heights[at]);
        }
        Some((instance, draft.answer.clone()))
    }
}
