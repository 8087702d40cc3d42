//! Every CHR program of every kind, with every combination of switches, finds the answers of the other engines, each once. It compiles without
//! warnings, and SWI-Prolog finds the same answers.

mod corpus;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use gridwright::control::{Limit, Stop};
use gridwright::puzzles::ProgramInfo;
use gridwright::term::{Operators, parse_term};
use gridwright::{
    AnyInstance, CATALOGUE, EngineName, Question, Report, Request, Verdict, ask, kind,
};
use gridwright_testing::share_of;

/// More nodes than any example needs with a sensible variable order.
const MANY_NODES: u64 = 20_000;

/// All combinations of the switches of a program.
fn combinations(program: &ProgramInfo) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for switch in program.switches {
        let mut longer = Vec::new();
        for chosen in &all {
            for value in switch.values {
                let mut chosen: Vec<String> = chosen.clone();
                chosen.push(format!("{}={value}", switch.name));
                longer.push(chosen);
            }
        }
        all = longer;
    }
    all
}

fn chr_request(program: &ProgramInfo, switches: &[String]) -> Request {
    Request {
        engine: EngineName::Chr,
        viewpoints: program.name.split('+').map(str::to_owned).collect(),
        rules: switches.to_vec(),
        nodes: Some(MANY_NODES),
        ..Request::default()
    }
}

fn answer_to(instance: &dyn AnyInstance, question: Question, request: &Request) -> Report {
    ask(instance, question, request).unwrap_or_else(|error| panic!("{error}"))
}

const ALL: Question = Question::Solve { max: u64::MAX };

/// The answers as text, each found once.
fn answers(instance: &dyn AnyInstance, report: &Report) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for answer in &report.answers {
        let text = instance.print_answer(answer);
        assert!(all.insert(text), "an answer was found twice");
    }
    all
}

fn check(id: &str) {
    let kind = kind(id).expect("a kind");
    for example in kind.info().examples {
        let instance = kind.read(None, example.text).expect("examples are boards");
        let expected = answers(&*instance, &answer_to(&*instance, ALL, &Request::default()));
        assert_eq!(expected.len() as u64, example.answers);
        for program in kind.programs() {
            for switches in combinations(&program) {
                let context = format!(
                    "{} {}: {} {switches:?}",
                    kind.info().id,
                    example.name,
                    program.name
                );
                let report = answer_to(&*instance, ALL, &chr_request(&program, &switches));
                let found = answers(&*instance, &report);
                match report.complete {
                    true => assert_eq!(found, expected, "{context}"),
                    // With some switches the program branches in the order of the store, which may be slow.
                    false => assert!(found.is_subset(&expected), "{context}"),
                }
                let is_default = switches == combinations(&program)[0];
                assert!(report.complete || !is_default, "{context} takes too long");
            }
        }
    }
}

#[test]
fn programs_find_the_answers_of_the_examples() {
    std::thread::scope(|scope| {
        for kind in CATALOGUE.iter().filter(|kind| !kind.programs().is_empty()) {
            scope.spawn(|| check(kind.info().id));
        }
    });
}

/// The puzzles of a file of `puzzle` blocks, each with its name.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("\npuzzle ").skip(1);
    blocks
        .map(|block| {
            let (head, body) = block.split_once('\n').expect("a header");
            (head.split(' ').next().unwrap_or(head), body)
        })
        .collect()
}

/// The boards of the reports have the answers that the other engines find.
#[test]
fn boards_of_the_reports_are_solved() {
    // The Sudoku file has one board per line.
    let reports = corpus::REPORTS.iter().filter(|(id, _)| *id != "sudoku");
    for &(id, text) in reports {
        let kind = kind(id).expect("a kind");
        let usual = kind.programs()[0];
        for (name, board) in share_of(&blocks(text), 0) {
            let instance = kind.read(None, board).expect("a board");
            let theirs = answer_to(&*instance, ALL, &Request::default());
            let ours = answer_to(&*instance, ALL, &chr_request(&usual, &[]));
            assert_eq!(ours.verdict, theirs.verdict, "{id} {name}");
            let expected = answers(&*instance, &theirs);
            assert_eq!(answers(&*instance, &ours), expected, "{id} {name}");
        }
    }
}

