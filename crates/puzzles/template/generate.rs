//! Generates Latin squares with some cells given. An engine finds a random full square.

use gridwright_fd::Rng;

use crate::blocks::number_cells::{draft, shown_numbers};
use crate::contract::{
    BoardSource, Draft, DraftChoice, Generate, GenerateError, GenerateOptions, SizeByDifficulty,
    searched,
};
use crate::kinds::template::{Answer, Instance, Template};

/// The largest size that is supported.
const MAX_SIDE: usize = 15;

impl Generate for Template {
    /// The number of rows.
    type Outline = usize;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((5, 5)); 5];

    fn outline(options: &GenerateOptions) -> Result<usize, GenerateError> {
        options.square(5, MAX_SIDE)
    }

    fn full_board(&n: &usize, _: &mut Rng, _: &dyn Fn() -> bool) -> Option<BoardSource<Template>> {
        let blank = Instance::empty(n).expect("the size was checked");
        Some(searched(blank, format!("there is no square of {n}x{n}")))
    }

    fn draft(
        &n: &usize,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Template>> {
        Some(draft((n, n), n, blank, answer, |blank: &Instance, at| {
            blank.grid.cell(at)
        }))
    }

    fn choose(draft: &Draft<Template>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let instance = Instance {
            clues: shown_numbers(&draft.answer.0, choice),
            ..draft.blank.clone()
        };
        Some((instance, draft.answer.clone()))
    }
}
