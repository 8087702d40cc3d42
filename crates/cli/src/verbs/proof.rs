//! Writing proofs to files.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use gridwright::fd::Model;
use gridwright::lang;
use gridwright::proof::Statement;
use gridwright::proving::prove;
use gridwright::solve::{Proved, RunOptions, model_of, prove_with, statement_of};
use gridwright::{AnyInstance, BoxedInstance, Report, Request, Verdict};

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;
use crate::input::puzzles::Entry;

/// A file that is being written, compressed.
type ProofFile = GzEncoder<BufWriter<File>>;

/// The only puzzle of an input, with its name.
pub(super) fn only_puzzle(entries: Vec<Entry>) -> Result<(String, BoxedInstance), String> {
    let n = entries.len();
    match <[Entry; 1]>::try_from(entries) {
        Ok([entry]) => Ok((entry.name, entry.instance?)),
        Err(_) => Err(format!(
            "a proof is about one puzzle, but the input has {n}: name one with --only"
        )),
    }
}

/// Proves what can be proved about a puzzle. The file is written only if there is a proof; then its size is returned in words.
pub(super) fn write(
    instance: &dyn AnyInstance,
    request: &Request,
    file: &Path,
) -> Result<(Report, Option<String>), String> {
    let (part, out) = create(file)?;
    let proof = match prove(instance, request, out) {
        Ok(proof) => proof,
        Err(error) => {
            // It may be gone already.
            let _ = fs::remove_file(&part);
            return Err(error.to_string());
        }
    };
    let is_proved = matches!(proof.report.verdict, Verdict::Unique | Verdict::None);
    let size = finish(proof.out, &part, file, is_proved)?;
    let size = size.map(|size| format!("{} bytes, {size} compressed", proof.n_bytes));
    Ok((proof.report, size))
}

/// Whether an argument names a FlatZinc model.
pub(super) fn is_flatzinc(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|end| end == "fzn")
}

/// Whether an argument names a model of the small language.
pub(super) fn is_program(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|end| end == "gw")
}

/// The statement of a model of the small language.
pub(super) fn program(word: &str) -> Result<(String, Statement), String> {
    let source = Source::read(word)?;
    let text = lang::Source::new(source.name.clone(), source.text.to_string());
    let program = text.program(&[]).map_err(|error| error.render())?;
    let built = program.model();
    let built = built.map_err(|error| error.render(&source.text, &source.name))?;
    let statement = statement_of(&built.model);
    let statement = statement.map_err(|error| format!("{}: error: {error}", source.name))?;
    Ok((source.name, statement))
}

/// The statement of a FlatZinc model.
pub(super) fn flatzinc(word: &str) -> Result<(String, Statement), String> {
    let source = Source::read(word)?;
    let statement = Statement::of_flatzinc(&source.text);
    let statement = statement.map_err(|error| format!("{}: error: {error}", source.name))?;
    Ok((source.name, statement))
}

/// Proves what can be proved about a FlatZinc model, and reports it.
pub(super) fn write_of_flatzinc(
    word: &str,
    request: &Request,
    file: &Path,
) -> Result<ExitStatus, String> {
    let (name, statement) = flatzinc(word)?;
    let model = model_of(&statement).map_err(|error| format!("{name}: error: {error}"))?;
    write_of_model(&name, &statement, &model, request, file)
}

/// Proves what can be proved about a model, and reports it.
pub(super) fn write_of_model(
    name: &str,
    statement: &Statement,
    model: &Model,
    request: &Request,
    file: &Path,
) -> Result<ExitStatus, String> {
    let wrong = |error: &dyn Display| format!("{name}: error: {error}");
    let options = RunOptions {
        consistency: request.consistency.clone(),
        limits: request.limits(),
        ..RunOptions::new().engine(request.engine.try_into().map_err(|error| wrong(&error))?)
    };
    let (part, out) = create(file)?;
    let outcome = match prove_with(statement, model, &options, out) {
        Ok(outcome) => outcome,
        Err(error) => {
            // It may be gone already.
            let _ = fs::remove_file(&part);
            return Err(wrong(&error));
        }
    };
    let (verdict, words) = match outcome.proved {
        Proved::Unique(_) => (Verdict::Unique, "exactly one solution"),
        Proved::None => (Verdict::None, "no solution"),
        Proved::Many(..) => (Verdict::Multiple, "several solutions"),
        Proved::Unknown(limit, _) => (Verdict::Stopped(limit), limit.describe()),
    };
    let is_proved = matches!(verdict, Verdict::Unique | Verdict::None);
    outln!("% {name}: {words}");
    if let Some(size) = finish(outcome.out, &part, file, is_proved)? {
        let n_bytes = outcome.n_bytes;
        outln!(
            "% proof: {}, {n_bytes} bytes, {size} compressed",
            file.display()
        );
    }
    Ok(ExitStatus::of(verdict))
}

/// Creates the file under a temporary name.
fn create(file: &Path) -> Result<(PathBuf, ProofFile), String> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let created = File::create(&part).map_err(|error| format!("{}: {error}", part.display()))?;
    let out = GzEncoder::new(BufWriter::new(created), Compression::fast());
    Ok((part, out))
}

/// Completes the file and gives it its name, or removes it; returns its size in bytes.
fn finish(out: ProofFile, part: &Path, file: &Path, is_kept: bool) -> Result<Option<u64>, String> {
    let written = out.finish().and_then(|mut out| out.flush());
    let kept = match is_kept {
        true => written.and_then(|()| fs::rename(part, file)),
        false => fs::remove_file(part),
    };
    let size = kept.and_then(|()| is_kept.then(|| fs::metadata(file)).transpose());
    let size = size.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(size.map(|about| about.len()))
}