/// Kind, board, program, switches, nodes to the first answer: as SWI-Prolog counts them with the programs of the reports.
const PUBLISHED: &[(&str, &str, &str, &str, u64)] = &[
    ("sudoku", "verydifficult", "cells", "", 29),
    ("sudoku", "expert", "cells", "", 49),
    ("sudoku", "eastermonster", "cells", "", 444),
    ("sudoku", "verydifficult", "cells", "heuristic=on", 14),
    ("sudoku", "expert", "cells", "heuristic=on", 33),
    ("sudoku", "verydifficult", "columns", "", 439),
    ("sudoku", "verydifficult", "columns", "heuristic=on", 11),
    ("sudoku", "expert", "columns", "heuristic=on", 89),
    ("sudoku", "expert", "cells+columns", "", 31),
    ("sudoku", "eastermonster", "cells+columns", "", 177),
    ("sudoku", "expert", "cells+columns", "heuristic=on", 11),
    ("sudoku", "verydifficult", "elements", "", 1),
    ("sudoku", "expert", "elements", "", 96),
    ("sudoku", "eastermonster", "elements", "", 475),
    ("hashi", "board2", "squares", "", 17),
    ("hashi", "board10", "squares", "", 7),
    ("hashi", "board10", "squares", "select=store", 74),
    (
        "hashi",
        "board10",
        "squares",
        "select=store connectivity=reachability",
        124,
    ),
    (
        "hashi",
        "board17",
        "squares",
        "select=store connectivity=reachability improvement_1=off",
        1070,
    ),
    (
        "hashi",
        "board22",
        "squares",
        "select=store improvement_1=off",
        28,
    ),
    (
        "hashi",
        "board2",
        "squares",
        "connectivity=reachability improvement_1=off",
        151,
    ),
];

#[test]
fn nodes_equal_the_published_counts() {
    let lines = include_str!("../../../crates/lab/corpus/sudoku/reports.txt").lines();
    let sudokus: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(' ')).collect();
    let islands = blocks(include_str!("../../../crates/lab/corpus/hashi/reports.txt"));
    for (id, board, name, switches, nodes) in PUBLISHED {
        let kind = kind(id).expect("a kind");
        let boards = if *id == "sudoku" { &sudokus } else { &islands };
        let (_, text) = boards
            .iter()
            .find(|(known, _)| known == board)
            .expect("it is there");
        let programs = kind.programs();
        let program = programs.iter().find(|program| program.name == *name);
        let switches: Vec<String> = switches.split_whitespace().map(str::to_owned).collect();
        let request = chr_request(program.expect("it is listed"), &switches);
        let instance = kind.read(None, text).expect("a board");
        let report = answer_to(&*instance, Question::Solve { max: 1 }, &request);
        assert_eq!(report.stats.nodes, *nodes, "{board} {name} {switches:?}");
    }
}

#[test]
fn questions_have_the_answers_of_other_engines() {
    for (id, board) in [
        ("sudoku", ".1.. ...2 3... ..3."),
        ("sudoku", ".1.. ...2 3... ...."),
        ("sudoku", "11.. .... .... ...."),
        ("numbrix", ". . . 1\n. . 7 .\n12 . . .\n. . . 16\n"),
    ] {
        let instance = kind(id)
            .expect("a kind")
            .read(None, board)
            .expect("a board");
        let rules = Request {
            engine: EngineName::Chr,
            ..Request::default()
        };
        for question in [
            Question::Solve { max: 1 },
            Question::Solve { max: 3 },
            Question::Unique,
            Question::Count { limit: u64::MAX },
            Question::Count { limit: 1 },
            Question::Count { limit: 2 },
            Question::Backbone,
        ] {
            let theirs = answer_to(&*instance, question, &Request::default());
            let ours = answer_to(&*instance, question, &rules);
            let context = format!("{board} {question:?}");
            assert_eq!(ours.verdict, theirs.verdict, "{context}");
            assert_eq!(ours.count, theirs.count, "{context}");
            let some = |report: &Report| report.shared.clone().unwrap_or_default();
            if ours.verdict != Verdict::None {
                assert_eq!(some(&ours), some(&theirs), "{context}");
            }
            assert_eq!(ours.answers.len(), theirs.answers.len(), "{context}");
        }
    }
}

