//! `serve`: the web interface.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use gridwright_web::{Server, ServerOptions, Workers, serve_calls};

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Address to listen on; the default accepts local connections only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Additional host name of this server, besides its addresses and localhost; repeatable
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Serve the page from this directory, for development
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Time limit per job: 60, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60", help_heading = "Limits")]
    time_limit: Duration,
    /// Memory limit per job in MiB, as estimated by the engine
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 1024,
        help_heading = "Limits"
    )]
    memory_limit: usize,
    /// Number of jobs run in parallel [default: number of processors]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    jobs: Option<usize>,
    /// Most waiting jobs
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    queue: usize,
    /// Most jobs per client, running and waiting
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = "Limits")]
    jobs_per_client: usize,
    /// Most KiB per request
    #[arg(
        long,
        value_name = "KIB",
        default_value_t = 4096,
        help_heading = "Limits"
    )]
    body_limit: usize,
    /// Run the calls given on standard input; started by the server
    #[arg(long, hide = true)]
    worker: bool,
}

impl Serve {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        if self.worker {
            // Ctrl-C reaches all processes of a terminal; the server stops its workers itself.
            let _ = ctrlc::set_handler(|| ());
            let ended = serve_calls(std::io::stdin(), std::io::stdout(), workers());
            return ended.map_or_else(|error| Err(error.to_string()), |()| Ok(ExitStatus::Success));
        }
        if let Some(folder) = self.page.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(format!("{}: not a directory", folder.display()));
        }
        let defaults = ServerOptions::default();
        let plan = ServerOptions {
            bind: self.bind,
            port: self.port,
            hosts: self.host,
            page: self.page,
            time: self.time_limit,
            memory: self.memory_limit.saturating_mul(1 << 20),
            jobs: self.jobs.unwrap_or(defaults.jobs),
            queue: self.queue,
            jobs_per_client: self.jobs_per_client,
            body: self.body_limit.saturating_mul(1 << 10),
            workers: workers(),
            ..ServerOptions::default()
        };
        let place = format!("{}:{}", self.bind, self.port);
        let server = Server::listen(&plan).map_err(|error| {
            format!(
                "cannot listen on {place}: {error}; choose another port with --port, or 0 for any free port"
            )
        })?;
        let address = server.address().map_err(|error| error.to_string())?;
        let url = match self.bind.is_unspecified() {
            true => format!("http://localhost:{}/", address.port()),
            false => format!("http://{address}/"),
        };
        outln!("Serving at {url} - press Ctrl-C to stop.");
        if !self.bind.is_loopback() {
            eprintln!(
                "Warning: anyone who can reach {address} can use the server; there is no password."
            );
        }
        if self.open
            && let Err(error) = open(&url)
        {
            eprintln!("cannot open a browser ({error}); open {url}");
        }
        server.run().map_err(|error| error.to_string())?;
        Ok(ExitStatus::Success)
    }
}

/// How to start workers. If the path of the program is unknown, calls run in this process.
fn workers() -> Option<Workers> {
    std::env::current_exe().ok().map(|program| Workers {
        program,
        args: vec!["serve".to_owned(), "--worker".to_owned()],
        log: |line| eprintln!("gridwright: {line}"),
    })
}

/// Opens a URL in the default browser.
fn open(url: &str) -> std::io::Result<()> {
    let (program, words): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    Command::new(program)
        .args(words)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(drop)
}
