//! Writing proofs to files.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gridwright::control::{Deadline, Limit, Limits};
use gridwright::fd::Model;
use gridwright::flatzinc::{LoadError, Program, ProofClaim, prove_in_drcp, read_drcp};
use gridwright::lang;
use gridwright::proof::Statement;
use gridwright::proving::{prove, prove_refutation};
use gridwright::solve::{
    Proved, RefutationFormat, RunOptions, prove as prove_statement, prove_with, statement_of,
};
use gridwright::statements::{
    StatementError, state_dimacs, state_dimacs_before, state_flatzinc, state_flatzinc_before,
};
use gridwright::term::{Diagnostic, render_all};
use gridwright::{AnyInstance, EngineName, Report, Request, Verdict};
use gridwright_fzn::PartFile;

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;

/// Where a proof is written.
#[derive(Debug, Args)]
pub(crate) struct ProofArgs {
    /// Write a proof to FILE if there is no answer or, except for `solve`, exactly one; `check-proof` checks it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Format of the proof. For other checkers: lrat and drat, not for rules about connectivity, loops and regions; drcp, for FlatZinc models
    #[arg(
        long,
        value_name = "FORMAT",
        requires = "proof",
        default_value = "gridwright"
    )]
    proof_format: ProofFormat,
}

impl ProofArgs {
    /// The file and the format, if a proof is wanted.
    pub(super) fn wanted(&self) -> Option<(&Path, ProofFormat)> {
        let file = self.proof.as_deref()?;
        Some((file, self.proof_format))
    }
}

/// A format of proofs: our own, compressed, for `check-proof`; LRAT or DRAT, about a CNF; or DRCP, about a FlatZinc model. The variants have no documentation because it would be in
/// the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProofFormat {
    Gridwright,
    Lrat,
    Drat,
    Drcp,
}

impl ProofFormat {
    /// The format of a refutation of a CNF; `None` for our own.
    pub(super) fn refutation(self) -> Result<Option<RefutationFormat>, String> {
        match self {
            ProofFormat::Gridwright => Ok(None),
            ProofFormat::Lrat => Ok(Some(RefutationFormat::Lrat)),
            ProofFormat::Drat => Ok(Some(RefutationFormat::Drat)),
            ProofFormat::Drcp => {
                let what = "a proof in the format drcp is about a FlatZinc model: a file that ends with .fzn";
                Err(what.to_owned())
            }
        }
    }
}

/// Compresses a file.
fn compressed(out: BufWriter<File>) -> GzEncoder<BufWriter<File>> {
    GzEncoder::new(out, Compression::fast())
}

/// Proves what can be proved about a puzzle. The file is written only if there is a proof; then its size is returned in words.
pub(super) fn write(
    instance: &dyn AnyInstance,
    request: &Request,
    file: &Path,
) -> Result<(Report, Option<String>), String> {
    let (part, out) = PartFile::create(file)?;
    let proof = prove(instance, request, compressed(out)).map_err(|error| error.to_string())?;
    let is_proved = matches!(proof.report.verdict, Verdict::Unique | Verdict::None);
    let written = proof.out.finish().and_then(|mut out| out.flush());
    let size = part.finish(written, is_proved)?;
    let size = size.map(|size| format!("{} bytes, {size} compressed", proof.n_bytes));
    Ok((proof.report, size))
}

