//! Locked candidates: the places of a digit in a block lie in one line, or those in a line lie in one block.

use crate::cells::{HOUSES, houses_of};
use crate::find::{coloured, of_digit};
use crate::grid::Grid;
use crate::step::{Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The first step of pointing or claiming.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    let houses = match technique {
        Technique::LockedCandidates1 => 18..27,
        _ => 0..18,
    };
    for house in houses {
        for digit in 0..9 {
            let places = grid.places(digit) & HOUSES[house];
            if !(2..=3).contains(&places.len()) {
                continue;
            }
            let Some(first) = places.first() else {
                continue;
            };
            let [row, column, block] = houses_of(first);
            let others = if house < 18 {
                [block, block]
            } else {
                [row, column]
            };
            for other in others {
                let rest = (grid.places(digit) & HOUSES[other]) - places;
                if places.is_subset(HOUSES[other]) && !rest.is_empty() {
                    return Some(Step {
                        technique,
                        placements: Vec::new(),
                        eliminations: of_digit(grid, rest, digit),
                        pattern: Pattern {
                            needs: vec![Need::House(house, digit)],
                            candidates: coloured(of_digit(grid, places, digit), Colour::First)
                                .collect(),
                            houses: vec![house, other],
                            ..Pattern::default()
                        },
                    });
                }
            }
        }
    }
    None
}
