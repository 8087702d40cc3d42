//! `run`: runs a model or a CHR program.

use crate::calls::run_answer::{Language, RunAnswer, RunBody};
use crate::calls::{run_chr, run_model};
use crate::error::ApiError;
use crate::jobs::Job;

pub(crate) fn run(job: &Job, body: RunBody) -> Result<RunAnswer, ApiError> {
    match body.language {
        Language::Gw => run_model::run(job, &body),
        Language::Chr => run_chr::run(job, &body),
    }
}
