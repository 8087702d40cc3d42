//! The program `fzn-gridwright` on its own, for those who need only a MiniZinc solver.

fn main() -> std::process::ExitCode {
    gridwright_fzn::run(std::env::args().skip(1))
}
