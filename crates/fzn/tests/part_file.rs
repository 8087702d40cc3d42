//! Files that exist only when they are complete. A program of its own, as no part file can be created after `remove_all`.
#![cfg(unix)]

use std::fs::File;
use std::process::Command;

use gridwright_fzn::PartFile;

/// Opening a pipe waits for its reader. A handler of signals is not kept out meanwhile.
#[test]
fn a_pipe_that_waits_for_its_reader_does_not_keep_a_signal_handler_out() {
    let folder = std::env::temp_dir().join(format!("gridwright-parts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (pipe, file) = (folder.join("pipe"), folder.join("file"));
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let (part, out) = PartFile::create(&file).expect("a file");
    let to_pipe = pipe.clone();
    let writer = std::thread::spawn(move || PartFile::create(&to_pipe).is_ok());
    // The writer probably waits by then; if not, the test passes.
    for _ in 0..100_000 {
        std::thread::yield_now();
    }
    PartFile::remove_all();
    assert!(!folder.join("file.part").exists());
    let reader = File::open(&pipe).expect("a pipe");
    assert!(writer.join().expect("no panic"));
    drop((reader, out));
    // The lock on part files is kept for ever.
    std::mem::forget(part);
    std::fs::remove_dir_all(&folder).expect("it is there");
}
