//! The drawing: islands with their numbers, and as many lines between them as bridges are known.

use gridwright_grid::board::{Board, Content, Ink, Stroke, Weight};

use crate::contract::{DrawOptions, FactState};
use crate::kinds::hashi::DEFAULT_MAX_BRIDGES;
use crate::kinds::hashi::instance::Instance;

/// Draws an instance and the known bridges. The facts of a segment are that it has at least one bridge, at least two, and so on.
pub(super) fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
    let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
    for tile in &mut board.tiles {
        (tile.east, tile.south) = (Weight::None, Weight::None);
    }
    for island in &instance.islands {
        let number = island.bridges.map_or("?".to_owned(), |n| n.to_string());
        board.tile_mut(island.cell).content = Content::Island(number);
    }
    let max = instance.max_bridges as usize;
    for (i, &segment) in instance.segments.iter().enumerate() {
        let is_known = |at: &usize| options.known(i * max + at) == FactState::True;
        let lines = (0..max).take_while(is_known).count();
        if lines > 0 {
            let (from, to) = instance.ends(segment);
            board.strokes.push(Stroke {
                from,
                to,
                lines,
                ink: Ink::Found,
                mark: None,
            });
        }
    }
    if instance.max_bridges != DEFAULT_MAX_BRIDGES {
        board.notes.push(match instance.max_bridges {
            1 => "At most one bridge joins two islands.".to_owned(),
            max => format!("At most {max} bridges join two islands."),
        });
    }
    options.mark(&mut board);
    board
}
