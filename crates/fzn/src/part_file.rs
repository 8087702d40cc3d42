//! Files that exist only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// A file under a temporary name. It is removed unless it is completed.
#[derive(Debug)]
pub struct PartFile {
    part: PathBuf,
    file: PathBuf,
    is_done: bool,
}

impl PartFile {
    /// Creates the file.
    pub fn create(file: &Path) -> Result<(PartFile, BufWriter<File>), String> {
        let mut part = file.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let created = File::create(&part);
        let created = created.map_err(|error| format!("{}: {error}", part.display()))?;
        let file = PartFile {
            part,
            file: file.to_owned(),
            is_done: false,
        };
        Ok((file, BufWriter::new(created)))
    }

    /// Gives the file its name if it is to be kept and was written; returns its size in bytes.
    pub fn finish(mut self, written: io::Result<()>, is_kept: bool) -> Result<Option<u64>, String> {
        if !is_kept {
            return Ok(None);
        }
        let renamed = written.and_then(|()| fs::rename(&self.part, &self.file));
        self.is_done = renamed.is_ok();
        let size = renamed.and_then(|()| fs::metadata(&self.file));
        let size = size.map_err(|error| format!("{}: {error}", self.file.display()))?;
        Ok(Some(size.len()))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_done {
            // It may be gone already.
            let _ = fs::remove_file(&self.part);
        }
    }
}
