//! Test support: boards from public sources, one per line, each of which has exactly one answer.

use gridwright_fd::Model;
use gridwright_solve::{RunOptions, Session};

use crate::contract::{Choices, Puzzle, formulate};

/// The answers of an instance by its default viewpoint, two at most.
pub(crate) fn answers<P: Puzzle>(instance: &P::Instance) -> Vec<P::Answer> {
    let mut model = Model::new();
    let viewpoint = [P::VIEWPOINTS[0]];
    let formulation = formulate::<P>(instance, &viewpoint, &Choices::default(), &mut model)
        .expect("a board has small numbers");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let solutions = session.solutions(&[]).expect("no objective");
    solutions
        .take(2)
        .map(|found| (formulation.read)(&found))
        .collect()
}

/// Reads a text in the format that recognises it, or in the kind's own.
pub(crate) fn read<P: Puzzle>(text: &str) -> P::Instance {
    let mut formats = P::FORMATS.iter();
    let read = match formats.find(|format| (format.recognises)(text)) {
        Some(format) => (format.read)(text),
        None => P::parse(text),
    };
    read.unwrap_or_else(|error| panic!("{}", error.render(text, "board")))
}

/// Checks that each board of a file has one answer, which the judge accepts, and that it is written and read again in the kind's own text and in every format that can
/// express it. Lines that begin with `# ` are comments. Returns the number of boards.
pub(crate) fn check<P: Puzzle>(file: &str) -> usize {
    let mut boards = 0;
    for line in file.lines().filter(|line| !line.starts_with("# ")) {
        let instance = read::<P>(line);
        let printed = P::print(&instance);
        assert_eq!(
            P::parse(&printed).as_ref(),
            Ok(&instance),
            "{line}: {printed}"
        );
        for format in P::FORMATS {
            if let Ok(text) = (format.write)(&instance) {
                assert_eq!(
                    (format.read)(&text).as_ref(),
                    Ok(&instance),
                    "{line}: {text}"
                );
            }
        }
        let answers = answers::<P>(&instance);
        assert_eq!(answers.len(), 1, "{line}\n{printed}");
        assert_eq!(P::check(&instance, &answers[0]), Ok(()), "{line}");
        boards += 1;
    }
    boards
}
