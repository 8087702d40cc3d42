//! Advisories of a RustSec database about the versions of libraries.

use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};

/// An advisory: a package, and the versions without the fault.
#[derive(Clone, Debug)]
pub(crate) struct Advisory {
    id: String,
    package: String,
    /// What its last part is about: a fault, or news such as "unmaintained".
    informational: Option<String>,
    is_withdrawn: bool,
    /// Versions that have no fault: patched ones, and those that never had it.
    sound: Vec<VersionReq>,
}

/// The folder of a database: that of `ADVISORY_DB`, or one in cargo's home.
pub(crate) fn database() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("ADVISORY_DB") {
        return Some(PathBuf::from(folder));
    }
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let mut folders = vec![home.join("advisory-db")];
    // Where cargo-deny keeps its copies.
    if let Ok(inside) = std::fs::read_dir(home.join("advisory-dbs")) {
        folders.extend(inside.flatten().map(|entry| entry.path()));
    }
    folders
        .into_iter()
        .find(|folder| folder.join("crates").is_dir())
}

/// All advisories of a database.
pub(crate) fn load(folder: &Path) -> Result<Vec<Advisory>, String> {
    let read = |folder: &Path| {
        let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        Ok::<_, String>(paths)
    };
    let mut advisories = Vec::new();
    for package in read(&folder.join("crates"))? {
        for file in read(&package)? {
            if file.extension().is_some_and(|ending| ending == "md") {
                let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
                let advisory = parse(&text);
                advisories.push(advisory.map_err(|why| format!("{}: {why}", file.display()))?);
            }
        }
    }
    Ok(advisories)
}

/// Reads an advisory: a table in TOML between fences, followed by prose.
fn parse(text: &str) -> Result<Advisory, String> {
    let (_, rest) = text.split_once("```toml").ok_or("there is no table")?;
    let (table, _) = rest.split_once("```").ok_or("the table has no end")?;
    let table: toml::Table = table.parse().map_err(|error| format!("{error}"))?;
    let advisory = table.get("advisory").and_then(toml::Value::as_table);
    let advisory = advisory.ok_or("there is no [advisory]")?;
    let word = |name: &str| Some(advisory.get(name)?.as_str()?.to_owned());
    let mut sound = Vec::new();
    let versions = table.get("versions").and_then(toml::Value::as_table);
    for name in ["patched", "unaffected"] {
        let list = versions.and_then(|versions| versions.get(name)?.as_array());
        for requirement in list.into_iter().flatten() {
            let requirement = requirement.as_str().unwrap_or_default();
            let parsed = requirement.parse::<VersionReq>();
            sound.push(parsed.map_err(|error| format!("`{requirement}`: {error}"))?);
        }
    }
    Ok(Advisory {
        id: word("id").ok_or("there is no id")?,
        package: word("package").ok_or("there is no package")?,
        informational: word("informational"),
        is_withdrawn: advisory.contains_key("withdrawn"),
        sound,
    })
}

/// What the advisories say about a version of a package; information that is not a fault is left out.
pub(crate) fn about(advisories: &[Advisory], package: &str, version: &str) -> Vec<String> {
    let Ok(parsed) = version.parse::<Version>() else {
        return Vec::new();
    };
    let applies = |advisory: &&Advisory| {
        advisory.package == package
            && !advisory.is_withdrawn
            && matches!(
                advisory.informational.as_deref(),
                None | Some("unsound" | "notice")
            )
            && !advisory.sound.iter().any(|sound| sound.matches(&parsed))
    };
    let found = advisories.iter().filter(applies);
    found
        .map(|advisory| format!("{package} {version}: advisory {}", advisory.id))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(advisory: &str, versions: &str) -> String {
        format!(
            "```toml\n[advisory]\nid = \"RUSTSEC-1\"\npackage = \"a\"\n{advisory}\n[versions]\n{versions}\n```\n# Title\n"
        )
    }

    #[test]
    fn versions_with_a_fault_are_found() {
        let patched = "patched = [\">= 1.2.3\", \"^0.9.5\"]\nunaffected = [\"< 0.8.0\"]";
        for (advisory, versions, version, found) in [
            ("", patched, "1.2.2", true),
            ("", patched, "1.2.3", false),
            ("", patched, "0.9.4", true),
            ("", patched, "0.9.7", false),
            ("", patched, "0.7.1", false),
            ("", "patched = []", "9.0.0", true),
            (
                "informational = \"unmaintained\"",
                "patched = []",
                "9.0.0",
                false,
            ),
            ("informational = \"unsound\"", "patched = []", "9.0.0", true),
            ("withdrawn = \"2024-01-01\"", "patched = []", "9.0.0", false),
        ] {
            let advisory = parse(&text(advisory, versions)).expect("valid");
            let problems = about(std::slice::from_ref(&advisory), "a", version);
            assert_eq!(!problems.is_empty(), found, "{advisory:?} {version}");
            assert!(about(&[advisory], "b", version).is_empty());
        }
        assert!(parse("# No table").is_err());
    }
}
