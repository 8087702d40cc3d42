//! A `BatchSolver` reports the same as `ask`: verdicts, answers, nodes and failures.

mod corpus;

use gridwright::codec::collection;
use gridwright::puzzles::{FormulateOptions, Shaped};
use gridwright::{
    BatchSolver, BoxedInstance, CATALOGUE, EngineName, Kind, Question, Report, Request, ask, kind,
};
use gridwright_fd::Rng;

/// Boards of a kind: those of the reports, its examples, and each of these with some clues changed or removed at random, whether or not an answer is left.
fn boards(id: &str, n_each: usize, rng: &mut Rng) -> Vec<BoxedInstance> {
    let kind = kind(id).expect("a kind");
    let reports = corpus::REPORTS.iter().find(|(name, _)| *name == id);
    let mut boards = Vec::new();
    if let Some((_, text)) = reports {
        for entry in collection::entries(text) {
            let entry = entry.expect("a board of the reports");
            let format = kind.recognise(entry.text);
            boards.push(kind.read(format, entry.text).expect("a board"));
        }
    }
    for example in kind.info().examples {
        boards.push(kind.read(None, example.text).expect("an example"));
    }
    let mut changed = Vec::new();
    for board in &boards {
        let clues = board.clues();
        let n_clues = clues.len();
        for _ in 0..n_each {
            let mut next = None;
            for _ in 0..1 + rng.below(3) {
                let at = next.as_ref().unwrap_or(board);
                let place = clues[rng.below(n_clues)].position;
                let clue = match rng.one_in(2) {
                    true => String::new(),
                    false => rng.between(1, 1 + (n_clues as i32).min(16)).to_string(),
                };
                // A change that is not a valid clue here, or that removes a required one, is skipped.
                next = at.with_clue(place, &clue).ok().or(next);
            }
            changed.extend(next);
        }
    }
    boards.append(&mut changed);
    rng.shuffle(&mut boards);
    boards
}

/// The fields of a report, without times.
fn fields(board: &BoxedInstance, report: &Report) -> String {
    let answers = report.answers.iter();
    let answers: Vec<String> = answers.map(|found| board.print_answer(found)).collect();
    let stats = &report.stats;
    format!(
        "{:?} {:?} {} nodes, {} failures, {} backtracks, {} solutions, by {} {}, complete {}: {answers:?} {:?}",
        report.verdict,
        report.count,
        stats.nodes,
        stats.failures,
        stats.backtracks,
        stats.solutions,
        report.engine,
        report.viewpoint,
        report.complete,
        report.shared,
    )
}

/// Solves all boards with one solver, and each alone; returns their number.
fn check(id: &str, n_each: usize, request: &Request, questions: &[Question]) -> usize {
    let mut rng = Rng::new(7);
    let boards = boards(id, n_each, &mut rng);
    for &question in questions {
        let mut solver = BatchSolver::new(request);
        for board in &boards {
            let alone = ask(&**board, question, request).expect("a question");
            let batched = solver.ask(&**board, question).expect("a question");
            let (alone, batched) = (fields(board, &alone), fields(board, &batched));
            assert_eq!(batched, alone, "{id}, {question:?}\n{}", board.print());
        }
    }
    boards.len()
}

const QUESTIONS: [Question; 3] = [
    Question::Unique,
    Question::Solve { max: 1 },
    Question::Count { limit: 20 },
];

fn within(engine: EngineName) -> Request {
    Request {
        engine,
        nodes: Some(400),
        ..Request::default()
    }
}

/// Whether instances of a kind share models.
fn has_shapes(kind: &dyn Kind) -> bool {
    let example = kind.info().examples[0].text;
    let instance = kind.read(None, example).expect("an example");
    instance.shape(&FormulateOptions::default()).is_some()
}

#[test]
fn kinds_with_shapes_report_the_same() {
    for engine in [EngineName::Fd, EngineName::Auto] {
        for kind in CATALOGUE.iter().filter(|kind| has_shapes(**kind)) {
            let id = kind.info().id;
            assert!(check(id, 3, &within(engine), &QUESTIONS) > 3, "{id}");
        }
    }
}

#[test]
fn kinds_without_shapes_report_the_same() {
    for kind in CATALOGUE.iter().filter(|kind| !has_shapes(**kind)) {
        let id = kind.info().id;
        check(id, 1, &within(EngineName::Auto), &[Question::Unique]);
    }
}

/// With every option: viewpoints, rules, consistency, search order and engine.
#[test]
fn options_are_respected() {
    let text = |name: &str| vec![name.to_owned()];
    let requests = [
        Request {
            viewpoints: text("cells"),
            ..within(EngineName::Fd)
        },
        Request {
            viewpoints: vec!["cells".to_owned(), "positions".to_owned()],
            ..within(EngineName::Fd)
        },
        Request {
            rules: text("some_place"),
            ..within(EngineName::Fd)
        },
        Request {
            consistency: Some(gridwright::solve::parse_consistency("value").expect("a level")),
            select: Some(gridwright::fd::Select::DomWDeg),
            ..within(EngineName::Fd)
        },
        Request {
            inference: Some(gridwright::fd::Inference::Forward),
            ..within(EngineName::Fd)
        },
        within(EngineName::Learn),
        within(EngineName::Sat),
    ];
    for request in requests {
        check("sudoku", 0, &request, &[Question::Unique]);
    }
    check("magic", 4, &within(EngineName::Learn), &QUESTIONS);
}

/// Neither a contradictory board nor one that reached a limit changes later reports.
#[test]
fn an_unsolvable_board_does_not_affect_others() {
    let sudoku = kind("sudoku").expect("a kind");
    let read = |text: &str| sudoku.read(None, text).expect("a board");
    let good = ".1.. ...2 3... ..3.";
    let request = within(EngineName::Fd);
    let mut solver = BatchSolver::new(&request);
    let alone = fields(
        &read(good),
        &ask(&*read(good), Question::Unique, &request).expect("a question"),
    );
    for bad in [
        "11.. .... .... ....",
        "1... .1.. .... ....",
        ".... .... .... ....",
        "12.. 3... .... ...4",
    ] {
        let _ = solver
            .ask(&*read(bad), Question::Unique)
            .expect("a question");
        let batched = solver
            .ask(&*read(good), Question::Unique)
            .expect("a question");
        assert_eq!(fields(&read(good), &batched), alone);
    }
    let stopped = Request {
        nodes: Some(1),
        ..request.clone()
    };
    let mut solver = BatchSolver::new(&stopped);
    for _ in 0..3 {
        let empty = read(".... .... .... ....");
        let batched = solver.ask(&*empty, Question::Unique).expect("a question");
        let alone = ask(&*empty, Question::Unique, &stopped).expect("a question");
        assert_eq!(fields(&empty, &batched), fields(&empty, &alone));
    }
}
