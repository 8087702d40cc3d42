//! The bundled models for other programs, one for each puzzle model and program.

use crate::experiment::bundled::Texts;

/// Models: the folder in `peers`, the extension and the names.
macro_rules! models {
    ($folder:literal $extension:literal: $($name:ident)*) => {
        &[$((
            stringify!($name),
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/peers/", $folder, "/", stringify!($name), ".", $extension
            )),
        )),*]
    };
}

pub(crate) const CLINGO: Texts = models!("clingo" "lp": akari battleship fillomino futoshiki hashi heyawake kakuro masyu nonogram nurikabe path
    skyscrapers slitherlink starbattle sudoku tents whitetan);
pub(crate) const MINIZINC: Texts =
    models!("minizinc" "mzn": battleship hashi magic path sudoku whitetan);
/// `run` is the module that the models share.
pub(crate) const ORTOOLS: Texts =
    models!("ortools" "py": run battleship hashi magic path sudoku whitetan);
/// `run` is the module that the models share.
pub(crate) const CADICAL: Texts =
    models!("cadical" "py": run battleship hashi path sudoku whitetan);
/// `run` is the driver that the models share.
pub(crate) const PROLOG: Texts =
    models!("prolog" "pl": run battleship hashi magic path sudoku whitetan);
/// Definitions of global constraints that MiniZinc would otherwise decompose for Gecode.
pub(crate) const GECODE_GLOBALS: Texts =
    models!("minizinc/gecode" "mzn": fzn_all_different_int fzn_inverse fzn_table_int);
