//! Readers of files and URLs against mutated inputs: none may panic. `cargo xtask fuzz readers` tries more of them; `crates/gridwright/tests/parsers.rs` covers
//! the texts of every kind.

use std::io::Write as _;

use base64::Engine as _;
use gridwright::proof::check;
use gridwright::proving::{check_proof, prove};
use gridwright::statements::state_dimacs;
use gridwright::{EngineName, ParseError, Request, kind, read_one};
use gridwright_testing::text::{mutated, noise};
use gridwright_testing::{Draws, Failure, check as check_inputs, check_seed};

/// The inputs of every reader in the tests; `PROPTEST_CASES` overrides it.
const INPUTS: usize = 600;

/// Puzzles as f-puzzles and SudokuPad store them, before compression.
const FPUZZLES: &[&str] = &[
    r#"{"size":4,"grid":[[{},{"value":1,"given":true},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"killercage":[{"cells":["R1C1","R1C2"],"value":"5"}],"diagonal+":true,"negative":["xv"],"thermometer":[{"lines":[["R1C1","R2C2"],["R3C3"]]}],"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R2C2"]]}],"littlekillersum":[{"cell":"R0C1","direction":"DR","value":"7"}],"ratio":[{"cells":["R1C1","R1C2"],"value":"2"}],"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,2]}],"sandwichsum":[{"cell":"R1C0","value":"3"}],"extraregion":[{"cells":["R1C1","R2C2","R3C3","R4C4"]}],"clone":[{"cells":["R1C1"],"cloneCells":["R4C4"]}]}"#,
    r#"{"size":2,"grid":[[{"region":0},{"region":null,"value":2}],[{"givenPencilMarks":[1,2]},{"region":1}]],"title":"x","antiknight":true,"antiking":false}"#,
];
const SCL: &[&str] = &[
    "{ce:[[,{v:2}],[,]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{v:'title: x'}],l:[]}",
    "{ce:[[,],[,]],ca:[{v:7,ce:[[0,0],[0,1]]}],l:[{th:1,wp:[[0,0],[1,1]]}],global:['antiknight'],cages:[{cells:[[0,0]],value:'3'}],arrows:[],overlays:[{text:'X'}]}",
];
const PENPA: &[&str] = &[
    "square,4,4\n[0,0,0,0]\n{}\n{zN:{\"210\":[\"X\",1,\"1\"]},zY:{\"146\":[1,\"circle_SS\",2],\"211\":[2,\"circle_S\",2]}}",
    "sudoku,10,10,38,0,1,1\n[1,0,1,0]\n[\"1\",\"2\",\"1\"]~zS\n{zR:{z_:[]},zU:{z_:[]},zS:{},zN:{\"42\":[\"7\",1,\"1\"]},z1:{},zY:{},zE:{}}\n[22,1,1]",
];

/// Pieces that tend to break readers.
const PIECES: &[&str] = &[
    "-1",
    "0",
    "99999999999",
    "1e308",
    "null",
    "[]",
    "{}",
    "\"\"",
    "R0C0",
    "R9999999999C1",
    "r1c1",
    "é",
    "\u{0}",
    "[[[[[[[[",
    "}",
    "\n",
    ",",
    ":",
];

fn fine() -> Result<(), Failure> {
    Ok(())
}

/// One of the texts with changes, or noise.
fn text(texts: &[&str], draws: &mut Draws) -> String {
    match draws.one_in(20) {
        true => noise(draws),
        false => mutated(draws.pick::<&str>(texts), PIECES, draws),
    }
}

/// Bytes with a few changes.
fn bytes(start: &[u8], draws: &mut Draws) -> Vec<u8> {
    let mut bytes = start.to_vec();
    draws.repeat(1..=4, |draws| {
        let at = draws.below(bytes.len() + 1);
        let end = (at + draws.below(8)).min(bytes.len());
        match draws.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => drop(bytes.splice(at..at, [255, 255, 255, 255, 127])),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ if at < bytes.len() => bytes[at] = draws.below(256) as u8,
            _ => bytes.push(draws.below(256) as u8),
        }
    });
    bytes
}

