//! `check-proof`: checks a proof that a puzzle has exactly one answer, or none.

use std::sync::Arc;

use clap::Args;
use gridwright::Verdict;
use gridwright::control::Deadline;
use gridwright::proof::{Statement, Verdict as ProofVerdict, check};
use gridwright::proving::check_proof;
use gridwright_fzn::Bytes;

use crate::exit_status::ExitStatus;
use crate::input::origin::{Origin, ReadError};
use crate::input::puzzles::{Entry, Input};
use crate::verbs::proof::{cnf, flatzinc, is_cnf, is_flatzinc, is_program, program};

#[derive(Debug, Args)]
#[command(override_usage = "gridwright check-proof [OPTIONS] [KIND] INPUT PROOF")]
pub(crate) struct CheckProof {
    #[command(flatten)]
    input: Input,
}

impl CheckProof {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let Some((file, [puzzle])) = self.input.args().split_last() else {
            return Err("give a puzzle and a proof, in this order".to_owned());
        };
        if is_flatzinc(puzzle) {
            return check_model(flatzinc(puzzle)?, file);
        }
        if is_program(puzzle) {
            return check_model(program(puzzle)?, file);
        }
        if is_cnf(puzzle) {
            return check_model(cnf(puzzle)?, file);
        }
        let puzzle = std::slice::from_ref(puzzle);
        let read = self.input.one_of(puzzle, &Deadline::never());
        let Entry { name, instance, .. } = read.map_err(ReadError::message)?;
        let instance = instance?;
        let proof = open(file)?;
        match check_proof(&*instance, proof) {
            Ok((Verdict::Unique, answer)) => {
                outln!("% {name}: proof accepted: exactly one answer");
                if let Some(answer) = answer {
                    outln!("{}", instance.print_answer(&answer).trim_end());
                }
                Ok(ExitStatus::Success)
            }
            Ok(_) => {
                outln!("% {name}: proof accepted: no answer");
                Ok(ExitStatus::Success)
            }
            Err(why) => Err(format!("{name}: proof rejected: {why}")),
        }
    }
}

/// Checks a proof about a model.
fn check_model((name, statement): (String, Statement), file: &str) -> Result<ExitStatus, String> {
    let proof = open(file)?;
    match check(&statement, proof) {
        Ok(ProofVerdict::Unique(_)) => outln!("% {name}: proof accepted: exactly one solution"),
        Ok(ProofVerdict::None) => outln!("% {name}: proof accepted: no solution"),
        Err(why) => return Err(format!("{name}: proof rejected: {why}")),
    }
    Ok(ExitStatus::Success)
}

/// Opens a proof.
fn open(file: &str) -> Result<Bytes, String> {
    let opened = Origin::of(file)?.open(&Arc::default());
    opened.map_err(|error| format!("{file}: cannot be read: {error}"))
}
