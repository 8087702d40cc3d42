//! Faults in one cell of an experiment, which must not affect the others: crashes, excessive memory, hangs. Also killed and interrupted runs.

mod common;

#[cfg(target_os = "linux")]
use std::process::{Child, Stdio};

use common::{Folder, command_in, err, out, run_in};

const EXPERIMENT: &str = "title = 'Three squares'\nkind = 'magic'\nquestion = 'solve'\n[puzzles]\none = 'order 3'\ntwo = 'order 3'\nthree = 'order 3'\n\
    [fixed]\nengine = 'fd'\n[[axis]]\nname = 'choose'\nvalues = ['indomain_min', 'indomain_max']\n";

/// Instance, verdict and note of every row, sorted.
fn rows(folder: &Folder, to: &str) -> Vec<(String, String, String)> {
    let text = std::fs::read_to_string(folder.0.join(to).join("rows.csv")).expect("rows");
    let lines = text.lines().skip(1);
    let mut rows: Vec<(String, String, String)> = lines
        .map(|line| {
            let words: Vec<&str> = line.splitn(5, ',').collect();
            let note = match words[4].strip_prefix('"') {
                Some(quoted) => quoted.split('"').next(),
                None => words[4].split(',').next(),
            };
            let note = note.unwrap_or_default();
            (words[0].to_owned(), words[3].to_owned(), note.to_owned())
        })
        .collect();
    rows.sort();
    rows
}

/// Runs the experiment with a fault in the instance `two`; the other rows must not change. Returns verdict and note of the rows of `two`, and the output.
fn with_fault(name: &str, fault: &str, limits: &str) -> (Vec<(String, String)>, String) {
    let folder = Folder::new(name);
    folder.write("e.toml", format!("{EXPERIMENT}[limits]\n{limits}\n"));
    let args = ["lab", "run", "e.toml", "--to", "r", "--threads", "2"];
    let mut command = command_in(&folder.0, &args);
    let done = command.env("GRIDWRIGHT_LAB_FAULT", format!("{fault}:two"));
    let done = done.output().expect("the command starts");
    assert!(done.status.success(), "{done:?}");
    let (two, others): (Vec<_>, Vec<_>) = rows(&folder, "r")
        .into_iter()
        .partition(|(instance, ..)| instance == "two");
    let settled = |instance: &str| {
        let row = (instance.to_owned(), "solved".to_owned(), String::new());
        [row.clone(), row]
    };
    assert_eq!(others, [settled("one"), settled("three")].concat());
    assert_eq!(two.len(), 2, "{two:?}");

    // Without the fault, `--retry` runs the unsettled cells again, and only those.
    let again = ["lab", "run", "e.toml", "--to", "r", "--retry"];
    assert!(run_in(&folder.0, &again).status.success());
    let all = [settled("one"), settled("three"), settled("two")].concat();
    assert_eq!(rows(&folder, "r"), all);
    let page = out(&done).to_owned();
    let two = two.into_iter().map(|(_, verdict, note)| (verdict, note));
    (two.collect(), page)
}

#[test]
fn a_panic_becomes_a_row_with_its_message() {
    let (two, printed) = with_fault("lab-panic", "panic", "time = 60.0");
    for (verdict, note) in two {
        assert_eq!((&*verdict, &*note), ("crashed", "a fault on purpose"));
    }
    let line = "crashed: two indomain_min: a fault on purpose\n";
    assert!(printed.contains(line), "{printed}");
    assert!(
        printed.contains("6 rows, 2 of them unsettled\n"),
        "{printed}"
    );
}

#[test]
fn a_crashed_process_does_not_stop_the_others() {
    let (two, printed) = with_fault("lab-abort", "abort", "time = 60.0");
    for (verdict, note) in two {
        assert_eq!(verdict, "crashed");
        assert!(note.starts_with("the process exited, "), "{note}");
    }
    assert!(
        printed.contains("crashed: two indomain_max: the process"),
        "{printed}"
    );
}

#[test]
fn a_cell_that_ignores_its_limits_is_killed() {
    let (two, _) = with_fault("lab-hang", "hang", "time = 0.2");
    for (verdict, note) in two {
        assert_eq!((&*verdict, &*note), ("stopped", "time"));
    }
}

