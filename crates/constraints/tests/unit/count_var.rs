//! Laws and examples of `count_var`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("count_var", |x, _| Some(count_var(&x[2..], x[0], x[1])))
        .views(2..=5, -1..=2)
        .claims([FORWARD; 3])
        .check_rounds(100);
}
