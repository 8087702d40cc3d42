//! The problems of report 001 have one answer each, and without their hints as many as their source says.

use gridwright_fd::Model;
use gridwright_puzzles::battleship::Battleship;
use gridwright_puzzles::{Choices, Puzzle, Viewpoint, formulate};
use gridwright_solve::{EngineName, Plan, Session, Unique};

const PROBLEMS: &str = include_str!("../../../corpus/battleship/reports.txt");

/// How many answers each problem has without its hints, in the order of the file.
const WITHOUT_HINTS: [usize; 26] = [
    2, 2, 11, 2535, 6, 4, 2, 8, 5, 12, 10, 7, 8, 4, 7, 535, 9, 2, 6, 4, 2, 13, 13, 6, 4, 3,
];

/// The name and the text of every problem.
fn problems() -> Vec<(&'static str, &'static str)> {
    let blocks = PROBLEMS.split("\npuzzle ").skip(1);
    blocks
        .map(|block| {
            let (head, body) = block.split_once('\n').expect("a header");
            let (name, _) = head.split_once(' ').expect("a name");
            (name, body)
        })
        .collect()
}

fn model(text: &str, viewpoint: &dyn Viewpoint<Battleship>) -> Model {
    let instance = Battleship::parse(text).expect("a board");
    let mut model = Model::new();
    formulate::<Battleship>(&instance, &[viewpoint], &Choices::default(), &mut model)
        .expect("problems can be formulated");
    model
}

#[test]
fn the_problems_of_the_report_have_one_answer() {
    let problems = problems();
    assert_eq!(problems.len(), WITHOUT_HINTS.len());
    for (name, text) in problems {
        let plan = Plan::new().engine(EngineName::Learn);
        let mut session = Session::new(&model(text, Battleship::VIEWPOINTS[0]), &plan)
            .expect("the plan suits the model");
        let verdict = session.unique().expect("the plan counts to two");
        assert!(matches!(verdict, Unique::One(_)), "{name}");
    }
}

#[test]
fn without_hints_the_problems_have_the_answers_their_source_says() {
    for ((name, text), expected) in problems().into_iter().zip(WITHOUT_HINTS) {
        let blank = |line: &str| match line.starts_with(['f', 'r', 'c']) && line.contains(' ') {
            true => line.to_owned() + "\n",
            false => ".".repeat(line.len()) + "\n",
        };
        let text: String = text.lines().map(blank).collect();
        let instance = Battleship::parse(&text).expect("a board");
        let mut model = Model::new();
        let viewpoint = Battleship::VIEWPOINTS[0];
        let formulation =
            formulate::<Battleship>(&instance, &[viewpoint], &Choices::default(), &mut model)
                .expect("problems can be formulated");
        let mut session = Session::new(&model, &Plan::new()).expect("the plan suits the model");
        let mut found = Vec::new();
        for solution in session.solutions(&[]).expect("the plan lists solutions") {
            let answer = (formulation.read)(&solution);
            assert_eq!(Battleship::check(&instance, &answer), Ok(()), "{name}");
            found.push(answer);
        }
        found.sort();
        found.dedup();
        assert_eq!(found.len(), expected, "{name}");
    }
}
