//! The law that the model engine `fd`, the engine `bulk` and `auto` give the same report on a 9x9 Sudoku.

use gridwright::{EngineName, Question, Request, ask, kind};

use crate::boards::Cells;

/// Checks that every engine counts `n_answers` answers, with the limit `limit`.
pub(crate) fn agree_on(cells: &Cells, n_answers: usize, limit: usize) {
    let text: String = cells.iter().map(|cell| char::from(b'0' + cell)).collect();
    let instance = kind("sudoku").expect("a kind").read(None, &text);
    let instance = instance.expect("81 cells");
    let limit = limit as u64;
    let reports = [EngineName::Fd, EngineName::Bulk, EngineName::Auto].map(|engine| {
        let request = Request {
            engine,
            ..Request::default()
        };
        ask(&*instance, Question::Count { limit }, &request).expect("a count")
    });
    for report in &reports {
        assert_eq!(report.count, Some(n_answers as u64), "{text}: {report:?}");
        assert_eq!(report.verdict, reports[0].verdict, "{text}: {report:?}");
        assert_eq!(report.complete, reports[0].complete, "{text}: {report:?}");
    }
}
