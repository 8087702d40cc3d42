//! Learning with domains of every width. Depending on the width, atoms have their own watch lists, get them later, or share them; no solution may be lost or repeated.

use std::collections::BTreeSet;

use gridwright_constraints::{all_different, linear_eq, linear_ne, not_equal};
use gridwright_fd::{Assignment, Flow, Model, Sink, Var};
use gridwright_solve::{ModelEngine, RunOptions, run};

#[derive(Default)]
struct All {
    vars: Vec<Var>,
    seen: BTreeSet<Vec<i32>>,
    n_reported: usize,
}

impl Sink for All {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.n_reported += 1;
        let values = self.vars.iter().map(|&var| found.value(var)).collect();
        self.seen.insert(values);
        Flow::Continue
    }
}

/// A sum over four variables, two of them of a given width, with negative offsets and gaps between its solutions.
fn model(width: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let wide = model.vars(["x", "y"], -3..=width - 4).expect("new names");
    let narrow = model.vars(["a", "b"], 0..=9).expect("new names");
    let (x, y, a, b) = (wide[0], wide[1], narrow[0], narrow[1]);
    let post = [
        model.post(linear_eq(
            [(7, x), (11, y), (1, a), (-1, b)],
            i64::from(5 * width),
        )),
        model.post(linear_ne([(1, x), (-2, y)], 5)),
        model.post(all_different([x, y, a, b])),
        model.post(not_equal(x.view().plus(3).expect("a small sum"), y)),
    ];
    for posted in post {
        posted.expect("fits");
    }
    (model, vec![x, y, a, b])
}

fn solutions(model: &Model, vars: &[Var], engine: ModelEngine) -> BTreeSet<Vec<i32>> {
    let mut all = All {
        vars: vars.to_vec(),
        ..All::default()
    };
    let outcome = run(model, &RunOptions::new().engine(engine), &mut all).expect("valid options");
    assert!(outcome.stats.solutions > 0);
    assert_eq!(
        all.n_reported,
        all.seen.len(),
        "{engine} repeats a solution"
    );
    all.seen
}

#[test]
fn learning_finds_what_plain_search_finds_at_every_width() {
    for width in [
        40, 63, 64, 65, 66, 127, 128, 129, 300, 1023, 1024, 1025, 1500,
    ] {
        let (model, vars) = model(width);
        let plain = solutions(&model, &vars, ModelEngine::Fd);
        let learnt = solutions(&model, &vars, ModelEngine::Learn);
        assert_eq!(plain, learnt, "width {width}");
        assert!(plain.len() > 20, "width {width}: {}", plain.len());
    }
}
