//! Constraints: one file each, holding the relation, its ground meaning, its propagators by strength, their reasons and their laws.
//!
//! Each file exports one function per relation, which takes views and gives a `Constraint` ready to be posted or reified.
#![warn(missing_docs)]

mod absolute;
mod all_different;
mod all_different_except;
mod bits;
mod bool_sum;
mod channel;
mod components;
mod count;
mod count_var;
mod division;
mod equal;
mod global_cardinality;
mod hull;
mod inverse;
mod less_equal;
mod linear;
mod minimum;
mod needed;
mod not_equal;
mod printed;
mod supports;
mod times;

pub use absolute::{Absolute, absolute};
pub use all_different::{AllDifferent, all_different};
pub use all_different_except::{AllDifferentExcept, all_different_except};
pub use bool_sum::{
    BoolSum, at_least_one, at_most_one, bool_sum_eq, bool_sum_ge, bool_sum_le, exactly_one,
};
pub use channel::{Channel, ValueChannel, channel, value_channel};
pub use count::{
    Count, among, among_at_least, among_at_most, count_at_least, count_at_most, count_eq,
    count_not_eq,
};
pub use count_var::{CountVar, count_var};
pub use division::{Division, division, modulo};
pub use equal::{Equal, equal};
pub use global_cardinality::{GlobalCardinality, global_cardinality, global_cardinality_closed};
pub use inverse::{Inverse, inverse, inverse_from};
pub use less_equal::{LessEqual, less, less_equal};
pub use linear::{Linear, linear_eq, linear_ge, linear_le, linear_ne};
pub use minimum::{Minimum, maximum, minimum};
pub use not_equal::{NotEqual, not_equal};
pub use times::{Times, times};
