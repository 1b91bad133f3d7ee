"""Inputs at the edge of what can be asked, too little time, too little memory, and Ctrl-C at any moment."""

import contextlib
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from reference import check_result
from slowness import IS_SANITIZED, SLOWDOWN, cpu_seconds

import frenemy as fr

solvers = pytest.mark.parametrize(
    "solver", [None, *(cls() for cls in fr.SOLVERS.values())], ids=["default", *fr.SOLVERS]
)
# Those that look at few nodes again and again, and so end without a limit on problems of a million nodes.
LINEAR = [
    None,
    fr.Multilevel(),
    fr.LocalMoves(),
    fr.AdaptiveICM(),
    fr.GreedyAdditive(),
    fr.KernighanLin(),
    fr.Reduced(),
]
linear = pytest.mark.parametrize("solver", LINEAR, ids=lambda s: "default" if s is None else type(s).__name__)
AT_ONCE = fr.Stop(seconds=0.01)
# Sanitizers look for wrong addresses and numbers, which are there in smaller problems; the plain run looks at time.
LESS = 10 if IS_SANITIZED else 1


def check(problem, result):
    check_result(problem, result, rel=1e-9)
    assert result.energy <= 0.0


def random_pairs(n, n_pairs, seed=0):
    rng = np.random.default_rng(seed)
    u, v = rng.integers(n, size=(2, n_pairs))
    return u[u != v], v[u != v], rng.normal(0.2, 1.0, int((u != v).sum()))


def star(n):
    return fr.Problem.from_edges(np.zeros(n - 1, int), np.arange(1, n), np.random.default_rng(0).normal(size=n - 1))


def path(weights):
    n = len(weights) + 1
    return fr.Problem.from_edges(np.arange(n - 1), np.arange(1, n), weights)


def clique(n):
    u, v = np.triu_indices(n, 1)
    near = np.where(u % 10 == v % 10, 1.0, -1.0)
    return fr.Problem.from_edges(u, v, near + np.random.default_rng(0).normal(size=len(u)))


def lonely(n, missing):
    """No pair but a hundred that say the opposite of all the others."""
    u, v = np.arange(0, 200, 2), np.arange(1, 200, 2)
    return fr.Problem.from_edges(u, v, np.full(100, -1e9 * missing), n_nodes=n, missing=missing)


@solvers
@pytest.mark.parametrize("stop", [None, AT_ONCE], ids=["", "at_once"])
@pytest.mark.parametrize("kind", ["far_apart", "positive", "negative", "zero"])
def test_weights_of_every_kind(solver, stop, kind):
    u, v, w = random_pairs(300, 2000)
    scale = 10.0 ** np.random.default_rng(1).integers(-6, 7, len(w))
    w = {"far_apart": scale * w, "positive": abs(w) + 0.1, "negative": -abs(w) - 0.1, "zero": 0.0 * w}[kind]
    problem = fr.Problem.from_edges(u, v, w, n_nodes=300)
    result = fr.solve(problem, solver, stop=stop)
    check(problem, result)
    if kind in ("positive", "zero"):
        assert result.energy == 0.0
    if kind == "negative" and stop is None:
        assert result.energy == result.lower_bound


HUGE = {
    "star": star,
    "path": lambda n: path(np.random.default_rng(0).normal(size=n - 1)),
    "isolated": lambda n: fr.Problem.from_edges([], [], [], n_nodes=n),
    "missing_repels": lambda n: fr.Problem.from_edges([], [], [], n_nodes=n, missing=-1.0),
    "missing_attracts": lambda n: fr.Problem.from_edges([], [], [], n_nodes=n, missing=1.0),
    "missing_repels_few_pairs": lambda n: lonely(n, -1.0),
    "missing_attracts_few_pairs": lambda n: lonely(n, 1.0),
}


