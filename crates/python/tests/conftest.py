"""What the tests share."""

import os
import subprocess

import pytest


@pytest.fixture(scope="session")
def command():
    """Runs the command `gridwright`, which `cargo xtask python` builds, and gives its output."""
    program = os.environ.get("GRIDWRIGHT")
    if program is None:
        pytest.skip("GRIDWRIGHT does not name the program; `cargo xtask python` sets it")

    def run(*args, status=(0,), **options):
        done = subprocess.run([program, *args], capture_output=True, text=True, encoding="utf-8", timeout=300, **options)
        assert done.returncode in status, (args, done.returncode, done.stderr)
        return done.stdout

    return run
