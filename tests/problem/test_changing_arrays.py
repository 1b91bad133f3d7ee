"""Arrays that another thread, or another process through a memory map, changes while a problem is made of them."""

import subprocess
import sys

import numpy as np
import pytest

import frenemy as fr
from frenemy import _core

# In a process of its own: reading a changed id twice used to end the interpreter.
CHANGING = """
import threading
import numpy as np
import frenemy as fr

u = (np.arange(100_000) % 1000).astype(np.int32)
v = u[::-1].copy()
is_over = False

def change():
    while not is_over:
        u[::7] = {wrong}
        u[::7] = 3

thread = threading.Thread(target=change)
thread.start()
for _ in range(100):
    try:
        problem = fr.Problem.from_edges(u, v, np.ones(100_000), n_nodes=1000)
        ends = np.concatenate(problem.edges()[:2])
        assert len(ends) == 2 * problem.n_edges and (0 <= ends).all() and (ends < 1000).all()
        fr.solve(problem, fr.LocalMoves())
    except ValueError as error:
        assert "node ids must be in" in str(error) or "must not change while they are read" in str(error), error
is_over = True
thread.join()
print("survived")
"""


@pytest.mark.parametrize("wrong", [2**31 - 1, 999])
def test_pairs_that_change_make_a_problem_or_an_error(wrong):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CHANGING.format(wrong=wrong)],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stdout) == (0, "survived\n"), done.stderr


@pytest.mark.parametrize("labels", [[0, 2], [0, -1], [0, 2**31 - 1]])
def test_the_core_checks_the_copy_of_labels_that_it_reads(labels):
    wrong = np.array(labels, np.int32)
    with pytest.raises(ValueError, match=rf"labels must be in 0..1, got {labels[1]} at node 1"):
        _core.contiguous(wrong)
    problem = fr.Problem.from_edges([0], [1], [1.0])
    for solver in (fr.LocalMoves(), fr.AdaptiveICM(), fr.Multilevel()):
        with pytest.raises(ValueError, match="labels must be in 0..1"):
            solver(problem, wrong, fr.Run())
