//! Sentences of steps, as a reader needs them: what is grouped into one step, how a chain ends, and how lists are written.

use gridwright_explain::{ExplainOptions, Explanation, explain, verify};
use gridwright_puzzles::kind;

const NUMBRIX: &str = "\
 .  .  . 28  .  .  .
 .  .  .  .  . 19  .
33  .  .  .  .  .  .
 . 35  .  . 46  .  .
 .  .  .  .  .  .  .
 .  .  . 43  .  .  8
 .  .  .  .  3  .  .
";

const NUMBRIX_10: &str = "\
 .  . 28  .  . 17  .  .  .  .
 . 96  .  .  .  .  .  .  .  .
 .  .  . 25  .  .  .  1  .  .
 .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  5  .  .
 .  .  . 60  .  .  .  .  .  .
90  .  .  .  .  .  . 45  .  .
 .  .  . 74  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .
 .  .  .  . 79  .  .  .  .  .
";

const SLITHERLINK: &str = "..21.\n31.22\n..11.\n.....\n.20.3\n";

const MAGIC: &str = ". . 8 9\n. . . 16\n. 7 . .\n. . . .\n";

const STAR_BATTLE: &str =
    "starbattle 1\nB B A A A A\nC B B B B A\nC C D D A A\nD D D E A E\nF D F E E E\nF F F E E E\n";

const HEYAWAKE: &str = "\
  a   b   c   c   d   d
  e f:0   c   c   d   d
g:2   g   c   c   d   d
  g   g   h   h   i   i
  g   g   h   h   j   j
  k l:0   l m:0   n   o
";

const BATTLESHIP: &str = "fleet 3:1 2:2 1:3\nrows 2 . . . . .\ncols . . . 2 1 2\nc.w...\n......\n.w....\nw.....\n.....c\n..l...\n";

const AKARI: &str = "akari\n1 . . . . # #\n. . . . . . .\n. # . . . . 2\n. 1 . . . . .\n. . 1 . 1 . .\n. . . . . 1 .\n. . . 0 . . .\n";

const TENTS: &str = "tents\nrows . . . 1 . .\ncols 1 1 . 1 . .\n. . T . . .\n. . . . . T\n. . . . . .\n. T . . T .\n. . . . T .\n. T . . . .\n";

fn explained(id: &str, board: &str) -> Explanation {
    let kind = kind(id).expect("a kind of the catalogue");
    let instance = kind.read(None, board).expect("a valid board");
    let explained = explain(&*instance, &ExplainOptions::default()).expect("an explanation");
    verify(&*instance, &explained).expect("a correct explanation");
    explained
}

#[test]
fn sentences_are_those_of_a_person() {
    for (id, board, part) in [
        // The alternatives of a placement and what rules them out are one step.
        ("numbrix", NUMBRIX, ": r6c5 or r7c6. If r7c6 is 4, "),
        (
            "numbrix",
            NUMBRIX,
            "and r7c7 has no number left. So r6c5 is 4.",
        ),
        // Numbers that are ruled out in the same way are one step.
        (
            "numbrix",
            NUMBRIX_10,
            "and 26 has no cell left. So r2c3 is not 21. By the same rules r2c3 is not 13, 65 or 67.",
        ),
        (
            "slitherlink",
            SLITHERLINK,
            "the right side of r5c3 or the lower side of r5c3.",
        ),
        (
            "slitherlink",
            SLITHERLINK,
            " could not be on one loop. So the loop",
        ),
        ("magic", MAGIC, "If r3c1 is 6, row 3 would add up to at "),
        (
            "starbattle",
            STAR_BATTLE,
            "1 star: r2c1, r3c1 or r3c2. If r2c1 is a star, ",
        ),
        (
            "heyawake",
            HEYAWAKE,
            " would be cut off from the other unshaded cells. So",
        ),
        (
            "battleship",
            BATTLESHIP,
            "One ship has 3 cells in a row, and there is no other place left: r3c3 is a ship cell.",
        ),
        ("battleship", BATTLESHIP, ": r5c1 and r6c1 are ship cells."),
        ("akari", AKARI, "The 0 at r7c4 has no lamp beside it: "),
        (
            "akari",
            AKARI,
            "The 1 at r1c1 has 1 lamp beside it, and no other cell is left for it: ",
        ),
        (
            "tents",
            TENTS,
            "Columns 1 and 2 have 1 tent each, and however they are placed",
        ),
    ] {
        let explained = explained(id, board);
        let sentences: Vec<&str> = explained.steps.iter().map(|step| &*step.sentence).collect();
        let has_part = sentences.iter().any(|sentence| sentence.contains(part));
        assert!(has_part, "{id}: {part}\n{}", sentences.join("\n"));
    }
}

#[test]
fn a_step_that_stands_for_others_costs_as_much_as_the_hardest() {
    let explained = explained("numbrix", NUMBRIX);
    let costs = explained.steps.iter().map(|step| step.cost);
    assert_eq!(costs.max(), Some(173));
    assert!(explained.steps.len() <= 43, "{}", explained.steps.len());
}

/// The sentence of a step by cases ends with what the cases lead to, and says nothing that needs another reason.
#[test]
fn a_step_for_a_placement_with_few_alternatives_concludes_the_placement() {
    let mut n_joined = 0;
    for board in [NUMBRIX, NUMBRIX_10] {
        for step in explained("numbrix", board).steps {
            if step.technique == "one case left" {
                n_joined += 1;
                assert_eq!(step.concludes.len(), 1, "{}", step.sentence);
            }
        }
    }
    assert!(n_joined > 0);
}
