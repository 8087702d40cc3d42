//! Properties that every kind of puzzle must have, checked for every example of its info, every viewpoint and every pair of viewpoints.

use std::collections::BTreeSet;

use gridwright_fd::{Atom, Consistency, ConsistencyMap, Model};
use gridwright_puzzles::battleship::Battleship;
use gridwright_puzzles::fillomino::Fillomino;
use gridwright_puzzles::hashi::Hashi;
use gridwright_puzzles::heyawake::Heyawake;
use gridwright_puzzles::magic::Magic;
use gridwright_puzzles::masyu::Masyu;
use gridwright_puzzles::nurikabe::Nurikabe;
use gridwright_puzzles::path::{Hidato, Numbrix};
use gridwright_puzzles::slitherlink::Slitherlink;
use gridwright_puzzles::sudoku::Sudoku;
use gridwright_puzzles::whitetan::WhiteTan;
use gridwright_puzzles::{Choices, Effect, Puzzle, Rule, Viewpoint, formulate};
use gridwright_solve::{ModelEngine, RunOptions, Session};

/// All answers by some viewpoints; fails if one is found twice.
fn answers<P: Puzzle>(
    instance: &P::Instance,
    viewpoints: &[&Viewpoint<P>],
    options: &RunOptions,
) -> BTreeSet<P::Answer> {
    answers_with::<P>(instance, viewpoints, &Choices::default(), options)
}

/// All answers by some viewpoints and choices that passive rules accept; fails if one is found twice.
fn answers_with<P: Puzzle>(
    instance: &P::Instance,
    viewpoints: &[&Viewpoint<P>],
    choices: &Choices,
    options: &RunOptions,
) -> BTreeSet<P::Answer> {
    let mut model = Model::new();
    let formulation = formulate::<P>(instance, viewpoints, choices, &mut model)
        .expect("examples can be formulated");
    let mut session = Session::new(&model, options).expect("the options suit the model");
    let mut found = BTreeSet::new();
    for solution in session.solutions(&[]).expect("no objective") {
        let answer = (formulation.read)(&solution);
        let passive = formulation.passive.as_ref();
        if passive.is_none_or(|accepts| accepts(&answer)) {
            assert!(found.insert(answer), "an answer was found twice");
        }
    }
    found
}

fn check<P: Puzzle>() {
    for example in P::INFO.examples {
        let context = format!("{}: {}", P::INFO.id, example.name);
        let instance = P::parse(example.text).unwrap_or_else(|error| {
            panic!("{context}: {}", error.render(example.text, example.name))
        });
        let printed = P::print(&instance);
        assert_eq!(
            P::parse(&printed).as_ref(),
            Ok(&instance),
            "{context}: printed as\n{printed}"
        );
        let expected = answers::<P>(&instance, &P::VIEWPOINTS[..1], &RunOptions::new());
        assert_eq!(expected.len() as u64, example.answers, "{context}");
        for (i, &one) in P::VIEWPOINTS.iter().enumerate() {
            for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
                let options = RunOptions::new().consistency(ConsistencyMap::all(level));
                assert_eq!(
                    answers::<P>(&instance, &[one], &options),
                    expected,
                    "{context}: {} {level:?}",
                    one.name
                );
            }
            if example.answers < 100 {
                let options = RunOptions::new().engine(ModelEngine::Learn);
                assert_eq!(
                    answers::<P>(&instance, &[one], &options),
                    expected,
                    "{context}: {} learning",
                    one.name
                );
            }
            for &two in &P::VIEWPOINTS[i + 1..] {
                let both = answers::<P>(&instance, &[one, two], &RunOptions::new());
                assert_eq!(both, expected, "{context}: {} and {}", one.name, two.name);
            }
            choose::<P>(&instance, one, &expected, &context);
        }
        for answer in expected.iter().take(20) {
            judge::<P>(&instance, answer, &expected, &context);
        }
    }
}

/// Every way to enforce connectivity gives the same answers, and so does every rule, alone and with all others. A symmetry-breaking rule gives a subset, which is empty only
/// if there are no answers.
fn choose<P: Puzzle>(
    instance: &P::Instance,
    viewpoint: &Viewpoint<P>,
    expected: &BTreeSet<P::Answer>,
    context: &str,
) {
    let context = format!("{context}: {}", viewpoint.name);
    let mut all = Vec::new();
    for way in P::CONNECTIVITY {
        let choices = Choices::default().with_connectivity::<P>(way.name());
        all.push((way.name(), choices.expect("it is listed")));
    }
    for rule in P::RULES {
        let choices = Choices::default().with_rule::<P>(rule.name);
        let choices = choices.expect("it is listed");
        if rule.effect == Effect::Symmetry {
            let found = answers_with::<P>(instance, &[viewpoint], &choices, &RunOptions::new());
            let context = format!("{context} with {}", rule.name);
            assert!(found.is_subset(expected), "{context}");
            assert_eq!(found.is_empty(), expected.is_empty(), "{context}");
        } else {
            all.push((rule.name, choices));
        }
    }
    let ruled = |choices: Choices, rule: &Rule| choices.with_rule::<P>(rule.name);
    let kept = P::RULES
        .iter()
        .filter(|rule| rule.effect != Effect::Symmetry);
    let together = kept.fold(Choices::default(), |choices, rule| {
        ruled(choices, rule).expect("it is listed")
    });
    all.push(("all rules", together));
    for (name, choices) in all {
        for engine in [ModelEngine::Fd, ModelEngine::Learn] {
            if engine == ModelEngine::Fd || expected.len() < 100 {
                let options = RunOptions::new().engine(engine);
                let found = answers_with::<P>(instance, &[viewpoint], &choices, &options);
                assert_eq!(&found, expected, "{context} with {name}, {engine}");
            }
        }
    }
}

