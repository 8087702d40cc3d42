//! Writing proofs to files.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use gridwright::proving::prove;
use gridwright::{AnyInstance, BoxedInstance, Report, Request, Verdict};

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

/// Creates the file under a temporary name.
pub(super) fn create(file: &Path) -> Result<(PathBuf, ProofFile), String> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let created = File::create(&part).map_err(|error| format!("{}: {error}", part.display()))?;
    let out = GzEncoder::new(BufWriter::new(created), Compression::fast());
    Ok((part, out))
}

/// Completes the file and gives it its name, or removes it; returns its size in bytes.
pub(super) fn finish(
    out: ProofFile,
    part: &Path,
    file: &Path,
    is_kept: bool,
) -> Result<Option<u64>, String> {
    let written = out.finish().and_then(|mut out| out.flush());
    let kept = match is_kept {
        true => written.and_then(|()| fs::rename(part, file)),
        false => fs::remove_file(part),
    };
    let size = kept.and_then(|()| is_kept.then(|| fs::metadata(file)).transpose());
    let size = size.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(size.map(|about| about.len()))
}
