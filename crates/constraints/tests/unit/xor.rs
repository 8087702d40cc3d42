//! Laws and examples of `xor`.

use crate::clause::random_atoms;
use crate::util::*;

#[test]
fn laws() {
    Laws::new("xor", |x, draws| {
        let atoms = random_atoms(x, draws);
        Some(if draws.one_in(2) {
            xor(atoms)
        } else {
            even(atoms)
        })
    })
    .arity(0..=4)
    .claims([DOMAIN; 3])
    .check();
    Laws::new("iff_atoms", |x, draws| {
        let atoms = random_atoms(x, draws);
        Some(iff_atoms(atoms[0], atoms[1]))
    })
    .arity(2..=2)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn two_atoms_of_one_variable_prune_it() {
    let mut model = Model::new();
    let x = model.int(0..=9);
    // Odd: only between 3 and 6.
    model
        .post(xor([Atom::ge(x, 3), Atom::ge(x, 7)]))
        .expect("fits");
    let domains = propagated(&model, Consistency::Value, &[], &[x]);
    assert_eq!(domains, Ok(vec![vec![3, 4, 5, 6]]));
}

#[test]
fn a_chain_of_parities_counts_half() {
    let mut model = Model::new();
    let bits: Vec<Var> = model.ints(10, 0..=1);
    model.add(xor(bits.iter().map(|&bit| Atom::ge(bit, 1))));
    assert_eq!(solutions(&model, Consistency::Value, &bits).len(), 512);
}