/// Reads a URL in every way, and uses the puzzle if it is one.
fn read_url(url: &str) {
    for kind in [None, kind("sudoku")] {
        match read_one(kind, url) {
            Ok(instance) => {
                let own = instance.print();
                let again = read_one(Some(instance.kind()), &own);
                let again = again.expect("what is printed can be read");
                assert_eq!(again.print(), own);
                // A board without clues may be one of several kinds.
                match read_one(None, &own) {
                    Ok(again) => assert_eq!(again.print(), own),
                    Err(ParseError::Ambiguous(ids, _)) => {
                        assert!(ids.contains(&instance.kind().info().id), "{ids:?}");
                    }
                    Err(error) => panic!("{}", error.render(&own, "text")),
                }
                let _ = instance.facts();
                for (format, _) in instance.kind().formats() {
                    let _ = instance.write(format);
                }
            }
            Err(error) => drop(error.render(url, "text")),
        }
    }
}

#[test]
fn fuzz_fpuzzles() {
    check_inputs(INPUTS, |draws| {
        let letters = lz_str::compress_to_base64(&text(FPUZZLES, draws));
        read_url(&format!("https://www.f-puzzles.com/?load={letters}"));
        read_url(&format!("https://sudokupad.app/fpuz{letters}"));
        fine()
    });
}

#[test]
fn fuzz_sudokupad() {
    check_inputs(INPUTS, |draws| {
        let letters = lz_str::compress_to_base64(&text(SCL, draws));
        read_url(&format!("https://sudokupad.app/scl{letters}"));
        fine()
    });
}

#[test]
fn fuzz_penpa() {
    let test = |draws: &mut Draws| {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        let written = encoder.write_all(text(PENPA, draws).as_bytes());
        written.expect("memory takes it");
        let packed = encoder.finish().expect("memory takes it");
        let letters = base64::engine::general_purpose::STANDARD.encode(packed);
        read_url(&format!(
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p={letters}"
        ));
        fine()
    };
    check_inputs(INPUTS, test);
    // A board that several kinds can read.
    check_seed(6613, test).expect("it was wrong once");
}

#[test]
fn fuzz_dimacs() {
    let texts = [
        "c a comment\np cnf 3 4\n1 -2 0\n2 3 0 -1 0\n-3 0\n",
        "p cnf 2 1\n1 2 0\n%\n0\n",
    ];
    let pieces = [
        "p cnf",
        "-0",
        "2147483648",
        "-9223372036854775808",
        "0",
        "c",
        "\n",
        "%",
        "x",
    ];
    check_inputs(INPUTS, |draws| {
        let text = match draws.one_in(20) {
            true => noise(draws),
            false => mutated(draws.pick::<&str>(&texts), &pieces, draws),
        };
        let _ = state_dimacs(&text);
        fine()
    });
}

/// The proof of a puzzle.
fn proof(id: &str, text: &str, engine: EngineName) -> Vec<u8> {
    let instance = kind(id).expect("a kind").read(None, text).expect("a board");
    let request = Request {
        engine,
        ..Request::default()
    };
    prove(&*instance, &request, Vec::new())
        .expect("a proof")
        .out
}

#[test]
fn fuzz_proofs() {
    let boards = [
        ("sudoku", ".1..\n...2\n3...\n..3.\n"),
        ("hashi", "1.1\n...\n...\n"),
        ("magic", "order 2"),
    ];
    for (id, text) in boards {
        let instance = kind(id).expect("a kind").read(None, text).expect("a board");
        let start = proof(id, text, EngineName::Learn);
        let (verdict, _) = check_proof(&*instance, &start[..]).expect("a valid proof");
        check_inputs(INPUTS / 3, |draws| {
            let changed = bytes(&start, draws);
            // A change may leave the proof valid, but never proves something else.
            match check_proof(&*instance, &changed[..]) {
                Ok((found, _)) if found != verdict => Err("a wrong verdict".to_owned().into()),
                _ => Ok(()),
            }
        });
    }
    let cnf = state_dimacs("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n");
    let cnf = cnf.expect("a CNF");
    check_inputs(INPUTS, |draws| {
        let changed = bytes(noise(draws).as_bytes(), draws);
        let _ = check(&cnf, &changed[..]);
        fine()
    });
}

#[test]
fn the_kind_of_a_long_text_must_be_named() {
    let text = (".".repeat(400) + "\n").repeat(400);
    let error = |kind| match read_one(kind, &text) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    let words = "the kind of a puzzle of over 128 KiB is not detected; name the kind";
    assert!(error(None).contains(words), "{}", error(None));
    let named = error(kind("sudoku"));
    assert!(!named.contains(words), "{named}");
    // A header names the kind, whatever the length.
    let headed = format!("akari\n{text}");
    assert!(read_one(None, &headed).is_ok());
}