/// Proves what can be proved about a puzzle by a refutation in another format. `FILE.cnf` has the CNF. Both files are written only if there is a proof; then their
/// sizes are returned in words.
pub(super) fn write_refutation(
    instance: &dyn AnyInstance,
    request: &Request,
    file: &Path,
    format: RefutationFormat,
) -> Result<(Report, Option<String>), String> {
    let mut cnf_name = file.as_os_str().to_owned();
    cnf_name.push(".cnf");
    let cnf_name = PathBuf::from(cnf_name);
    let (cnf_part, mut cnf) = PartFile::create(&cnf_name)?;
    let (part, out) = PartFile::create(file)?;
    let proved = prove_refutation(instance, request, format, &mut cnf, out);
    let (report, mut out) = proved.map_err(|error| error.to_string())?;
    let is_proved = matches!(report.verdict, Verdict::Unique | Verdict::None);
    let cnf_size = cnf_part.finish(cnf.flush(), is_proved)?;
    let size = part.finish(out.flush(), is_proved)?;
    let words = size.zip(cnf_size).map(|(size, cnf_size)| {
        let cnf_name = cnf_name.display();
        format!("{size} bytes, about {cnf_name}, {cnf_size} bytes")
    });
    Ok((report, words))
}

/// The bytes of a proof, without compression.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|opened| GzDecoder::new(opened).read_to_end(&mut bytes));
    read.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(bytes)
}

/// Whether an argument names a CNF in the DIMACS format.
pub(super) fn is_cnf(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|end| end == "cnf")
}

/// The statement of a CNF in the DIMACS format.
pub(super) fn cnf(word: &str) -> Result<(String, Statement), String> {
    let source = Source::read(word)?;
    let statement = state_dimacs(&source.text);
    let statement = statement.map_err(|error| format!("{}: error: {error}", source.name))?;
    Ok((source.name, statement))
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
    let statement = state_flatzinc(&source.text);
    let statement = statement.map_err(|error| format!("{}: error: {error}", source.name))?;
    Ok((source.name, statement))
}

/// Proves what can be proved about a FlatZinc model, and reports it.
pub(super) fn write_of_flatzinc(
    word: &str,
    request: &Request,
    (file, format): (&Path, ProofFormat),
) -> Result<ExitStatus, String> {
    match format {
        ProofFormat::Gridwright => {}
        ProofFormat::Drcp => return write_drcp(word, request, file),
        ProofFormat::Lrat | ProofFormat::Drat => {
            let what = "a proof of a FlatZinc model has the format gridwright or drcp";
            return Err(what.to_owned());
        }
    }
    write_of_text(word, request, file, state_flatzinc_before)
}

/// Proves that a FlatZinc model has no solution, or no better one than the best, in the DRCP format.
fn write_drcp(word: &str, request: &Request, file: &Path) -> Result<ExitStatus, String> {
    if !matches!(request.engine, EngineName::Auto | EngineName::Learn) {
        return Err("a proof in the format drcp is written by the engine learn".to_owned());
    }
    let limits = request.limits();
    let deadline = limits.deadline();
    let source = match Source::read_before(word, &deadline) {
        Ok(source) => source,
        Err(error) => return error.limit().map(|limit| stopped_early(word, limit)),
    };
    let rendered = |errors: Vec<Diagnostic>| render_all(&errors, &source.text, &source.name);
    let program = match Program::read_before(&source.text, &deadline) {
        Ok(program) => program,
        Err(LoadError::Invalid(errors)) => return Err(rendered(errors)),
        Err(LoadError::Stopped(limit)) => return Ok(stopped_early(&source.name, limit)),
    };
    let model = read_drcp(&source.text).map_err(rendered)?;
    let limits = Limits {
        time: deadline.remaining(),
        ..limits
    };
    let (part, out) = PartFile::create(file)?;
    let proved = prove_in_drcp(&program, &model, &limits, out);
    let (claim, mut out) = proved.map_err(|error| format!("{}: error: {error}", source.name))?;
    let (verdict, words) = match claim {
        ProofClaim::NoSolution => (Verdict::None, "no solution".to_owned()),
        ProofClaim::Optimal(best) => (Verdict::Solved, format!("the best objective is {best}")),
        ProofClaim::Satisfiable => (Verdict::Solved, "a solution was found".to_owned()),
        ProofClaim::Unknown(limit) => (Verdict::Stopped(limit), limit.describe().to_owned()),
    };
    outln!("% {}: {words}", source.name);
    let is_proved = matches!(claim, ProofClaim::NoSolution | ProofClaim::Optimal(_));
    match part.finish(out.flush(), is_proved)? {
        Some(size) => outln!("% proof: {}, {size} bytes", file.display()),
        None => eprintln!(
            "{}: no proof was written: the format drcp proves that there is no solution, or no better one",
            source.name
        ),
    }
    Ok(ExitStatus::of(verdict))
}

