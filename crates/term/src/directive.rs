//! The one directive that reading itself obeys: `:- op(Priority, Type, Names)`.

use crate::operators::{CLAUSE, OperatorError, Operators};
use crate::term::Term;

/// Obeys a directive that defines operators; any other clause is left to the reader.
pub(crate) fn obey(clause: &Term, operators: &mut Operators) -> Result<(), String> {
    let Some((":-", 1)) = clause.functor() else {
        return Ok(());
    };
    let directive = &clause.args()[0];
    let Some(("op", 3)) = directive.functor() else {
        return Ok(());
    };
    let [Term::Int(priority), Term::Name(fixity), names] = directive.args() else {
        return Err("op/3 takes a priority, a type and a name or a list of names".to_owned());
    };
    let names = match names {
        Term::List(names) => &names[..],
        name => std::slice::from_ref(name),
    };
    let fixity = fixity
        .parse()
        .map_err(|why: OperatorError| why.to_string())?;
    let Ok(priority) = u16::try_from(*priority) else {
        return Err(format!(
            "{priority} is not a priority; the highest is {CLAUSE}"
        ));
    };
    for name in names {
        let Term::Name(name) = name else {
            return Err(format!(
                "`{name}` is not a name, so it cannot be an operator"
            ));
        };
        operators
            .add(priority, fixity, name)
            .map_err(|why| why.to_string())?;
    }
    Ok(())
}
