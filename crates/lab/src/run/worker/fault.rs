//! Fault injection for tests: a fault in one cell must not affect the others.

use std::time::Duration;

/// The environment variable that requests a fault, as `abort:NAME` with the name of an instance.
pub const FAULT_VARIABLE: &str = "GRIDWRIGHT_LAB_FAULT";

/// A fault in the cells of one instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    kind: FaultKind,
    instance: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FaultKind {
    /// Panics.
    Panic,
    /// Aborts the process.
    Abort,
    /// Sleeps for ever and ignores all limits.
    Hang,
    /// Allocates memory without end.
    Eat,
}

impl Fault {
    pub(crate) fn parse(text: &str) -> Result<Fault, String> {
        let invalid = || {
            format!(
                "{FAULT_VARIABLE} must be panic, abort, hang or eat, followed by a colon and an instance name"
            )
        };
        let (word, instance) = text.split_once(':').ok_or_else(invalid)?;
        let kind = match word {
            "panic" => FaultKind::Panic,
            "abort" => FaultKind::Abort,
            "hang" => FaultKind::Hang,
            "eat" => FaultKind::Eat,
            _ => return Err(invalid()),
        };
        Ok(Fault {
            kind,
            instance: instance.to_owned(),
        })
    }

    /// Triggers the fault if the instance matches.
    pub(crate) fn trigger(&self, instance: &str) {
        if self.instance != instance {
            return;
        }
        match self.kind {
            FaultKind::Panic => panic!("a fault on purpose"),
            FaultKind::Abort => std::process::abort(),
            FaultKind::Hang => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            FaultKind::Eat => {
                let mut eaten: Vec<Vec<u8>> = Vec::new();
                loop {
                    // Only written memory becomes resident; the pause lets the run notice it before the machine is full.
                    eaten.push(vec![1; 8 << 20]);
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }
}
