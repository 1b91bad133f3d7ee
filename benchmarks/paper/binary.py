"""Binary problems: QPBO-I where plain QPBO labels nothing, plain QPBO, and submodular cuts solved exactly."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from benchmarks.options import Options
from frenemy.binary import BinaryEnergy, improve, qpbo
from harness.data.problems import Pairs, normal_grid
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.peers import qpbo as binary_peers
from harness.tables import Column, Row, Table

ORDERS = 3  # random orders of Improve per problem
THINQPBO_UP_TO = 10_000  # pixels: beyond that one run takes minutes
THINQPBO_ONE_RUN_FROM = 10_000


def tables(options: Options) -> Iterator[Table]:
    yield improve_table((10, 20) if options.quick else (30, 60, 100, 200, 316, 1000), options.repeats)
    sides, strengths = ((20,), (2.0,)) if options.quick else ((100, 316), (1.0, 2.0, 3.0))
    yield qpbo_table(sides, strengths, options.repeats)
    yield submodular_table(sides, options.repeats)


# --------------------------------------------------------------------------------------------------------- (a) QPBO-I


def improve_table(sides: tuple[int, ...], repeats: int) -> Table:
    rows: list[Row] = []
    before: Row | None = None
    for side in sides:
        orders = [fresh(ours_improve, side=side, seed=seed, repeats=repeats) for seed in range(ORDERS)]
        ours = _improve_row("frenemy", side, orders)
        if before is not None:
            ours["growth"] = math.log(ours["seconds"] / before["seconds"]) / math.log(ours["pixels"] / before["pixels"])
        rows.append(ours)
        before = ours
        if side * side > THINQPBO_UP_TO:
            continue
        if not binary_peers.thinqpbo_is_installed():
            rows.append({"pixels": side * side, "method": "thinqpbo (not installed)"})
            continue
        n_orders = 1 if side * side >= THINQPBO_ONE_RUN_FROM else ORDERS
        orders = [fresh(thinqpbo_improve, side=side, seed=seed) for seed in range(n_orders)]
        peer = _improve_row("thinqpbo", side, orders)
        peer["times_ours"] = peer["seconds"] / ours["seconds"]
        peer["flipped"] = statistics.mean(order["flipped"] for order in orders)
        rows.append(peer)
    return Table(
        title="QPBO-I on 4-connected grids",
        aim=(
            "Weights from N(0.1, 1), no unary terms, start at all 0. Aim: 10,000 pixels under 0.3 s, 100,000 under "
            "10 s, growing close to linearly (exponent near 1), with energies as good as thinqpbo's. Energies over "
            f"{ORDERS} random orders; solve: CPU seconds without building. Ours ends with single flips, so the last "
            "energy is thinqpbo's with them too, not counted in its time."
        ),
        columns=(
            Column("pixels", "pixels", ","),
            Column("pairs", "pairs", ","),
            Column("method", "method"),
            Column("build_seconds", "build CPU s", ".2g"),
            Column("seconds", "solve CPU s", ".3g"),
            Column("growth", "exponent", ".2f"),
            Column("times_ours", "time / ours", ".0f"),
            Column("energy", "mean energy", ".1f"),
            Column("best", "best energy", ".1f"),
            Column("flipped", "mean after single flips", ".1f"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=rows,
    )


def _improve_row(method: str, side: int, orders: list[Measured]) -> Row:
    energies = [order["energy"] for order in orders]
    return {
        "method": method,
        "pixels": side * side,
        "pairs": orders[0]["pairs"],
        "build_seconds": statistics.median(order["build_seconds"] for order in orders),
        "seconds": statistics.median(order["seconds"] for order in orders),
        "energy": statistics.mean(energies),
        "best": min(energies),
        "peak_mb": orders[0]["peak_mb"],
        "energies": energies,
    }


def ours_improve(side: int, seed: int) -> Measured:
    pairs = normal_grid(side)
    with Cpu() as build:
        energy = _binary_energy(pairs)
    with Cpu() as solve:
        labels = improve(energy, seed=seed)
    return _improved(pairs, labels, build.seconds, solve.seconds)


def thinqpbo_improve(side: int, seed: int) -> Measured:
    """Also the energy after single flips: ours ends with them, so the table compares with and without."""
    pairs = normal_grid(side)
    answer = binary_peers.thinqpbo_improve(pairs, seed)
    flipped = _cut_weight(pairs, _single_flips(pairs, answer.labels))
    return _improved(pairs, *answer) | {"flipped": flipped}


def _single_flips(pairs: Pairs, labels: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    """Flip single variables, by number, while that lowers the energy."""
    neighbors: list[list[tuple[int, float]]] = [[] for _ in range(pairs.n_nodes)]
    for u, v, w in zip(pairs.u.tolist(), pairs.v.tolist(), pairs.w.tolist(), strict=True):
        neighbors[u].append((v, w))
        neighbors[v].append((u, w))
    x = labels.tolist()
    changes = True
    while changes:
        changes = False
        for i, around in enumerate(neighbors):
            if sum(w if x[i] == x[j] else -w for j, w in around) < -1e-9:
                x[i] = 1 - x[i]
                changes = True
    return np.array(x)


def _improved(pairs: Pairs, labels: npt.NDArray[np.generic], build_seconds: float, seconds: float) -> Measured:
    energy = _cut_weight(pairs, labels)
    return {"pairs": len(pairs.u), "build_seconds": build_seconds, "seconds": seconds, "energy": energy}


def _cut_weight(pairs: Pairs, labels: npt.NDArray[np.generic]) -> float:
    return float(pairs.w[labels[pairs.u] != labels[pairs.v]].sum())


def _binary_energy(pairs: Pairs, unary: npt.NDArray[np.float64] | None = None) -> BinaryEnergy:
    """The pair's weight where its ends differ, and ``unary`` for each variable that is 1."""
    tables = np.zeros((len(pairs.u), 2, 2))
    tables[:, 0, 1] = tables[:, 1, 0] = pairs.w
    costs = None if unary is None else np.stack([np.zeros_like(unary), unary], axis=1)
    return BinaryEnergy(pairs.n_nodes, unary=costs, u=pairs.u, v=pairs.v, tables=tables)


