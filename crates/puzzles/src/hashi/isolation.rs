//! The improvements of report 000 as switchable rules: what would cut a few islands off from the rest, said beforehand.
//!
//! | rule | report 000 | says |
//! |---|---|---|
//! | `isolated_ones` | first improvement | two 1s, one of which has another neighbour, are not joined |
//! | `isolated_twos` | first improvement; in its ECLiPSe program this part changes nothing | two 2s, one of which has another neighbour, are not joined by two bridges |
//! | `third_of_two` | second improvement | a 2 with three neighbours, two of them 1s, is joined to the third |
//! | `third_of_three` | third improvement | a 3 with three neighbours, among them a 1 and a 2, is joined to the third |
//!
//! All hold whatever the most bridges between two islands are: a 1 takes one bridge and a 2 takes two at most.

use gridwright_constraints::clause;
use gridwright_fd::{Atom, Model, ModelError, Var};

use super::instance::Instance;
use crate::choices::{Choices, Effect, Rule};

const ONES: &str = "isolated_ones";
const TWOS: &str = "isolated_twos";
const THIRD_OF_TWO: &str = "third_of_two";
const THIRD_OF_THREE: &str = "third_of_three";

/// The rules.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: ONES,
        about: "two 1s are not joined, as they would hang together with nothing else",
        effect: Effect::Implied,
    },
    Rule {
        name: TWOS,
        about: "two 2s are not joined by two bridges, as they would hang together with nothing else",
        effect: Effect::Implied,
    },
    Rule {
        name: THIRD_OF_TWO,
        about: "a 2 with three neighbours, two of them 1s, is joined to the third",
        effect: Effect::Implied,
    },
    Rule {
        name: THIRD_OF_THREE,
        about: "a 3 with three neighbours, among them a 1 and a 2, is joined to the third",
        effect: Effect::Implied,
    },
];

/// Posts the rules that are chosen, over the number of bridges of each segment.
pub(super) fn post(
    instance: &Instance,
    choices: &Choices,
    bridges: &[Var],
    model: &mut Model,
) -> Result<(), ModelError> {
    let mut facts = Vec::new();
    for (rule, n) in [(ONES, 1), (TWOS, 2)] {
        if choices.has(rule) {
            facts.extend(pairs(instance, n).map(|segment| Atom::le(bridges[segment], n - 1)));
        }
    }
    for (rule, n, others) in [(THIRD_OF_TWO, 2, [1, 1]), (THIRD_OF_THREE, 3, [1, 2])] {
        if choices.has(rule) {
            facts.extend(thirds(instance, n, others).map(|segment| Atom::ge(bridges[segment], 1)));
        }
    }
    facts
        .into_iter()
        .try_for_each(|fact| model.post(clause([fact])))
}

/// The segments between two islands of `n` bridges, one of which has another neighbour.
fn pairs(instance: &Instance, n: i32) -> impl Iterator<Item = usize> + '_ {
    let wants = move |island: usize| instance.islands[island].bridges == Some(n);
    let has_others = |island: usize| instance.at[island].len() > 1;
    let segments = instance.segments.iter().enumerate();
    segments
        .filter(move |(_, ends)| wants(ends.a) && wants(ends.b))
        .filter(move |(_, ends)| has_others(ends.a) || has_others(ends.b))
        .map(|(segment, _)| segment)
}

/// The third segments of islands of `n` bridges with exactly three neighbours, of which the other two want as many as `others` says.
fn thirds(instance: &Instance, n: i32, others: [i32; 2]) -> impl Iterator<Item = usize> + '_ {
    let islands = instance.islands.iter().zip(&instance.at).enumerate();
    islands
        .filter(move |(_, (island, at))| island.bridges == Some(n) && at.len() == 3)
        .flat_map(move |(island, (_, at))| {
            let wanted = move |segment: usize| {
                let neighbour = instance.across(segment, island);
                instance.islands[neighbour].bridges
            };
            (0..3).filter_map(move |third| {
                let mut rest = [wanted(at[(third + 1) % 3]), wanted(at[(third + 2) % 3])];
                rest.sort_unstable();
                (rest == others.map(Some)).then_some(at[third])
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hashi::Hashi;
    use crate::puzzle::Puzzle;

    /// The facts that a rule adds to a board, printed.
    fn facts(text: &str, rule: &str) -> Vec<String> {
        let instance = Hashi::parse(text).expect("a board");
        let choices = Choices::default()
            .with_rule::<Hashi>(rule)
            .expect("a rule of the puzzle");
        let mut model = Model::new();
        let names = (0..instance.segments.len()).map(|i| format!("s{i}"));
        let bridges = model.vars(names, 0..=instance.most).expect("a domain");
        post(&instance, &choices, &bridges, &mut model).expect("small values");
        let terms = model.terms().into_iter().map(|term| term.to_string());
        terms.filter(|term| term.starts_with("clause")).collect()
    }

    #[test]
    fn rules_say_what_they_say_and_nothing_else() {
        let none: [&str; 0] = [];
        assert_eq!(facts("1.1\n...\n?..", ONES), ["clause([s0 #=< 0])"]);
        assert_eq!(facts("1.1", ONES), none);
        assert_eq!(facts("1.2\n...\n?..", ONES), none);
        assert_eq!(facts("2.2\n...\n?..", TWOS), ["clause([s0 #=< 1])"]);
        assert_eq!(facts("2.2\n...\n?..", ONES), none);
        assert_eq!(
            facts("1.2.1\n.....\n..?..", THIRD_OF_TWO),
            ["clause([s2 #>= 1])"]
        );
        assert_eq!(facts("1.2.2\n.....\n..?..", THIRD_OF_TWO), none);
        assert_eq!(facts("1.2.1", THIRD_OF_TWO), none);
        assert_eq!(
            facts("2.3.1\n.....\n..?..", THIRD_OF_THREE),
            ["clause([s2 #>= 1])"]
        );
        // Two 1s among three neighbours and a 2: either 1 may be the third, as the other is the 1 that is asked for.
        assert_eq!(
            facts("1.3.1\n.....\n..2..", THIRD_OF_THREE),
            ["clause([s0 #>= 1])", "clause([s1 #>= 1])"]
        );
    }
}
