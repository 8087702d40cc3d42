//! Hostile input on the command line: every verb ends soon after its time limit in every phase, within limits on processor time and memory, whatever it reads.
#![cfg(target_os = "linux")]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::Folder;
use gridwright::CATALOGUE;
use gridwright_testing::share_of;

/// The time limit that is given to verbs, the processor time and the time in seconds after which they are killed. These are wide, because tests run on
/// busy machines and without full optimisation. `cargo xtask limits` holds a release build to a tenth of a second.
const LIMIT: &str = "200ms";
const MAX_PROCESSOR_TIME: u64 = 5;
const MAX_TIME: u64 = 180;

/// The memory limit of the process, in KiB.
const MAX_MEMORY: u64 = 4 << 20;

/// Runs the command with a limit on its address space; its exit code, and what it printed. It must end in time, and not by a signal or a panic.
fn attack(folder: &Folder, line: &str) -> (i32, String) {
    attack_by(env!("CARGO_BIN_EXE_gridwright"), folder, line)
}

fn attack_by(program: &str, folder: &Folder, line: &str) -> (i32, String) {
    attack_within(MAX_PROCESSOR_TIME, program, folder, line)
}

/// Runs a program with a limit of its own on its processor time, in seconds.
fn attack_within(seconds: u64, program: &str, folder: &Folder, line: &str) -> (i32, String) {
    let times = folder.path("processor-times");
    let script = format!(
        "ulimit -v {MAX_MEMORY}; ulimit -t {seconds}; timeout -s KILL {MAX_TIME} '{program}' {line}\ncode=$?; times > '{times}'; exit $code"
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output();
    let output = output.expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code().expect("the shell ends by itself");
    assert!(!err.contains("panicked at"), "{line}: {err}");
    assert!(
        [0, 1, 2, 10, 20, 30].contains(&code),
        "{line}: code {code}: {err}"
    );
    note_time(line, &times);
    (code, out + &err)
}

/// Appends the processor time of a command to the file of measurements, if `cargo xtask limits` names one.
fn note_time(line: &str, times: &str) {
    let Ok(file) = std::env::var("TEST_TIMES") else {
        return;
    };
    // The second line of `times` is of the shell's children: user and system time, such as 0m0.250000s.
    let text = std::fs::read_to_string(times).expect("the shell wrote its times");
    let row = text.lines().nth(1).expect("the times of its children");
    let seconds: f64 = row
        .split_whitespace()
        .map(|time| {
            let (minutes, seconds) = time.trim_end_matches('s').split_once('m').expect("minutes");
            let number = |text: &str| text.parse::<f64>().expect("a number");
            60.0 * number(minutes) + number(seconds)
        })
        .sum();
    let out = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(file);
    let mut out = out.expect("the file can be written");
    // In one piece, because tests run side by side.
    let row = format!("{:.0} {line}\n", seconds * 1000.0);
    out.write_all(row.as_bytes()).expect("it can be written");
}

/// A blank board of a kind, by its own template.
fn blank(id: &str, side: usize) -> Option<String> {
    let kind = gridwright::kind(id).expect("a kind");
    let board = kind.blank(side, side).ok()?;
    Some(board.print())
}

/// The largest board of a kind of at most this side.
fn largest(id: &str, side: usize) -> String {
    let mut sides = (1..=side).rev();
    let found = sides.find_map(|side| blank(id, side));
    found.expect("every kind has a blank board")
}

/// The verbs that search, with options that choose other ways through a verb.
const SEARCHES: &[&str] = &[
    "solve",
    "solve --engine fd",
    "solve --engine learn",
    "solve --engine sat",
    "solve --engine chr",
    "solve --threads 2",
    "unique",
    "unique --proof p.pf",
    "unique --repair",
    "count",
    "count --cubes 16",
    "backbone",
    "explain",
    "hint",
    "rate",
    "tree",
    "trace",
];

/// Attacks with every verb that searches, on one board.
fn search(folder: &Folder, id: &str, file: &str) {
    for verb in SEARCHES {
        attack(folder, &format!("{verb} {id} {file} --time-limit {LIMIT}"));
    }
}

#[test]
fn every_verb_stops_at_the_time_limit_on_blank_boards_of_every_kind() {
    let folder = Folder::new("hostile-blank");
    for kind in share_of(CATALOGUE, 0) {
        let id = kind.info().id;
        // Boards of side 60 reach the limit in set-up, and take long in a build without optimisation.
        let sides: &[usize] = match cfg!(debug_assertions) {
            true => &[30],
            false => &[30, 60],
        };
        for &side in sides {
            let file = format!("{id}-blank-{side}.txt");
            folder.write(&file, largest(id, side));
            search(&folder, id, &file);
        }
    }
}

#[test]
fn set_up_stops_at_the_time_limit() {
    let folder = Folder::new("hostile-setup");
    folder.write("hidato.txt", largest("hidato", 100));
    folder.write("numbrix.txt", largest("numbrix", 100));
    folder.write("hashi.txt", islands(300));
    folder.write("sudoku.txt", largest("sudoku", 64));
    for (verb, input) in [
        ("hint", "hidato hidato.txt"),
        ("solve", "hidato hidato.txt"),
        ("solve", "numbrix numbrix.txt"),
        ("backbone", "numbrix numbrix.txt"),
        ("solve", "hashi hashi.txt"),
        ("unique", "hashi hashi.txt"),
        ("count", "sudoku sudoku.txt"),
        ("hint", "magic 'order 60'"),
        ("backbone", "magic 'order 60'"),
        ("explain", "magic 'order 60'"),
        ("rate", "magic 'order 60'"),
    ] {
        attack(&folder, &format!("{verb} {input} --time-limit {LIMIT}"));
    }
}

/// A tree of this many nodes takes longer to draw than the limit.
const MANY_NODES: usize = 20_000;

#[test]
fn drawing_stops_at_the_time_limit() {
    let folder = Folder::new("hostile-pictures");
    folder.write("hashi.txt", islands(150));
    for line in [
        "draw hashi hashi.txt -o p.png",
        "draw hashi hashi.txt -o p.pdf",
    ] {
        let line = format!("{line} --time-limit {LIMIT}");
        let (code, text) = attack(&folder, &line);
        assert_eq!(code, 30, "{line}: {text}");
    }
    // A blank board of 90,000 cells has 8,100,000,000 facts.
    let blank = format!("{}\n", ". ".repeat(300)).repeat(300);
    folder.write("numbrix.txt", blank);
    let line = "draw numbrix numbrix.txt -o p.svg --time-limit 10s";
    let (code, text) = attack(&folder, line);
    assert_eq!(code, 0, "{line}: {text}");
    let large = format!("akari\n{}", format!("{}\n", "..#0".repeat(175)).repeat(700));
    folder.write("akari.txt", large);
    for end in ["svg", "txt"] {
        let line = format!("draw akari akari.txt -o q.{end} --time-limit {LIMIT}");
        let (code, text) = attack(&folder, &line);
        assert_eq!(code, 30, "{line}: {text}");
        assert!(!folder.0.join(format!("q.{end}")).exists());
    }
    // The search stops at half of the limit. What it found takes longer to draw, unless the machine was too busy to find much.
    let line = format!(
        "tree magic 'order 4' --nodes 1000000 --most 1000000 -o tree.pdf --time-limit {LIMIT}"
    );
    let (code, text) = attack(&folder, &line);
    assert_eq!(code, 30, "{text}");
    let is_drawn = folder.0.join("tree.pdf").exists();
    assert_eq!(text.contains("nothing drawn"), !is_drawn, "{text}");
    let n_nodes = text
        .split(" nodes")
        .next()
        .and_then(|text| text.rsplit(' ').next());
    let n_nodes: usize = n_nodes.and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    assert!(!is_drawn || n_nodes < MANY_NODES, "{text}");
}

/// A large board of Hashi: an island in every second cell of every second row.
fn islands(side: usize) -> String {
    let row = |row: usize| -> String {
        (0..side)
            .map(|col| match row % 2 + col % 2 {
                0 => '4',
                _ => '.',
            })
            .collect::<String>()
            + "\n"
    };
    (0..side).map(row).collect()
}

#[test]
fn models_stop_while_they_are_read_and_built() {
    let folder = Folder::new("hostile-models");
    folder.write(
        "pairs.gw",
        "Constant: n = 1000\nName: X(i), index: 1..n, domain: 1..n\nConstraint: X(i) \\= X(j), range: i < j\n",
    );
    folder.write(
        "cube.gw",
        "Name: X(i), index: 1..200, domain: 1..9\nConstraint: X(i) + X(j) \\= X(k), range: i < j, j < k\n",
    );
    folder.write(
        "deep.gw",
        format!(
            "Name: X, domain: 1..2\nConstraint: {}X{} = 1\n",
            "(".repeat(50_000),
            ")".repeat(50_000)
        ),
    );
    folder.write(
        "long.gw",
        format!(
            "Name: X, domain: 1..2\nConstraint: X{} = 1\n",
            " + X".repeat(100_000)
        ),
    );
    let lines = (0..60_000).map(|n| {
        let (one, other) = (n % 20_000 + 1, (n * 7 + 1) % 20_000 + 1);
        format!("Constraint: X({one}) \\= X({other})\n")
    });
    folder.write(
        "lines.gw",
        "Name: X(i), index: 1..20000, domain: 1..100\n".to_owned() + &lines.collect::<String>(),
    );
    let arrays = (0..100).map(|n| format!("Name: X{n}(i), index: 1..1000000, domain: 1..100\n"));
    folder.write("arrays.gw", arrays.collect::<String>());
    for file in [
        "pairs.gw",
        "cube.gw",
        "deep.gw",
        "long.gw",
        "lines.gw",
        "arrays.gw",
    ] {
        for verb in ["run", "tree", "trace"] {
            attack(&folder, &format!("{verb} {file} --time-limit {LIMIT}"));
        }
        attack(
            &folder,
            &format!("run {file} --explain --time-limit {LIMIT}"),
        );
    }
    let mut cnf = "p cnf 100000 300000\n".to_owned();
    for n in 0..300_000_u64 {
        let literal = |k: u64| {
            let var = (n * 7919 + k * 104_729) % 100_000 + 1;
            if (n + k).is_multiple_of(3) {
                format!("-{var}")
            } else {
                var.to_string()
            }
        };
        cnf += &format!("{} {} {} 0\n", literal(1), literal(2), literal(3));
    }
    folder.write("large.cnf", cnf);
    let run = |file: &str| {
        for proof in ["", "--proof p.pf", "--proof p.drat --proof-format drat"] {
            attack(&folder, &format!("run {file} {proof} --time-limit {LIMIT}"));
        }
    };
    run("large.cnf");
    for n_vars in [10_000_000_u64, 4_000_000_000] {
        folder.write("vars.cnf", format!("p cnf {n_vars} 1\n1 0\n"));
        run("vars.cnf");
    }
    // The clauses take more than this limit.
    for proof in ["", "--proof p.pf", "--proof p.lrat --proof-format lrat"] {
        let line = format!("run large.cnf {proof} --memory-limit 12 --time-limit 60");
        let (code, text) = attack(&folder, &line);
        assert_eq!(code, 30, "{line}: {text}");
        assert!(text.contains("memory limit"), "{line}: {text}");
    }
}

/// A goal that ends only at a time limit: its steps are few and long.
const ENDLESS: &str = "numlist(1, 100000, L), repeat, msort(L, _), fail";

#[test]
fn chr_programs_stop_while_they_are_read_and_run() {
    let folder = Folder::new("hostile-chr");
    let nested = format!(
        "{}p.\n{}",
        ":- if(true).\n".repeat(10_000),
        ":- endif.\n".repeat(10_000)
    );
    folder.write("nested.chr", nested);
    folder.write("list.chr", format!("p([{}1]).\n", "1,".repeat(400_000)));
    folder.write(
        "deep.chr",
        format!("p({}a{}).\n", "f(".repeat(300_000), ")".repeat(300_000)),
    );
    folder.write("rules.chr", {
        let rules =
            (0..3_000).map(|n| format!("r{n} @ c(X, {n}) \\ c(X, Y) <=> Y > {n} | c(X, {n}).\n"));
        format!(
            ":- chr_constraint c(?int, ?int).\n{}",
            rules.collect::<String>()
        )
    });
    let facts = (0..200_000).map(|n| format!("edge({n}, {}).\n", n * 7 % 1000));
    folder.write("facts.chr", facts.collect::<String>());
    // Each open clause is added to the clauses of every key.
    let keys = (0..40_000).map(|n| format!("f({n}).\n"));
    let keys = keys.collect::<String>() + &"f(X).\n".repeat(40_000);
    folder.write("keys.chr", keys);
    folder.write("directives.chr", ":- true.\n".repeat(400_000) + "p.\n");
    folder.write("errors.chr", ":- .\n".repeat(50_000));
    folder.write(
        "loop.chr",
        "p :- p.\nq(X) :- q(f(X)).\n:- chr_constraint c(?int).\nc(X) ==> Y is X + 1, c(Y).\n",
    );
    for (name, goal) in [("endless", ENDLESS), ("large", "numlist(1, 1000000000, _)")] {
        let text = format!(":- if(({goal})).\nq.\n:- endif.\np.\n");
        folder.write(&format!("{name}.chr"), text);
    }
    for (file, query) in [
        ("endless.chr", "p"),
        ("large.chr", "p"),
        ("nested.chr", "p"),
        ("list.chr", "p(L)"),
        ("deep.chr", "p(T)"),
        ("rules.chr", "c(1, 1)"),
        ("facts.chr", "edge(1, X)"),
        ("keys.chr", "f(1)"),
        ("directives.chr", "p"),
        ("errors.chr", "p"),
        ("loop.chr", "p"),
        ("loop.chr", "q(a)"),
        ("loop.chr", "c(1)"),
        ("loop.chr", "X = [a|X], append(X, [b], Y)"),
        ("loop.chr", "between(1, inf, X), fail"),
        ("loop.chr", "X = 1+X, Y is X"),
        ("loop.chr", "numlist(1, 100000000000, L)"),
        ("loop.chr", "length(L, 100000000)"),
    ] {
        let line = format!("chr {file} -q '{query}' --time-limit {LIMIT} --memory-limit 512");
        let (code, text) = attack(&folder, &line);
        // A term that is too large is an error that the condition does not catch.
        let expected = match file {
            "endless.chr" => Some((30, "stopped at the time limit")),
            "large.chr" => Some((2, "resource_error")),
            _ => None,
        };
        if let Some((expected, words)) = expected {
            assert_eq!((code, text.contains(words)), (expected, true), "{text}");
        }
    }
    // Errors that were found before the limit are reported, and only these: no branch is read whose condition was not decided.
    let wrong = |condition: &str| {
        format!("p :- q(.\n:- if(({condition})).\nq.\n:- else.\nr :- s(.\n:- endif.\n")
    };
    folder.write("wrong.chr", wrong(ENDLESS));
    // Time for a busy machine to read the first clause.
    let line = "chr wrong.chr -q p --time-limit 2s";
    let (code, text) = attack(&folder, line);
    let note = "stopped at the time limit while the program was read; it may have more errors";
    assert_eq!((code, text.matches("error:").count()), (2, 1), "{text}");
    assert!(
        text.contains("wrong.chr:1:8") && text.contains(note),
        "{text}"
    );
    // Without a time limit a condition ends after a number of steps, which is an error of the program. Choice points retried are steps, too.
    folder.write("wrong.chr", wrong("between(1, inf, _), fail"));
    let program = env!("CARGO_BIN_EXE_gridwright");
    let (code, text) = attack_within(20, program, &folder, "chr wrong.chr -q p");
    assert_eq!((code, text.matches("error:").count()), (2, 3), "{text}");
    assert!(text.contains("stopped at the step limit"), "{text}");
}

#[test]
fn flatzinc_stops_while_it_is_loaded() {
    let folder = Folder::new("hostile-flatzinc");
    let vars: String = (0..20_000)
        .map(|n| format!("var 1..100: x{n};\n"))
        .collect();
    let pairs: String = (0..60_000)
        .map(|n| {
            format!(
                "constraint int_ne(x{}, x{});\n",
                n % 20_000,
                (n * 7 + 1) % 20_000
            )
        })
        .collect();
    folder.write("large.fzn", format!("{vars}{pairs}solve satisfy;\n"));
    folder.write(
        "wide.fzn",
        format!(
            "array [1..400000] of int: a = [{}1];\nsolve satisfy;\n",
            "1,".repeat(399_999)
        ),
    );
    folder.write(
        "deep.fzn",
        format!(
            "constraint p({}1{});\nsolve satisfy;\n",
            "[".repeat(100_000),
            "]".repeat(100_000)
        ),
    );
    folder.write("domain.fzn", "var -2000000000..2000000000: x;\nvar -2000000000..2000000000: y;\nvar int: z;\nconstraint int_times(x, y, z);\nsolve satisfy;\n");
    let (n_states, n_symbols, n_vars) = (300, 300, 100);
    let next = (0..n_states * n_symbols).map(|at| (at * 7 + at / n_symbols) % n_states + 1);
    let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
    let vars = (0..n_vars).map(|n| format!("var 1..{n_symbols}: x{n};\n"));
    folder.write(
        "automaton.fzn",
        format!(
            "{}constraint fzn_regular([{}],{n_states},{n_symbols},[{}],1,1..{n_states});\nsolve satisfy;\n",
            vars.collect::<String>(),
            list(&mut (0..n_vars).map(|n| format!("x{n}"))),
            list(&mut next.map(|state| state.to_string())),
        ),
    );
    // The program takes this role by its name.
    let solver = folder.path("fzn-gridwright");
    let made = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gridwright"), &solver);
    made.expect("a link can be made");
    for file in [
        "large.fzn",
        "wide.fzn",
        "deep.fzn",
        "domain.fzn",
        "automaton.fzn",
    ] {
        attack_by(&solver, &folder, &format!("-t 200 {file}"));
        attack(
            &folder,
            &format!("unique {file} --proof p.pf --time-limit {LIMIT}"),
        );
    }
}

/// A named pipe that receives an empty line again and again, until the process that reads it ends.
fn endless_pipe(folder: &Folder, name: &str) -> std::process::Child {
    let script = format!("mkfifo {name} && while echo; do sleep 0.02; done 2>/dev/null > {name}");
    let mut writer = Command::new("sh");
    writer.args(["-c", &script]).current_dir(&folder.0);
    let writer = writer.spawn().expect("the shell starts");
    while !std::path::Path::new(&folder.path(name)).exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    writer
}

#[test]
fn reading_stops_at_the_time_limit() {
    let folder = Folder::new("hostile-reading");
    let solver = folder.path("fzn-gridwright");
    let made = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gridwright"), &solver);
    made.expect("a link can be made");
    for (name, line) in [
        ("run.gw", "run run.gw"),
        ("tree.gw", "tree tree.gw"),
        ("trace.chr", "trace trace.chr --query p"),
        ("chr.chr", "chr chr.chr -q p"),
        ("run.cnf", "run run.cnf"),
        ("proof.cnf", "run proof.cnf --proof p.pf"),
        ("proof.fzn", "run proof.fzn --proof p.pf"),
        (
            "drcp.fzn",
            "run drcp.fzn --proof p.drcp --proof-format drcp",
        ),
    ] {
        let mut writer = endless_pipe(&folder, name);
        let (code, text) = attack(&folder, &format!("{line} --time-limit {LIMIT}"));
        assert_eq!(code, 30, "{line}: {text}");
        writer.wait().expect("it ends after its reader");
    }
    // Pipes without a writer.
    for (name, line) in [
        ("idle.gw", "run idle.gw"),
        ("idle.chr", "chr idle.chr -q p"),
        ("idle.fzn", "run idle.fzn --proof p.pf"),
        ("idle.txt", "hint sudoku idle.txt"),
        ("idle2.txt", "tree sudoku idle2.txt"),
        ("idle3.txt", "unique sudoku idle3.txt --proof p.pf"),
    ] {
        let made = Command::new("mkfifo").arg(folder.path(name)).status();
        assert!(made.is_ok_and(|status| status.success()));
        let (code, text) = attack(&folder, &format!("{line} --time-limit {LIMIT}"));
        assert_eq!(code, 30, "{line}: {text}");
    }
    let mut writer = endless_pipe(&folder, "model.fzn");
    let (code, text) = attack_by(&solver, &folder, "-t 200 model.fzn");
    assert_eq!((code, text.as_str()), (0, "=====UNKNOWN=====\n"));
    writer.wait().expect("it ends after its reader");
}

#[test]
fn generation_of_every_kind_stops_at_the_limits_of_time_and_memory() {
    let folder = Folder::new("hostile-generate");
    for kind in share_of(CATALOGUE, 1) {
        let id = kind.info().id;
        for size in [
            "1x1",
            "9x9",
            "40x40",
            "64x64",
            "150x150",
            "300x300",
            "1000x1000",
            "99999999999x99999999999",
            "0x0",
            "1x300",
        ] {
            attack(
                &folder,
                &format!("generate {id} --size {size} --seed 1 --time-limit {LIMIT}"),
            );
        }
        attack(
            &folder,
            &format!("generate {id} --seed 1 --memory-limit 1 --time-limit {LIMIT}"),
        );
        attack(
            &folder,
            &format!("generate {id} -n 99999999999999 --seed 1 --unrated --time-limit {LIMIT}"),
        );
    }
    // A shape without a path for numbrix: of the colours of a chessboard, one has four cells more.
    let mut shape = vec![".".repeat(40); 40];
    shape[0].replace_range(..5, "#.#.#");
    shape[2].replace_range(..1, "#");
    folder.write("shape.txt", shape.join("/"));
    for id in ["numbrix", "hidato"] {
        let line = format!("generate {id} --shape shape.txt --seed 1 --time-limit {LIMIT}");
        attack(&folder, &line);
    }
    let (code, text) = attack(
        &folder,
        "generate sudoku --size 25x25 --seed 1 --memory-limit 1 --time-limit 60",
    );
    assert_eq!(code, 30, "{text}");
    assert!(text.contains("memory limit reached"), "{text}");
}

#[test]
fn readers_bound_length_width_and_depth() {
    let folder = Folder::new("hostile-readers");
    folder.write("line.txt", ".".repeat(20 << 20));
    // Many puzzles of one cell each.
    folder.write("rows.txt", ".\n".repeat(1 << 15));
    folder.write("open.json", "[".repeat(1 << 20));
    folder.write(
        "nested.jsonl",
        format!(
            "{{\"puzzle\":{}1{}}}\n",
            "[".repeat(100_000),
            "]".repeat(100_000)
        ),
    );
    folder.write(
        "wide.csv",
        format!("puzzle{}\n{}\n", ",a".repeat(300_000), ",".repeat(300_000)),
    );
    folder.write("quote.csv", format!("puzzle\n\"{}", "x\n".repeat(1 << 18)));
    folder.write("zeros.bin", vec![0_u8; 1 << 20]);
    folder.write("bad.txt", [0xff_u8, 0xfe, 0x00, 0xc3, 0x28].repeat(10_000));
    folder.write("bom.txt", "\u{feff}.1..\n...2\n3...\n..3.\n");
    folder.write("empty.txt", "");
    let files = [
        "line.txt",
        "rows.txt",
        "open.json",
        "nested.jsonl",
        "wide.csv",
        "quote.csv",
        "zeros.bin",
        "bad.txt",
        "empty.txt",
    ];
    let limit = format!("--time-limit {LIMIT}");
    let lines = [
        format!("solve FILE {limit}"),
        format!("count FILE {limit}"),
        format!("rate FILE {limit}"),
        format!("explain FILE {limit}"),
        format!("hint FILE {limit}"),
        "convert FILE".to_owned(),
        "draw FILE".to_owned(),
        "check FILE".to_owned(),
        format!("solve sudoku FILE {limit}"),
        format!("count sudoku FILE {limit}"),
        format!("rate sudoku FILE {limit}"),
        format!("explain sudoku FILE {limit}"),
        format!("hint sudoku FILE {limit}"),
        "convert sudoku FILE".to_owned(),
        "draw sudoku FILE".to_owned(),
        "check sudoku FILE".to_owned(),
        format!("verify FILE {limit}"),
        "check-proof sudoku bom.txt FILE".to_owned(),
        format!("run FILE {limit}"),
        "lab run FILE".to_owned(),
        format!("chr FILE -q true {limit}"),
        "count sudoku bom.txt --cubes 4 --checkpoint FILE".to_owned(),
    ];
    for (at, file) in files.into_iter().enumerate() {
        for line in share_of(&lines, at) {
            attack(&folder, &line.replace("FILE", file));
        }
    }
    // A byte order mark is accepted everywhere.
    let mark = '\u{feff}';
    folder.write(
        "bom.gw",
        format!("{mark}Name: X, domain: 1..2\nConstraint: X = 1\n"),
    );
    folder.write("bom.chr", format!("{mark}a.\n"));
    folder.write("bom.cnf", format!("{mark}p cnf 1 1\n1 0\n"));
    folder.write(
        "bom.fzn",
        format!("{mark}var 1..1: x :: output_var;\nsolve satisfy;\n"),
    );
    folder.write("bom.csv", format!("{mark}puzzle,n\n1234341221434321,1\n"));
    for line in [
        "unique sudoku bom.txt",
        "run bom.gw",
        "chr bom.chr -q a",
        "run bom.cnf",
        "unique bom.fzn --proof bom.pf",
        "unique sudoku bom.csv",
    ] {
        let (code, text) = attack(&folder, line);
        assert_eq!(code, 0, "{line}: {text}");
    }
    // Endless input.
    for name in [
        "zero.chr",
        "zero.cnf",
        "zero.csv",
        "zero.jsonl",
        "zero.gw",
        "zero.fzn",
    ] {
        let made = std::os::unix::fs::symlink("/dev/zero", folder.0.join(name));
        made.expect("a link can be made");
    }
    for line in [
        "unique sudoku /dev/zero",
        "unique sudoku zero.csv --column puzzle",
        "unique sudoku zero.jsonl",
        "chr zero.chr -q true",
        "tree zero.chr --query true",
        "run zero.gw",
        "run zero.cnf",
        "run zero.fzn --proof p.pf",
        "verify /dev/zero",
        "check-proof sudoku bom.txt /dev/zero",
        "lab run /dev/zero",
        "count sudoku bom.txt --cubes 4 --checkpoint /dev/zero",
    ] {
        let (code, text) = attack(&folder, line);
        assert_eq!(code, 2, "{line}: {text}");
    }
}

#[test]
fn a_file_that_cannot_be_written_completely_is_left_as_it_was() {
    let folder = Folder::new("hostile-disk");
    std::fs::create_dir(folder.0.join("pictures")).expect("a folder");
    for (line, file) in [
        ("draw sudoku '.1.....2..3.4...' -o p.svg", "p.svg"),
        ("draw sudoku '.1.....2..3.4...' -o p.png", "p.png"),
        ("draw sudoku '.1.....2..3.4...' -o p.pdf", "p.pdf"),
        ("tree magic 'order 4' -o p.svg", "p.svg"),
        (
            "explain sudoku '.1.....23.....3.' --svg pictures",
            "pictures/step-001.svg",
        ),
        ("generate sudoku --size 4x4 --seed 1 --book p.pdf", "p.pdf"),
        (
            "generate sudoku --size 4x4 --seed 1 --svg pictures",
            "pictures/sudoku-001.svg",
        ),
    ] {
        for before in [None, Some("before")] {
            let _ = std::fs::remove_file(folder.path(file));
            if let Some(text) = before {
                folder.write(file, text);
            }
            // At most one block of a file is written, as on a full disk.
            let program = env!("CARGO_BIN_EXE_gridwright");
            let script = format!("trap '' XFSZ; ulimit -f 1; '{program}' {line}");
            let output = Command::new("sh")
                .args(["-c", &script])
                .current_dir(&folder.0)
                .output();
            let output = output.expect("the command starts");
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{line}: {message}");
            assert!(message.contains(file), "{line}: {message}");
            let left = std::fs::read_to_string(folder.path(file)).ok();
            assert_eq!(left.as_deref(), before, "{line}");
            let part = format!("{}.part", folder.path(file));
            assert!(!std::fs::exists(part).expect("a path"), "{line}");
        }
    }
    // A device is written, not replaced.
    let (code, text) = attack(&folder, "draw sudoku .1.....2..3.4... -o /dev/null");
    assert_eq!(code, 0, "{text}");
    let kind = std::fs::metadata("/dev/null").expect("a device");
    assert!(!kind.is_file());
}

#[test]
fn compressed_urls_cannot_grow_without_bound() {
    let folder = Folder::new("hostile-bombs");
    // The first is over the limit of length, the second just below it.
    let bombs = [3 << 20, (1 << 21) - 100].map(|n| "A".repeat(n));
    for url in [
        "https://puzz.link/p?sudoku/30000/30000/g1",
        "https://puzz.link/p?sudoku/99999999999/99999999999/g1",
        "https://puzz.link/p?slither/4294967295/4294967295/zzzz",
        "https://puzz.link/p?heyawake/60000/60000/0",
        "solo:9999999x9999999:_1",
        "pattern:99999x99999:1",
    ] {
        attack(&folder, &format!("unique '{url}' --time-limit {LIMIT}"));
    }
    for prefix in [
        "https://www.f-puzzles.com/?load=",
        "https://sudokupad.app/scl",
        "https://sudokupad.app/fpuz",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=",
        "https://puzz.link/p?hashi/1000/1000/",
    ] {
        for bomb in &bombs {
            folder.write("bomb.txt", format!("{prefix}{bomb}"));
            attack(&folder, &format!("unique bomb.txt --time-limit {LIMIT}"));
        }
    }
}

#[test]
fn the_manual_lists_the_largest_boards_of_generators() {
    let page = include_str!("../../../docs/manual/how-to/limits.md");
    let row = page
        .lines()
        .find(|line| line.starts_with("| `generate`: rows"));
    let row = row.expect("the row is there");
    for kind in CATALOGUE {
        let info = kind.info();
        let mut groups = row.split('|').nth(2).expect("a cell").split(';');
        let group = groups.find(|group| group.contains(info.title));
        let group = group.unwrap_or_else(|| panic!("{} is not listed", info.title));
        let (_, last) = group.rsplit_once(info.title).expect("it is there");
        let digits = last
            .split(|c: char| !c.is_ascii_digit())
            .find(|word| !word.is_empty());
        let digits = digits
            .expect("a number")
            .parse::<usize>()
            .expect("a number");
        let generation = kind.generation().expect("every kind is generated");
        let is_refused = |side: usize| {
            let options = gridwright::puzzles::GenerateOptions {
                size: Some((side, side)),
                ..Default::default()
            };
            generation.outline(&options).is_err()
        };
        let largest = match group.contains("cells") {
            true => (1..).find(|side| side * side > digits).expect("a side") - 1,
            false => digits,
        };
        assert!(
            (1..=largest).rev().take(6).any(|side| !is_refused(side)),
            "{}",
            info.id
        );
        assert!(
            (1..10).all(|more| is_refused(largest + more)),
            "{}",
            info.id
        );
    }
}

#[test]
fn one_puzzle_is_read_of_many_and_a_puzzle_is_bounded() {
    let folder = Folder::new("hostile-many");
    folder.write("many.txt", format!("{}\n", ".".repeat(81)).repeat(100_000));
    folder.write("tall.txt", ".\n".repeat(9 << 20));
    for verb in ["hint", "tree", "trace", "unique --proof p.pf"] {
        for (file, expected) in [
            ("many.txt", "expected one puzzle, but the input has several"),
            ("tall.txt", "a puzzle of over 16 MB is too large"),
        ] {
            let (code, text) = attack(&folder, &format!("{verb} sudoku {file}"));
            assert_eq!(code, 2, "{verb}: {text}");
            assert!(text.contains(expected), "{verb}: {text}");
        }
    }
}
