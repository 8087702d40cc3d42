//! Proofs for every kind of the catalogue: written and accepted, refused if the answer is changed, and about a statement whose solutions are the answers of the puzzle.

use std::path::Path;
use std::time::Duration;

use gridwright::control::Rng;
use gridwright::proof::{CheckError, Statement, Writer, check};
use gridwright::proving::{Clue, check_proof, prove, sufficient_clues, used_clues};
use gridwright::puzzles::ClueEntry;
use gridwright::solve::{RunOptions, Session, model_of};
use gridwright::statements::{kinds, state_puzzle};
use gridwright::{
    AnyInstance, BoxedInstance, CATALOGUE, EngineName, Kind, Question, Request, Verdict, ask, kind,
};
use gridwright_testing::{cases, share_of};

/// Counting stops here.
const MAX_COUNT: u64 = 2000;

fn read(kind: &dyn Kind, text: &str) -> BoxedInstance {
    let read = kind.read(kind.recognise(text), text);
    read.unwrap_or_else(|error| panic!("{}", error.render(text, kind.info().id)))
}

fn statement(instance: &dyn AnyInstance) -> Statement {
    let (kind, text) = (instance.kind().info().id, instance.print());
    let statement = state_puzzle(kind, &text);
    statement.unwrap_or_else(|error| panic!("{kind}: {error}\n{text}"))
}

/// How many answers the statement of a puzzle has, up to a limit.
fn count_stated(instance: &dyn AnyInstance) -> u64 {
    let statement = statement(instance);
    if statement.domains.iter().any(|one| one.ranges.is_empty()) {
        return 0;
    }
    let model = model_of(&statement).expect("a model");
    let session = Session::new(&model, &RunOptions::new());
    let count = session.expect("valid options").count(MAX_COUNT);
    count.expect("no objective").solutions
}

/// How many answers a puzzle has, by its own model.
fn count_answers(instance: &dyn AnyInstance) -> u64 {
    let question = Question::Count { limit: MAX_COUNT };
    let report = ask(instance, question, &Request::default()).expect("a run");
    report.count.expect("they are counted")
}

/// Proves what can be proved, checks the proof, and refuses it with another answer.
fn prove_and_check(instance: &dyn AnyInstance, engine: EngineName) -> Verdict {
    let name = format!("{}\n{}", instance.kind().info().id, instance.print());
    let request = Request {
        engine,
        time: Some(Duration::from_secs(300)),
        ..Request::default()
    };
    let proof = prove(instance, &request, Vec::new());
    let proof = proof.unwrap_or_else(|error| panic!("{name}: {error}"));
    let verdict = proof.report.verdict;
    let checked = check_proof(instance, &proof.out[..]);
    match verdict {
        Verdict::None => {
            let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(checked.0, Verdict::None, "{name}");
        }
        Verdict::Unique => {
            let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(checked.0, Verdict::Unique, "{name}");
            let found = checked.1.map(|answer| instance.print_answer(&answer));
            let answer = instance.print_answer(&proof.report.answers[0]);
            assert_eq!(found, Some(answer), "{name}");
            refuse_other_answers(instance, &proof.out, &name);
        }
        _ => {
            checked.expect_err("no proof");
        }
    }
    verdict
}

