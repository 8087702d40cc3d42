//! Random small models as text: few variables with few values, and every construct of the language.

use gridwright_fd::Rng;

/// A model over `X(0..2)`, `Y(1..2, 1..2)` with a corner left out, and `A`.
pub(crate) fn model(rng: &mut Rng) -> String {
    let mut lines = vec![
        format!("Constant: n = {}", rng.between(0, 2)),
        "Data: D(i), index: 0..3, values: 2, _, 0, 1".to_owned(),
        format!("Name: X(i), index: 0..2, domain: {}", domain(rng)),
        "Name: Y(r,c), index: 1..2, 1..2, range: r + c < 4, domain: 0..1".to_owned(),
        format!("Name: A, domain: {}", domain(rng)),
    ];
    for _ in 0..rng.between(1, 3) {
        lines.push(statement(rng));
    }
    lines.join("\n")
}

fn domain(rng: &mut Rng) -> String {
    rng.pick(&["0..2", "-1..1", "{0, 2}", "0..1 \\/ 3"])
        .to_string()
}

fn statement(rng: &mut Rng) -> String {
    let mut text = format!("Constraint: {}", formula(rng, 2, &["i", "j"]));
    match rng.below(3) {
        0 => text += ", range: i in 0..2, j in 0..2",
        1 => text += &format!(", range: i in 0..2, j in i..2, {}", condition(rng)),
        _ => {
            text += &format!(
                ", range: i >= 0 /\\ i < 3 /\\ j in {{0, 2}} /\\ {}",
                condition(rng)
            )
        }
    }
    text
}

fn condition(rng: &mut Rng) -> String {
    let sign = rng.pick(&["=", "\\=", "<", ">", "=<", ">="]);
    let side = |rng: &mut Rng| {
        let all = [
            "i",
            "j",
            "i + 1",
            "2 * j",
            "i / 2",
            "j mod 2",
            "n",
            "D(i)",
            "D(j+1)",
            "abs(i - j)",
        ];
        rng.pick(&all).to_string()
    };
    let one = format!("{} {sign} {}", side(rng), side(rng));
    match rng.below(5) {
        0 => format!("not ({one})"),
        1 => format!("({one} \\/ {} = {})", side(rng), side(rng)),
        _ => one,
    }
}

fn formula(rng: &mut Rng, depth: usize, indices: &[&str]) -> String {
    if depth == 0 || rng.below(3) == 0 {
        return leaf(rng, depth, indices);
    }
    let sub = |rng: &mut Rng| formula(rng, depth - 1, indices);
    match rng.below(6) {
        0 => format!("({}) /\\ ({})", sub(rng), sub(rng)),
        1 => format!("({}) \\/ ({})", sub(rng), sub(rng)),
        2 => format!("({}) => ({})", sub(rng), sub(rng)),
        3 => format!("({}) <=> ({})", sub(rng), sub(rng)),
        _ => format!("not ({})", sub(rng)),
    }
}

fn leaf(rng: &mut Rng, depth: usize, indices: &[&str]) -> String {
    let sign = rng.pick(&["=", "\\=", "<", ">", "=<", ">="]).to_string();
    let inner = [indices, &["k"]].concat();
    // In the arguments of a function, k is an index of its own scope.
    let item = |rng: &mut Rng| number(rng, 0, &inner);
    match rng.below(15) {
        0 => format!("{} in {{0, 2..3}}", number(rng, depth, indices)),
        1 => format!("alldifferent(X(k), {})", number(rng, 0, indices)),
        2 => format!(
            "exactly({}, X(k) {sign} {}, range: k =< n)",
            rng.below(3),
            item(rng)
        ),
        3 => format!("atmost(1, X(k) {sign} {})", item(rng)),
        4 => format!("exists(X(k) {sign} {}, range: k >= n)", item(rng)),
        5 => format!("forall(X(k) {sign} {})", item(rng)),
        6 => format!(
            "count(X(k) = {}) {sign} {}",
            rng.below(2),
            number(rng, 0, indices)
        ),
        7 => format!(
            "table([A, {}], [[0, _], [1, 1], [2, 0]])",
            number(rng, 0, indices)
        ),
        8 => "connected(Y(r,c) = 1)".to_owned(),
        9 => "connected(X(k) > 0, X(l) > 0, range: l = k + 1)".to_owned(),
        10 => rng
            .pick(&["circuit(X)", "subcircuit(X)", "circuit(X(k), range: k > 0)"])
            .to_string(),
        11 => rng
            .pick(&[
                "jointly(alldifferent(X), X(0) + X(2) = 2)",
                "jointly(alldifferent(X), sum(X) = 3, X(1) + X(2) = n + 1)",
                "jointly(alldifferent(X(m) + m), X(k) + X(l) = 2, range: k < l, k > 0)",
            ])
            .to_string(),
        _ => format!(
            "{} {sign} {}",
            number(rng, depth, indices),
            number(rng, depth, indices)
        ),
    }
}

fn number(rng: &mut Rng, depth: usize, indices: &[&str]) -> String {
    let index = rng.pick(indices).to_string();
    let sub = |rng: &mut Rng| number(rng, depth - 1, indices);
    match if depth == 0 {
        rng.below(8)
    } else {
        rng.below(17)
    } {
        0 => rng.between(-1, 3).to_string(),
        1 => index,
        2 => "A".to_owned(),
        3 => "n".to_owned(),
        4 => format!("D({index})"),
        5 => format!("X({index}+1)"),
        6 | 7 => format!("X({index})"),
        8 => format!("({}) + ({})", sub(rng), sub(rng)),
        9 => format!("({}) - ({})", sub(rng), sub(rng)),
        10 => format!("({}) * ({})", sub(rng), sub(rng)),
        11 => format!("({}) / ({})", sub(rng), sub(rng)),
        12 => format!("({}) mod ({})", sub(rng), sub(rng)),
        13 => format!("abs({})", sub(rng)),
        14 => format!("min({}, A)", sub(rng)),
        15 => "sum(X(k), range: k \\= n)".to_owned(),
        _ => rng
            .pick(&["X(A)", "D(X(0))", "-A", "max(X)", "sum(Y)"])
            .to_string(),
    }
}
