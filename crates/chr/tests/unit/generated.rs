//! Generated programs: small random rules and queries, whose firings, in order, and final stores are those of SWI-Prolog.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use gridwright_chr::{Limits, Program};
use gridwright_control::Rng;
use gridwright_term::{Operators, parse_term};

use crate::support::nameless_term;

/// Programs that are made, and queries to each.
const PROGRAMS: u64 = 240;
const QUERIES: usize = 3;

/// The constraints of a program, with their numbers of arguments. A body calls only those after its heads, so that runs end.
const SYMBOLS: [(&str, usize); 5] = [("a", 1), ("b", 2), ("c", 1), ("d", 2), ("e", 0)];

/// The variables of rules and of queries.
const VARS: [&str; 4] = ["X", "Y", "Z", "W"];

#[test]
#[ignore = "needs SWI-Prolog"]
fn generated_programs_do_what_they_do_in_swi_prolog() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("generated");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let mut script = String::from(DRIVER);
    let mut expected = Vec::new();
    for seed in 0..PROGRAMS {
        let mut rng = Rng::new(seed);
        let ground = seed % 3 == 0;
        let crowd = seed % 2 == 1;
        let mut text = declared(seed, ground, seed % 4 > 1);
        text += &if crowd {
            crowded(ground, &mut rng)
        } else {
            mixed(ground, &mut rng)
        };
        let file = folder.join(format!("g{seed}.pl"));
        std::fs::write(&file, &text).expect("the file can be written");
        writeln!(
            script,
            ":- load_files('{}', [silent(true)]).",
            file.display()
        )
        .expect("it fits");
        let compiled =
            Program::parse(&text, "generated").unwrap_or_else(|why| panic!("{why}{text}"));
        for _ in 0..QUERIES {
            let query = query(ground, crowd, &mut rng);
            let Some(ours) = ours(&compiled, &query) else {
                continue;
            };
            writeln!(script, ":- ask(g{seed}, ({query})).").expect("it fits");
            expected.push((seed, query, ours));
        }
    }
    let driver = folder.join("driver.pl");
    std::fs::write(&driver, script).expect("the file can be written");
    let out = Command::new("swipl")
        .args(["-q", "-t", "halt"])
        .arg(&driver)
        .output();
    let out = out.expect("it is installed");
    let text = String::from_utf8_lossy(&out.stdout);
    let theirs: Vec<&str> = text.lines().collect();
    let errors = String::from_utf8_lossy(&out.stderr);
    assert_eq!(theirs.len(), expected.len(), "{errors}");
    let mut complaints = String::new();
    let mut fired = 0;
    for ((seed, query, ours), line) in expected.iter().zip(theirs) {
        let mut parts = line.split('|');
        let (ending, writes) = (
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        let store = parts.map(|part| {
            let term = parse_term(part, Operators::standard());
            term.unwrap_or_else(|why| panic!("{part}: {why}"))
                .to_string()
        });
        let mut store: Vec<String> = store.collect();
        store.sort();
        let theirs = format!("{ending}|{writes}|{}", store.join(", "));
        fired += writes.matches('r').count();
        if *ours != theirs {
            let text = std::fs::read_to_string(folder.join(format!("g{seed}.pl")));
            let text = text.unwrap_or_default();
            let complaint = format!("{text}?- {query}.\nours   {ours}\ntheirs {theirs}\n\n");
            complaints += &complaint;
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
    assert!(fired > 500, "only {fired} rules fired");
}

/// Asks a program in SWI-Prolog, and takes back what the query did.
const DRIVER: &str = "\
:- use_module(library(chr)).
ask(Module, Query) :-
    with_output_to(string(Writes), ( catch(Module:Query, _, fail) -> Ending = yes, findall(C, find_chr_constraint(C), L0) ; Ending = no, L0 = [] )),
    copy_term_nat(L0, L), term_variables(L, Vs), maplist(=('_'), Vs),
    format(\"~w|~w\", [Ending, Writes]), forall(member(C, L), format(\"|~k\", [C])), nl, fail.
ask(_, _).
";

/// The same question to us; none if it takes too long.
fn ours(program: &Program, query: &str) -> Option<String> {
    let limits = Limits {
        steps: Some(20_000),
        ..Limits::default()
    };
    let once = result(program, query, &limits, None);
    assert_eq!(
        once,
        result(program, query, &limits, Some(0)),
        "compaction changes {query}"
    );
    once
}

/// How a query ends, what it writes and what stays in the store, which is compacted whenever it grew by so many words.
fn result(program: &Program, query: &str, limits: &Limits, every: Option<usize>) -> Option<String> {
    let mut run = program
        .query(query, limits.clone())
        .expect("it can be read");
    if let Some(words) = every {
        run.compact_every(words);
    }
    let answer = match run.next_answer() {
        Ok(answer) => answer,
        Err(gridwright_chr::RunError::Limit(_)) => return None,
        Err(why) => panic!("{query}: {why}"),
    };
    let report = run.report(answer);
    let (ending, store) = match &report.answer {
        Some(answer) => ("yes", &answer.store[..]),
        None => ("no", &[][..]),
    };
    let mut store: Vec<String> = store
        .iter()
        .map(|term| nameless_term(term).to_string())
        .collect();
    store.sort();
    Some(format!("{ending}|{}|{}", report.output, store.join(", ")))
}

/// The head of a program: what it declares, and whether SWI-Prolog is asked to optimise.
fn declared(seed: u64, ground: bool, optimise: bool) -> String {
    let mut text = format!(":- module(g{seed}, []).\n:- use_module(library(chr)).\n");
    if optimise {
        text += ":- chr_option(debug, off).\n:- chr_option(optimize, full).\n";
    }
    let declared = SYMBOLS.map(|(name, arity)| {
        let mode = if ground { "+int" } else { "?any" };
        match arity {
            0 => name.to_owned(),
            1 => format!("{name}({mode})"),
            _ => format!("{name}({mode}, {mode})"),
        }
    });
    writeln!(text, ":- chr_constraint {}.", declared.join(", ")).expect("it fits");
    text
}

/// Rules that follow each other, remove the same constraint and look for partners much alike, so that it shows which of them are searched for
/// together and for which partners.
fn crowded(ground: bool, rng: &mut Rng) -> String {
    let mut text = String::new();
    let active = [0, 2, 3][rng.below(3)];
    let partner = |rng: &mut Rng| loop {
        let symbol = [1, 2, 3, 4][rng.below(4)];
        if symbol != active || rng.below(4) == 0 {
            return call(symbol, 85, rng);
        }
    };
    let base = [partner(rng), partner(rng)];
    let shown = call(active, 90, rng);
    for number in 0..2 + rng.below(3) {
        let mut partners = base[..1 + rng.below(2)].to_vec();
        match rng.below(4) {
            0 => partners.push(partner(rng)),
            1 => {
                // The same partner, asked for something else.
                let last = partners.pop().unwrap_or_default();
                let var = VARS[rng.below(3)];
                partners.push(last.replace(var, &rng.below(3).to_string()));
            }
            _ => {}
        }
        let own = match rng.below(8) {
            0 => call(active, 60, rng),
            1 if !ground => shown.replacen(['X', 'Y'], "f(X)", 1),
            _ => shown.clone(),
        };
        let mentioned: Vec<&str> = VARS
            .into_iter()
            .filter(|var| own.contains(var) || partners.iter().any(|head| head.contains(var)))
            .collect();
        let guard = guard(ground, &mentioned, rng);
        let body = format!("write(r{number}), write(' ')");
        let rule = match rng.below(4) {
            0 => {
                let taken = partners.remove(rng.below(partners.len()));
                let kept = partners.join(", ");
                let kept = if kept.is_empty() { kept } else { kept + " \\ " };
                format!("{kept}{own}, {taken} <=> {guard}{body}")
            }
            1 if rng.below(4) == 0 => format!("{own} ==> {body}"),
            _ => format!("{} \\ {own} <=> {guard}{body}", partners.join(", ")),
        };
        writeln!(text, "{rule}.").expect("it fits");
    }
    text
}

/// A few rules, each of which writes its number when it fires.
fn mixed(ground: bool, rng: &mut Rng) -> String {
    let mut text = String::new();
    for number in 0..2 + rng.below(5) {
        let count = 1 + rng.below(3);
        let symbols: Vec<usize> = (0..count).map(|_| rng.below(SYMBOLS.len())).collect();
        let heads: Vec<String> = symbols
            .iter()
            .map(|&symbol| call(symbol, 70, rng))
            .collect();
        let mentioned: Vec<&str> = VARS
            .into_iter()
            .filter(|var| heads.iter().any(|head| head.contains(var)))
            .collect();
        let guard = guard(ground, &mentioned, rng);
        let body = body(&symbols, ground, &mentioned, rng);
        let cut = rng.below(count);
        let (left, arrow) = match rng.below(3) {
            0 => (heads.join(", "), "<=>"),
            1 => (heads.join(", "), "==>"),
            _ if cut > 0 => {
                let (kept, removed) = heads.split_at(cut);
                (
                    format!("{} \\ {}", kept.join(", "), removed.join(", ")),
                    "<=>",
                )
            }
            _ => (heads.join(", "), "<=>"),
        };
        writeln!(
            text,
            "{left} {arrow} {guard}write(r{number}), write(' '){body}."
        )
        .expect("it fits");
    }
    text
}

/// A constraint whose arguments are variables, so many times in a hundred, or small numbers.
fn call(symbol: usize, variables: usize, rng: &mut Rng) -> String {
    let (name, arity) = SYMBOLS[symbol];
    let args: Vec<String> = (0..arity).map(|_| arg(&VARS, variables, rng)).collect();
    if args.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", args.join(", "))
    }
}

fn arg(vars: &[&str], variables: usize, rng: &mut Rng) -> String {
    if !vars.is_empty() && rng.below(100) < variables {
        vars[rng.below(vars.len())].to_owned()
    } else {
        rng.below(3).to_string()
    }
}

fn guard(ground: bool, vars: &[&str], rng: &mut Rng) -> String {
    if vars.is_empty() || rng.below(2) == 0 {
        return String::new();
    }
    let (left, right) = (arg(vars, 100, rng), arg(vars, 60, rng));
    let test = if rng.below(4) == 0 {
        several_answers(&left, &right, rng)
    } else if ground {
        let tests = ["<", "=<", ">", "=:=", "=\\=", "==", "\\=="];
        format!("{left} {} {right}", tests[rng.below(tests.len())])
    } else {
        match rng.below(5) {
            0 => format!("var({left})"),
            1 => format!("nonvar({left})"),
            2 => format!("{left} == {right}"),
            3 => format!("integer({left}), integer({right}), {left} < {right}"),
            _ => format!("{left} \\== {right}"),
        }
    };
    format!("{test} | ")
}

/// A guard that holds only for a later answer of its first goal, or none, and that must not bind what it is given.
fn several_answers(left: &str, right: &str, rng: &mut Rng) -> String {
    let number = rng.below(3);
    match rng.below(7) {
        0 => format!("member(V, [{left}, {right}, {number}]), V == 1"),
        1 => format!("member({left}, [{right}, {number}])"),
        2 => format!("memberchk({number}, [{left}, {right}])"),
        3 => {
            format!("select(V, [{left}, {number}, {right}], R), R == [{left}, {right}], integer(V)")
        }
        4 => format!("member(V, [{left}, {right}]), member(N, [1, 2]), V == N"),
        5 => format!("nth1(N, [{left}, {right}, {number}], V), V == 2, N > 1"),
        _ => format!("append(F, [V|_], [{left}, {right}, {number}]), V == 0, length(F, N), N > 0"),
    }
}

fn body(heads: &[usize], ground: bool, vars: &[&str], rng: &mut Rng) -> String {
    let least = heads.iter().max().map_or(0, |most| most + 1);
    let mut text = String::new();
    for _ in 0..rng.below(3) {
        if least < SYMBOLS.len() && rng.below(3) > 0 {
            let symbol = least + rng.below(SYMBOLS.len() - least);
            let (name, arity) = SYMBOLS[symbol];
            let args: Vec<String> = (0..arity).map(|_| arg(vars, 80, rng)).collect();
            let call = if arity == 0 {
                name.to_owned()
            } else {
                format!("{name}({})", args.join(", "))
            };
            write!(text, ", {call}").expect("it fits");
        } else if !ground && !vars.is_empty() {
            write!(text, ", {} = {}", arg(vars, 100, rng), arg(vars, 50, rng)).expect("it fits");
        }
    }
    if rng.below(20) == 0 {
        text += ", fail";
    }
    text
}

fn query(ground: bool, crowd: bool, rng: &mut Rng) -> String {
    let mut goals = Vec::new();
    for _ in 0..3 + rng.below(5) + if crowd { 4 } else { 0 } {
        let variables = if ground { 0 } else { 55 };
        let symbol = rng.below(SYMBOLS.len());
        let goal = call(symbol, variables, rng);
        let wrapped = crowd && !ground && rng.below(6) == 0;
        goals.push(if wrapped {
            goal.replacen(['X', '1'], "f(1)", 1)
        } else {
            goal
        });
        if !ground && rng.below(4) == 0 {
            goals.push(format!("{} = {}", VARS[rng.below(4)], arg(&VARS, 50, rng)));
        }
    }
    goals.join(", ")
}
