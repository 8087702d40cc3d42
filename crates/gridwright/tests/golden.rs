//! URLs and game ids of other programs, with known unique answers: each is read, proved unique, and has the expected answer.
//!
//! They are worked examples from these programs and from programs that read their formats: pzprjs, cspuz, Simon Tatham's collection and its add-ons.

use gridwright::{Question, Request, Verdict, ask, read_one};

#[test]
fn worked_examples_have_their_answers() {
    let hashi = "r1c1 r1c3 2\nr1c1 r3c1 2\nr2c2 r2c5 1\nr2c2 r4c2 2\nr2c5 r5c5 1\nr3c1 r5c1 1\nr4c2 r4c4 1\nr5c1 r5c3 2\nr5c3 r5c5 2\n";
    let nine = "264798315\n735124869\n981653274\n426389751\n573416982\n819275643\n152967438\n397841526\n648532197\n";
    for (text, answer) in [
        ("https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3", hashi),
        ("5x5m2:4a2c3b23e3a1a3a4a3", hashi),
        (
            "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /",
            hashi,
        ),
        (
            "https://puzz.link/p?sudoku/4/4/g1k23k3g",
            "2143\n4312\n3421\n1234\n",
        ),
        (
            "https://puzz.link/p?sudoku/9/9/k8g1g7i2i99o2g3h75q19h5g4o83i4i6g4g5k",
            nine,
        ),
        ("3x3:e8a1a7c2c9_9i2a3b7_5k1_9b5a4i8_3c4c6a4a5e", nine),
        (
            "https://puzz.link/p?battleship/6/6/g12h2g30g3gk0r3w//c",
            "..t...\nc.b..c\n......\nlr....\n...lmr\nc.....\n",
        ),
        (
            "6x6f3dh,3,2,1:2,1,1,3,2,1,2,2,2,1,3,0,pW",
            "...lr.\nlr....\n...c.c\nc.....\n..lmr.\n......\n",
        ),
        (
            "6x6dt:a1c5b32a4a36b30_9_8_18_15e20_13_24f26a",
            "34  1  2  3  6  5\n35 33 32 31  4  7\n36 17 16 30  9  8\n18 15 14 12 29 10\n19 20 13 24 11 28\n21 22 23 25 26 27\n",
        ),
        (
            "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
            " 4  3  9 11\n 5  8  2 10\n 7  6  #  1\n",
        ),
    ] {
        let puzzle = read_one(None, text).expect("its kind is recognised");
        let report = ask(&*puzzle, Question::Unique, &Request::default()).expect("a plain request");
        assert_eq!(report.verdict, Verdict::Unique, "{text}");
        assert_eq!(puzzle.print_answer(&report.answers[0]), answer, "{text}");
    }
}

/// Islands of unknown count: the URL has one answer, which no source prints; the judge checks it.
#[test]
fn islands_of_unknown_count_have_one_answer() {
    let text = "https://puzz.link/p?hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2";
    let puzzle = read_one(None, text).expect("its kind is recognised");
    let report = ask(&*puzzle, Question::Unique, &Request::default()).expect("a plain request");
    assert_eq!(report.verdict, Verdict::Unique);
}