/// Starts a run that hangs in `two`, when `one` and `three` are finished: puzzles run in the order of their names.
#[cfg(target_os = "linux")]
fn hanging_run(folder: &Folder) -> Child {
    let child = command_in(&folder.0, &["lab", "run", "e.toml", "--to", "r"])
        .env("GRIDWRIGHT_LAB_FAULT", "hang:two")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let n_rows = || {
        let text = std::fs::read_to_string(folder.0.join("r/rows.csv"));
        text.map_or(0, |text| text.lines().count())
    };
    while n_rows() < 5 {
        std::thread::yield_now();
    }
    child
}

/// After Ctrl-C, finished rows are kept and the run can be resumed.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_finished_rows() {
    let folder = Folder::new("lab-interrupted");
    folder.write("e.toml", EXPERIMENT);
    let child = hanging_run(&folder);
    // A terminal sends SIGINT to all processes; workers ignore it.
    let mut ids = workers_of(child.id());
    ids.push(child.id().to_string());
    for id in ids {
        let signal = format!("kill -INT {id}");
        let sent = std::process::Command::new("sh")
            .args(["-c", &signal])
            .status();
        assert!(sent.expect("a shell").success());
    }
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(30));
    let printed = out(&done);
    assert!(
        printed.starts_with("4 rows, 0 of them unsettled\n"),
        "{printed}"
    );
    assert!(
        printed.contains("Interrupted; continue with --resume"),
        "{printed}"
    );
    let again = ["lab", "run", "e.toml", "--to", "r", "--resume"];
    assert!(run_in(&folder.0, &again).status.success());
    let all = rows(&folder, "r");
    assert!(
        all.len() == 6 && all.iter().all(|row| row.1 == "solved"),
        "{all:?}"
    );
}

/// The process ids of the workers of a run.
#[cfg(target_os = "linux")]
fn workers_of(id: u32) -> Vec<String> {
    let of_threads = std::fs::read_dir(format!("/proc/{id}/task")).expect("threads");
    let children = of_threads
        .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let children: Vec<String> = children.collect();
    let ids = children.iter().flat_map(|text| text.split_whitespace());
    ids.map(str::to_owned).collect()
}

/// Needs a system that reports the memory of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_cell_over_its_memory_limit_is_killed() {
    let (two, _) = with_fault("lab-eat", "eat", "memory = 50");
    for (verdict, note) in two {
        assert_eq!((&*verdict, &*note), ("stopped", "memory"));
    }
}

/// A large model, whose memory use grows further by learning.
#[cfg(target_os = "linux")]
#[test]
fn a_large_model_stops_at_its_memory_limit() {
    let folder = Folder::new("lab-large");
    let text = "title = 'Large'\nkind = 'magic'\n[puzzles]\nlarge = 'order 45'\nsmall = 'order 3'\n[fixed]\nengine = 'learn'\n\
        [[axis]]\nname = 'seed'\nvalues = ['1']\n[limits]\nmemory = 50\n";
    folder.write("e.toml", text);
    let done = run_in(&folder.0, &["lab", "run", "e.toml", "--to", "r"]);
    assert!(done.status.success(), "{done:?}");
    let row = |instance: &str, verdict: &str, note: &str| {
        (instance.to_owned(), verdict.to_owned(), note.to_owned())
    };
    assert_eq!(
        rows(&folder, "r"),
        [
            row("large", "stopped", "memory"),
            row("small", "solved", "")
        ]
    );
    let page = std::fs::read_to_string(folder.0.join("r/report.html")).expect("a page");
    assert!(page.contains("stopped: memory"), "the page has the reason");
}

#[test]
fn other_engines_keep_the_limits_too() {
    let folder = Folder::new("lab-eclipse");
    let text = "title = 'Nodes'\nkind = 'sudoku'\nset = 'sudoku/reports'\nonly = ['lambda', 'expert']\n[fixed]\nengine = 'eclipse'\n\
        [[axis]]\nname = 'alldifferent'\nvalues = ['ic', 'ic_global']\n[limits]\nnodes = 100\n";
    folder.write("e.toml", text);
    let done = run_in(&folder.0, &["lab", "run", "e.toml", "--to", "r"]);
    assert!(done.status.success(), "{done:?}");
    let csv = std::fs::read_to_string(folder.0.join("r/rows.csv")).expect("rows");
    let lambda = csv.lines().find(|line| line.starts_with("lambda,ic,"));
    let lambda = lambda.expect("a row");
    assert!(
        lambda.starts_with("lambda,ic,1,stopped,nodes,0,100,"),
        "{lambda}"
    );
}

