//! The second look: a puzzle is read again from its own text and solved again, by another engine and another viewpoint where there are two.

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyInstance, Found, Given};
use gridwright_solve::EngineName;

use crate::made::NotMade;
use crate::patience::Patience;
use crate::rival::{Ground, Rival, Way, truths};

/// How many failures the second engine may have before another is asked.
const FAILURES: u64 = 20_000;

/// Reads a puzzle again, judges its answer and looks for a rival. Gives what was read and who looked.
pub(crate) fn verify(
    instance: &dyn AnyInstance,
    answer: &Found,
    first: Way,
    patience: &Patience,
) -> Result<(Given, String), NotMade> {
    let kind = instance.kind();
    let text = instance.print();
    let given = kind.read(None, &text);
    let given = given.map_err(|error| NotMade::defect(error.message))?;
    if given.print() != text {
        return Err(NotMade::defect("a puzzle is printed in two ways"));
    }
    let text = instance.print_answer(answer);
    let read = given.parse_answer(&text);
    let read = read.map_err(|error| NotMade::defect(error.message))?;
    given.check(&read).map_err(NotMade::defect)?;
    let intended = truths(&*given, &read);
    let names: Vec<&'static str> = kind.viewpoints().iter().map(|(name, _)| *name).collect();
    let (usual, other) = (
        names.first().copied(),
        names.get(1).or(names.first()).copied(),
    );
    let ways = match Ground::new(&*given, &first)?.learns() {
        false => [(EngineName::Learning, usual), (EngineName::Learning, other)],
        true => [(EngineName::Plain, usual), (EngineName::Learning, other)],
    };
    for ((engine, viewpoint), failures) in ways.into_iter().zip([FAILURES, u64::MAX]) {
        let way = Way {
            engine,
            viewpoint,
            ..first
        };
        let mut ground = Ground::new(&*given, &way)?;
        let limits = patience.limits(failures);
        match ground.rival(&*given, &intended, std::iter::empty(), &limits)? {
            Rival::None => {
                let viewpoint = viewpoint.unwrap_or_default();
                return Ok((given, format!("{engine} by {viewpoint}")));
            }
            Rival::Found(..) => return Err(NotMade::defect("the engines disagree")),
            Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                return Err(NotMade::Stopped(limit));
            }
            Rival::Unknown(_) => {}
        }
    }
    Err(NotMade::defect("a puzzle could not be solved again"))
}
