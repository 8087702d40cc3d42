//! The files that MiniZinc needs: the library of globals, and the solver configuration. This module has their texts and writes no files.

/// One file of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! file {
    ($name:literal) => {
        File {
            name: concat!($name, ".mzn"),
            text: include_str!(concat!(
                "../../../share/minizinc/gridwright/",
                $name,
                ".mzn"
            )),
        }
    };
}

/// The library: the files of `share/minizinc/gridwright`.
pub const LIBRARY: &[File] = &[
    file!("fzn_all_different_int"),
    file!("fzn_all_different_int_imp"),
    file!("fzn_all_different_int_reif"),
    file!("fzn_all_equal_int"),
    file!("fzn_alldifferent_except_0"),
    file!("fzn_alldifferent_except_0_imp"),
    file!("fzn_alldifferent_except_0_reif"),
    file!("fzn_among"),
    file!("fzn_among_imp"),
    file!("fzn_among_reif"),
    file!("fzn_at_least_int"),
    file!("fzn_at_least_int_imp"),
    file!("fzn_at_least_int_reif"),
    file!("fzn_at_most_int"),
    file!("fzn_at_most_int_imp"),
    file!("fzn_at_most_int_reif"),
    file!("fzn_circuit"),
    file!("fzn_circuit_imp"),
    file!("fzn_circuit_reif"),
    file!("fzn_connected"),
    file!("fzn_connected_imp"),
    file!("fzn_connected_reif"),
    file!("fzn_count_eq"),
    file!("fzn_count_eq_imp"),
    file!("fzn_count_eq_reif"),
    file!("fzn_count_geq"),
    file!("fzn_count_geq_imp"),
    file!("fzn_count_geq_reif"),
    file!("fzn_count_gt"),
    file!("fzn_count_gt_imp"),
    file!("fzn_count_gt_reif"),
    file!("fzn_count_leq"),
    file!("fzn_count_leq_imp"),
    file!("fzn_count_leq_reif"),
    file!("fzn_count_lt"),
    file!("fzn_count_lt_imp"),
    file!("fzn_count_lt_reif"),
    file!("fzn_count_neq"),
    file!("fzn_count_neq_imp"),
    file!("fzn_count_neq_reif"),
    file!("fzn_cumulative"),
    file!("fzn_cumulative_imp"),
    file!("fzn_cumulative_reif"),
    file!("fzn_dconnected"),
    file!("fzn_dconnected_imp"),
    file!("fzn_dconnected_reif"),
    file!("fzn_disjunctive"),
    file!("fzn_dpath_enum"),
    file!("fzn_dpath_enum_imp"),
    file!("fzn_dpath_enum_reif"),
    file!("fzn_dpath_int"),
    file!("fzn_dpath_int_imp"),
    file!("fzn_dpath_int_reif"),
    file!("fzn_dreachable_enum"),
    file!("fzn_dreachable_enum_imp"),
    file!("fzn_dreachable_enum_reif"),
    file!("fzn_dreachable_int"),
    file!("fzn_dreachable_int_imp"),
    file!("fzn_dreachable_int_reif"),
    file!("fzn_dtree_enum"),
    file!("fzn_dtree_enum_imp"),
    file!("fzn_dtree_enum_reif"),
    file!("fzn_dtree_int"),
    file!("fzn_dtree_int_imp"),
    file!("fzn_dtree_int_reif"),
    file!("fzn_exactly_int"),
    file!("fzn_exactly_int_imp"),
    file!("fzn_exactly_int_reif"),
    file!("fzn_global_cardinality"),
    file!("fzn_global_cardinality_closed"),
    file!("fzn_global_cardinality_closed_imp"),
    file!("fzn_global_cardinality_closed_reif"),
    file!("fzn_global_cardinality_imp"),
    file!("fzn_global_cardinality_low_up"),
    file!("fzn_global_cardinality_low_up_closed"),
    file!("fzn_global_cardinality_low_up_closed_imp"),
    file!("fzn_global_cardinality_low_up_closed_reif"),
    file!("fzn_global_cardinality_low_up_imp"),
    file!("fzn_global_cardinality_low_up_reif"),
    file!("fzn_global_cardinality_reif"),
    file!("fzn_inverse"),
    file!("fzn_inverse_imp"),
    file!("fzn_inverse_reif"),
    file!("fzn_lex_less_bool"),
    file!("fzn_lex_less_bool_imp"),
    file!("fzn_lex_less_bool_reif"),
    file!("fzn_lex_less_int"),
    file!("fzn_lex_less_int_imp"),
    file!("fzn_lex_less_int_reif"),
    file!("fzn_lex_lesseq_bool"),
    file!("fzn_lex_lesseq_bool_imp"),
    file!("fzn_lex_lesseq_bool_reif"),
    file!("fzn_lex_lesseq_int"),
    file!("fzn_lex_lesseq_int_imp"),
    file!("fzn_lex_lesseq_int_reif"),
    file!("fzn_path_enum"),
    file!("fzn_path_enum_imp"),
    file!("fzn_path_enum_reif"),
    file!("fzn_path_int"),
    file!("fzn_path_int_imp"),
    file!("fzn_path_int_reif"),
    file!("fzn_reachable_enum"),
    file!("fzn_reachable_enum_imp"),
    file!("fzn_reachable_enum_reif"),
    file!("fzn_reachable_int"),
    file!("fzn_reachable_int_imp"),
    file!("fzn_reachable_int_reif"),
    file!("fzn_regular"),
    file!("fzn_regular_imp"),
    file!("fzn_regular_reif"),
    file!("fzn_subcircuit"),
    file!("fzn_subcircuit_imp"),
    file!("fzn_subcircuit_reif"),
    file!("fzn_table_bool"),
    file!("fzn_table_bool_imp"),
    file!("fzn_table_bool_reif"),
    file!("fzn_table_int"),
    file!("fzn_table_int_imp"),
    file!("fzn_table_int_reif"),
    file!("fzn_tree_enum"),
    file!("fzn_tree_enum_imp"),
    file!("fzn_tree_enum_reif"),
    file!("fzn_tree_int"),
    file!("fzn_tree_int_imp"),
    file!("fzn_tree_int_reif"),
    file!("fzn_value_precede_chain_int"),
    file!("fzn_value_precede_chain_int_imp"),
    file!("fzn_value_precede_chain_int_reif"),
    file!("fzn_value_precede_int"),
    file!("fzn_value_precede_int_imp"),
    file!("fzn_value_precede_int_reif"),
    file!("gridwright_paths"),
    file!("redefinitions"),
    file!("redefinitions-2.0"),
];

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
  "tags": ["cp", "int", "lcg"],
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
        let folder = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../share/minizinc/gridwright"
        );
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
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
                if !has_body && !predicate.contains("float") {
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
