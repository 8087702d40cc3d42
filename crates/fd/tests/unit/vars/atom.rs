//! Tests of `atom`.

use gridwright_fd::*;

#[test]
fn an_atom_and_its_negation_split_the_values() {
    for op in [Op::Ge, Op::Le, Op::Eq, Op::Ne] {
        let atom = Atom::new(Var::at(3), op, 2);
        assert_eq!(!!atom, atom);
        assert_eq!(atom.var(), Var::at(3));
        for value in -1..=5 {
            assert_ne!(atom.admits(value), (!atom).admits(value));
        }
    }
    assert_eq!(!Atom::TRUE, Atom::le(Var::ZERO, -1));
    assert!(std::mem::size_of::<Atom>() == 8);
    assert!(!(!Atom::le(Var::at(3), i32::MAX)).admits(MAX_VALUE));
    assert!(!(!Atom::ge(Var::at(3), i32::MIN)).admits(MIN_VALUE));
}

#[test]
fn implication_is_inclusion() {
    let all = [Op::Ge, Op::Le, Op::Eq, Op::Ne]
        .into_iter()
        .flat_map(|op| (-2..=2).map(move |v| Atom::new(Var::at(1), op, v)));
    for a in all.clone() {
        for b in all.clone() {
            let included = (-9..=9).all(|v| !a.admits(v) || b.admits(v));
            assert_eq!(a.implies(b), included, "{a:?} {b:?}");
        }
    }
}
