//! `places`: a variable is the cell of a number, by its place among the free cells. All differ, and consecutive ones are neighbours:
//! a table per step.

use gridwright_constraints::{all_different, table};
use gridwright_fd::{Atom, Model, ModelError, Var};

use super::{Answer, Instance, Path};
use crate::choices::Choices;
use crate::puzzle::{Formulation, Viewpoint};

pub(super) struct Places;

impl<const KING: bool> Viewpoint<Path<KING>> for Places {
    fn name(&self) -> &'static str {
        "places"
    }

    fn about(&self) -> &'static str {
        "the cell of a number"
    }

    fn formulate(
        &self,
        instance: &Instance,
        _: &Choices,
        model: &mut Model,
    ) -> Result<Formulation<Path<KING>>, ModelError> {
        let n = instance.free.len();
        let mut given: Vec<Option<i32>> = vec![None; n];
        for (place, clue) in instance.clues.iter().enumerate() {
            if let Some(number) = clue {
                given[*number as usize - 1] = Some(place as i32);
            }
        }
        let mut places: Vec<Var> = Vec::with_capacity(n);
        for (i, given) in given.iter().enumerate() {
            let (min, max) = given.map_or((0, n as i32 - 1), |place| (place, place));
            places.push(model.var(format!("n{}", i + 1), min..=max)?);
        }
        model.post(all_different(&places))?;
        let steps: Vec<[i32; 2]> = instance
            .edges(KING)
            .into_iter()
            .map(|(a, b)| (a as i32, b as i32))
            .flat_map(|(a, b)| [[a, b], [b, a]])
            .collect();
        for pair in places.windows(2) {
            model.post(table(pair, steps.clone()))?;
        }
        let facts = (0..n)
            .flat_map(|place| {
                places
                    .iter()
                    .map(move |&var| Some(Atom::eq(var, place as i32)))
            })
            .collect();
        Ok(Formulation {
            decisions: places.clone(),
            facts,
            read: Box::new(move |found| {
                let mut numbers = vec![0; n];
                for (number, &place) in places.iter().enumerate() {
                    numbers[found.value(place) as usize] = number as i32 + 1;
                }
                Answer(numbers)
            }),
            passive: None,
        })
    }
}
