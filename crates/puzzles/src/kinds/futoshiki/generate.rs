//! Generates Futoshiki: an engine fills a Latin square at random, then numbers and signs are removed.

use gridwright_fd::Rng;

use crate::blocks::{latin, number_cells};
use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    SizeByDifficulty, Symmetry, searched,
};
use crate::kinds::futoshiki::{Answer, Futoshiki, Instance, Sign, pairs};

/// The largest side that is generated.
const MAX_SIDE: usize = 9;

impl Generate for Futoshiki {
    /// The side.
    type Outline = (usize, Symmetry);

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [
        Some((5, 5)),
        Some((5, 5)),
        Some((5, 5)),
        Some((6, 6)),
        Some((7, 7)),
    ];

    fn outline(options: &GenerateOptions) -> Result<(usize, Symmetry), GenerateError> {
        let n = options.square(5, MAX_SIDE)?;
        Ok((n, options.symmetry))
    }

    fn full_board(
        &(n, _): &(usize, Symmetry),
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Futoshiki>> {
        let no_solution = format!("there is no Latin square of {n} rows");
        Some(searched(Instance::empty(n), no_solution))
    }

    fn draft(
        &(n, _): &(usize, Symmetry),
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Futoshiki>> {
        let mut clues = vec![Clue::in_margin(); blank.signs.len()];
        clues.extend(number_cells::draft_clues(&answer, n, |at| {
            latin::cell(n, at)
        }));
        Some(Draft {
            clues,
            ..Draft::new((n, n), blank, answer)
        })
    }

    fn choose(draft: &Draft<Futoshiki>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        let numbers = &draft.answer.0;
        let (signs, cells) = choice.shown.split_at(instance.signs.len());
        for (i, (a, b)) in pairs(instance.n).into_iter().enumerate() {
            instance.signs[i] = signs[i].then_some(match numbers[a] < numbers[b] {
                true => Sign::Less,
                false => Sign::Greater,
            });
        }
        for (at, shown) in cells.iter().enumerate() {
            instance.clues[at] = shown.then_some(numbers[at]);
        }
        Some((instance, draft.answer.clone()))
    }
}