/// The judge accepts an answer and rejects a corrupted one; facts and texts agree with the answer.
fn judge<P: Puzzle>(
    instance: &P::Instance,
    answer: &P::Answer,
    all: &BTreeSet<P::Answer>,
    context: &str,
) {
    assert_eq!(P::check(instance, answer), Ok(()), "{context}");
    let printed = P::print_answer(instance, answer);
    assert_eq!(
        P::parse_answer(instance, &printed).as_ref(),
        Ok(answer),
        "{context}"
    );
    // Exchanges two tokens of the printed answer: unless the result is an answer too, the judge must reject it.
    let tokens: Vec<&str> = printed.split_whitespace().collect();
    if tokens.len() > 1 && tokens[0] != tokens[1] {
        let swapped = printed
            .replacen(tokens[0], "\0", 1)
            .replacen(tokens[1], tokens[0], 1)
            .replacen('\0', tokens[1], 1);
        if let Ok(other) = P::parse_answer(instance, &swapped) {
            assert_eq!(
                P::check(instance, &other).is_ok(),
                all.contains(&other),
                "{context}"
            );
        }
    }
    for &viewpoint in P::VIEWPOINTS {
        let mut model = Model::new();
        let formulation = formulate::<P>(instance, &[viewpoint], &Choices::default(), &mut model)
            .expect("examples can be formulated");
        let facts = P::facts(instance);
        assert_eq!(
            facts.len(),
            formulation.facts.len(),
            "{context}: {}",
            viewpoint.name
        );
        // Under the assumption of the truth of every fact, the model has only this answer.
        let assumed: Vec<Atom> = facts
            .iter()
            .zip(&formulation.facts)
            .filter_map(|(fact, atom)| atom.map(|atom| (P::is_true(instance, answer, fact), atom)))
            .map(|(truth, atom)| if truth { atom } else { !atom })
            .collect();
        let mut session =
            Session::new(&model, &RunOptions::new()).expect("the options suit the model");
        let found: Vec<P::Answer> = session
            .solutions(&assumed)
            .expect("no objective")
            .map(|solution| (formulation.read)(&solution))
            .collect();
        assert_eq!(
            found,
            std::slice::from_ref(answer),
            "{context}: {}",
            viewpoint.name
        );
    }
}

/// One test per kind.
macro_rules! laws {
    ($($test:ident: $kind:ty,)*) => {
        $(
            #[test]
            fn $test() {
                check::<$kind>();
            }
        )*
    };
}

laws! {
    sudoku: Sudoku,
    hashi: Hashi,
    battleship: Battleship,
    white_tan: WhiteTan,
    numbrix: Numbrix,
    hidato: Hidato,
    magic: Magic,
    slitherlink: Slitherlink,
    masyu: Masyu,
    nurikabe: Nurikabe,
    heyawake: Heyawake,
    fillomino: Fillomino,
}

#[test]
fn wrong_answers_are_rejected_with_the_broken_rule() {
    let instance = Sudoku::parse(&".".repeat(81)).expect("a board");
    let check = |text: &str| {
        let answer = Sudoku::parse_answer(&instance, text).expect("a full board");
        Sudoku::check(&instance, &answer)
    };
    // Sudoku 1 as printed in report 002, and with the one cell corrected.
    let printed =
        "461529837725831694398647152836215479952784361174396528543878216619452783287163945";
    let corrected = format!("{}9{}", &printed[..57], &printed[58..]);
    let violation = check(printed).expect_err("it has 8 twice");
    assert_eq!(violation.to_string(), "column 4 has 8 twice");
    assert_eq!(check(&corrected), Ok(()));
}

#[test]
fn invalid_texts_are_errors_with_a_position() {
    let show = |text: &str| {
        Sudoku::parse(text)
            .expect_err("a bad board")
            .render(text, "board.txt")
    };
    assert_eq!(
        show("1...\n..7.\n....\n....\n"),
        "board.txt:2:3: error: expected a number from 1 to 4, found `7`\n    ..7.\n      ^\n"
    );
    assert!(show("123").contains("as many rows as columns"));
    let short = "12..\n...\n....\n....\n";
    assert!(show(short).starts_with("board.txt:2:1: error: this row has 3 cells, others have 4"));
    // A very long line is abbreviated.
    assert!(show(&"1".repeat(100_000)).len() < 1000);
    assert!(show("blocks 2x4 1... .... .... ....").contains("a block of 4 cells"));
}
