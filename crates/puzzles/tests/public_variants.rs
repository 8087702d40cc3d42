//! Sudoku variants of public setters: each is read, has its known answer and no other, and survives a round trip through its text and f-puzzles.

use gridwright_fd::Model;
use gridwright_puzzles::{AnyAnswer, AnyInstance, BoxedInstance, FormulateOptions, Kind, kind};
use gridwright_solve::{ModelEngine, RunOptions, Session};
use gridwright_term::Diagnostic;

/// A puzzle of the file.
struct Case<'t> {
    name: &'t str,
    text: String,
    answer: &'t str,
    /// The unknown constraints; then the answer need not be unique without them.
    unknown: Option<&'t str>,
}

fn cases() -> Vec<Case<'static>> {
    let text = include_str!("data/sudoku_variants.txt");
    let mut cases = Vec::new();
    for entry in text.split("\n> ").skip(1) {
        let (name, rest) = entry.split_once('\n').expect("a name");
        let (puzzle, answer) = rest.split_once("\n= ").expect("an answer");
        let (puzzle, unknown) = match puzzle.split_once("\n! ") {
            Some((puzzle, unknown)) => (puzzle, Some(unknown)),
            None => (puzzle, None),
        };
        cases.push(Case {
            name,
            text: format!("{puzzle}\n"),
            answer: answer.trim(),
            unknown,
        });
    }
    cases
}

/// The digits of an answer without spaces.
fn digits(text: &str) -> String {
    text.split_whitespace().collect()
}

fn sudoku() -> &'static dyn Kind {
    kind("sudoku").expect("a kind")
}

fn read(text: &str) -> Result<BoxedInstance, Diagnostic> {
    sudoku().read(sudoku().recognise(text), text)
}

/// Up to two answers.
fn answers(instance: &dyn AnyInstance) -> Vec<AnyAnswer> {
    let mut model = Model::new();
    let formulation = instance.formulate(&FormulateOptions::default(), &mut model);
    let formulation = formulation.expect("small numbers");
    let options = RunOptions::new().engine(ModelEngine::Learn);
    let mut session = Session::new(&model, &options).expect("valid options");
    let solutions = session.solutions(&[]).expect("no objective");
    let answers = solutions.filter_map(|found| formulation.read(&found));
    answers.take(2).collect()
}

#[test]
fn public_puzzles_have_one_answer() {
    let mut unique = 0;
    for case in cases() {
        let name = case.name;
        if let Some(unknown) = case.unknown {
            let error = read(&case.text).expect_err(name);
            assert_eq!(
                error.message,
                format!("unknown constraints: {unknown}"),
                "{name}"
            );
            let format = sudoku().recognise(&case.text);
            let (_, ignored) = sudoku().read_known(format, &case.text).expect(name);
            assert_eq!(ignored.join(", "), unknown, "{name}");
            continue;
        }
        let instance = read(&case.text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let answers = answers(&*instance);
        assert_eq!(answers.len(), 1, "{name}");
        let answer = instance.print_answer(&answers[0]);
        assert_eq!(digits(&answer), case.answer, "{name}");
        assert_eq!(instance.check(&answers[0]), Ok(()), "{name}");
        let again = read(&instance.print()).expect(name);
        assert_eq!(again.print(), instance.print(), "{name}");
        for format in ["fpuzzles", "sudokupad"] {
            let url = instance.write(format).expect(name);
            let again = read(&url).expect(name);
            // The order of constraints is lost, so the lines are compared in order of the alphabet.
            let lines = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            let windows = instance.print().contains("windoku");
            assert!(
                windows || lines(&again.print()) == lines(&instance.print()),
                "{name}"
            );
        }
        unique += 1;
    }
    assert!(unique > 40, "{unique}");
}
