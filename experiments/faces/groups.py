"""All that is measured, part by part; a part that a machine lacks the data of is left out and told."""

from __future__ import annotations

from experiments.faces.balance import balance_methods
from experiments.faces.draws import Plan
from experiments.faces.group import Group
from experiments.faces.methods import methods
from experiments.faces.row_measure import on_rows
from experiments.faces.rows import DIGITS, GENERATED, LFW, ORL, TWEETS, missing
from experiments.faces.solver_measure import SOLVERS, on_problems
from experiments.faces.weighted import logistic
from experiments.settings import Settings

FIGURE_7, PEERS, BALANCE, BEYOND = "figure 7", "peers", "balance", "beyond faces"
PARTS = (FIGURE_7, PEERS, BALANCE, BEYOND)
ABOUT = {
    FIGURE_7: (
        "The paper's experiment: weights are learned from some people, and k others are to be found. All methods get "
        "the same log-odds of all pairs."
    ),
    PEERS: (
        "Embeddings of dlib's network. Every method learns from, and has its settings chosen on, people who are not in "
        "the test."
    ),
    BALANCE: "How many of the pairs that a calibration is fitted to are of one person.",
    BEYOND: "The same methods where rows are no faces: half of the classes to learn from, the rest to find.",
}

PAPER_KS = (15, 20, 25, 30, 35)
N_DRAWS = 10
LFW_KS = (15, 25, 35, 50, 75)


def groups(settings: Settings) -> tuple[list[Group], dict[str, str]]:
    """What can be measured here, and why the rest cannot."""
    made = _quick() if settings.quick else [*_figure_7(), *_peers(), *_balance(), *_beyond()]
    left_out = {group.name: why for group in made if (why := _missing(group.plan)) is not None}
    return [group for group in made if group.name not in left_out], left_out


def _missing(plan: Plan) -> str | None:
    return next(
        (why for data in (plan.data, plan.other, plan.besides, plan.fallback) if data and (why := missing(data))), None
    )


def _figure_7() -> list[Group]:
    plans = [Plan("LFW, dlib embeddings", LFW), Plan("ORL, dlib embeddings", ORL, other=LFW)]
    return [Group(FIGURE_7, plan, PAPER_KS, 5, SOLVERS, on_problems(logistic)) for plan in plans]


def _peers() -> list[Group]:
    known = methods()
    measure = on_rows(known, PEERS)
    lfw = [
        Plan("LFW", LFW, fallback=ORL),
        Plan("LFW, uneven", LFW, fallback=ORL, is_uneven=True),
        Plan("LFW from ORL", LFW, other=ORL),
        Plan("LFW from ORL, uneven", LFW, other=ORL, is_uneven=True),
    ]
    orl = [
        Plan("ORL", ORL),
        Plan("ORL from LFW", ORL, other=LFW),
        Plan("ORL from LFW, uneven", ORL, other=LFW, is_uneven=True),
    ]
    return [
        Group(PEERS, plan, ks, N_DRAWS, known, measure)
        for plans, ks in ((lfw, LFW_KS), (orl, PAPER_KS))
        for plan in plans
    ]


def _balance() -> list[Group]:
    known = balance_methods()
    measure = on_rows(known, BALANCE)
    plans = [Plan("LFW", LFW), Plan("ORL from LFW", ORL, other=LFW), Plan("LFW from ORL", LFW, other=ORL)]
    return [Group(BALANCE, plan, (25,), 10, known, measure) for plan in plans]


def _beyond() -> list[Group]:
    known = methods()
    measure = on_rows(known, BEYOND)
    return [
        Group(BEYOND, Plan(TWEETS, TWEETS), (45,), 10, known, measure),
        Group(BEYOND, Plan(DIGITS, DIGITS), (5,), 20, known, measure),
    ]


def _quick() -> list[Group]:
    """One small group of every part, from generated rows."""
    plan = Plan(GENERATED, GENERATED)
    known, shares = methods(), balance_methods()
    return [
        Group(FIGURE_7, plan, (5, 8), 2, SOLVERS, on_problems(logistic)),
        Group(PEERS, plan, (5, 8), 2, known, on_rows(known, PEERS)),
        Group(PEERS, Plan(f"{GENERATED}, uneven", GENERATED, is_uneven=True), (8,), 2, known, on_rows(known, PEERS)),
        Group(BALANCE, plan, (8,), 2, shares, on_rows(shares, BALANCE)),
        Group(BEYOND, plan, (8,), 2, known, on_rows(known, BEYOND)),
    ]
