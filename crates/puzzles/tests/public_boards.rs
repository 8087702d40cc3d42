//! Published boards with one answer each, by kind: they are read from their URLs, have exactly one answer, which the judge accepts, and are written as URLs of the same board.

use gridwright_fd::Model;
use gridwright_puzzles::{FormulateOptions, kind};
use gridwright_solve::{RunOptions, Session, Uniqueness};

/// Checks the boards of one kind in the data file; there are at least this many.
fn check(id: &str, at_least: usize) {
    let kind = kind(id).expect("the kind is in the catalogue");
    let lines = include_str!("data/public_boards.txt").lines();
    let boards = lines.filter(|line| !line.starts_with('#'));
    let mut n_boards = 0;
    for url in boards.filter(|url| kind.recognise(url).is_some()) {
        let instance = kind.read(Some("puzzlink"), url);
        let instance = instance.unwrap_or_else(|error| panic!("{}", error.render(url, "url")));
        let written = instance.write("puzzlink").expect("it was read from one");
        let again = kind
            .read(Some("puzzlink"), &written)
            .expect("it was written");
        assert_eq!(again.print(), instance.print(), "{url}");
        let mut model = Model::new();
        let formulation = instance
            .formulate(&FormulateOptions::default(), &mut model)
            .expect("it can be formulated");
        let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
        let Uniqueness::One(found) = session.unique().expect("no objective") else {
            panic!("{url} has not one answer");
        };
        let answer = formulation.read(&found).expect("no passive rules");
        assert_eq!(instance.check(&answer), Ok(()), "{url}");
        n_boards += 1;
    }
    assert!(n_boards >= at_least, "{id} has only {n_boards} boards");
}

#[test]
fn slitherlink() {
    check("slitherlink", 12);
}

#[test]
fn masyu() {
    check("masyu", 20);
}

#[test]
fn nurikabe() {
    check("nurikabe", 20);
}

#[test]
fn heyawake() {
    check("heyawake", 10);
}

#[test]
fn fillomino() {
    check("fillomino", 10);
}
