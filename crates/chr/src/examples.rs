//! The example programs in `programs`, as text.

macro_rules! programs {
    ($($name:literal: $query:literal),* $(,)?) => {
        &[$(($name, $query, include_str!(concat!("../programs/", $name, ".chr")))),*]
    };
}

/// The example programs: name, query and text.
pub const EXAMPLES: &[(&str, &str, &str)] = programs![
    "leq": "leq(A, B), leq(B, C), leq(C, A)",
    "gcd": "gcd(9), gcd(6), gcd(15)",
    "primes": "upto(30)",
    "queens": "queens(6, Columns)",
    "zebra": "zebra(Owner)",
    "union_find": "make(a), make(b), make(c), make(d), union(a, b), union(c, d), union(a, c), find(d, X)",
    "union_find_naive": "make(a), make(b), make(c), union(a, b), union(b, c), find(c, X)",
    "dijkstra": "edge(a, 7, b), edge(a, 1, c), edge(c, 2, d), edge(d, 3, b), edge(b, 1, e), from(a)",
    "fib_memo": "fib(10, M)",
    "fib_up": "upto(20)",
    "merge_sort": "sort_all([5, 3, 8, 1])",
    "exchange_sort": "fill([3, 1, 2], 0)",
    "ram": "triple(7)",
    "bool": "full_adder(1, 0, Carry, Sum, 0)",
    "domain": "colour(Map)",
    "interval": "X in 1..9, Y in 3..4, at_most(X, Y), plus(X, Y, Z), X = 4",
    "types": "type(lam(x, lam(y, app(x, y))), T), type(x, (int -> bool))",
    "hopcroft": "ring(6)",
];
