//! Sudoku variants of public setters: each is read, has its known answer and no other, and survives a round trip through its text and f-puzzles.

use gridwright_codec::fpuzzles;
use gridwright_codec::rules::{Rule, RuledSquare};
use gridwright_codec::square::Square;
use gridwright_fd::Model;
use gridwright_puzzles::{AnyAnswer, AnyInstance, BoxedInstance, FormulateOptions, Kind, kind};
use gridwright_solve::{ModelEngine, RunOptions, Session};
use gridwright_term::Diagnostic;

/// A puzzle of the file.
struct Case<'t> {
    name: &'t str,
    text: String,
    answer: &'t str,
}

fn cases() -> Vec<Case<'static>> {
    let text = include_str!("../data/sudoku_variants.txt");
    let mut cases = Vec::new();
    for entry in text.split("\n> ").skip(1) {
        let (name, rest) = entry.split_once('\n').expect("a name");
        let (puzzle, answer) = rest.split_once("\n= ").expect("an answer");
        cases.push(Case {
            name,
            text: format!("{puzzle}\n"),
            answer: answer.trim(),
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

#[test]
fn unknown_constraints_are_named() {
    let square = Square {
        n: 4,
        givens: vec![None; 16],
        regions: None,
    };
    let line = Rule {
        lines: vec![vec![(0, 0), (0, 1)]],
        ..Rule::named("nabner")
    };
    let rules = vec![line];
    let url = fpuzzles::write(&RuledSquare { square, rules });
    let error = read(&url).expect_err("an unknown constraint");
    assert_eq!(error.message, "unknown constraints: `nabner`");
    let format = sudoku().recognise(&url);
    let (_, ignored) = sudoku()
        .read_known(format, &url)
        .expect("the rest is known");
    assert_eq!(ignored, ["`nabner`"]);
}
