"""Work releases the GIL, and Ctrl-C ends it with KeyboardInterrupt."""

import os
import signal
import subprocess
import sys
import threading
import time

import gridwright as gw
import pytest

#: Work that takes far longer than a test.
LONG = {
    "count": "gw.read('.' * 81, 'sudoku').count()",
    "batch": "gw.count_many(['.' * 81] * 4, 'sudoku')",
    "generate": "gw.generate('sudoku', 100000)",
    "model": "m = gw.Model(); m.add(m.all_different(m.int_vars(14, 1, 14))); m.solve_all()",
    "chr": "gw.run_chr('p :- p.', 'p')",
    "rate": "gw.rate_many(['.' * 81] * 1000000, 'sudoku')",
}


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("work", LONG)
def test_interrupts_end_the_work(work):
    code = f"import gridwright as gw\nprint('ready', flush=True)\ntry:\n    {LONG[work]}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        out, _ = process.communicate(timeout=20)
    finally:
        process.kill()
    assert out == "interrupted\n"
    assert time.monotonic() - start < 10


def test_other_threads_run_meanwhile():
    steps = []
    done = threading.Event()

    def count():
        while not done.is_set():
            steps.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    gw.read("." * 81, "sudoku").count(time_limit=0.5)
    done.set()
    thread.join()
    assert len(steps) > 20


def test_work_runs_on_other_threads_than_the_main_one():
    found = []
    thread = threading.Thread(target=lambda: found.append(gw.read("." * 16, "sudoku").count().count))
    thread.start()
    thread.join()
    assert found == [288]
