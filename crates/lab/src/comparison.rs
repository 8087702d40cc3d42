//! Comparisons: an experiment put together on the spot, from ways with names of their own.

use crate::experiment::{Axis, CellLimits, Experiment, From, Instances, Question};
use crate::options::Options;

/// The one axis of a comparison.
pub const WAY: &str = "configuration";

impl Experiment {
    /// The experiment that asks a question in some ways. Its instances are those it is run on.
    pub fn comparison(
        kind: &str,
        question: Question,
        ways: Vec<(String, Options)>,
        limits: CellLimits,
    ) -> Experiment {
        Experiment {
            title: "Comparison".to_owned(),
            about: String::new(),
            kind: kind.to_owned(),
            question,
            instances: Instances {
                from: From::File(String::new()),
                only: Vec::new(),
            },
            axes: vec![Axis {
                name: WAY.to_owned(),
                values: ways,
            }],
            fixed: Options::default(),
            limits,
            repetitions: 1,
            published: None,
            plots: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_run_by_its_own_options() {
        let kind = gridwright::kind("sudoku").expect("a kind");
        let mut learning = Options::default();
        learning.set(kind, "engine", "learn").expect("an engine");
        let ways = vec![
            ("plain".to_owned(), Options::default()),
            ("learning".to_owned(), learning.clone()),
        ];
        let limits = CellLimits::default();
        let experiment = Experiment::comparison("sudoku", Question::Unique, ways, limits);
        let ways = experiment.ways();
        assert_eq!(ways.len(), 2);
        assert_eq!(ways[1].name(), "learning");
        assert_eq!(ways[1].options, learning);
    }
}
