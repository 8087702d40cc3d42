//! The libraries that a program may name in `use_module(library(Name))`, and the operators they add.

use gridwright_term::{Fixity, Operators};

/// Whether a library's predicates are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Availability {
    /// All programs have its predicates.
    Here,
    /// SWI-Prolog has it; here its predicates are missing.
    Missing,
    /// There is no such library.
    Unknown,
}

/// Libraries whose predicates every program has.
const HERE: &[&str] = &[
    "aggregate",
    "apply",
    "apply_macros",
    "arithmetic",
    "assoc",
    "backcomp",
    "chr",
    "clpfd",
    "date",
    "dcg/basics",
    "debug",
    "dif",
    "error",
    "gensym",
    "lists",
    "listing",
    "nb_set",
    "occurs",
    "option",
    "ordsets",
    "pairs",
    "prolog_code",
    "quintus",
    "random",
    "rbtrees",
    "readutil",
    "solution_sequences",
    "statistics",
    "strings",
    "tabling",
    "terms",
    "ugraphs",
    "varnumbers",
    "when",
    "yall",
    // These name what is built in elsewhere.
    "between",
    "system",
    "timeout",
    "hprolog",
    "dialect/hprolog",
    "dialect",
    "sort",
    "chr/chr_runtime",
    "chr/chr_translate",
    "chr_runtime",
];

/// Libraries of SWI-Prolog whose predicates are not here.
const MISSING: &[&str] = &[
    "clpb",
    "clpr",
    "clpq",
    "csv",
    "dicts",
    "edit",
    "edinburgh",
    "filesex",
    "heaps",
    "http/json",
    "http/http_open",
    "http/http_server",
    "http/thread_httpd",
    "http/http_dispatch",
    "http/html_write",
    "http/http_json",
    "main",
    "optparse",
    "pcre",
    "persistency",
    "plunit",
    "pio",
    "pprint",
    "process",
    "prolog_stack",
    "prolog_source",
    "qsave",
    "quasi_quotations",
    "readln",
    "record",
    "settings",
    "sgml",
    "shell",
    "simplex",
    "socket",
    "sandbox",
    "tables",
    "threadutil",
    "thread",
    "thread_pool",
    "url",
    "uri",
    "unix",
    "www_browser",
    "xpath",
    "nb_rbtrees",
    "pure_input",
    "pengines",
    "ansi_term",
    "check",
    "codesio",
    "charsio",
    "ctypes",
    "make",
    "modules",
    "operators",
    "oset",
    "prolog_xref",
    "prolog_pack",
    "protobufs",
    "rdf",
    "semweb/rdf_db",
    "semweb/rdf11",
    "semweb/turtle",
    "tipc",
    "tty",
    "wise_mappn",
    "yaml",
    "redis",
    "paxos",
    "lazy_lists",
    "intercept",
    "increval",
    "hashtable",
    "edit",
    "explain",
    "dcg/high_order",
    "crypto",
    "md5",
    "sha",
    "base64",
    "base32",
    "utf8",
    "portray_text",
    "nb_terms",
    "macros",
    "coinduction",
    "checklast",
    "checkselect",
    "atts",
    "attvar",
    "system_stats",
    "samsort",
    "mutable",
    "bdb",
    "archive",
];

/// What is known about a library.
pub(crate) fn availability(name: &str) -> Availability {
    if HERE.contains(&name) {
        Availability::Here
    } else if MISSING.contains(&name) {
        Availability::Missing
    } else {
        Availability::Unknown
    }
}

use Fixity::{Fy, Xfx, Xfy, Yfx};

/// The operators of `library(clpfd)`.
const CLPFD: &[(u16, Fixity, &str)] = &[
    (760, Yfx, "#<==>"),
    (750, Xfy, "#==>"),
    (750, Yfx, "#<=="),
    (740, Yfx, "#\\/"),
    (730, Yfx, "#\\"),
    (720, Yfx, "#/\\"),
    (710, Fy, "#\\"),
    (700, Xfx, "#>"),
    (700, Xfx, "#<"),
    (700, Xfx, "#>="),
    (700, Xfx, "#=<"),
    (700, Xfx, "#="),
    (700, Xfx, "#\\="),
    (700, Xfx, "in"),
    (700, Xfx, "ins"),
    (700, Xfx, "in_set"),
    (450, Xfx, ".."),
];

/// Adds the operators of a library.
pub(crate) fn add_operators(name: &str, operators: &mut Operators) {
    let added: &[(u16, Fixity, &str)] = match name {
        "clpfd" => CLPFD,
        _ => &[],
    };
    for &(priority, fixity, name) in added {
        operators
            .add(priority, fixity, name)
            .expect("the tables are consistent");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_known_or_not() {
        assert_eq!(availability("lists"), Availability::Here);
        assert_eq!(availability("http/json"), Availability::Missing);
        assert_eq!(availability("listz"), Availability::Unknown);
        assert!(HERE.iter().all(|name| !MISSING.contains(name)));
        let mut operators = Operators::prolog().clone();
        add_operators("clpfd", &mut operators);
        assert_eq!(operators.between("#="), Some((700, 699, 699)));
    }
}
