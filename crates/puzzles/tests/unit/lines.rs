//! Puzzles and answers in one line are read again, for every kind.

use gridwright_fd::Model;
use gridwright_puzzles::{CATALOGUE, FormulateOptions};
use gridwright_solve::{RunOptions, Session};

#[test]
fn puzzles_and_answers_in_one_line_are_read_again() {
    for &kind in CATALOGUE {
        let id = kind.info().id;
        for example in kind.info().examples {
            let instance = kind.read(None, example.text).expect("examples are read");
            let line = instance.line();
            assert!(!line.contains('\n'), "{id}: {line}");
            let again = kind.read(kind.recognise(&line), &line);
            let again = again.unwrap_or_else(|error| panic!("{id}: {line}: {}", error.message));
            assert_eq!(again.print(), instance.print(), "{id}: {line}");

            let mut model = Model::new();
            let options = FormulateOptions::default();
            let formulation = instance.formulate(&options, &mut model).expect("a model");
            let mut session = Session::new(&model, &RunOptions::new()).expect("options");
            let found = session.solutions(&[]).expect("no objective").next();
            let Some(answer) = found.and_then(|found| formulation.read(&found)) else {
                continue;
            };
            let line = instance.answer_line(&answer);
            assert!(!line.contains('\n'), "{id}: {line}");
            let again = instance.parse_answer(&line);
            let again = again.unwrap_or_else(|error| panic!("{id}: {line}: {}", error.message));
            assert_eq!(
                instance.print_answer(&again),
                instance.print_answer(&answer),
                "{id}: {line}"
            );
        }
    }
}

#[test]
fn positions_of_errors_are_those_of_the_line() {
    let hashi = gridwright_puzzles::kind("hashi").expect("a kind");
    let error = hashi.read(None, "2.2/.*./2.2").expect_err("no island");
    assert_eq!(error.span.start, 5, "{}", error.message);
}
