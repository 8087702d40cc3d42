//! A plain search for the tests of constraints: all solutions of a small model, and domains after propagation. Not a constraint.

use gridwright_fd::{Atom, Conflict, Form, Kernel, Level, Levels, Model, Setup, Var};

/// A kernel for the model at one level, recording.
pub(crate) fn kernel(model: &Model, level: Level) -> Kernel {
    Kernel::new(
        model,
        &Setup {
            levels: Levels::all(level),
            recording: true,
            form: Form::Fitting,
        },
    )
}

/// All solutions, as the values of the given variables; one entry per solution of the whole model.
pub(crate) fn solutions(model: &Model, level: Level, vars: &[Var]) -> Vec<Vec<i32>> {
    let mut kernel = kernel(model, level);
    let mut found = Vec::new();
    explore(&mut kernel, vars, &mut found);
    found.sort();
    found
}

fn explore(kernel: &mut Kernel, vars: &[Var], found: &mut Vec<Vec<i32>>) {
    if kernel.propagate().is_err() {
        return;
    }
    let open = kernel
        .store()
        .vars()
        .find(|var| !kernel.store().is_fixed(var.view()));
    let Some(var) = open else {
        found.push(values(kernel, vars));
        return;
    };
    let depth = kernel.store().depth();
    let value = kernel.store().min(var.view());
    for atom in [Atom::le(var, value), Atom::ge(var, value + 1)] {
        if kernel.decide(atom).is_ok() {
            explore(kernel, vars, found);
        }
        kernel.back_to(depth);
    }
}

fn values(kernel: &Kernel, vars: &[Var]) -> Vec<i32> {
    vars.iter()
        .map(|var| kernel.store().min(var.view()))
        .collect()
}

/// The domains after propagation under the given decisions.
pub(crate) fn domains(
    model: &Model,
    level: Level,
    decisions: &[Atom],
    vars: &[Var],
) -> Result<Vec<Vec<i32>>, Conflict> {
    let mut kernel = kernel(model, level);
    kernel.propagate()?;
    for &atom in decisions {
        kernel.decide(atom)?;
        kernel.propagate()?;
    }
    Ok(vars
        .iter()
        .map(|var| kernel.store().values(var.view()).collect())
        .collect())
}
