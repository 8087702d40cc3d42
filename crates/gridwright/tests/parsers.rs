//! Every parser of every kind against random and mutated texts. `cargo xtask fuzz parsers` tries more.

mod mutate;

#[test]
fn no_text_makes_a_parser_panic() {
    mutate::try_all(400, 1, |_, _| {});
}
