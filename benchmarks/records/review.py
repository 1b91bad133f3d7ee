"""Value of a reviewer's answers and of scores on demand, by how the pairs are chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from benchmarks.records.record_sets import MADE, Ints, RecordSet, names, record_set, with_wrong_pairs
from frenemy.apps.records.knowledge.decisions import with_answers
from frenemy.apps.records.review import most_useful_pairs
from frenemy.apps.records.review.ask_for_scores import ask_for_scores
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Table

N_ANSWERS = (10, 25, 50, 100)
N_SCORES = (100, 300, 1000)
MISSING = -1.0
WRONG_SHARE = 0.05
MAX_WEIGHT = 3.0  # log-odds of a pair of which one in twenty is wrong, whatever its score
N_RECORDS, QUICK_RECORDS = 2000, 300

Pairs = tuple[Ints, Ints]
Chooser = Callable[[fr.Problem, "np.ndarray", int, np.random.Generator], Pairs]


def tables(options: Options) -> Iterator[Table]:
    sets = [MADE] if options.quick else names()
    n = QUICK_RECORDS if options.quick else N_RECORDS
    draws = 1 if options.quick else 5
    yield Table(
        title="Answers",
        aim=(
            "B-cubed F by the number of true answers, added as must- and cannot-links. Original log-odds, missing "
            f"{MISSING:g}. After {', '.join(map(str, N_ANSWERS))} answers the problem is solved again and the next "
            "pairs are chosen. *Useful*: `most_useful_pairs`. *Nearest*: compared pairs with a probability nearest "
            f"to 0.5. *Random*: compared pairs with one of 0.05 to 0.95, mean of {draws} draws. Last column: total "
            "CPU seconds of choosing."
        ),
        columns=(
            Column("set", "set"),
            Column("method", "pairs"),
            Column("f_0", "0", ".4f"),
            *(Column(f"f_{b}", str(b), ".4f") for b in N_ANSWERS),
            Column("seconds", "CPU s", ".2f"),
        ),
        rows=[
            {"set": name, "method": method} | fresh(answered, name=name, method=method, n=n, draws=draws)
            for name in sets
            for method in CHOOSERS
        ],
    )
    yield Table(
        title="Scores on demand",
        aim=(
            f"B-cubed F with {WRONG_SHARE:.0%} wrong strong pairs, log-odds of at most {MAX_WEIGHT:g} nats, before "
            "and after requesting scores of pairs that were not compared: 3 nats for or against, with a normal "
            "error of 2. *Ours*: `ask_for_scores`; in brackets the number requested. *Random*: as many pairs, "
            "not compared, of records in one cluster."
        ),
        columns=(
            Column("set", "set"),
            Column("missing", "missing", "g"),
            Column("method", "pairs"),
            Column("clean", "without wrong pairs", ".4f"),
            Column("before", "with", ".4f"),
            *(Column(f"shown_{most}", f"at most {most:,}") for most in N_SCORES),
        ),
        rows=[
            {"set": name, "missing": missing, "method": method}
            | fresh(scored, name=name, missing=missing, method=method, n=n)
            for name in sets
            for missing in (0.0, MISSING)
            for method in ("ours", "random")
        ],
    )


def _solve(problem: fr.Problem) -> Ints:
    return fr.solve(problem, seed=0).labels


# ------------------------------------------------------------------------------------------------------------- answers


def answered(name: str, method: str, n: int, draws: int) -> Measured:
    given = record_set(name, n)
    first = given.problem(MISSING)
    start = _solve(first)
    runs = [_answered_once(given, first, start, method, seed) for seed in range(draws if method == "random" else 1)]
    return {"f_0": given.f(start)} | {key: float(np.mean([run[key] for run in runs])) for key in runs[0]}


def _answered_once(given: RecordSet, problem: fr.Problem, labels: Ints, method: str, seed: int) -> Measured:
    rng = np.random.default_rng(seed)
    found: Measured = {}
    n_asked, cpu_seconds = 0, 0.0
    for n_answers in N_ANSWERS:
        with Cpu() as cpu:
            u, v = CHOOSERS[method](problem, labels, n_answers - n_asked, rng)
        cpu_seconds += cpu.seconds
        n_asked = n_answers
        problem = with_answers(problem, u, v, np.where(given.truth[u] == given.truth[v], 1, -1))
        labels = _solve(problem)
        found[f"f_{n_answers}"] = given.f(labels)
    return found | {"seconds": cpu_seconds}


def _useful(problem: fr.Problem, labels: Ints, budget: int, _: np.random.Generator) -> Pairs:
    pairs = most_useful_pairs(problem, labels, budget=budget)
    return pairs.u, pairs.v


def _nearest(problem: fr.Problem, _: Ints, budget: int, __: np.random.Generator) -> Pairs:
    return _first_open(problem, np.argsort(np.abs(problem.edges()[2]), kind="stable"), budget)


def _random(problem: fr.Problem, _: Ints, budget: int, rng: np.random.Generator) -> Pairs:
    unsure = np.flatnonzero(np.abs(problem.edges()[2]) < np.log(19.0))
    return _first_open(problem, rng.permutation(unsure), budget)


def _first_open(problem: fr.Problem, order: np.ndarray, budget: int) -> Pairs:
    """The first pairs of an order that no answer settles yet."""
    u, v, _ = problem.edges()
    kept = problem.constraints
    if kept is None:
        return u[order[:budget]], v[order[:budget]]
    tied = kept.joined
    apart = {frozenset(pair) for pair in zip(tied[kept.apart.u].tolist(), tied[kept.apart.v].tolist(), strict=True)}
    chosen: list[int] = []
    for at in order.tolist():
        ends = frozenset((int(tied[u[at]]), int(tied[v[at]])))
        if len(ends) == 2 and ends not in apart:
            chosen.append(at)
        if len(chosen) == budget:
            break
    return u[chosen], v[chosen]


CHOOSERS: dict[str, Chooser] = {"useful": _useful, "nearest": _nearest, "random": _random}


# --------------------------------------------------------------------------------------------------- scores on demand


def scored(name: str, missing: float, method: str, n: int) -> Measured:
    clean = record_set(name, n)
    clean = clean._replace(weight=np.minimum(clean.weight, MAX_WEIGHT))
    given = with_wrong_pairs(clean, WRONG_SHARE)
    problem = given.problem(missing)
    labels = _solve(problem)
    found: Measured = {"clean": clean.f(_solve(clean.problem(missing))), "before": given.f(labels)}
    for most in N_SCORES:
        rng = np.random.default_rng(most)

        def score(u: Ints, v: Ints, rng: np.random.Generator = rng) -> np.ndarray:
            return np.where(given.truth[u] == given.truth[v], 3.0, -3.0) + rng.normal(0.0, 2.0, len(u))

        answer = ask_for_scores(problem, labels, score, solve=_solve, max_scores=most)
        after, n_asked = answer.labels, answer.n_asked
        if method == "random":
            u, v = _random_inside(problem, labels, n_asked, rng)
            after = _solve(_with_scores(problem, u, v, score(u, v)))
            n_asked = len(u)
        found |= {f"f_{most}": given.f(after), f"shown_{most}": f"{given.f(after):.4f} ({n_asked:,})"}
    return found


def _random_inside(problem: fr.Problem, labels: Ints, most: int, rng: np.random.Generator) -> Pairs:
    n = problem.n_nodes
    u, v, _ = problem.edges()
    listed = set((u.astype(np.int64) * n + v).tolist())
    members = np.argsort(labels, kind="stable")
    sizes = np.bincount(labels)
    begin = np.cumsum(sizes) - sizes
    found: set[int] = set()
    for i in rng.integers(0, n, 50 * most + 1000).tolist():
        j = int(members[begin[labels[i]] + rng.integers(sizes[labels[i]])])
        key = min(i, j) * n + max(i, j)
        if i != j and key not in listed:
            found.add(key)
        if len(found) == most:
            break
    low, high = np.divmod(np.array(sorted(found), np.int64), n)
    return low.astype(np.int32), high.astype(np.int32)


def _with_scores(problem: fr.Problem, u: Ints, v: Ints, weight: np.ndarray) -> fr.Problem:
    old_u, old_v, old = problem.edges()
    columns = (np.concatenate(pair) for pair in ((old_u, u), (old_v, v), (old, weight)))
    return fr.Problem.from_edges(*columns, n_nodes=problem.n_nodes, missing=problem.missing)
