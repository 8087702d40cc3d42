//! Every text that a user can meet, in two snapshots: the help of every verb, and error messages with the commands that provoke them.

mod common;

use std::fmt::Write;

use common::{Folder, code, command_in, err, out, words};

/// Every verb, with its subcommands.
const VERBS: &str = "solve, unique, count, backbone, explain, hint, rate, verify, generate, check, draw, convert, run, chr, lab, lab list, \
    lab show, lab run, lab peers, lab report, serve, trace, tree, minizinc, minizinc install, minizinc uninstall, kinds, \
    completions, man";

#[test]
fn help() {
    let folder = Folder::new("help");
    let mut text = String::new();
    for verb in std::iter::once("").chain(VERBS.split(", ")) {
        let args: Vec<&str> = verb.split_whitespace().chain(["--help"]).collect();
        let output = command_in(&folder.0, &args).env("COLUMNS", "100").output();
        let output = output.expect("the command starts");
        assert_eq!(code(&output), 0, "{verb}");
        let (line, help) = (args.join(" "), out(&output));
        writeln!(text, "$ gridwright {line}\n{help}").expect("a string");
    }
    insta::assert_snapshot!(text);
}

/// Old names that keep working for one release.
#[test]
fn old_names_are_accepted() {
    let folder = Folder::new("old-names");
    folder.write("m.gw", "Name: A, domain: 1..3\n");
    for args in [
        &["solve", "sudoku", FOUR, "--level", "bounds"][..],
        &["solve", "sudoku", FOUR, "--engine", "clauses"],
        &["run", "m.gw", "--level", "domain"],
    ] {
        let output = command_in(&folder.0, args).output();
        let output = output.expect("the command starts");
        assert_eq!(code(&output), 0, "{args:?}: {}", err(&output));
    }
}

const FOUR: &str = ".1.. ...2 3... ..3.";

/// Files for the error messages.
const FILES: &[(&str, &str)] = &[
    ("ambiguous.txt", "1 . .\n. . .\n. . 9\n"),
    ("unknown.txt", "hello, world\n"),
    ("empty.txt", ""),
    ("block.txt", "puzzle a 1 3\n2.2\n\npuzzle b 1 3\n1.1\n"),
    ("bad-block.txt", "puzzle a 2 2\n1.\n"),
    ("blank.json", "\n"),
    ("object.json", "{}\n"),
    (
        "chess.json",
        "{\"kind\":\"chess\",\"name\":\"x\",\"puzzle\":\"\",\"end\":\"solved\",\"given\":[],\"steps\":[]}\n",
    ),
    (
        "short.json",
        "{\"kind\":\"sudoku\",\"name\":\"x\",\"puzzle\":\".1..\\n...2\\n3...\\n..3.\\n\",\"end\":\"solved\",\"given\":[],\"steps\":[]}\n",
    ),
    (
        "rule.json",
        "{\"kind\":\"sudoku\",\"name\":\"x\",\"puzzle\":\".1..\\n...2\\n3...\\n..3.\\n\",\"end\":\"solved\",\"given\":[[9999,[],[]]],\"steps\":[]}\n",
    ),
    (
        "fact.json",
        "{\"kind\":\"sudoku\",\"name\":\"x\",\"puzzle\":\".1..\\n...2\\n3...\\n..3.\\n\",\"end\":\"solved\",\"given\":[[0,[9999],[]]],\"steps\":[]}\n",
    ),
    ("syntax.gw", "Name: A, domain: 1..\n"),
    ("nonsense.gw", "Nonsense\n"),
    (
        "undeclared.gw",
        "Name: A, domain: 1..3\nConstraint: A < B\n",
    ),
    ("twice.gw", "Name: A, domain: 1..3\nName: A, domain: 1..3\n"),
    ("empty-domain.gw", "Name: A, domain: 3..1\n"),
    (
        "arity.gw",
        "Name: X(i), index: 1..3, domain: 1..3\nConstraint: X(1, 2) = 1\n",
    ),
    (
        "range.gw",
        "Name: X(i), index: 1..3, domain: 1..3\nConstraint: X(4) = 1\n",
    ),
    ("one.gw", "Name: A, domain: 1..3\n"),
    ("none.gw", "Name: A, domain: 1..2\nConstraint: A > 2\n"),
    ("syntax.chr", ":- chr_constraint p(.\n"),
    ("undeclared.chr", ":- chr_constraint p.\np <=> q.\n"),
    ("head.chr", ":- chr_constraint p.\nr, p <=> true.\n"),
    (
        "loop.chr",
        ":- chr_constraint n(+int).\nn(I) <=> J is I + 1, n(J).\n",
    ),
    ("bad.toml", "title = 3\n"),
];

