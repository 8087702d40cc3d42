//! The predicates written in Rust, by subject. A file of this folder is a list of functions and their names.

mod control;
mod format;
mod globals;
mod inspect;
mod lists;
mod output;
mod texts;

use std::sync::LazyLock;

use crate::code::Native;

/// All of them; a program calls them by their place here.
pub(crate) static NATIVES: LazyLock<Vec<Native>> = LazyLock::new(|| {
    [
        control::ALL,
        format::ALL,
        globals::ALL,
        inspect::ALL,
        lists::ALL,
        output::ALL,
        texts::ALL,
    ]
    .concat()
});

/// Writes a table of natives.
macro_rules! natives {
    ($($name:literal / $arity:literal => $run:expr;)*) => {
        pub(super) const ALL: &[crate::code::Native] = &[
            $(crate::code::Native { name: $name, arity: $arity, run: $run }),*
        ];
    };
}
pub(crate) use natives;
