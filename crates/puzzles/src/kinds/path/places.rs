//! `places`: a variable is the cell of a number, as an index among the free cells. All differ, and the cells of consecutive numbers are neighbours:
//! a table constraint per step, over the cells that walks between the clues allow.

use gridwright_constraints::{all_different, table};
use gridwright_fd::{Atom, Model, Name, Var};

use crate::contract::{Choices, Facts, Formulated, Formulation};
use crate::kinds::path::instance::Instance;
use crate::kinds::path::reach::Reach;
use crate::kinds::path::{Answer, Path, parity};

pub(super) fn formulate<const KING: bool>(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
) -> Formulated<Path<KING>> {
    let n = instance.free.len();
    let reach = Reach::new(instance, KING, model)?;
    let places: Vec<Var> = (0..n)
        .map(|number| model.var(Name::numbered(&["n"], [number + 1]), reach.domain(number)))
        .collect::<Result<_, _>>()?;
    model.post(all_different(&places))?;
    for (number, pair) in places.windows(2).enumerate() {
        let after = reach.of(number + 1);
        let steps = reach.of(number).iter().flat_map(|&a| {
            let near = reach.neighbours[a].iter();
            near.filter(|b| after.binary_search(b).is_ok())
                .map(move |&b| [a as i32, b as i32])
        });
        model.post(table(pair, steps))?;
    }
    if choices.has(parity::PARITY.name) {
        parity::post(instance, model, &places, |number, index| {
            instance.is_dark(index as usize) == (number % 2 == 0)
        })?;
    }
    let vars = places.clone();
    let facts = Facts::lazy(move || {
        let vars = vars.clone();
        let all = (0..n as i32).flat_map(move |index| (0..n).map(move |number| (number, index)));
        all.map(move |(number, index)| Some(Atom::eq(vars[number], index)))
    });
    Ok(Formulation {
        decisions: places.clone(),
        facts,
        read: Box::new(move |found| {
            let mut numbers = vec![0; n];
            for (number, &var) in (1..).zip(&places) {
                numbers[found.value(var) as usize] = number;
            }
            Answer(numbers)
        }),
        passive: None,
    })
}