/// When a run is killed, its workers end, even in the middle of a cell.
#[cfg(target_os = "linux")]
#[test]
fn workers_end_with_their_run() {
    let folder = Folder::new("lab-orphan");
    folder.write("e.toml", EXPERIMENT);
    let mut child = hanging_run(&folder);
    let workers = workers_of(child.id());
    assert_eq!(workers.len(), 1, "{workers:?}");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let is_there = || {
        let about = std::fs::read_to_string(format!("/proc/{}/cmdline", workers[0]));
        about.is_ok_and(|about| about.contains("worker"))
    };
    for _ in 0..2000 {
        if !is_there() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("worker {} goes on after its run", workers[0]);
}

#[test]
fn a_published_table_is_found_next_to_the_experiment() {
    let folder = Folder::new("lab-table");
    let published = "[published]\ntable = \"mine.csv\"\nkeys = { puzzle = \"instance\" }\ncount = \"failures\"\nours = \"failures\"\n";
    folder.write("sub/e.toml", format!("{EXPERIMENT}{published}"));
    let args = ["lab", "run", "sub/e.toml", "--to", "r"];
    let refused = run_in(&folder.0, &args);
    assert_eq!(refused.status.code(), Some(2));
    let message = err(&refused);
    assert!(
        message.starts_with(
            "sub/e.toml:14:9: error: expected a built-in table (report000_sudoku_eclipse, "
        ),
        "{message}"
    );
    assert!(
        message.contains("or a file; tried sub/mine.csv: ") && message.contains(", and mine.csv: "),
        "{message}"
    );
    folder.write("sub/mine.csv", "puzzle,failures\none,123456\n");
    let done = run_in(&folder.0, &args);
    assert!(done.status.success(), "{done:?}");
    let printed = out(&done);
    assert!(
        printed.contains("0 of 2 published counts are equal"),
        "{printed}"
    );
    // The folder of the run is self-contained.
    std::fs::remove_dir_all(folder.0.join("sub")).expect("it can be removed");
    let again = run_in(&folder.0, &["lab", "report", "r"]);
    let printed = out(&again);
    assert!(
        printed.contains("0 of 2 published counts are equal"),
        "{again:?}"
    );
}

/// Generated puzzles are saved, so that a resumed run uses the same ones.
#[test]
fn generated_puzzles_are_reused() {
    let folder = Folder::new("lab-made");
    let text = "title = 'Made'\nkind = 'numbrix'\nquestion = 'unique'\n[generated]\nsizes = ['3', '4']\ncount = 2\n\
        [[axis]]\nname = 'consistency'\nvalues = ['value', 'domain']\n";
    folder.write("e.toml", text);
    let go = |more: &str| run_in(&folder.0, &["lab", "run", "e.toml", "--to", "r", more]);
    assert!(go("--fresh").status.success());
    let whole = rows(&folder, "r");
    assert_eq!(whole.len(), 8);
    let puzzles = std::fs::read_to_string(folder.0.join("r/puzzles.txt")).expect("puzzles");
    assert_eq!(puzzles.matches("puzzle ").count(), 4);
    // Removes half of the rows, and replaces a saved puzzle by one without an answer: its verdict shows that the file was read.
    let csv = std::fs::read_to_string(folder.0.join("r/rows.csv")).expect("rows");
    let half: Vec<&str> = csv.lines().take(5).collect();
    folder.write("r/rows.csv", &(half.join("\n") + "\n"));
    let (before, _) = puzzles.split_once("puzzle 4#2").expect("the last one");
    let wrong = format!("{before}puzzle 4#2 4 4\n1 . . .\n. . . .\n. . . .\n. . . 2\n");
    folder.write("r/puzzles.txt", &wrong);
    assert!(go("--resume").status.success());
    let resumed = rows(&folder, "r");
    assert_eq!(resumed.len(), 8);
    let none = resumed.iter().filter(|row| row.1 == "none").count();
    assert_eq!(none, 2, "{resumed:?}");
}
