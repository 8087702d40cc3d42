//! Tests of directions.

use gridwright_grid::*;

#[test]
fn the_opposite_step_leads_back() {
    for direction in Direction::ALL {
        let ((down, right), (up, left)) = (direction.step(), direction.opposite().step());
        assert_eq!((down + up, right + left), (0, 0), "{direction:?}");
        assert_eq!(direction.opposite().opposite(), direction);
    }
}