@pytest.fixture(scope="module", params=[*HUGE, "clique"])
def huge(request):
    return clique(5000 // LESS) if request.param == "clique" else HUGE[request.param](10**6 // LESS)


@solvers
def test_a_hundredth_of_a_second_gives_labels(huge, solver):
    stores_all = isinstance(solver, fr.SwapExplore | fr.ExpandExplore) and huge.missing != 0.0
    stores_matrix = isinstance(solver, fr.DenseEvolve) and huge.n_nodes > 16_384
    if stores_all or stores_matrix:
        with pytest.raises(ValueError, match=type(solver).__name__):
            fr.solve(huge, solver)  # whose time is up before it has begun says nothing
    else:
        check(huge, fr.solve(huge, solver, stop=AT_ONCE))


@pytest.mark.parametrize("solver", [None, fr.Multilevel(), fr.LocalMoves(), fr.Anneal(), fr.Evolve()])
def test_every_pair_of_two_thousand(solver):
    problem = clique(2000 // LESS)
    result = fr.solve(problem, solver, stop=fr.Stop(seconds=1.0))
    check(problem, result)
    assert result.n_clusters > 1


@pytest.fixture(scope="module", params=HUGE)
def large(request):
    return HUGE[request.param](200_000 // LESS)


@linear
def test_ends_by_itself_on_many_nodes(large, solver):
    """What took n * n steps would not end here."""
    problem = large
    result = fr.solve(problem, solver)
    check(problem, result)
    is_single_moves = isinstance(solver, fr.LocalMoves | fr.AdaptiveICM)
    if problem.missing == 0.0 and not is_single_moves:
        assert result.energy == pytest.approx(result.lower_bound), "the pairs of a tree can all be as they like"
    if problem.missing < 0.0:
        # No single node leaves its partner, so the hundred couples stay in one cluster: 200 * 199 / 2 - 100 pairs.
        stuck = 19_800 if is_single_moves and problem.n_edges else 0
        assert result.energy == pytest.approx(result.lower_bound + stuck, rel=1e-12)
    if problem.missing > 0.0:
        # All together, but one of each pair that repels: -100 * 1e9, and what these lose.
        assert result.n_clusters == (1 if problem.n_edges == 0 else 2)


@pytest.mark.parametrize("solver", [None, fr.Multilevel(sweeps=0), fr.Multilevel(sweeps=0, members=0)])
def test_nodes_that_chase_each_other_along_rising_weights(solver):
    """Every node follows the next one, which follows the one after it."""
    problem = path(np.arange(1.0, 50_000.0 // LESS))
    result = fr.solve(problem, solver)
    check(problem, result)
    assert result.n_clusters == 1


@pytest.mark.parametrize("missing", [0.5, -0.5])
@pytest.mark.parametrize("seed", range(3))
def test_single_moves_know_the_largest_cluster(missing, seed):
    """Against the attraction of every cluster, worked out from all pairs."""
    n = 120
    u, v, w = random_pairs(n, 900, seed)
    sizes = np.random.default_rng(seed).integers(0, 4, n).astype(float)
    problem = fr.Problem.from_edges(u, v, 9.0 * w - 6.0, n_nodes=n, missing=missing, sizes=sizes)
    whole = missing * np.outer(sizes, sizes)
    u, v, w = problem.edges()
    whole[u, v] = whole[v, u] = w
    np.fill_diagonal(whole, 0.0)
    start = np.random.default_rng(seed).integers(30, size=n)
    for solver in (fr.LocalMoves(), fr.AdaptiveICM(), fr.GreedyAdditive(), fr.Multilevel()):
        labels = fr.solve(problem, solver, start=start).labels
        attraction = np.stack([np.bincount(labels, weights=row, minlength=n) for row in whole])
        own = attraction[np.arange(n), labels]
        assert np.all(own >= np.maximum(attraction.max(axis=1), 0.0) - 1e-9)


IN_A_CHILD = """
    import sys
    import numpy as np
    import frenemy as fr

    solver = {solver}
    rng = np.random.default_rng(0)
    n, m = {n}, {m}
    u = rng.integers(n, size=m, dtype=np.int32)
    v = np.where(rng.random(m) < 0.6, u // 30 * 30 + rng.integers(30, size=m), rng.integers(n, size=m)) % n
    u, v = u[u != v], v[u != v].astype(np.int32)
    w = np.where(u // 30 == v // 30, 1.0, -1.0) * np.where(rng.random(len(u)) < 0.25, -1.0, 1.0)
"""


@contextlib.contextmanager
def child(code, **values):
    """A process with this code, which ends with the test, however that ends."""
    code = textwrap.dedent(IN_A_CHILD.format(**values)) + textwrap.dedent(code)
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
@pytest.mark.skipif(IS_SANITIZED, reason="sanitizers reserve all of the address space")
@pytest.mark.parametrize(
    "solver", [None, "fr.Multilevel()", "fr.Anneal(sweeps=9)", "fr.Reduced()", "fr.KernighanLin()"]
)
def test_memory_refused_is_an_error_not_a_crash(solver):
    solving = child(
        """
        import resource
        pairs = fr.Problem.from_edges(u, v, w, n_nodes=n)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        refused = 0
        for extra in range(0, 10, 2):
            resource.setrlimit(resource.RLIMIT_AS, (used + (extra << 20), resource.RLIM_INFINITY))
            try:
                fr.Problem.from_edges(u, v, w, n_nodes=n) if extra % 4 else fr.solve(pairs, solver)
            except MemoryError:
                refused += 1
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert refused > 0
        print("refused, and then", fr.solve(pairs, fr.LocalMoves()).n_clusters > 1)
        """,
        solver=solver,
        n=30_000,
        m=300_000,
    )
    with solving as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out.strip()) == (0, "refused, and then True"), err


MOMENTS = {
    "building": ("build", 0.1),
    "annealing": ("fr.Anneal()", 0.3),
    "multilevel_passes": ("fr.Multilevel(sweeps=0)", 0.25),
    "recombination": ("fr.Evolve(sweeps=1)", 1.5),
    "reductions": ("fr.Reduced()", 0.2),
    "joins": ("fr.KernighanLin()", 0.4),
    "default": ("None", 0.4),
}


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_answers_soon_with_the_best_so_far(moment):
    """It works for a tenth of a second until then. How long that takes says more about what else the machine does."""
    solver, delay = MOMENTS[moment]
    solving = child(
        """
        import time
        now = time.process_time if sys.platform == "linux" else time.monotonic
        if solver != "build":
            pairs = fr.Problem.from_edges(u, v, w, n_nodes=n)
        print("begin", flush=True)
        def build_again_and_again():
            while True:
                fr.Problem.from_edges(u, v, w, n_nodes=n)
        try:
            if solver == "build":
                build_again_and_again()
            result = fr.solve(pairs, solver, stop=fr.Stop(seconds=30))
            assert result.energy == pairs.energy(result.labels) <= 0.0
            print(result.status.name, now(), flush=True)
        except KeyboardInterrupt:
            print("INTERRUPTED", now(), flush=True)
        """,
        solver=f"{solver!r}" if solver == "build" else solver,
        n=200_000,
        m=2_000_000,
    )
    with solving as running:
        assert running.stdout.readline() == "begin\n", running.stderr.read()
        time.sleep(delay)
        asked = cpu_seconds(running.pid) if sys.platform == "linux" else time.monotonic()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60 * SLOWDOWN)
    status, answered = out.split()
    assert status in (("INTERRUPTED",) if solver == "build" else ("CANCELLED", "CONVERGED")), err
    assert float(answered) - asked < 1.0 * SLOWDOWN
