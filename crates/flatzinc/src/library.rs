//! The files that MiniZinc needs: the library of globals, and the solver configuration. This module has their texts and writes no files.

/// One file of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! library {
    ([$($reified:literal),* $(,)?], [$($plain:literal),* $(,)?]) => {
        &[
            $(
                library!(file $reified, ""),
                library!(file $reified, "_imp"),
                library!(file $reified, "_reif"),
            )*
            $(library!(file $plain, ""),)*
        ]
    };
    (file $name:literal, $suffix:literal) => {
        File {
            name: concat!($name, $suffix, ".mzn"),
            text: include_str!(concat!(
                "../library/",
                $name,
                $suffix,
                ".mzn"
            )),
        }
    };
}

/// The library: the files of `library`. Globals in the first list have a reified and a half-reified form in files of their own.
pub const LIBRARY: &[File] = library!(
    [
        "fzn_all_different_int",
        "fzn_alldifferent_except_0",
        "fzn_among",
        "fzn_at_least_int",
        "fzn_at_most_int",
        "fzn_circuit",
        "fzn_connected",
        "fzn_count_eq",
        "fzn_count_geq",
        "fzn_count_gt",
        "fzn_count_leq",
        "fzn_count_lt",
        "fzn_count_neq",
        "fzn_cumulative",
        "fzn_dconnected",
        "fzn_disjunctive_strict",
        "fzn_dpath_enum",
        "fzn_dpath_int",
        "fzn_dreachable_enum",
        "fzn_dreachable_int",
        "fzn_dtree_enum",
        "fzn_dtree_int",
        "fzn_exactly_int",
        "fzn_global_cardinality",
        "fzn_global_cardinality_closed",
        "fzn_global_cardinality_low_up",
        "fzn_global_cardinality_low_up_closed",
        "fzn_inverse",
        "fzn_lex_less_bool",
        "fzn_lex_less_int",
        "fzn_lex_lesseq_bool",
        "fzn_lex_lesseq_int",
        "fzn_path_enum",
        "fzn_path_int",
        "fzn_reachable_enum",
        "fzn_reachable_int",
        "fzn_regular",
        "fzn_subcircuit",
        "fzn_table_bool",
        "fzn_table_int",
        "fzn_tree_enum",
        "fzn_tree_int",
        "fzn_value_precede_chain_int",
        "fzn_value_precede_int",
    ],
    [
        "fzn_all_equal_int",
        "fzn_disjunctive",
        "gridwright_paths",
        "redefinitions",
        "redefinitions-2.0",
    ]
);

/// The solver configuration for MiniZinc, with the paths of the executable and of the library.
pub fn configuration(executable: &str, library: &str) -> String {
    format!(
        r#"{{
  "id": "org.gridwright.gridwright",
  "name": "Gridwright",
  "description": "Finite domains with learning; native connectivity, circuits and paths",
  "version": "{}",
  "mznlib": {},
  "executable": {},
  "tags": ["cp", "int", "float", "lcg"],
  "stdFlags": ["-a", "-f", "-i", "-n", "-p", "-r", "-s", "-t", "-v"],
  "supportsMzn": false,
  "supportsFzn": true,
  "needsSolns2Out": true,
  "needsMznExecutable": false,
  "needsStdlibDir": false,
  "isGUIApplication": false
}}
"#,
        env!("CARGO_PKG_VERSION"),
        quoted(library),
        quoted(executable),
    )
}

/// A string in JSON.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::constraints::is_known;

    #[test]
    fn every_file_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/library");
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let entries = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = entries
            .map(|name| name.into_string().expect("text"))
            .collect();
        names.sort();
        let mut listed: Vec<&str> = LIBRARY.iter().map(|file| file.name).collect();
        listed.sort_unstable();
        assert_eq!(names, listed);
    }

    /// A predicate without a body is passed to the solver.
    #[test]
    fn predicates_without_a_body_are_known() {
        let mut n_kept = 0;
        for File { name, text } in LIBRARY {
            for item in text.split("predicate ").skip(1) {
                let item = item.split(';').next().unwrap_or_default();
                let (predicate, rest) = item.split_once('(').expect("a predicate has arguments");
                let has_body = rest
                    .rsplit(')')
                    .next()
                    .is_some_and(|tail| tail.contains('='))
                    || rest.contains(") =");
                if !has_body {
                    assert!(is_known(predicate), "{name}: {predicate}");
                    n_kept += 1;
                }
            }
        }
        assert!(n_kept > 80, "{n_kept}");
    }

    #[test]
    fn paths_are_quoted() {
        let text = configuration("/a \"b\"/fzn", "C:\\lib");
        assert!(text.contains(r#""executable": "/a \"b\"/fzn""#), "{text}");
        assert!(text.contains(r#""mznlib": "C:\\lib""#), "{text}");
    }
}
