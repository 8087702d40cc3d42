"""The native part of the package; use the classes and functions of `gridwright` instead."""

from typing import Any, Callable, Dict, final, List, Optional, Sequence, Tuple

__version__: str
OPTIONS: List[str]

class GridwrightError(Exception): ...

class ParseError(GridwrightError):
    message: str
    line: int
    column: int
    shown: str

class OptionError(GridwrightError): ...

class GenerateError(GridwrightError):
    puzzles: List[Any]

@final
class Instance:
    @property
    def kind(self) -> str: ...
    @property
    def title(self) -> str: ...
    def text(self) -> str: ...
    def convert(self, to: str) -> str: ...
    def ask(self, question: str, limit: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Dict[str, Any]: ...
    def explain(self, techniques: Optional[str] = None, time_limit: Any = None) -> Dict[str, Any]: ...
    def hint(self, marks: Optional[str] = None, techniques: Optional[str] = None, time_limit: Any = None) -> Dict[str, Any]: ...
    def rate(self, techniques: Optional[str] = None, time_limit: Any = None) -> Dict[str, Any]: ...
    def check(self, answer: str) -> Optional[str]: ...
    def draw(
        self,
        format: str,
        answer: Optional[str] = None,
        solved: bool = False,
        candidates: bool = False,
        options: Optional[Dict[str, Any]] = None,
    ) -> str: ...
    def facts(self) -> List[str]: ...

_Progress = Optional[Callable[[int, int], None]]

def read(text: str, kind: Optional[str] = None) -> Instance: ...
def kinds() -> List[Dict[str, Any]]: ...
def ask_many(
    puzzles: Any,
    question: str,
    kind: Optional[str] = None,
    limit: Optional[int] = None,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: _Progress = None,
    options: Optional[Dict[str, Any]] = None,
) -> Any: ...
def rate_many(
    puzzles: Any,
    kind: Optional[str] = None,
    techniques: Optional[str] = None,
    time_limit: Any = None,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: _Progress = None,
) -> Any: ...
def convert_many(
    puzzles: Any,
    to: str,
    kind: Optional[str] = None,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: _Progress = None,
) -> Any: ...
def check_many(
    puzzles: Any,
    answers: Any,
    kind: Optional[str] = None,
    column: Optional[str] = None,
    answer_column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: _Progress = None,
) -> Any: ...
def split_puzzle(
    instance: Instance, question: str, n: int, limit: Optional[int] = None, options: Optional[Dict[str, Any]] = None
) -> Tuple[int, str]: ...
def run_puzzle_cubes(
    instance: Instance,
    question: str,
    n: int,
    description: str,
    cubes: Sequence[int],
    limit: Optional[int] = None,
    options: Optional[Dict[str, Any]] = None,
) -> List[Dict[str, Any]]: ...
def split_model(text: str, n: int, limit: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[int, str]: ...
def run_model_cubes(
    text: str,
    n: int,
    description: str,
    cubes: Sequence[int],
    limit: Optional[int] = None,
    options: Optional[Dict[str, Any]] = None,
) -> List[Dict[str, Any]]: ...
def generate(
    kind: str, number: int, seed: int, first: int = 0, threads: int = 1, options: Optional[Dict[str, Any]] = None
) -> List[Dict[str, Any]]: ...
def solve_flatzinc(
    text: str,
    limit: Optional[int] = None,
    options: Optional[Dict[str, Any]] = None,
    on_solution: Optional[Callable[[List[int]], None]] = None,
) -> Dict[str, Any]: ...
def run_model(
    text: str,
    limit: Optional[int] = None,
    constants: Sequence[Tuple[str, int]] = ...,
    options: Optional[Dict[str, Any]] = None,
) -> Dict[str, Any]: ...
def run_chr(
    text: str,
    query: str,
    limit: Optional[int] = None,
    flags: Sequence[Tuple[str, str]] = ...,
    options: Optional[Dict[str, Any]] = None,
) -> Dict[str, Any]: ...

_Key = Tuple[str, List[str], int]

def experiments() -> List[Tuple[str, str]]: ...
def instance_file(text: str) -> Optional[str]: ...
def plan(text: str, file: Optional[str] = None) -> Dict[str, Any]: ...
def crashed_row(cell: _Key, message: str, machine: str) -> str: ...
def run_cells(
    text: str,
    puzzles: str,
    cells: Sequence[_Key],
    machine: str,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
) -> List[Tuple[_Key, str]]: ...
