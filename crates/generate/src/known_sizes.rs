//! Sizes of boards that are known to have the requested difficulty, as the kind declares them.

use std::ops::RangeInclusive;

use gridwright_puzzles::{GenerateError, SizeByDifficulty};

use crate::difficulty::Rater;
use crate::request::GenerateRequest;

/// Whether boards of the requested size are known to have the requested difficulty. A request without a size and without options of its kind gets a size that has it; it is
/// an error if none is known. Otherwise the generator tries.
pub(crate) fn fit_size(
    request: &mut GenerateRequest,
    sizes: &SizeByDifficulty,
) -> Result<bool, GenerateError> {
    let (Some(range), Some(rater)) = (&request.difficulty, &request.rater) else {
        return Ok(true);
    };
    let levels = rater.levels();
    let wanted = || {
        levels
            .iter()
            .zip(sizes)
            .filter(|((level, _), _)| is_in(&**rater, level, range))
    };
    let known = wanted().find_map(|(_, size)| *size);
    let options = &mut request.options;
    let is_free = options.size.is_none() && options.options.is_empty();
    let Some(known) = known else {
        if !is_free {
            return Ok(false);
        }
        let words = |levels: &mut dyn Iterator<Item = &'static str>| {
            levels.collect::<Vec<&str>>().join(", ")
        };
        let missed = words(&mut wanted().map(|((level, _), _)| *level));
        let reached = levels.iter().zip(sizes).filter(|(_, size)| size.is_some());
        let reached = words(&mut reached.map(|((level, _), _)| *level));
        let title = request.kind.info().title;
        return Err(GenerateError(format!(
            "difficulty: no board of {title} is known to be {missed}; possible: {reached}, or give a size to try"
        )));
    };
    if is_free {
        options.size = Some(known);
    }
    Ok(options.size == Some(known) && options.options.is_empty() && request.clues.is_none())
}

/// Whether some score of a level is in a range.
fn is_in(rater: &dyn Rater, level: &str, range: &RangeInclusive<f64>) -> bool {
    let scores = rater.score_range(level);
    scores.is_some_and(|(above, max)| *range.end() > above && *range.start() <= max)
}
