//! Generating several puzzles from one request, and parsing the options for it.

use std::ops::RangeInclusive;

use gridwright_generate::{
    Deadline, GenerateFailure, GenerateRequest, Generated, Generator, Rater, TechniqueRater,
};
use gridwright_puzzles::{Kind, TechniqueChoice, technique_index};

/// The puzzles generated from one request.
#[derive(Debug)]
pub struct GeneratedBatch {
    /// The puzzles, in the order of their numbers.
    pub puzzles: Vec<Generated>,
    /// Why there are fewer than requested, if so.
    pub end: Option<GenerateFailure>,
}

/// Generates puzzles one after another and passes each to `report`. The same seed gives the same puzzles; those completed before the
/// deadline are kept. A [`Generator`] generates single puzzles by number, and can be shared between threads.
///
/// ```
/// use gridwright::control::Deadline;
/// use gridwright::generate::GenerateRequest;
/// use gridwright::{generate, kind};
///
/// let hashi = kind("hashi").ok_or("no such kind")?;
/// let mut n = 0;
/// let generated = generate(GenerateRequest::new(hashi), 3, 7, &Deadline::never(), &mut |_| n += 1);
/// assert_eq!((generated.puzzles.len(), n), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    request: GenerateRequest,
    count: u64,
    seed: u64,
    deadline: &Deadline,
    report: &mut dyn FnMut(&Generated),
) -> GeneratedBatch {
    let mut generated = GeneratedBatch {
        puzzles: Vec::new(),
        end: None,
    };
    let generator = match Generator::new(request) {
        Ok(generator) => generator,
        Err(refusal) => {
            generated.end = Some(GenerateFailure::Impossible(refusal));
            return generated;
        }
    };
    for number in 0..count {
        match generator.generate(seed, number, deadline) {
            Ok(puzzle) => {
                report(&puzzle);
                generated.puzzles.push(puzzle);
            }
            Err(end) => {
                generated.end = Some(end);
                break;
            }
        }
    }
    generated
}

/// The rater for puzzles of a kind that the listed techniques solve and that need the required ones; `None` if neither is given. Without a list, everything in
/// order up to the last required technique is allowed.
pub fn technique_rater(
    kind: &dyn Kind,
    size: Option<(usize, usize)>,
    techniques: Option<&str>,
    requires: Option<&str>,
) -> Result<Option<TechniqueRater>, String> {
    if techniques.is_none() && requires.is_none() {
        return Ok(None);
    }
    let (rows, cols) = size.unwrap_or((9, 9));
    let blank = kind.blank(rows, cols);
    let list = blank.map_or_else(|_| Vec::new(), |blank| blank.techniques());
    if list.is_empty() {
        return Err(
            "techniques can be chosen for Sudoku of 9x9 with blocks of 3x3 only".to_owned(),
        );
    }
    let ids = requires.unwrap_or_default().split(',').map(str::trim);
    let required = ids
        .filter(|id| !id.is_empty())
        .map(|id| technique_index(id, &list))
        .collect::<Result<Vec<usize>, String>>()?;
    let allowed = match (techniques, required.iter().max()) {
        (Some(text), _) => TechniqueChoice::parse(text, &list)?,
        (None, Some(&last)) => TechniqueChoice::up_to(last, &list),
        (None, None) => TechniqueChoice::default_of(&list),
    };
    if let Some(&outside) = required.iter().find(|at| !allowed.contains(**at)) {
        let id = list[outside].id;
        return Err(format!(
            "{id} is required, but it is not among the techniques allowed"
        ));
    }
    Ok(Some(TechniqueRater {
        list,
        allowed,
        required,
    }))
}

/// Parses a board size: `9`, or rows and columns as in `10x12`.
pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|n| *n > 0);
    number(rows)
        .zip(number(cols))
        .ok_or_else(|| "expected a size such as 9 or 10x12".to_owned())
}

/// Parses a number of clues: `24`, or `22..26`.
pub fn parse_clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim_start_matches('=').parse::<usize>().ok();
    match number(min).zip(number(max)) {
        Some((min, max)) if min <= max => Ok(min..=max),
        _ => Err("expected a number of clues such as 24 or 22..26".to_owned()),
    }
}

/// Parses a difficulty: a level of the rater's scale, or a range of levels or scores as in `2..4`.
pub fn parse_difficulty(rater: &dyn Rater, text: &str) -> Result<RangeInclusive<f64>, String> {
    if let Some((above, max)) = rater.score_range(text) {
        return Ok(above.next_up()..=max);
    }
    let min_of = |text: &str| {
        let number = text.parse::<f64>().ok();
        number.or_else(|| Some(rater.score_range(text)?.0.next_up()))
    };
    let max_of = |text: &str| {
        let number = text.parse::<f64>().ok();
        number.or_else(|| Some(rater.score_range(text)?.1))
    };
    let numbers = text.split_once("..").and_then(|(min, max)| {
        let max = max.trim_start_matches('=');
        Some((min_of(min)?, max_of(max)?))
    });
    match numbers {
        Some((_, max)) if max < 0.0 => Err(format!(
            "difficulty: `{text}` is impossible: ratings start at 0"
        )),
        Some((min, max)) if min <= max => Ok(min..=max),
        Some((min, max)) if min > max => Err(format!(
            "difficulty: `{text}` is not a range: the easier end comes first"
        )),
        _ => {
            let levels: Vec<&str> = rater.levels().iter().map(|(level, _)| *level).collect();
            let levels = levels.join(", ");
            Err(format!(
                "difficulty: `{text}` is none of {levels}, nor a range such as easy..hard or 2..4"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_generate::ExplanationRater;

    #[test]
    fn sizes_clues_and_difficulties_parse() {
        assert_eq!(parse_size("9"), Ok((9, 9)));
        assert_eq!(parse_size("10x12"), Ok((10, 12)));
        assert_eq!(parse_clues("24"), Ok(24..=24));
        assert_eq!(parse_clues("22..26"), Ok(22..=26));
        assert_eq!(parse_difficulty(&ExplanationRater, "2..4"), Ok(2.0..=4.0));
        let medium = parse_difficulty(&ExplanationRater, "medium").expect("a word");
        assert!(!medium.contains(&4.6) && medium.contains(&4.7) && medium.contains(&7.2));
        let both = parse_difficulty(&ExplanationRater, "easy..medium").expect("two words");
        assert!(both.contains(&1.0) && both.contains(&7.2) && !both.contains(&7.3));
        let error = |text: &str| parse_difficulty(&ExplanationRater, text).expect_err("no range");
        assert_eq!(
            error("hard..easy"),
            "difficulty: `hard..easy` is not a range: the easier end comes first"
        );
        assert_eq!(
            error("-3..-1"),
            "difficulty: `-3..-1` is impossible: ratings start at 0"
        );
        assert_eq!(
            error("nan..4"),
            "difficulty: `nan..4` is none of easy, medium, hard, expert, extreme, nor a range such as easy..hard or 2..4"
        );
        for wrong in ["", "0", "x", "3x", "-1"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "5..4", "a", "1..b"] {
            assert!(parse_clues(wrong).is_err(), "{wrong}");
            assert!(
                parse_difficulty(&ExplanationRater, wrong).is_err(),
                "{wrong}"
            );
        }
    }
}
