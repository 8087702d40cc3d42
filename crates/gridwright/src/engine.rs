//! Engines by name: the model engines of `gridwright_solve`, and the two that take a puzzle without a model.

use std::fmt;
use std::str::FromStr;

use gridwright_fd::UnknownName;
use gridwright_solve::ModelEngine;

use crate::error::Error;

/// The engine that answers a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EngineName {
    /// Chosen from the puzzle and the question.
    #[default]
    Auto,
    /// Propagation and search.
    Fd,
    /// Propagation and search that learns nogoods from conflicts.
    Learn,
    /// A CDCL solver on the CNF encoding of the model; constraints without one are checked on its solutions.
    Sat,
    /// Brute force.
    Oracle,
    /// Constraint Handling Rules: runs the puzzle's own CHR program.
    Chr,
    /// SIMD search for 9x9 Sudoku.
    Bulk,
}

impl EngineName {
    /// Every engine with its name.
    pub const NAMES: &'static [(&'static str, EngineName)] = &[
        ("auto", EngineName::Auto),
        ("fd", EngineName::Fd),
        ("learn", EngineName::Learn),
        ("oracle", EngineName::Oracle),
        ("sat", EngineName::Sat),
        ("chr", EngineName::Chr),
        ("bulk", EngineName::Bulk),
    ];
}

impl TryFrom<EngineName> for ModelEngine {
    type Error = Error;

    /// The engine for models; [`EngineName::Chr`] and [`EngineName::Bulk`] take no models.
    fn try_from(name: EngineName) -> Result<ModelEngine, Error> {
        Ok(match name {
            EngineName::Auto => ModelEngine::Auto,
            EngineName::Fd => ModelEngine::Fd,
            EngineName::Learn => ModelEngine::Learn,
            EngineName::Sat => ModelEngine::Sat,
            EngineName::Oracle => ModelEngine::Oracle,
            EngineName::Chr => return Err(Error::NeedsProgram),
            EngineName::Bulk => return Err(Error::NeedsBoard),
        })
    }
}

impl From<ModelEngine> for EngineName {
    fn from(name: ModelEngine) -> EngineName {
        match name {
            ModelEngine::Auto => EngineName::Auto,
            ModelEngine::Fd => EngineName::Fd,
            ModelEngine::Learn => EngineName::Learn,
            ModelEngine::Sat => EngineName::Sat,
            ModelEngine::Oracle => EngineName::Oracle,
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = EngineName::NAMES.iter().find(|(_, item)| item == self);
        f.write_str(entry.map_or("", |(name, _)| name))
    }
}

impl FromStr for EngineName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<EngineName, UnknownName> {
        // The name of the engine `sat` before 0.2.
        let current = if name == "clauses" { "sat" } else { name };
        let entry = EngineName::NAMES
            .iter()
            .find(|(known, _)| *known == current);
        entry.map(|(_, item)| *item).ok_or_else(|| UnknownName {
            name: name.to_owned(),
            known: EngineName::NAMES.iter().map(|(name, _)| *name).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_convert() {
        for (name, item) in EngineName::NAMES {
            assert_eq!(name.parse(), Ok(*item));
            assert_eq!(item.to_string(), *name);
            let takes_models = !matches!(item, EngineName::Chr | EngineName::Bulk);
            let model_engine = ModelEngine::try_from(*item);
            assert_eq!(model_engine.is_ok(), takes_models);
            if let Ok(engine) = model_engine {
                assert_eq!(EngineName::from(engine), *item);
                assert_eq!(engine.to_string(), *name);
            }
        }
        assert_eq!("clauses".parse(), Ok(EngineName::Sat));
        let error = "gecode".parse::<EngineName>().expect_err("no such engine");
        assert_eq!(
            error.to_string(),
            "`gecode` is none of auto, fd, learn, oracle, sat, chr, bulk"
        );
    }
}
