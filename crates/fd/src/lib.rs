//! Finite domains.
