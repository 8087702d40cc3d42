//! The native part of the Python package `gridwright`: thin functions over the public library that take and return plain Python data. The classes that users
//! see are in the folder *python/gridwright*.
//!
//! | module | what |
//! |---|---|
//! | `errors` | exceptions with places |
//! | `interrupt` | work without the GIL that Ctrl-C ends |
//! | `options` | keyword arguments as a request |
//! | `puzzle` | one puzzle: questions, explanations, drawings |
//! | `batch` | many puzzles: columns in, columns out |
//! | `cubes` | parts of one hard question |
//! | `generate` | new puzzles |
//! | `flatzinc`, `programs` | models, programs of the modelling language, CHR |
//! | `lab` | the cells of an experiment |

mod batch;
mod cubes;
mod errors;
mod flatzinc;
mod generate;
mod interrupt;
mod lab;
mod options;
mod programs;
mod puzzle;

use pyo3::prelude::*;

/// The native functions of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("OPTIONS", options::NAMES.to_vec())?;
    errors::register(module)?;
    module.add_class::<puzzle::Instance>()?;
    module.add_function(wrap_pyfunction!(puzzle::read, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle::kinds, module)?)?;
    module.add_function(wrap_pyfunction!(batch::ask_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::rate_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::convert_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::check_many, module)?)?;
    module.add_function(wrap_pyfunction!(cubes::split_puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(cubes::run_puzzle_cubes, module)?)?;
    module.add_function(wrap_pyfunction!(cubes::split_model, module)?)?;
    module.add_function(wrap_pyfunction!(cubes::run_model_cubes, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(flatzinc::solve_flatzinc, module)?)?;
    module.add_function(wrap_pyfunction!(programs::run_model, module)?)?;
    module.add_function(wrap_pyfunction!(programs::run_chr, module)?)?;
    module.add_function(wrap_pyfunction!(lab::experiments, module)?)?;
    module.add_function(wrap_pyfunction!(lab::plan, module)?)?;
    module.add_function(wrap_pyfunction!(lab::run_cells, module)?)?;
    module.add_function(wrap_pyfunction!(lab::instance_file, module)?)?;
    module.add_function(wrap_pyfunction!(lab::crashed_row, module)?)?;
    Ok(())
}
