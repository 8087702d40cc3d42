"""Every Python example of the manual and of the package gives the output that is printed there."""

import doctest
import importlib
from pathlib import Path

import pytest

MANUAL = Path(__file__).parents[3] / "docs" / "manual"
FLAGS = doctest.ELLIPSIS


@pytest.mark.parametrize("page", ["tutorials/python.md", "reference/python.md"])
def test_pages(page):
    for needed in ("cpmpy", "duckdb", "pandas", "pyarrow"):
        pytest.importorskip(needed)
    lines, is_python = [], False
    for line in (MANUAL / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_python = line == "```python"
            line = ""
        # Other lines become empty, so that line numbers stay.
        lines.append(line if is_python else "")
    test = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, page, page, 0)
    assert len(test.examples) > 10
    out = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=out.append)
    assert not out, "".join(out)


@pytest.mark.parametrize("name", ["gridwright", "gridwright.model", "gridwright.cpmpy"])
def test_modules(name):
    if name.endswith("cpmpy"):
        pytest.importorskip("cpmpy")
    found = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert found.attempted > 2 and found.failed == 0
