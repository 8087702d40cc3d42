//! Files that exist only when they are complete.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary names of all files that are not complete, for [`PartFile::remove_all`].
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file under a temporary name. It is removed unless it is completed. A device or a pipe is written directly.
#[derive(Debug)]
pub struct PartFile {
    /// The temporary name, until the file is completed.
    part: Option<PathBuf>,
    file: PathBuf,
}

impl PartFile {
    /// Creates the file.
    pub fn create(file: &Path) -> Result<(PartFile, BufWriter<File>), String> {
        let is_device = fs::metadata(file).is_ok_and(|found| !found.is_file());
        let is_link = fs::symlink_metadata(file).is_ok_and(|found| found.is_symlink());
        // A link stays a link: the file that it names is replaced.
        let file = match is_link && !is_device {
            true => fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()),
            false => file.to_owned(),
        };
        let part = (!is_device).then(|| {
            let mut part = file.as_os_str().to_owned();
            part.push(".part");
            PathBuf::from(part)
        });
        let path = part.as_ref().unwrap_or(&file);
        // While a temporary file is created and recorded, it cannot be missed by a handler that removes all. Opening a pipe may wait.
        let mut parts = part.is_some().then(parts);
        let created = File::create(path);
        if let (Some(parts), Some(part), Ok(_)) = (&mut parts, &part, &created) {
            parts.insert(part.clone());
        }
        drop(parts);
        let created = created.map_err(|error| format!("{}: {error}", file.display()))?;
        if let (Some(part), Ok(old)) = (&part, fs::metadata(&file)) {
            // The new file is as accessible as the old one, as far as that is possible.
            let _ = fs::set_permissions(part, old.permissions());
        }
        Ok((PartFile { part, file }, BufWriter::new(created)))
    }

    /// Writes a whole file. If that fails, the file is what it was before.
    pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
        let (part, mut out) = PartFile::create(file)?;
        let written = out.write_all(bytes.as_ref()).and_then(|()| out.flush());
        part.finish(written, true).map(drop)
    }

    /// Gives the file its name if it is to be kept and was written; returns its size in bytes.
    pub fn finish(mut self, written: io::Result<()>, is_kept: bool) -> Result<Option<u64>, String> {
        if !is_kept {
            return Ok(None);
        }
        let renamed = written.and_then(|()| match &self.part {
            Some(part) => fs::rename(part, &self.file),
            None => Ok(()),
        });
        if renamed.is_ok()
            && let Some(part) = self.part.take()
        {
            parts().remove(&part);
        }
        let size = renamed.and_then(|()| fs::metadata(&self.file));
        let size = size.map_err(|error| format!("{}: {error}", self.file.display()))?;
        Ok(Some(size.len()))
    }

    /// Removes all files that are not complete, and lets no further ones be created: for a handler of signals that ends the process at once.
    pub fn remove_all() {
        let mut parts = parts();
        for part in std::mem::take(&mut *parts) {
            // It may be gone already.
            let _ = fs::remove_file(part);
        }
        // The lock is kept.
        std::mem::forget(parts);
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // It may be gone already.
            let _ = fs::remove_file(part);
            parts().remove(part);
        }
    }
}
