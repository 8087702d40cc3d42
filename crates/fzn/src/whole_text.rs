//! Texts that are read as a whole, up to a bound and before a deadline: endless input is an error.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use gridwright_fd::Deadline;

/// The most bytes of a text that is read as a whole.
const MAX_TEXT: usize = 256 << 20;

/// The size of a read in bytes; the deadline is checked after each.
const BLOCK: usize = 1 << 16;

/// The longest time between two checks of the deadline while no bytes come.
const PAUSE: Duration = Duration::from_millis(20);

/// The number of blocks that are read ahead.
const N_AHEAD: usize = 4;

/// Bytes to read, from a pipe or a device perhaps.
pub type Bytes = Box<dyn Read + Send>;

/// Opens a source of bytes.
pub type Open = Box<dyn FnOnce() -> io::Result<Bytes> + Send>;

/// A source of bytes that is not open.
pub struct Unopened {
    /// Opens it.
    pub open: Open,
    /// Whether opening and reading may wait for a writer: not for a regular file.
    pub may_wait: bool,
}

impl fmt::Debug for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = f.debug_struct("Unopened");
        parts.field("may_wait", &self.may_wait);
        parts.finish_non_exhaustive()
    }
}

impl Unopened {
    /// A file or a named pipe.
    pub fn file(path: &Path) -> Unopened {
        let path = path.to_owned();
        let may_wait = std::fs::metadata(&path).is_ok_and(|about| !about.is_file());
        Unopened {
            open: Box::new(move || Ok(Box::new(File::open(path)?))),
            may_wait,
        }
    }

    /// Standard input.
    pub fn standard_input() -> Unopened {
        Unopened {
            open: Box::new(|| Ok(Box::new(io::stdin()))),
            may_wait: true,
        }
    }
}

/// Opens a source and reads it to its end. At the deadline, also while a pipe is idle, this is an error of the kind [`TimedOut`](io::ErrorKind::TimedOut).
pub fn read_bytes(source: Unopened, deadline: &Deadline) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    let mut add = |block: &[u8]| {
        all.extend_from_slice(block);
        if all.len() > MAX_TEXT {
            let message = format!("a text of over {} MB is too large", MAX_TEXT >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        match deadline.reached() {
            Some(limit) => Err(io::Error::new(io::ErrorKind::TimedOut, limit.describe())),
            None => Ok(()),
        }
    };
    if !source.may_wait {
        for_each_block(source.open, &mut add)?;
        return Ok(all);
    }
    let (sender, blocks) = sync_channel(N_AHEAD);
    // It ends at the first block that is not received.
    std::thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || {
            let mut send = |block: &[u8]| {
                let sent = sender.send(Ok(block.to_owned()));
                sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
            };
            // An empty block is the end.
            let end = for_each_block(source.open, &mut send).map(|()| Vec::new());
            let _ = sender.send(end);
        })?;
    loop {
        let pause = deadline.remaining().map_or(PAUSE, |time| time.min(PAUSE));
        match blocks.recv_timeout(pause) {
            Ok(block) => match &*block? {
                [] => return Ok(all),
                block => add(block)?,
            },
            Err(RecvTimeoutError::Timeout) => add(&[])?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("reading ended before the end"));
            }
        }
    }
}

/// Opens bytes and takes them in blocks, to their end or to the first error.
fn for_each_block(open: Open, take: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut bytes = open()?;
    let mut block = vec![0; BLOCK];
    loop {
        match bytes.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(n) => take(&block[..n])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads a text to its end, as [`read_bytes`] does.
pub fn read_text(source: Unopened, deadline: &Deadline) -> io::Result<String> {
    let bytes = read_bytes(source, deadline)?;
    String::from_utf8(bytes).map_err(|error| {
        let message = format!("not UTF-8 text: {}", error.utf8_error());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Reads the text of a file, without a deadline.
pub fn read_text_file(file: &Path) -> io::Result<String> {
    read_text(Unopened::file(file), &Deadline::never())
}

#[cfg(test)]
mod tests {
    use gridwright_fd::Stop;

    use super::*;

    fn source(
        open: impl FnOnce() -> io::Result<Bytes> + Send + 'static,
        may_wait: bool,
    ) -> Unopened {
        Unopened {
            open: Box::new(open),
            may_wait,
        }
    }

    fn endless() -> io::Result<Bytes> {
        Ok(Box::new(io::repeat(b' ')))
    }

    #[test]
    fn texts_are_read_up_to_a_bound() {
        let never = Deadline::never();
        for may_wait in [false, true] {
            let text = |bytes: &'static [u8]| {
                let open = move || Ok(Box::new(bytes) as Bytes);
                read_text(source(open, may_wait), &never)
            };
            assert_eq!(text("é\n".as_bytes()).expect("text"), "é\n");
            let message = text(&[b'a', 0xff]).expect_err("not text").to_string();
            assert!(message.starts_with("not UTF-8 text: invalid"), "{message}");
            let error = read_bytes(source(endless, may_wait), &never).expect_err("endless");
            assert_eq!(error.to_string(), "a text of over 256 MB is too large");
            let open = || Err(io::ErrorKind::NotFound.into());
            let error = read_bytes(source(open, may_wait), &never).expect_err("no file");
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
        }
    }

    /// Bytes that never come.
    struct Idle;

    impl Read for Idle {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            loop {
                std::thread::park();
            }
        }
    }

    #[test]
    fn reading_ends_at_the_deadline() {
        type OpenFn = fn() -> io::Result<Bytes>;
        let opens: [(OpenFn, bool); 4] = [
            (endless, false),
            (endless, true),
            (|| Ok(Box::new(Idle)), true),
            (|| Idle.read(&mut []).map(|_| Box::new(Idle) as Bytes), true),
        ];
        for (open, may_wait) in opens {
            let stop = Stop::new();
            stop.request();
            for (deadline, message) in [
                (
                    Deadline::never().within(Duration::ZERO),
                    "stopped at the time limit",
                ),
                (Deadline::at_stop(stop), "interrupted"),
            ] {
                let error = read_bytes(source(open, may_wait), &deadline);
                let error = error.expect_err("the deadline");
                assert_eq!(error.kind(), io::ErrorKind::TimedOut);
                assert_eq!(error.to_string(), message);
            }
        }
    }
}