/// Command lines that fail; a word in single quotes is one argument.
const FAILURES: &str = "\
solve
frobnicate
solve sudko missing.txt
solve sudoku missing.txt
solve sudoku .
solve ambiguous.txt
solve unknown.txt
solve empty.txt
solve hashi block.txt --only c
solve hashi bad-block.txt
solve 'https://puzz.link/p?yajilin/5/5/4g'
solve 'https://example.com/'
solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k'
solve 'https://puzz.link/p?hashi/5/x/4g2i3h23k'
solve sudoku '.1.. ..q2 3... ..3.'
solve sudoku '.1.. ...2 3..'
solve hashi '2.2 .x. 2.2'
solve magic 'ordr 4'
solve whitetan 's s s x'
solve battleship '...'
solve numbrix '1 . . 1'
solve sudoku FOUR --most 0
solve sudoku FOUR --most x
solve sudoku FOUR --engine gecode
solve sudoku FOUR --engine bulk
solve sudoku FOUR --viewpoint circles
solve sudoku FOUR --rule nonsense
solve sudoku FOUR --connectivity active
solve hashi '2.2' --connectivity nonsense
solve sudoku FOUR --consistency strong
solve sudoku FOUR --consistency bounds,nonsense=domain
solve sudoku FOUR --inference some
solve sudoku FOUR --select best
solve sudoku FOUR --choose best
solve sudoku FOUR --restarts sometimes
solve sudoku FOUR --seed x
solve sudoku FOUR --time-limit soon
solve sudoku FOUR --show everything
solve sudoku FOUR --engine chr --viewpoint bits
solve sudoku FOUR --engine chr --rule nonsense
solve sudoku FOUR --engine chr --rule heuristic=maybe
solve sudoku FOUR --engine chr --consistency value
solve sudoku FOUR --engine chr --inference full
solve sudoku FOUR --engine chr --choose indomain_min
solve sudoku FOUR --engine chr --restarts never
solve sudoku FOUR --engine chr --seed 1
solve sudoku FOUR --engine chr --show propagated
solve sudoku EMPTY --engine bulk --viewpoint cells
solve sudoku EMPTY --engine bulk --seed 1
solve sudoku EMPTY --engine bulk --show propagated
backbone sudoku EMPTY --engine bulk
unique magic 'order 9' --node-limit 5
count magic 'order 9' --node-limit 5 --limit 5
explain sudoku FOUR --cell r9c9
explain sudoku FOUR --cell x
explain sudoku '11.. .... .... ....'
hint hashi block.txt
hint sudoku FOUR --marks '21.. ...2'
hint sudoku '11.. .... .... ....'
rate sudoku '11.. .... .... ....'
verify missing.json
verify blank.json
verify object.json
verify chess.json
verify short.json
verify rule.json
verify fact.json
generate chess
generate sudoku --size x
generate sudoku --block 5x5
generate sudoku --clues 82 --seed 1
generate sudoku --clues x
generate sudoku --difficulty nightmare
generate sudoku --difficulty hard..easy
generate sudoku --difficulty -3..-1
generate sudoku --islands 5
generate sudoku --symmetry odd
generate sudoku -n 0
generate battleship --fleet 7:1 --size 5
generate battleship --fleet x
generate whitetan --size 3
generate whitetan --size 4x5 --symmetry rotate4
generate hidato --shape no-such-file
generate hidato --shape '..x/...'
generate hashi --islands 1000 --size 5
generate magic --size 1 --difficulty hard --seed 1 --time-limit 0
check sudoku FOUR --answer '2143 4312 3421 1243'
check sudoku FOUR --answer '2143 4312'
check sudoku FOUR
check hashi block.txt --answer block.txt
draw hashi '2.2' -o x.bmp
draw sudoku '11.. .... .... ....' --solved
draw sudoku '11.. .... .... ....' --candidates
draw magic 'order 9' --solved --node-limit 3
convert sudoku FOUR --to nonsense
convert hashi '2.2' --to fpuzzles
run missing.gw
run syntax.gw
run nonsense.gw
run undeclared.gw
run twice.gw
run empty-domain.gw
run arity.gw
run range.gw
run one.gw --set n
run one.gw --set n=1
run one.gw --engine chr
run one.gw --engine bulk
run one.gw --to prolog
run none.gw --explain
chr missing.chr
chr syntax.chr --query p
chr undeclared.chr --query p
chr head.chr --query p
chr loop.chr --query 'n('
chr loop.chr --query nonsense
chr loop.chr --query 'X is foo + 1'
chr loop.chr --query 'n(0)' --step-limit 100
chr loop.chr --query 'n(0)' --flag x
chr loop.chr --query true --why-not nonsense 'n(0)'
lab show nonsense
lab run nonsense
lab run bad.toml
lab report missing
lab peers nonsense
lab peers --peer nonsense
lab peers --engine nonsense
lab peers --rows bad.toml
serve --page missing
trace hashi block.txt
tree sudoku FOUR --node 99
kinds chess
kinds sudoku --program nonsense
man nonsense
completions nonsense
minizinc uninstall --to missing
";

/// The output with the list of all kinds, and of those that a text may be of, left out.
fn without_kinds(output: &str) -> String {
    let ids: Vec<&str> = gridwright::CATALOGUE
        .iter()
        .map(|kind| kind.info().id)
        .collect();
    let output = output.replace(&ids.join(", "), "KINDS");
    let line = |line: &str| match line.split_once("it parses as ") {
        Some((before, rest)) => {
            let (_, after) = rest.split_once(';').unwrap_or(("", rest));
            format!("{before}it parses as SOME KINDS;{after}")
        }
        None => line.to_owned(),
    };
    let lines: Vec<String> = output.split('\n').map(line).collect();
    lines.join("\n")
}

#[test]
fn errors() {
    let folder = Folder::new("errors");
    for (name, text) in FILES {
        folder.write(name, text);
    }
    let mut text = String::new();
    for line in FAILURES.lines() {
        let empty = ".".repeat(81);
        let words = words(line);
        let args: Vec<&str> = words
            .iter()
            .map(|word| match word.as_str() {
                "FOUR" => FOUR,
                "EMPTY" => &empty,
                word => word,
            })
            .collect();
        let output = command_in(&folder.0, &args).env("COLUMNS", "100").output();
        let output = output.expect("the command starts");
        let both = format!("{}{}", out(&output), err(&output));
        let both = both.replace(&folder.path(""), "");
        let both = without_kinds(&both);
        let exit = code(&output);
        writeln!(text, "$ gridwright {line}  # exit {exit}\n{both}").expect("a string");
    }
    insta::assert_snapshot!(text);
    assert!(!text.contains("panicked") && !text.contains("# exit 0"));
}
