//! The boards of report 000 have as many answers as they should, whichever way they are seen and however connectivity is kept; and answers that break a
//! rule are refused with its name.

use gridwright_fd::Model;
use gridwright_puzzles::hashi::Hashi;
use gridwright_puzzles::{Choices, Connectivity, Puzzle, Viewpoint, formulate};
use gridwright_solve::{EngineName, Plan, Session};

const BOARDS: &str = include_str!("../../../corpus/hashi/reports.txt");

/// How many answers boards 1 to 22 have.
const ANSWERS: [usize; 22] = [
    2, 1, 1, 1, 1, 2, 0, 1, 1, 16, 1, 2, 1, 2, 2, 8, 1, 2, 1, 2, 1, 2,
];

/// The name and the text of every board.
fn boards() -> Vec<(&'static str, &'static str)> {
    let blocks = BOARDS.split("\npuzzle ").skip(1);
    blocks
        .map(|block| {
            let (head, body) = block.split_once('\n').expect("a header");
            let (name, _) = head.split_once(' ').expect("a name");
            (name, body)
        })
        .collect()
}

fn n_answers(text: &str, viewpoint: &dyn Viewpoint<Hashi>, choices: &Choices) -> usize {
    let instance = Hashi::parse(text).expect("a board");
    let mut model = Model::new();
    let formulation = formulate::<Hashi>(&instance, &[viewpoint], choices, &mut model)
        .expect("boards can be formulated");
    // Without learning, that what is cut off has no distance is found anew in every branch.
    let engine = match choices.connectivity() {
        Connectivity::Reachability => EngineName::Learn,
        _ => EngineName::Fd,
    };
    let plan = Plan::new().engine(engine);
    let mut session = Session::new(&model, &plan).expect("the plan suits the model");
    let solutions = session.solutions(&[]).expect("the plan lists solutions");
    let answers = solutions.map(|solution| (formulation.read)(&solution));
    let accepts = |answer: &_| {
        formulation
            .passive
            .as_ref()
            .is_none_or(|passive| passive(answer))
    };
    answers
        .filter(accepts)
        .inspect(|answer| assert_eq!(Hashi::check(&instance, answer), Ok(())))
        .count()
}

#[test]
fn the_boards_of_the_report_have_their_answers() {
    let boards = boards();
    assert_eq!(boards.len(), ANSWERS.len());
    for ((name, text), expected) in boards.into_iter().zip(ANSWERS) {
        for &viewpoint in Hashi::VIEWPOINTS {
            for way in Hashi::CONNECTIVITY {
                // Distances are slow, and the laws try them with every viewpoint on smaller boards.
                if *way == Connectivity::Reachability && viewpoint.name() != "segments" {
                    continue;
                }
                let choices = Choices::default()
                    .with_connectivity::<Hashi>(way.name())
                    .expect("it is listed");
                let found = n_answers(text, viewpoint, &choices);
                let (viewpoint, way) = (viewpoint.name(), way.name());
                assert_eq!(found, expected, "{name}: {viewpoint} {way}");
            }
        }
    }
}

#[test]
fn the_rules_of_the_report_change_no_answer() {
    for ((name, text), expected) in boards().into_iter().zip(ANSWERS) {
        for rule in Hashi::RULES {
            let choices = Choices::default()
                .with_rule::<Hashi>(rule.name)
                .expect("it is listed");
            let found = n_answers(text, Hashi::VIEWPOINTS[0], &choices);
            assert_eq!(found, expected, "{name}: {}", rule.name);
        }
    }
}

#[test]
fn wrong_answers_are_refused_with_the_rule_they_break() {
    let refusal = |board: &str, answer: &str| {
        let instance = Hashi::parse(board).expect("a board");
        let answer = Hashi::parse_answer(&instance, answer).expect("an answer");
        let violation = Hashi::check(&instance, &answer).expect_err("a wrong answer");
        violation.to_string()
    };
    assert_eq!(
        refusal("1.2\n...\n..1", "r1c1 r1c3 1"),
        "the island at r1c3 has 1 bridges, not 2"
    );
    assert_eq!(
        refusal(".?.\n?.?\n.?.", "r1c2 r3c2 1\nr2c1 r2c3 2"),
        "two bridges cross at r2c2"
    );
    assert_eq!(
        refusal("1.1\n...\n1.1", "r1c1 r1c3 1\nr3c1 r3c3 1"),
        "the islands at r1c1 and r3c1 do not hang together"
    );
}
