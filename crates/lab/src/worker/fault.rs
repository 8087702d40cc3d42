//! Faults on purpose: what tests let happen to a cell, to see that the others go on. Nothing else asks for them.

use std::time::Duration;

/// The name of the variable of the environment that asks for one: `abort:NAME`, where the name is that of an instance.
pub const FAULT: &str = "GRIDWRIGHT_LAB_FAULT";

/// What happens, and to the cells of which instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    what: What,
    instance: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    /// It panics.
    Panic,
    /// Its process ends at once.
    Abort,
    /// It does nothing, for ever, and does not look at its limits.
    Hang,
    /// It takes memory until there is none.
    Eat,
}

impl Fault {
    pub(crate) fn read(text: &str) -> Result<Fault, String> {
        let wrong = || format!("{FAULT} is panic, abort, hang or eat, a colon and an instance");
        let (word, instance) = text.split_once(':').ok_or_else(wrong)?;
        let what = match word {
            "panic" => What::Panic,
            "abort" => What::Abort,
            "hang" => What::Hang,
            "eat" => What::Eat,
            _ => return Err(wrong()),
        };
        Ok(Fault {
            what,
            instance: instance.to_owned(),
        })
    }

    /// Happens, if this is its instance.
    pub(crate) fn happen(&self, instance: &str) {
        if self.instance != instance {
            return;
        }
        match self.what {
            What::Panic => panic!("a fault on purpose"),
            What::Abort => std::process::abort(),
            What::Hang => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            What::Eat => {
                let mut eaten: Vec<Vec<u8>> = Vec::new();
                loop {
                    // Memory counts when it is written to; the pause lets it be seen before the machine is full.
                    eaten.push(vec![1; 8 << 20]);
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }
}
