//! The predicates written in Rust, by subject. A file of this folder is a list of functions and their names.

mod arithmetic;
mod atoms_strings;
mod attributes;
mod control;
mod database;
mod dates;
mod format;
mod globals;
mod inspect;
mod lists;
mod number_format;
mod number_text;
mod output;
mod random;
mod streams;
mod tabling;
mod terms;
mod time;

use std::sync::OnceLock;

use crate::vm::machine::Builtin;

/// All of them; a program calls them by their place here.
pub(crate) fn all_builtins() -> &'static [Builtin] {
    // Not a `static LazyLock`: each test program would compile the initialiser of such a static again, whether it uses it or not.
    static ALL: OnceLock<Vec<Builtin>> = OnceLock::new();
    ALL.get_or_init(|| {
        [
            atoms_strings::ALL,
            attributes::ALL,
            arithmetic::ALL,
            control::ALL,
            database::ALL,
            format::ALL,
            globals::ALL,
            inspect::ALL,
            lists::ALL,
            number_text::ALL,
            output::ALL,
            streams::ALL,
            tabling::ALL,
            terms::ALL,
            random::ALL,
            time::ALL,
        ]
        .concat()
    })
}

/// Writes a table of builtins.
macro_rules! builtins {
    ($($name:literal / $arity:literal => $run:expr;)*) => {
        pub(super) const ALL: &[crate::vm::machine::Builtin] = &[
            $(crate::vm::machine::Builtin { name: $name, arity: $arity, run: $run }),*
        ];
    };
}
pub(crate) use builtins;
