//! The second look: a puzzle is read again from its own text and solved again, by another engine and another viewpoint where there are two.

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyAnswer, AnyInstance, BoxedInstance};
use gridwright_solve::EngineName;

use crate::generated::GenerateFailure;
use crate::rival::{Ground, Rival, Way, truths};
use gridwright_control::Deadline;

/// How many failures an engine may have before another is asked.
const FAILURES: u64 = 20_000;

/// Reads a puzzle again, judges its answer and looks for a rival. Gives what was read and who looked.
pub(crate) fn verify(
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
    first: Way,
    deadline: &Deadline,
) -> Result<(BoxedInstance, String), GenerateFailure> {
    let kind = instance.kind();
    let text = instance.print();
    let given = kind.read(None, &text);
    let given = given.map_err(|error| GenerateFailure::defect(error.message))?;
    if given.print() != text {
        return Err(GenerateFailure::defect("a puzzle is printed in two ways"));
    }
    let text = instance.print_answer(answer);
    let read = given.parse_answer(&text);
    let read = read.map_err(|error| GenerateFailure::defect(error.message))?;
    given.check(&read).map_err(GenerateFailure::defect)?;
    let intended = truths(&*given, &read);
    let names: Vec<&'static str> = kind.viewpoints().iter().map(|(name, _)| *name).collect();
    let (usual, other) = (
        names.first().copied(),
        names.get(1).or(names.first()).copied(),
    );
    let second = match Ground::new(&*given, &first)?.learns() {
        false => EngineName::Learn,
        true => EngineName::Fd,
    };
    let ways = [
        (second, usual, FAILURES),
        (EngineName::Learn, other, FAILURES),
        // The other viewpoint may be much the worse one for a large board.
        (EngineName::Learn, usual, u64::MAX),
    ];
    for (engine, viewpoint, failures) in ways {
        let way = Way {
            engine,
            viewpoint,
            ..first
        };
        let mut ground = Ground::new(&*given, &way)?;
        let limits = deadline.limits().failure_limit(failures);
        match ground.rival(&*given, &intended, std::iter::empty(), &limits)? {
            Rival::None => {
                let viewpoint = viewpoint.unwrap_or_default();
                return Ok((given, format!("{engine} by {viewpoint}")));
            }
            Rival::Found(..) => return Err(GenerateFailure::defect("the engines disagree")),
            Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                return Err(GenerateFailure::Stopped(limit));
            }
            Rival::Unknown(_) => {}
        }
    }
    Err(GenerateFailure::defect(
        "a puzzle could not be solved again",
    ))
}
