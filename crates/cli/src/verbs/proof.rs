//! Writing proofs to files.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gridwright::fd::Model;
use gridwright::lang;
use gridwright::proof::Statement;
use gridwright::proving::{prove, prove_refutation};
use gridwright::solve::{Proved, RefutationFormat, RunOptions, model_of, prove_with, statement_of};
use gridwright::{AnyInstance, BoxedInstance, Report, Request, Verdict};

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;
use crate::input::puzzles::Entry;

/// A file that is being written, compressed.
type ProofFile = GzEncoder<BufWriter<File>>;

/// A format of proofs: our own, compressed, for `check-proof`; or LRAT or DRAT, about a CNF. The variants have no documentation because it would be in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProofFormat {
    Gridwright,
    Lrat,
    Drat,
}

impl ProofFormat {
    /// The format of a refutation, unless it is our own.
    pub(super) fn refutation(self) -> Option<RefutationFormat> {
        match self {
            ProofFormat::Gridwright => None,
            ProofFormat::Lrat => Some(RefutationFormat::Lrat),
            ProofFormat::Drat => Some(RefutationFormat::Drat),
        }
    }
}

/// A refutation that is being written, as plain text.
pub(super) struct RefutationFile {
    part: PathBuf,
    out: BufWriter<File>,
}

impl RefutationFile {
    /// Creates the file under a temporary name.
    pub(super) fn create(file: &Path) -> Result<RefutationFile, String> {
        let part = part_of(file);
        let created = File::create(&part);
        let created = created.map_err(|error| format!("{}: {error}", part.display()))?;
        let out = BufWriter::new(created);
        Ok(RefutationFile { part, out })
    }

    pub(super) fn part(&self) -> PathBuf {
        self.part.clone()
    }

    pub(super) fn into_out(self) -> BufWriter<File> {
        self.out
    }

    /// Completes the file and gives it its name, or removes it; returns its size in bytes.
    pub(super) fn finish(
        mut out: BufWriter<File>,
        part: &Path,
        file: &Path,
        is_kept: bool,
    ) -> Result<Option<u64>, String> {
        keep_or_remove(out.flush(), part, file, is_kept)
    }
}

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
    let (mut cnf, refutation) = (
        RefutationFile::create(&cnf_name)?,
        RefutationFile::create(file)?,
    );
    let part = refutation.part();
    let out = refutation.into_out();
    let proved = prove_refutation(instance, request, format, &mut cnf.out, out);
    let (report, out) = match proved {
        Ok(proved) => proved,
        Err(error) => {
            for part in [&part, &cnf.part] {
                // It may be gone already.
                let _ = fs::remove_file(part);
            }
            return Err(error.to_string());
        }
    };
    let is_proved = matches!(report.verdict, Verdict::Unique | Verdict::None);
    let cnf_size = RefutationFile::finish(cnf.out, &cnf.part, &cnf_name, is_proved)?;
    let size = RefutationFile::finish(out, &part, file, is_proved)?;
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
    let statement = Statement::of_dimacs(&source.text);
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
    let part = part_of(file);
    let created = File::create(&part).map_err(|error| format!("{}: {error}", part.display()))?;
    let out = GzEncoder::new(BufWriter::new(created), Compression::fast());
    Ok((part, out))
}

/// Completes the file and gives it its name, or removes it; returns its size in bytes.
fn finish(out: ProofFile, part: &Path, file: &Path, is_kept: bool) -> Result<Option<u64>, String> {
    let written = out.finish().and_then(|mut out| out.flush());
    keep_or_remove(written, part, file, is_kept)
}

/// The temporary name of a file.
fn part_of(file: &Path) -> PathBuf {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    PathBuf::from(part)
}

/// Gives a file that was written its name, or removes it; returns its size in bytes.
fn keep_or_remove(
    written: io::Result<()>,
    part: &Path,
    file: &Path,
    is_kept: bool,
) -> Result<Option<u64>, String> {
    let kept = match is_kept {
        true => written.and_then(|()| fs::rename(part, file)),
        false => fs::remove_file(part),
    };
    let size = kept.and_then(|()| is_kept.then(|| fs::metadata(file)).transpose());
    let size = size.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(size.map(|about| about.len()))
}