/// Proves what can be proved about a CNF in our own format, and reports it.
pub(super) fn write_of_cnf(
    word: &str,
    request: &Request,
    file: &Path,
) -> Result<ExitStatus, String> {
    write_of_text(word, request, file, state_dimacs_before)
}

/// States a text before a deadline: `None` if the function says, given the bytes in use, that reading must end.
type StateBefore =
    fn(&str, &mut dyn FnMut(usize) -> bool) -> Result<Option<Statement>, StatementError>;

/// Proves what can be proved about what a text states, and reports it.
fn write_of_text(
    word: &str,
    request: &Request,
    file: &Path,
    state: StateBefore,
) -> Result<ExitStatus, String> {
    let deadline = request.limits().deadline();
    let Source { name, text } = match Source::read_before(word, &deadline) {
        Ok(source) => source,
        Err(error) => return error.limit().map(|limit| stopped_early(word, limit)),
    };
    let mut limit = None;
    let statement = state(&text, &mut |bytes| {
        limit = deadline.reached_with(text.len().saturating_add(bytes));
        limit.is_some()
    });
    let statement = statement.map_err(|error| format!("{name}: error: {error}"))?;
    let Some(statement) = statement else {
        return Ok(stopped_early(&name, limit.expect("a limit ended reading")));
    };
    drop(text);
    write_of_statement(&name, &statement, None, (request, &deadline), file)
}

/// Reports that a limit was reached while a text was read.
fn stopped_early(name: &str, limit: Limit) -> ExitStatus {
    outln!("% {name}: {}", limit.describe());
    ExitStatus::of(Verdict::Stopped(limit))
}

/// Proves what can be proved about a statement, and reports it. The model, if it is given, is that of the statement.
pub(super) fn write_of_statement(
    name: &str,
    statement: &Statement,
    model: Option<&Model>,
    (request, deadline): (&Request, &Deadline),
    file: &Path,
) -> Result<ExitStatus, String> {
    let wrong = |error: &dyn Display| format!("{name}: error: {error}");
    let options = RunOptions {
        consistency: request.consistency.clone(),
        limits: Limits {
            time: deadline.remaining(),
            ..request.limits()
        },
        ..RunOptions::new().engine(request.engine.try_into().map_err(|error| wrong(&error))?)
    };
    let (part, out) = PartFile::create(file)?;
    let outcome = match model {
        Some(model) => prove_with(statement, model, &options, compressed(out)),
        None => prove_statement(statement, &options, compressed(out)),
    };
    let outcome = outcome.map_err(|error| wrong(&error))?;
    let (verdict, words) = match outcome.proved {
        Proved::Unique(_) => (Verdict::Unique, "exactly one solution"),
        Proved::None => (Verdict::None, "no solution"),
        Proved::Many(..) => (Verdict::Multiple, "several solutions"),
        Proved::Unknown(limit, _) => (Verdict::Stopped(limit), limit.describe()),
    };
    let is_proved = matches!(verdict, Verdict::Unique | Verdict::None);
    outln!("% {name}: {words}");
    let written = outcome.out.finish().and_then(|mut out| out.flush());
    if let Some(size) = part.finish(written, is_proved)? {
        let n_bytes = outcome.n_bytes;
        outln!(
            "% proof: {}, {n_bytes} bytes, {size} compressed",
            file.display()
        );
    }
    Ok(ExitStatus::of(verdict))
}