/// With one value of the answer changed, the checker refuses the answer.
fn refuse_other_answers(instance: &dyn AnyInstance, proof: &[u8], name: &str) {
    let statement = statement(instance);
    let accepted = check(&statement, proof).expect("it was accepted");
    let gridwright::proof::Verdict::Unique(values) = accepted else {
        panic!("{name}: there is an answer");
    };
    for &key in statement.keys.iter().step_by(1 + statement.keys.len() / 5) {
        let ranges = statement.domains[key as usize].ranges.iter();
        let mut others = ranges.flat_map(|&(min, max)| min..=max);
        let Some(other) = others.find(|&other| other != values[key as usize]) else {
            continue;
        };
        let mut changed = values.clone();
        changed[key as usize] = other;
        let (n_vars, n_constraints) = (statement.domains.len(), statement.constraints.len());
        let mut writer = Writer::new(Vec::new(), n_vars, n_constraints);
        writer.answer(&changed);
        let written = writer.end().expect("a vector");
        match check(&statement, &written[..]) {
            Err(CheckError::Step(1, why)) => {
                assert_eq!(why, "the answer does not satisfy the rules", "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Whether there is a statement for a kind.
fn is_stated(kind: &dyn Kind) -> bool {
    kinds().any(|id| id == kind.info().id)
}

/// The kinds that can be proved. A kind without a statement is refused in words.
fn proved_kinds() -> Vec<&'static dyn Kind> {
    let kinds = CATALOGUE.iter().copied();
    kinds.filter(|kind| is_stated(*kind)).collect()
}

#[test]
fn kinds_without_a_statement_are_refused() {
    assert_eq!(proved_kinds().len(), kinds().count());
    assert!(kinds().count() >= 19);
    let error = state_puzzle("none", "").expect_err("no such kind");
    assert_eq!(error.to_string(), "no statement for kind `none`");
    for kind in CATALOGUE {
        if !is_stated(*kind) {
            let instance = read(*kind, kind.info().examples[0].text);
            let error = prove(&*instance, &Request::default(), Vec::new());
            let error = error.expect_err("no statement").to_string();
            assert!(error.contains("no statement for kind"), "{error}");
        }
    }
}

#[test]
fn examples_are_proved() {
    for kind in proved_kinds() {
        for example in kind.info().examples {
            let instance = read(kind, example.text);
            let id = kind.info().id;
            if example.answers < MAX_COUNT {
                let stated = count_stated(&*instance);
                assert_eq!(stated, example.answers, "{id}: {}", example.name);
            }
            for engine in [EngineName::Learn, EngineName::Auto, EngineName::Sat] {
                let expected = match example.answers {
                    0 => Verdict::None,
                    1 => Verdict::Unique,
                    _ => Verdict::Multiple,
                };
                let verdict = prove_and_check(&*instance, engine);
                assert_eq!(verdict, expected, "{id}: {}", example.name);
            }
        }
    }
}

/// Clues of a slot to try: none, some numbers, all symbols.
fn clues(entry: &ClueEntry, rng: &mut Rng) -> Vec<String> {
    let mut clues = vec![String::new()];
    if let Some((min, max)) = entry.numbers {
        clues.extend((0..3).map(|_| rng.between(min, max.min(min + 8)).to_string()));
    }
    clues.extend(entry.symbols.iter().take(6).map(|one| one.text.to_owned()));
    clues
}

/// The examples with some clues changed: the statement has as many answers as the puzzle, and what it proves is accepted.
#[test]
fn statements_have_the_answers_of_puzzles() {
    let mut rng = Rng::new(7);
    for kind in proved_kinds() {
        let id = kind.info().id;
        let mut seen = [0; 3];
        for example in kind.info().examples.iter().cycle().take(cases(80)) {
            let mut instance = read(kind, example.text);
            for _ in 0..1 + rng.below(4) {
                let slots = instance.clues();
                if slots.is_empty() {
                    break;
                }
                let slot = &slots[rng.below(slots.len())];
                let all = clues(&slot.entry, &mut rng);
                let clue = rng.pick(&all).clone();
                if let Ok(changed) = instance.with_clue(slot.position, &clue) {
                    instance = changed;
                }
            }
            // Large boards with few clues are left to other tests.
            if instance.clues().len() > 50 && example.answers != 1 {
                continue;
            }
            let answers = count_answers(&*instance);
            let name = format!("{id}\n{}", instance.print());
            assert_eq!(count_stated(&*instance), answers, "{name}");
            let expected = match answers {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            };
            for engine in [EngineName::Learn, EngineName::Sat] {
                let verdict = prove_and_check(&*instance, engine);
                assert_eq!(verdict, expected, "{name}");
            }
            seen[answers.min(2) as usize] += 1;
        }
        let n_seen = seen.iter().sum::<u32>() as usize;
        assert!(n_seen > 5 || cases(80) < 80, "{id}: {seen:?}");
    }
}

/// The public boards of a kind, one per line.
fn boards(kind: &dyn Kind) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/src/kinds");
    let file = folder.join(kind.info().id).join("boards.txt");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    lines.map(str::to_owned).collect()
}

#[test]
fn public_boards_are_proved() {
    for kind in proved_kinds() {
        let boards = boards(kind);
        for board in share_of(&boards[..boards.len().min(4)], 0) {
            let instance = read(kind, board);
            let verdict = prove_and_check(&*instance, EngineName::Auto);
            assert_eq!(verdict, Verdict::Unique, "{board}");
        }
    }
}

/// The Sudoku variants of public setters that have one answer.
#[test]
fn public_sudoku_variants_are_proved() {
    let sudoku = kind("sudoku").expect("a kind");
    let text = include_str!("../../puzzles/tests/data/sudoku_variants.txt");
    let mut n_proved = 0;
    for entry in text.split("\n> ").skip(1) {
        let (name, rest) = entry.split_once('\n').expect("a name");
        let (puzzle, _) = rest.split_once("\n= ").expect("an answer");
        if !puzzle.contains("\n! ") {
            let instance = read(sudoku, &format!("{puzzle}\n"));
            let verdict = prove_and_check(&*instance, EngineName::Auto);
            assert_eq!(verdict, Verdict::Unique, "{name}");
            n_proved += 1;
        }
    }
    assert!(n_proved > 40, "{n_proved}");
}

/// Every line of a variant on small boards: the statement has as many answers as the puzzle.
#[test]
fn statements_of_sudoku_variants_have_the_answers_of_puzzles() {
    let sudoku = kind("sudoku").expect("a kind");
    for lines in [
        "regions 1112 1322 3324 3444",
        "regions 1122 1122 33.. 33..",
        "diagonal-down",
        "diagonal-up",
        "diagonals",
        "region r1c1 r2c3 r3c2",
        "disjoint-groups",
        "regions 1112 1322 3324 3444\ndisjoint-groups",
        "windoku",
        "anti-knight",
        "anti-king",
        "cage 5 r1c1 r1c2",
        "cage 9 r1c1 r1c2 r2c1",
        "cage r1c1 r2c2 r3c3",
        "cage 10 r1c1 r1c2 r2c1 r2c2",
        "clone r1c1 r1c2 = r3c3 r3c4",
        "palindrome r1c1 r2c2 r3c3 r4c1",
        "arrow r1c1 r2c2 r3c3",
        "arrow r1c1 r1c2 = r2c2 r2c3 r3c3 r3c4",
        "thermo r1c1 r2c2 r3c3",
        "thermo r1c1 r1c2 r1c1",
        "slow-thermo r1c1 r1c2 r2c2 r1c1",
        "entropic r1c1 r1c2 r2c2 r3c3",
        "modular r1c1 r1c2 r2c2 r3c3",
        "region-sums r1c1 r1c2 r1c3 r2c4 r3c4",
        "zipper r1c1 r1c2 r2c2",
        "zipper r1c1 r1c2 r2c3 r1c1",
        "candidates r1c1 2 3",
        "column-indexer r1c1 r2c3\nrow-indexer r3c2",
        "renban r1c1 r2c2 r3c3",
        "whispers r1c1 r1c2 r2c2",
        "whispers 1 r1c1 r2c2 r3c3",
        "between r1c1 r2c2 r3c1",
        "white r1c1 r1c2",
        "black r1c1 r1c2\nx r2c1 r2c2",
        "v r1c1 r1c2",
        "difference 2 r1c1 r2c1\nratio 3 r1c2 r1c3\nsum 6 r2c3 r2c4",
        "non-consecutive",
        "negative difference 3",
        "white r1c1 r1c2\nnegative ratio 2",
        "v r1c1 r1c2\nnegative sum 5",
        "even r1c1 r2c3\nodd r3c3",
        "minimum r2c2 r2c3",
        "maximum r1c1",
        "little-killer 7 r1c2 se",
        "little-killer 3 r1c2 sw",
        "sandwich 5 r1c2 s\nsandwich 0 r2c4 w",
        "x-sum 6 r3c1 e\nx-sum 10 r1c1 s",
        "skyscraper 2 r3c4 w\nskyscraper 4 r1c1 s",
        "quadruple r1c2 2 3",
        "quadruple r1c2 2 2 3",
    ] {
        for board in ["....\n....\n....\n....\n", "1...\n....\n...2\n....\n"] {
            let instance = read(sudoku, &format!("{board}{lines}\n"));
            let answers = count_answers(&*instance);
            assert_eq!(count_stated(&*instance), answers, "{board}{lines}");
            prove_and_check(&*instance, EngineName::Learn);
        }
    }
    // Six rows in blocks of two rows, and a cage of five cells.
    for lines in [
        "windoku\ndiagonals",
        "cage 15 r1c1 r1c2 r1c3 r2c1 r2c2\nanti-king",
        "disjoint-groups\nanti-knight",
    ] {
        let board = "12....\n......\n..3...\n......\n5.....\n....1.\n";
        let instance = read(sudoku, &format!("{board}{lines}\n"));
        let answers = count_answers(&*instance);
        assert_eq!(count_stated(&*instance), answers, "{board}{lines}");
    }
}

/// Lines of constraints as the parser reads them, one of each form.
const LINES: &str = "regions 1112 1322 3324 3444|diagonal-down|diagonals|region r1c1 r2c3 r3c2|disjoint-groups|windoku|anti-king|cage 5 r1c1 r1c2|cage r1c1 r2c2 r3c3|\
    clone r1c1 r1c2 = r3c3 r3c4|palindrome r1c1 r2c2 r3c3 r4c1|arrow r1c1 r2c2 r3c3|arrow r1c1 r1c2 = r2c2 r2c3|thermo r1c1 r2c2 r3c3|slow-thermo r1c1 r2c2|entropic r1c1 r2c2 r3c3|modular r1c1 r2c2|region-sums r1c1 r2c2 r3c3|zipper r1c1 r2c2 r3c3|candidates r1c1 2 3|column-indexer r1c1 r2c2|row-indexer r1c2|renban r1c1 r2c2 r3c3|\
    whispers r1c1 r1c2 r2c2|whispers 1 r1c1 r2c2|between r1c1 r2c2 r3c1|white r1c1 r1c2|x r2c1 r2c2|difference 2 r1c1 r2c1|ratio 3 r1c2 r1c3|sum 6 r2c3 r2c4|non-consecutive|\
    negative difference 3|negative sum 5|even r1c1 r2c3|maximum r1c1|little-killer 7 r1c2 se|sandwich 5 r1c2 s|x-sum 6 r3c1 e|skyscraper 2 r3c4 w|quadruple r1c2 2 3";

/// The statement refuses the lines that the parser refuses.
#[test]
fn malformed_lines_of_sudoku_variants_are_refused_by_both() {
    let sudoku = kind("sudoku").expect("a kind");
    let lines: Vec<&str> = LINES.split('|').collect();
    let words = "r1c1|r4c4|r5c1|r0c1|r2c2|R1C2|rc|0|1|4|5|8|9|10|11|16|17|99|2147483647|-1|+1|=|n|e|se|nw|ns|see|x|sum|difference|regions|cage|2 3 4 1 2|r1c1 r1c1|1111 1222 3333 4444";
    let words: Vec<&str> = words.split('|').collect();
    let mut rng = Rng::new(1);
    let mut n_refused = 0;
    for _ in 0..cases(20_000) {
        let mut line: Vec<&str> = rng.pick(&lines).split(' ').collect();
        for _ in 0..1 + rng.below(2) {
            let at = rng.below(line.len());
            match rng.below(4) {
                0 if line.len() > 1 => drop(line.remove(at)),
                1 => line.insert(at + 1, *rng.pick::<&str>(&words)),
                2 => line.insert(at, line[at]),
                _ if at > 0 => line[at] = *rng.pick::<&str>(&words),
                _ => line.push(*rng.pick::<&str>(&words)),
            }
        }
        let mut line = line.join(" ");
        if rng.one_in(8) {
            line += &format!("\n{}", rng.pick(&lines));
        }
        let text = format!("....\n....\n....\n....\n{line}\n");
        if sudoku.read(None, &text).is_err() {
            n_refused += 1;
            assert!(state_puzzle("sudoku", &text).is_err(), "{line}");
        }
    }
    assert!(n_refused > cases(20_000) / 4, "{n_refused}");
}

/// On a board of one cell, nothing is between the 1 and the greatest number: the judge, the solver and the statement agree.
#[test]
fn sandwich_clues_on_one_cell() {
    let sudoku = kind("sudoku").expect("a kind");
    for (clue, expected) in [(0, 1), (1, 0)] {
        let instance = read(sudoku, &format!(".\nsandwich {clue} r1c1 e\n"));
        assert_eq!(count_answers(&*instance), expected, "{clue}");
        assert_eq!(count_stated(&*instance), expected, "{clue}");
        prove_and_check(&*instance, EngineName::Learn);
    }
}

/// A proof says which clues it uses, and those that suffice are among them.
#[test]
fn clues_of_proofs_suffice() {
    for (id, text, n_used, n_sufficient) in [
        ("sudoku", "11..\n....\n...3\n....\n", 2, 2),
        ("sudoku", "11..\n3...\n....\n....\n", 2, 2),
        ("sudoku", "21..\n...2\n3...\n..3.\n", 5, 4),
        ("slitherlink", "4.\n.4\n", 2, 2),
        (
            "skyscrapers",
            "skyscrapers\ntop 1 1 .\n. . .\n. . .\n. . .\n",
            2,
            2,
        ),
        ("futoshiki", "futoshiki\n1 . .\n1 . 3\n. . .\n", 2, 2),
    ] {
        let instance = read(kind(id).expect("a kind"), text);
        for engine in [EngineName::Auto, EngineName::Sat] {
            let request = Request {
                engine,
                ..Request::default()
            };
            let proof = prove(&*instance, &request, Vec::new()).expect("a proof");
            let used = used_clues(&*instance, &proof.out).expect("a proof");
            assert!(used.is_exact, "{id}\n{text}");
            let used = used.clues;
            assert!(used.len() <= n_used, "{id}\n{text}\n{used:?}");
            let sufficient = sufficient_clues(&*instance, &request, Some(&proof.out));
            let sufficient = sufficient.expect("a run").expect("a verdict");
            let n = sufficient.len();
            assert_eq!(n, n_sufficient, "{id}\n{text}\n{sufficient:?}");
            let is_used = |clue: &Clue| used.contains(clue);
            assert!(sufficient.iter().all(is_used), "{id}\n{text}");
            // Without the others, the verdict is the same.
            let mut alone: Option<BoxedInstance> = None;
            for slot in instance.clues() {
                let Some(left_out) = slot.left_out() else {
                    continue;
                };
                if !used.contains(&(slot.position, slot.value)) {
                    let from = alone.as_deref().unwrap_or(&*instance);
                    let without = from.with_clue(slot.position, left_out);
                    alone = Some(without.expect("it can be left out"));
                }
            }
            let alone = alone.as_deref().unwrap_or(&*instance);
            let report = ask(alone, Question::Unique, &Request::default()).expect("a run");
            assert_eq!(report.verdict, proof.report.verdict, "{id}\n{text}");
        }
        used_clues(&*instance, b"no proof").expect_err("no proof");
    }
}

#[test]
fn the_used_clues_of_every_kind_are_known_and_suffice() {
    let request = Request::default();
    let (mut n_used, mut n_all) = (0, 0);
    for kind in proved_kinds() {
        let id = kind.info().id;
        for example in kind.info().examples {
            let instance = read(kind, example.text);
            let proof = prove(&*instance, &request, Vec::new()).expect("a run");
            let verdict = proof.report.verdict;
            if !matches!(verdict, Verdict::Unique | Verdict::None) {
                continue;
            }
            let used = used_clues(&*instance, &proof.out).expect("a proof");
            assert!(used.is_exact, "{id}: {}", example.name);
            let mut alone: Option<BoxedInstance> = None;
            for slot in instance.clues() {
                let Some(left_out) = slot.left_out() else {
                    continue;
                };
                n_all += 1;
                if used.clues.contains(&(slot.position, slot.value)) {
                    n_used += 1;
                    continue;
                }
                let from = alone.as_deref().unwrap_or(&*instance);
                let without = from.with_clue(slot.position, left_out);
                alone = Some(without.expect("it can be left out"));
            }
            let alone = alone.as_deref().unwrap_or(&*instance);
            let report = ask(alone, Question::Unique, &request).expect("a run");
            assert_eq!(report.verdict, verdict, "{id}: {}", example.name);
        }
    }
    assert!(0 < n_used && n_used < n_all, "{n_used} of {n_all}");
}