#[test]
fn limits_are_respected() {
    let sudoku = kind("sudoku").expect("a kind");
    let empty = sudoku.read(None, &".".repeat(81)).expect("a board");
    let rules = Request {
        engine: EngineName::Chr,
        ..Request::default()
    };
    let count = Question::Count { limit: u64::MAX };
    let nodes = Request {
        nodes: Some(100),
        ..rules.clone()
    };
    let report = answer_to(&*empty, count, &nodes);
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Nodes));
    assert_eq!(report.stats.nodes, 101);
    let time = Request {
        time: Some(Duration::from_millis(1)),
        ..rules.clone()
    };
    let report = answer_to(&*empty, count, &time);
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Time));
    let stop = Stop::new();
    stop.request();
    let pressed = Request {
        stop: Some(stop),
        ..rules
    };
    let report = answer_to(&*empty, count, &pressed);
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Stop));
}

#[test]
fn unsupported_options_are_errors() {
    let sudoku = kind("sudoku").expect("a kind");
    let board = sudoku.read(None, ".1.. ...2 3... ..3.").expect("a board");
    let refused = |request: Request| {
        let request = Request {
            engine: EngineName::Chr,
            ..request
        };
        let error = ask(&*board, Question::Unique, &request).expect_err("error");
        error.to_string()
    };
    assert_eq!(
        refused(Request {
            seed: Some(1),
            ..Request::default()
        }),
        "the engine chr does not support the option seed; its programs have switches (--rule NAME=VALUE)"
    );
    assert_eq!(
        refused(Request {
            viewpoints: vec!["bits".to_owned()],
            ..Request::default()
        }),
        "Sudoku has no program `bits`; it has cells, columns, cells+columns, elements"
    );
    assert_eq!(
        refused(Request {
            rules: vec!["two_of_three".to_owned()],
            ..Request::default()
        }),
        "the program cells has no switch `two_of_three`; it has heuristic=off|on"
    );
}

#[test]
fn no_program_gives_a_warning() {
    for kind in CATALOGUE {
        for program in kind.programs() {
            let parsed = gridwright::chr::Program::parse(program.source, program.file);
            let parsed = parsed.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(parsed.shown_warnings(), "", "{}", kind.info().id);
        }
    }
}

#[test]
#[ignore = "needs SWI-Prolog"]
fn swi_prolog_finds_the_same_answers() {
    let folder = std::env::temp_dir().join(format!("gridwright-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a folder for scratch files");
    for kind in CATALOGUE {
        for program in kind.programs() {
            let file = folder.join(format!("{}-{}", kind.info().id, program.file));
            std::fs::write(&file, program.source).expect("it can be written");
            let mut goal = format!("load_files('{}', [silent(true)])", file.display());
            let examples = kind
                .info()
                .examples
                .iter()
                .filter(|example| example.answers < 20);
            let mut expected = Vec::new();
            // Two examples are enough to show a difference.
            for example in examples.take(2) {
                let instance = kind.read(None, example.text).expect("a board");
                let asked_for = instance.program(program.name, &[]).expect("it is listed");
                goal += &format!(
                    ", findall(Answer, {}, All{n}), format(\"~q.~n\", [All{n}])",
                    asked_for.query,
                    n = expected.len()
                );
                expected.push((instance, asked_for));
            }
            let out = Command::new("swipl")
                .args(["-q", "-g", &(goal + ", halt"), "-t", "halt(1)"])
                .output()
                .expect("it is installed");
            let text = String::from_utf8_lossy(&out.stdout);
            let errors = String::from_utf8_lossy(&out.stderr);
            let context = format!("{} {}: {errors}", kind.info().id, program.name);
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), expected.len(), "{context}");
            for (line, (instance, asked_for)) in lines.iter().zip(&expected) {
                let term = parse_term(line.trim_end_matches('.'), Operators::standard());
                let gridwright::term::Term::List(theirs) = term.expect("a list") else {
                    panic!("{context}: no list");
                };
                let read = |term| instance.print_answer(&asked_for.read(term).expect("an answer"));
                let theirs: BTreeSet<String> = theirs.iter().map(read).collect();
                let report = answer_to(&**instance, ALL, &chr_request(&program, &[]));
                assert_eq!(answers(&**instance, &report), theirs, "{context}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
