//! `serve`: the workbench in a browser.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use gridwright_web::{Server, ServerOptions};

use crate::ending::Ending;
use crate::solving::time;

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port to listen on; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen on; by default only this machine can ask
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// A name of this server, beside its addresses and localhost; may be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Take the page from this folder, for those who change it
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// How long a job may take: 60, 2m
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60", help_heading = "Limits")]
    time_limit: Duration,
    /// How many mebibytes a job may take, by the engine's own count
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 1024,
        help_heading = "Limits"
    )]
    memory_limit: usize,
    /// How many jobs run at once; as many as there are processors, if not said
    #[arg(long, value_name = "N", help_heading = "Limits")]
    jobs: Option<usize>,
    /// How many jobs wait
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    queue: usize,
    /// How many jobs one client may have, running and waiting
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = "Limits")]
    jobs_per_client: usize,
    /// How many kibibytes a request may have
    #[arg(
        long,
        value_name = "KIB",
        default_value_t = 4096,
        help_heading = "Limits"
    )]
    body_limit: usize,
}

impl Serve {
    pub(crate) fn run(self) -> Result<Ending, String> {
        if let Some(folder) = self.page.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(format!("{}: this is no folder", folder.display()));
        }
        let usual = ServerOptions::default();
        let plan = ServerOptions {
            bind: self.bind,
            port: self.port,
            hosts: self.host,
            page: self.page,
            time: self.time_limit,
            memory: self.memory_limit.saturating_mul(1 << 20),
            jobs: self.jobs.unwrap_or(usual.jobs),
            queue: self.queue,
            jobs_per_client: self.jobs_per_client,
            body: self.body_limit.saturating_mul(1 << 10),
        };
        let place = format!("{}:{}", self.bind, self.port);
        let server = Server::listen(&plan).map_err(|error| {
            format!(
                "cannot listen on {place}: {error}; --port names another port, 0 any that is free"
            )
        })?;
        let address = server.address().map_err(|error| error.to_string())?;
        let url = match self.bind.is_unspecified() {
            true => format!("http://localhost:{}/", address.port()),
            false => format!("http://{address}/"),
        };
        outln!("The workbench is at {url} - Ctrl-C ends it.");
        if !self.bind.is_loopback() {
            eprintln!("Whoever can reach {address} can use it, and there is no password.");
        }
        if self.open
            && let Err(error) = open(&url)
        {
            eprintln!("no browser was opened ({error}); open {url} yourself");
        }
        server.run().map_err(|error| error.to_string())?;
        Ok(Ending::Well)
    }
}

/// Opens a page in the browser that the system names.
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
