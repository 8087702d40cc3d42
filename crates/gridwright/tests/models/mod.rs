//! The law that engines with models and the engine in bulk give the same report on a board of nine.

use gridwright::{EngineName, Question, Request, ask, kind};

use crate::boards::Cells;

/// Checks that the engines count so many answers, up to a limit.
pub(crate) fn agree_on(cells: &Cells, n_answers: usize, most: usize) {
    let text: String = cells.iter().map(|cell| char::from(b'0' + cell)).collect();
    let given = kind("sudoku").expect("a kind").read(None, &text);
    let given = given.expect("81 cells");
    let limit = most as u64;
    let reports = [EngineName::Fd, EngineName::Bulk, EngineName::Auto].map(|engine| {
        let request = Request {
            engine,
            ..Request::default()
        };
        ask(&*given, Question::Count { limit }, &request).expect("a count")
    });
    for report in &reports {
        assert_eq!(report.count, Some(n_answers as u64), "{text}: {report:?}");
        assert_eq!(report.verdict, reports[0].verdict, "{text}: {report:?}");
        assert_eq!(report.complete, reports[0].complete, "{text}: {report:?}");
    }
}
