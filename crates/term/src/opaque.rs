//! Opaque values: Rust values inside terms.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

/// A Rust value inside a term. Programs can pass it on, store it and compare it, but not look inside: it is equal only to
/// itself and its copies, whatever the value is. It is printed as `<type>(0x1)` and cannot be parsed.
///
/// ```
/// use gridwright_term::{Opaque, Term};
///
/// let socket = Opaque::new("socket", vec![1_u8, 2]);
/// let term = Term::compound("open", [Term::Opaque(socket.clone())]);
/// let Term::Opaque(inside) = &term.args()[0] else { panic!() };
/// assert_eq!(inside, &socket);
/// assert_eq!(inside.get::<Vec<u8>>(), Some(&vec![1, 2]));
/// assert_eq!(inside.get::<String>(), None);
/// assert_ne!(Opaque::new("socket", 1), Opaque::new("socket", 1));
/// ```
#[derive(Clone)]
pub struct Opaque {
    id: u64,
    kind: &'static str,
    value: Arc<dyn Any + Send + Sync>,
}

/// The number of the next value.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl Opaque {
    /// Makes a value that terms can contain; `kind` is the type's name in printed terms.
    pub fn new(kind: &'static str, value: impl Any + Send + Sync) -> Opaque {
        Opaque {
            id: NEXT.fetch_add(1, Memory::Relaxed),
            kind,
            value: Arc::new(value),
        }
    }

    /// The value, if it has this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.value.downcast_ref()
    }

    /// The type's name in printed terms.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// A number that no other value has. It grows with every value made.
    pub fn id(&self) -> u64 {
        self.id
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>({:#x})", self.kind, self.id)
    }
}

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Opaque {
    fn eq(&self, other: &Opaque) -> bool {
        self.id == other.id
    }
}

impl Eq for Opaque {}

impl Hash for Opaque {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl PartialOrd for Opaque {
    fn partial_cmp(&self, other: &Opaque) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Opaque {
    fn cmp(&self, other: &Opaque) -> Ordering {
        self.id.cmp(&other.id)
    }
}
