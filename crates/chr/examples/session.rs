//! A dispatcher of parcels: a store that lives across queries, a predicate in Rust with several solutions, and opaque values.
//!
//! Run it with `cargo run -p gridwright-chr --example session`.
#![expect(clippy::print_stdout, reason = "an example prints its answers")]

use gridwright_chr::{Change, Exception, Limits, Program, Solution, Solutions};
use gridwright_term::{Opaque, Term};

/// Vans take parcels up to their capacity; a parcel goes to one van.
const RULES: &str = "
    :- chr_constraint van(+any, +int), parcel(+any, +int), load(+any, ?any), weight(?any, +int).
    once     @ load(P, V) \\ load(P, W) <=> V = W.
    weigh    @ load(P, V), parcel(P, G) ==> weight(V, G).
    sum      @ weight(V, G), weight(V, H) <=> S is G + H, weight(V, S).
    overload @ van(V, Most), weight(V, G) ==> G =< Most.
";

/// A vehicle of the program's own, which terms only carry.
struct Vehicle {
    plate: &'static str,
    range: i64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut program = Program::parse(RULES, "parcels.chr")?;

    // reachable(Distance, Van): the vehicles that get there, one after the other. The rules may refuse one, and the next is tried.
    let fleet = [("small", 80), ("large", 120), ("electric", 40)];
    let fleet = fleet.map(|(plate, range)| Opaque::new("vehicle", Vehicle { plate, range }));
    let vehicles = fleet.clone();
    program.add_predicate("reachable", 2, move |args| {
        let distance = args[0].to::<i64>()?;
        if distance < 0 {
            return Err(Exception::domain_error("distance", &args[0]));
        }
        let van = args[1].clone();
        let reaches = move |vehicle: &Opaque| {
            let range = vehicle.get::<Vehicle>().map(|vehicle| vehicle.range);
            range.is_some_and(|range| range >= distance)
        };
        let found = vehicles.clone().into_iter().filter(reaches);
        Ok(Solutions::many(found.map(move |vehicle| {
            Solution::new().unify(van.clone(), vehicle)
        })))
    });

    let mut session = program.session(Limits::default());
    session.observe(|change| match change {
        Change::Added(stored) => println!("  + {}", stored.constraint),
        Change::Removed(stored) => println!("  - {}", stored.constraint),
    });
    for (vehicle, capacity) in fleet.iter().zip([30, 100, 50]) {
        session.tell(&Term::call("van", (vehicle, capacity)))?;
    }
    for (parcel, weight, distance) in [("books", 20, 50), ("piano", 90, 60), ("lamp", 15, 30)] {
        println!("{parcel}:");
        session.tell(&Term::call("parcel", (parcel, weight)))?;
        let van = Term::var(format!("Van_{parcel}"));
        let goal = Term::compound(
            ",",
            [
                Term::call("reachable", (distance, &van)),
                Term::call("load", (parcel, &van)),
            ],
        );
        if !session.tell(&goal)? {
            println!("  there is no van for it");
            continue;
        }
        let van = session.value(&format!("Van_{parcel}")).unwrap_or(van);
        let van = van.to::<Opaque>()?;
        let plate = van.get::<Vehicle>().map_or("?", |vehicle| vehicle.plate);
        println!("  goes with the {plate} van");
    }

    // What if the large van were full? Asking changes nothing.
    let question = session.parse("parcel(stones, 10), reachable(110, V), load(stones, V)")?;
    let possible = session.ask(&question).next_answer()?.is_some();
    println!(
        "another 10 for 110 km: {}",
        if possible { "yes" } else { "no" }
    );
    println!(
        "{} parcels taken back",
        session.retract(&session.parse("parcel(_, _)")?)
    );
    Ok(())
}
