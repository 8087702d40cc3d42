//! `cargo xtask packages`: the packages of the workspace and of its libraries, as cargo describes them. Checks licences and sources of libraries, advisories about them
//! if a RustSec database is there, and that every crate for publication has what a registry wants. Where `cargo deny` is installed, it runs too.

use crate::{Error, advisories, no_arguments, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// Licences that libraries may have, besides those that their expressions offer as alternatives.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The fields that a published crate needs.
const FIELDS: [&str; 4] = ["description", "keywords", "categories", "license"];

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    no_arguments(args)?;
    let mut packages = listed(metadata(&["--locked"])?);
    // Its lock file follows the manifests of our crates by itself.
    let of_python = metadata(&["--manifest-path", "crates/python/Cargo.toml"])?;
    packages.extend(listed(of_python));
    let mut problems: Vec<String> = packages.iter().flat_map(problems).collect();
    match advisories::database() {
        Some(folder) => {
            let advisories = advisories::load(&folder)
                .map_err(|error| Error::Failed(format!("{}: {error}", folder.display())))?;
            println!("{} advisories in {}", advisories.len(), folder.display());
            problems.extend(packages.iter().flat_map(|package| {
                let text = |name: &str| package[name].as_str().unwrap_or_default();
                advisories::about(&advisories, text("name"), text("version"))
            }));
        }
        None => println!(
            "no advisories were checked: there is no RustSec database; name its folder in ADVISORY_DB, or put it into the folder advisory-db of cargo's home"
        ),
    }
    for problem in &problems {
        println!("{problem}");
    }
    match problems.len() {
        0 => {
            println!(
                "{} packages: licences, sources and descriptions are in order",
                packages.len()
            );
            deny()
        }
        n => Err(Error::Failed(format!("{n} problems"))),
    }
}

/// Runs `cargo deny` by the rules of `deny.toml`, if it is installed.
fn deny() -> Result<(), Error> {
    let version = Command::new("cargo").args(["deny", "--version"]).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let mut checks = vec!["deny", "--offline", "check", "licenses", "sources", "bans"];
    if advisories::database().is_some() {
        checks.push("advisories");
    }
    let status = Command::new("cargo")
        .args(checks)
        .current_dir(root())
        .status();
    match status.is_ok_and(|status| status.success()) {
        true => Ok(()),
        false => Err(Error::Failed("cargo deny found problems".to_owned())),
    }
}

/// The packages of a description, each once per workspace.
fn listed(mut metadata: Value) -> Vec<Value> {
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        _ => Vec::new(),
    }
}

/// What is wrong with a package.
fn problems(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let mut found = Vec::new();
    let mut problem = |what: String| found.push(format!("{name}: {what}"));
    match package["source"].as_str() {
        Some(source) => {
            if !source.starts_with("registry+") {
                problem(format!("comes from {source}, not from a registry"));
            }
            let licence = package["license"].as_str().unwrap_or_default();
            if !is_allowed(licence) {
                problem(format!("the licence `{licence}` is not on the list"));
            }
        }
        // A member of the workspace; `publish = false` is an empty list of registries.
        None if package["publish"].as_array().is_some_and(Vec::is_empty) => {}
        None => {
            for field in FIELDS {
                let value = &package[field];
                if value.as_str().is_none_or(str::is_empty)
                    && value.as_array().is_none_or(Vec::is_empty)
                {
                    problem(format!("has no {field}"));
                }
            }
        }
    }
    found
}

/// Whether a licence expression can be met with licences of the list.
fn is_allowed(expression: &str) -> bool {
    // Some old packages write a slash for `OR`.
    let expression = expression.replace('/', " OR ");
    let allowed =
        |requirement: &spdx::LicenseReq| LICENCES.contains(&requirement.to_string().as_str());
    spdx::Expression::parse(&expression).is_ok_and(|parsed| parsed.evaluate(allowed))
}

/// What cargo knows about the workspace.
fn metadata(options: &[&str]) -> Result<Value, Error> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1"])
        .args(options)
        .current_dir(root())
        .output()
        .map_err(|error| Error::Failed(format!("cargo metadata: {error}")))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let text = String::from_utf8_lossy(&output.stderr);
        Error::Failed(format!("cargo metadata: {}", text.trim()))
    })
}

/// The crates of the workspace: their folders, and the workspace crates that each uses.
pub(crate) struct Workspace(BTreeMap<String, (String, Vec<String>)>);

impl Workspace {
    pub(crate) fn load() -> Result<Workspace, Error> {
        let metadata = metadata(&["--locked", "--no-deps"])?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let above = text(&metadata["workspace_root"]) + "/";
        let mut members = BTreeMap::new();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let manifest = text(&package["manifest_path"]);
            let folder = manifest
                .trim_start_matches(&above)
                .trim_end_matches("/Cargo.toml");
            let used = package["dependencies"].as_array().into_iter().flatten();
            // Crates of the workspace are the ones with a path.
            let used = used
                .filter(|used| used["path"].is_string())
                .map(|used| text(&used["name"]));
            members.insert(text(&package["name"]), (folder.to_owned(), used.collect()));
        }
        Ok(Workspace(members))
    }

    /// A workspace of crates given by name, folder and what they use.
    #[cfg(test)]
    pub(crate) fn of(crates: &[(&str, &str, &[&str])]) -> Workspace {
        let members = crates.iter().map(|(name, folder, used)| {
            let used = used.iter().map(|&used| used.to_owned()).collect();
            ((*name).to_owned(), ((*folder).to_owned(), used))
        });
        Workspace(members.collect())
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The crates that a crate uses, for tests too.
    pub(crate) fn uses(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0
            .get(name)
            .into_iter()
            .flat_map(|(_, used)| used.iter().map(String::as_str))
    }

    /// The crate that a file belongs to.
    pub(crate) fn crate_of(&self, file: &str) -> Option<&str> {
        let mut members = self.0.iter();
        let found = members.find(|(_, (folder, _))| {
            file.strip_prefix(folder.as_str())
                .is_some_and(|rest| rest.starts_with('/'))
        });
        found.map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn deny_allows_the_same_licences() {
        let text = std::fs::read_to_string(root().join("deny.toml")).expect("the file is there");
        let (_, list) = text.split_once("allow = [").expect("a list");
        let (list, _) = list.split_once(']').expect("its end");
        let names = list.split(',').map(|name| name.trim().trim_matches('"'));
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        assert_eq!(names, LICENCES);
    }

    #[test]
    fn licences_are_met_by_one_alternative_or_all_parts() {
        for (expression, allowed) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0-only OR MIT", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT AND GPL-3.0-only", false),
            ("GPL-3.0-only", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(expression), allowed, "{expression}");
        }
    }

    #[test]
    fn sources_and_missing_fields_are_reported() {
        let foreign = json!({"name": "a", "source": "git+x", "license": "MIT"});
        assert_eq!(
            problems(&foreign),
            ["a: comes from git+x, not from a registry"]
        );
        let own = json!({"name": "b", "source": null, "publish": null, "description": "B", "keywords": [], "categories": ["x"], "license": "MIT"});
        assert_eq!(problems(&own), ["b: has no keywords"]);
        let private = json!({"name": "c", "source": null, "publish": []});
        assert!(problems(&private).is_empty());
    }
}