# ----------------------------------------------------------------------------------------------------- (b) plain QPBO


def qpbo_table(sides: tuple[int, ...], strengths: tuple[float, ...], repeats: int) -> Table:
    rows: list[Row] = []
    for side in sides:
        for strength in strengths:
            ours = fresh(ours_qpbo, side=side, strength=strength, repeats=repeats)
            labels = bytes.fromhex(ours.pop("labels"))
            named = {"pixels": side * side, "strength": strength}
            rows.append(named | {"method": "frenemy"} | ours)
            if not binary_peers.thinqpbo_is_installed():
                rows.append(named | {"method": "thinqpbo (not installed)"})
                continue
            peer = fresh(thinqpbo_qpbo, side=side, strength=strength, repeats=repeats)
            theirs = bytes.fromhex(peer.pop("labels"))
            peer["differ"] = sum(a != b for a, b in zip(labels, theirs, strict=True))
            peer["times_ours"] = peer["seconds"] / ours["seconds"]
            rows.append(named | {"method": "thinqpbo"} | peer)
    return Table(
        title="Plain QPBO with unary terms",
        aim=(
            "The same grids and a cost from N(0, strength) for each variable being 1. The labels that every optimum "
            "has (strong persistency) and the bound are properties of the problem, so both must agree: no label "
            "may differ."
        ),
        columns=(
            Column("pixels", "pixels", ","),
            Column("strength", "strength", "g"),
            Column("method", "method"),
            Column("build_seconds", "build CPU s", ".2g"),
            Column("seconds", "solve CPU s", ".3g"),
            Column("times_ours", "time / ours", ".1f"),
            Column("share_labeled", "labelled", ".1%"),
            Column("differ", "labels that differ", "d"),
            Column("lower_bound", "lower bound", ".4f"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=rows,
    )


def _with_unaries(side: int, strength: float) -> tuple[Pairs, npt.NDArray[np.float64]]:
    return normal_grid(side), strength * np.random.default_rng(1).normal(size=side * side)


def ours_qpbo(side: int, strength: float) -> Measured:
    pairs, unary = _with_unaries(side, strength)
    with Cpu() as build:
        energy = _binary_energy(pairs, unary)
    with Cpu() as solve:
        known = qpbo(energy, weak=False)
    return _known(known.labels, known.lower_bound, build.seconds, solve.seconds)


def thinqpbo_qpbo(side: int, strength: float) -> Measured:
    pairs, unary = _with_unaries(side, strength)
    with Cpu() as build:
        graph = binary_peers.thinqpbo_graph(pairs, unary)
    with Cpu() as solve:
        graph.solve()
    labels = binary_peers.thinqpbo_labels(graph, pairs.n_nodes)
    return _known(labels, graph.compute_twice_lower_bound() / 2, build.seconds, solve.seconds)


def _known(labels: npt.NDArray[np.int8], lower_bound: float, build_seconds: float, seconds: float) -> Measured:
    return {
        "build_seconds": build_seconds,
        "seconds": seconds,
        "share_labeled": float((labels >= 0).mean()),
        "lower_bound": lower_bound,
        "labels": np.maximum(labels, -1).astype(np.int8).tobytes().hex(),
    }


# -------------------------------------------------------------------------------------------------- (c) exact optima


def submodular_table(sides: tuple[int, ...], repeats: int) -> Table:
    rows: list[Row] = []
    for side in sides:
        methods = {"frenemy": ours_cut, "thinqpbo": thinqpbo_cut, "scipy maximum_flow": scipy_cut}
        for method, task in methods.items():
            if task is thinqpbo_cut and not binary_peers.thinqpbo_is_installed():
                rows.append({"pixels": side * side, "method": "thinqpbo (not installed)"})
                continue
            rows.append({"pixels": side * side, "method": method} | fresh(task, side=side, repeats=repeats))
    return Table(
        title="Submodular problems: minimum cuts",
        aim=(
            "The same grids with the weights' absolute values and unary costs from N(0, 2), in thousandths, as whole "
            "numbers: all three must find the same energy to the digit, and QPBO must label everything."
        ),
        columns=(
            Column("pixels", "pixels", ","),
            Column("method", "method"),
            Column("build_seconds", "build CPU s", ".2g"),
            Column("seconds", "solve CPU s", ".3g"),
            Column("energy", "energy", ".0f"),
            Column("share_labeled", "labelled", ".0%"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=rows,
    )


def _whole_numbers(side: int) -> tuple[Pairs, npt.NDArray[np.float64]]:
    pairs, unary = _with_unaries(side, 2.0)
    return pairs._replace(w=np.rint(1000 * np.abs(pairs.w))), np.rint(1000 * unary)


def _cut_energy(pairs: Pairs, unary: npt.NDArray[np.float64], labels: npt.NDArray[np.int8]) -> Measured:
    on = labels == 1
    energy = float(pairs.w[on[pairs.u] != on[pairs.v]].sum() + unary[on].sum())
    return {"energy": energy, "share_labeled": float((labels >= 0).mean())}


def ours_cut(side: int) -> Measured:
    pairs, unary = _whole_numbers(side)
    with Cpu() as build:
        energy = _binary_energy(pairs, unary)
    with Cpu() as solve:
        known = qpbo(energy)
    measured = _cut_energy(pairs, unary, known.labels)
    return measured | {"build_seconds": build.seconds, "seconds": solve.seconds, "lower_bound": known.lower_bound}


def thinqpbo_cut(side: int) -> Measured:
    pairs, unary = _whole_numbers(side)
    with Cpu() as build:
        graph = binary_peers.thinqpbo_graph(pairs, unary)
    with Cpu() as solve:
        graph.solve()
        graph.compute_weak_persistencies()
    measured = _cut_energy(pairs, unary, binary_peers.thinqpbo_labels(graph, pairs.n_nodes))
    return measured | {"build_seconds": build.seconds, "seconds": solve.seconds}


def scipy_cut(side: int) -> Measured:
    """The value of the cut only: the cheapest labelling where costs below 0 are paid in advance."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    pairs, unary = _whole_numbers(side)
    n = pairs.n_nodes
    with Cpu() as build:
        nodes, source, sink = np.arange(n), np.full(n, n), np.full(n, n + 1)
        # A node on the source's side is 0. Being 1 costs unary: cut from the source if above 0, else to the sink.
        tails = np.concatenate((pairs.u, pairs.v, source, nodes))
        heads = np.concatenate((pairs.v, pairs.u, nodes, sink))
        capacity = np.concatenate((pairs.w, pairs.w, np.maximum(unary, 0), np.maximum(-unary, 0))).astype(np.int32)
        graph = csr_array((capacity, (tails, heads)), shape=(n + 2, n + 2))
    with Cpu() as solve:
        flow = maximum_flow(graph, n, n + 1)
    energy = float(flow.flow_value + np.minimum(unary, 0).sum())
    return {"build_seconds": build.seconds, "seconds": solve.seconds, "energy": energy}
