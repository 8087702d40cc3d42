//! Traces of CHR programs agree with their answers, for every program of every kind.

use gridwright::fd::Flow;
use gridwright::puzzles::{Claim, FactState};
use gridwright::tracing::{NodeStatus, TraceEvent, search_tree, trace_chr};
use gridwright::{AnyInstance, CATALOGUE, EngineName, Question, Request, ask};
use gridwright_testing::share_of;

fn chr_request(program: &str) -> Request {
    Request {
        engine: EngineName::Chr,
        viewpoints: vec![program.to_owned()],
        ..Request::default()
    }
}

/// For every program and every small example: the tree has one solution node per answer, what is known at that node is the answer, what is settled on
/// the path to it holds in the answer, and the tree has at least as many nodes as the program counts.
#[test]
fn events_agree_with_the_answers_of_every_program() {
    let question = Question::Count { limit: 10 };
    for kind in CATALOGUE {
        for (at, program) in kind.programs().iter().enumerate() {
            for example in share_of(kind.info().examples, at % kind.info().examples.len()).take(3) {
                let instance = kind.read(None, example.text).expect("an example");
                if instance.n_facts() > 150 {
                    continue;
                }
                let what = format!("{} {} {}", kind.info().id, program.name, example.name);
                let request = chr_request(program.name);
                let report = ask(&*instance, question, &request).expect(&what);
                let answers = ask(&*instance, Question::Solve { max: 10 }, &request).expect(&what);
                let answers: Vec<Vec<FactState>> = answers
                    .answers
                    .iter()
                    .map(|one| instance.known(one))
                    .collect();
                let tree = search_tree(&*instance, question, &request, 100_000, None).expect(&what);
                let ends: Vec<usize> = (0..tree.nodes.len())
                    .filter(|&node| tree.nodes[node].status == NodeStatus::Solution)
                    .collect();
                assert_eq!(Some(ends.len() as u64), report.count, "{what}");
                assert!(tree.nodes.len() as u64 > report.stats.nodes, "{what}");
                for (at, answer) in ends.into_iter().zip(&answers) {
                    let tree = search_tree(&*instance, question, &request, 100_000, Some(at))
                        .expect(&what);
                    assert_eq!(tree.known.as_ref(), Some(answer), "{what}");
                }
                sound(&*instance, question, &request, &answers, &what);
            }
        }
    }
}

/// Everything settled on the path to a solution, before the solution event itself, holds in the answer.
fn sound(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    answers: &[Vec<FactState>],
    what: &str,
) {
    let mut levels: Vec<Vec<Claim>> = vec![Vec::new()];
    let mut found = 0;
    let mut fired = 0;
    let mut emit = |event: TraceEvent| {
        match event.event {
            "backtrack" => levels.truncate(event.depth.expect("it has one") + 1),
            "decide" => levels.push(Vec::new()),
            "fire" => {
                fired += 1;
                assert!(event.by.is_some(), "{what}");
            }
            "solution" => {
                for claim in levels.iter().flatten() {
                    assert_eq!(
                        claim.known(&answers[found]),
                        FactState::True,
                        "{what}: {claim:?}"
                    );
                }
                found += 1;
            }
            _ => {}
        }
        if event.event != "solution" && event.event != "backtrack" {
            levels
                .last_mut()
                .expect("the root stays")
                .extend(event.claims);
        }
        Flow::Continue
    };
    trace_chr(instance, question, request, None, &mut emit).expect(what);
    assert_eq!(found, answers.len(), "{what}");
    assert!(fired > 0, "{what}");
}

#[test]
fn the_store_is_emitted_on_request() {
    let kind = gridwright::kind("whitetan").expect("a kind");
    let instance = kind
        .read(None, kind.info().examples[0].text)
        .expect("an example");
    let request = chr_request("");
    let request = Request {
        viewpoints: Vec::new(),
        ..request
    };
    let mut stores = Vec::new();
    let mut n = 0;
    let mut emit = |event: TraceEvent| {
        stores.extend(event.store.map(|store| (n, store)));
        n += 1;
        if n < 10 { Flow::Continue } else { Flow::Stop }
    };
    trace_chr(&*instance, Question::Unique, &request, Some(5), &mut emit).expect("a run");
    assert_eq!(n, 10);
    let [(5, store)] = &stores[..] else {
        panic!("{stores:?}")
    };
    assert!(
        store.iter().any(|one| one.starts_with("cell(1,")),
        "{store:?}"
    );
}
