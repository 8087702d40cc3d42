//! Mutated texts: every one is loaded or rejected with messages that can be printed; none panics.

use gridwright_fd::Rng;
use gridwright_flatzinc::Program;
use gridwright_testing::{cases, first_seed};

const TEXTS: &[&str] = &[
    "var 1..3: x :: output_var;\nvar bool: b :: is_defined_var;\narray [1..2] of var int: xs :: output_array([1..2]) = [x, 4];\n\
     constraint int_le_reif(x, 2, b) :: defines_var(b);\nconstraint bool_clause([b], [true]);\nsolve :: int_search(xs, first_fail, indomain_min, complete) minimize x;\n",
    "predicate p(array [int] of var int: x);\narray [1..3] of int: w = [1, -2, 3];\nset of int: s = {1, 5, 9};\nvar {1, 3, 7}: y = 3;\nvar int: z;\nvar -5..5: u :: is_defined_var;\n\
     constraint int_lin_eq([1, -1], [u, z], 2) :: defines_var(u);\nconstraint int_lin_le(w, [y, z, u], 9) :: domain;\nconstraint set_in(z, s);\nconstraint fzn_table_int([y, z], [1, 2, 3, 5]);\nsolve satisfy;\n",
    "var 0..1: i :: is_defined_var;\nvar bool: a :: output_var;\nvar 2..4: k :: is_defined_var;\nvar 2..4: l :: is_defined_var;\nconstraint bool2int(a, i) :: defines_var(i);\n\
     constraint int_lin_eq([1, -1], [k, l], 0) :: defines_var(k);\nconstraint int_lin_eq([1, -1], [l, k], 0) :: defines_var(l);\nconstraint int_times(k, l, 9);\n\
     constraint gridwright_connected([1, 2], [2, 3], [a, true, a], [a, false], 1);\nconstraint int_pow(k, 2, l);\nconstraint fzn_regular([k], 2, 4, [1, 2, 1, 0, 0, 0, 2, 1], 1, 1..2);\nsolve :: warm_start([k], [3]) :: restart_geometric(1.5, 10) satisfy;\n",
];

/// Text to insert at random positions, separated by `|`.
const WORDS: &str = concat!(
    "99999999999|-2147483648|2147483647|9223372036854775807|1.5|{}|[]|\"|%|::|..|var float|",
    "var set of 1..2|x|xs|xs[0]|xs[2]|w|true|int_mod|_reif|;|(|)|[|]|é|\0|0..0|5..1",
);

fn mutated(rng: &mut Rng, text: &str) -> String {
    let words: Vec<&str> = WORDS.split('|').collect();
    let mut text = text.to_owned();
    for _ in 0..1 + rng.below(4) {
        let positions: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        if positions.is_empty() {
            break;
        }
        let from = rng.below(positions.len());
        let to = (from + rng.below(12)).min(positions.len() - 1);
        let range = positions[from]..positions[to];
        match rng.below(4) {
            0 => text.replace_range(range, ""),
            1 => text.insert_str(positions[from], rng.pick::<&str>(&words)),
            2 => {
                let piece = text[range].to_owned();
                text.insert_str(*rng.pick(&positions), &piece);
            }
            _ => text.replace_range(range, rng.pick::<&str>(&words)),
        }
    }
    text
}

#[test]
fn mutated_texts_are_loaded_or_rejected() {
    let mut rng = Rng::new(20 + first_seed());
    let (mut n_loaded, mut n_rejected) = (0, 0);
    let rounds = cases(4_000);
    for round in 0..rounds {
        let text = mutated(&mut rng, TEXTS[round % TEXTS.len()]);
        match Program::read(&text) {
            Ok(_) => n_loaded += 1,
            Err(errors) => {
                n_rejected += 1;
                assert!(!errors.is_empty(), "{text}");
                for error in errors {
                    assert!(
                        error.render(&text, "model.fzn").starts_with("model.fzn:"),
                        "{text}"
                    );
                }
            }
        }
    }
    assert!(
        n_loaded > rounds / 40 && n_rejected > rounds / 4,
        "{n_loaded} loaded, {n_rejected} rejected"
    );
}

#[test]
fn the_original_texts_are_loaded() {
    for text in TEXTS {
        let errors = Program::read(text).err().unwrap_or_default();
        let shown: String = errors
            .iter()
            .map(|error| error.render(text, "model.fzn"))
            .collect();
        assert_eq!(shown, "");
    }
}
