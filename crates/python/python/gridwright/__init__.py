"""Gridwright: a workbench for logic puzzles and constraint programming.

    >>> import gridwright as gw
    >>> puzzle = gw.read(".1.. ...2 3... ..3.", kind="sudoku")
    >>> puzzle.unique().verdict
    'unique'
    >>> print(puzzle.solve().answer)
    2143
    4312
    3421
    1234
"""

from gridwright._native import (
    GenerateError,
    GridwrightError,
    OptionError,
    ParseError,
    __version__,
)
from gridwright.batch import (
    backbone_many,
    check_many,
    convert_many,
    count_many,
    rate_many,
    solve_many,
    unique_many,
)
from gridwright.model import (
    BoolExpr,
    BoolVar,
    IntExpr,
    IntVar,
    Model,
    ModelError,
    ModelResult,
)
from gridwright.programs import ChrAnswer, ChrResult, ProgramResult, run_chr, run_model
from gridwright.puzzle import (
    Explanation,
    Generated,
    Hint,
    Kind,
    Puzzle,
    Rating,
    Report,
    Step,
    formats,
    generate,
    kinds,
    read,
)

__all__ = [
    "BoolExpr",
    "BoolVar",
    "ChrAnswer",
    "ChrResult",
    "Explanation",
    "GenerateError",
    "Generated",
    "GridwrightError",
    "Hint",
    "IntExpr",
    "IntVar",
    "Kind",
    "Model",
    "ModelError",
    "ModelResult",
    "OptionError",
    "ParseError",
    "ProgramResult",
    "Puzzle",
    "Rating",
    "Report",
    "Step",
    "__version__",
    "backbone_many",
    "check_many",
    "convert_many",
    "count_many",
    "formats",
    "generate",
    "kinds",
    "rate_many",
    "read",
    "run_chr",
    "run_model",
    "solve_many",
    "unique_many",
]
