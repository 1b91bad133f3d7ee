"""All parts of the faces experiment; parts without data on this machine are left out with a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from experiments.faces.data.draws import MIN_TO_LEARN, Plan
from experiments.faces.data.person_folders import PersonFolders
from experiments.faces.data.photo_counts import ALL, UNEVEN, PhotoCounts
from experiments.faces.data.rows import DIGITS, GENERATED, LFW, ORL, SHARED, TWEETS, missing
from experiments.faces.measures.doubtful import DESCRIBED, MARGINS, on_people
from experiments.faces.measures.group import Group
from experiments.faces.measures.metric import DEFAULT, PLAIN, RANK_32, metric_methods, on_pairs
from experiments.faces.measures.pair_scores import PAIRS
from experiments.faces.measures.questions import QUESTIONS, on_questions
from experiments.faces.measures.row_measure import on_rows
from experiments.faces.measures.solver_measure import SOLVERS, on_problems
from experiments.faces.methods.balance import balance_methods
from experiments.faces.methods.counts import count_methods
from experiments.faces.methods.ldml_weights import ldml_held_out
from experiments.faces.methods.methods import methods
from experiments.faces.methods.spreads import spread_methods
from experiments.faces.methods.weighted import logistic
from experiments.settings import Settings

FIGURE_7, PEERS, BALANCE, SPREADS, BEYOND = "figure 7", "peers", "balance", "spreads", "beyond faces"
METRIC, DOUBTFUL, ASKED, COUNTS = "metric", "doubtful", "questions", "counts"
PARTS = (FIGURE_7, PEERS, COUNTS, BALANCE, SPREADS, BEYOND, METRIC, DOUBTFUL, ASKED)
ABOUT = {
    FIGURE_7: (
        "The paper's experiment: weights are learned from some people, and k others are to be found. All methods get "
        "the same log-odds of all pairs."
    ),
    PEERS: (
        "Embeddings of dlib's network. Every method learns from, and has its settings chosen on, people who are not in "
        "the test."
    ),
    COUNTS: (
        "Even and uneven numbers of photographs, and albums of 24 and 100. The weights were made on the first half of "
        "the people (chosen on)."
    ),
    BALANCE: "How many of the pairs that a calibration is fitted to are of one person.",
    SPREADS: "What the spreads of clusters do, and other initial values.",
    BEYOND: "The same methods where rows are not faces: half of the classes to learn from, the rest to find.",
    METRIC: (
        "SIFT and LDML, pair by pair: 20 people to separate, and the others to learn from. What is not "
        "named is as `LDML()` has it."
    ),
    DOUBTFUL: (
        "Embeddings of dlib's network, all people at once. Misplaced is a face that is not where most faces of its "
        "person are, or where most faces are another's."
    ),
    ASKED: (
        "Embeddings of dlib's network, k people of one half of a database. The limits of questions were chosen on the "
        "first half; docs/evidence/faces.md says how far the second half was in sight."
    ),
}

PAPER_KS = (15, 20, 25, 30, 35)
N_DRAWS = 5
LFW_KS = (15, 25, 35, 50, 75)
HALVES = ("chosen on", "others")
#: How many photos each person keeps.
ASKED_PHOTOS = {"all": ALL, "1 to 15": UNEVEN, "1 to 5": PhotoCounts("uniform", 5)}
PHOTOS = ASKED_PHOTOS | {
    "geometric": PhotoCounts("geometric"),
    "power law": PhotoCounts("power law"),
    "half single": PhotoCounts("half single"),
    "24": PhotoCounts("uniform", album=24),
    "100": PhotoCounts("uniform", album=100),
}
COUNTS_DRAWS = 12
HALF_SCALES = (0.25, 0.5, 1.0)


def groups(settings: Settings) -> tuple[list[Group], dict[str, str]]:
    """The groups that can be measured here, and why others cannot."""
    cache = settings.out / "faces_descriptors"
    if settings.folders:
        made = _of_folders(settings.folders, cache)
    elif settings.quick:
        made = _quick()
    else:
        made = [*_figure_7(cache), *_peers(), *_balance(cache), *_spreads(), *_beyond(), *_metric(cache), *_doubtful()]
        made += [*_questions(), *_counts()]
    left_out = {group.name: why for group in made if (why := _missing(group.plan)) is not None}
    return [group for group in made if group.name not in left_out], left_out


def _missing(plan: Plan) -> str | None:
    return next(
        (why for data in (plan.data, plan.other, plan.besides, plan.fallback) if data and (why := missing(data))), None
    )


def _figure_7(cache: Path) -> list[Group]:
    orl, lfw = PersonFolders(SHARED / "faces_orl", cache), PersonFolders(SHARED / "faces_lfw_dev", cache)
    described = [
        Plan("ORL, SIFT + LDML", orl, besides=lfw),
        Plan("LFW, SIFT + LDML", lfw, besides=orl),
    ]
    embedded = [
        Plan("ORL, embeddings", ORL, other=LFW),
        Plan("LFW, embeddings", LFW),
    ]
    return [
        *(Group(FIGURE_7, plan, PAPER_KS, 3, SOLVERS, on_problems(ldml_held_out)) for plan in described),
        *(Group(FIGURE_7, plan, PAPER_KS, 3, SOLVERS, on_problems(logistic)) for plan in embedded),
    ]


def _of_folders(folders: Sequence[Path], cache: Path) -> list[Group]:
    """The paper's experiment on the user's photographs: people outside the test are learned from."""
    made = []
    for folder in folders:
        n_people = sum(path.is_dir() for path in folder.iterdir())
        ks = tuple(k for k in PAPER_KS if n_people - k >= MIN_TO_LEARN) or (max(n_people // 3, 1),)
        plan = Plan(f"{folder.name}, SIFT + LDML", PersonFolders(folder, cache))
        made.append(Group(FIGURE_7, plan, ks, 3, SOLVERS, on_problems(ldml_held_out)))
    return made


def _peers() -> list[Group]:
    known = methods()
    measure = on_rows(known, PEERS)
    lfw = [
        Plan("LFW", LFW, fallback=ORL),
        Plan("LFW, uneven", LFW, fallback=ORL, photos=UNEVEN),
        Plan("LFW from ORL", LFW, other=ORL),
        Plan("LFW from ORL, uneven", LFW, other=ORL, photos=UNEVEN),
    ]
    orl = [
        Plan("ORL", ORL),
        Plan("ORL from LFW", ORL, other=LFW),
        Plan("ORL from LFW, uneven", ORL, other=LFW, photos=UNEVEN),
    ]
    return [
        Group(PEERS, plan, ks, N_DRAWS, known, measure)
        for plans, ks in ((lfw, LFW_KS), (orl, PAPER_KS))
        for plan in plans
    ]


def _counts() -> list[Group]:
    """Draws from either half of the people; what is learned, is learned from the other."""
    known = count_methods()
    measure = on_rows(known, COUNTS)
    return [
        Group(
            COUNTS,
            Plan(f"{data}, {HALVES[half]}, {about}", data, half=half, photos=photos),
            ks,
            COUNTS_DRAWS,
            known,
            measure,
        )
        for half in (0, 1)
        for data, ks in ((LFW, (8, 16, 32)), (ORL, (8, 16)))
        for about, photos in PHOTOS.items()
    ]


def _balance(cache: Path) -> list[Group]:
    known = balance_methods()
    measure = on_rows(known, BALANCE)
    orl, lfw = PersonFolders(SHARED / "faces_orl", cache), PersonFolders(SHARED / "faces_lfw_dev", cache)
    plans = [
        Plan("LFW, embeddings", LFW),
        Plan("LFW from ORL, embeddings", LFW, other=ORL),
        Plan("ORL from LFW, embeddings", ORL, other=LFW),
        Plan("ORL, SIFT", orl, besides=lfw),
    ]
    return [Group(BALANCE, plan, (25,), 4, known, measure) for plan in plans]


def _spreads() -> list[Group]:
    known = spread_methods()
    measure = on_rows(known, SPREADS)
    lfw = [Plan("LFW", LFW, fallback=ORL), Plan("LFW, uneven", LFW, fallback=ORL, photos=UNEVEN)]
    return [
        *(Group(SPREADS, plan, LFW_KS, 3, known, measure) for plan in lfw),
        Group(SPREADS, Plan("ORL", ORL), PAPER_KS, 3, known, measure),
    ]


def _beyond() -> list[Group]:
    known = methods()
    measure = on_rows(known, BEYOND)
    return [
        Group(BEYOND, Plan(TWEETS, TWEETS), (45,), N_DRAWS, known, measure),
        Group(BEYOND, Plan(DIGITS, DIGITS), (5,), 20, known, measure),
    ]


def _metric(cache: Path) -> list[Group]:
    orl, lfw = PersonFolders(SHARED / "faces_orl", cache), PersonFolders(SHARED / "faces_lfw_dev", cache)
    sets = {"ORL, landmarks": orl, "ORL, as cut": replace(orl, is_aligned=True), "LFW, landmarks": lfw}
    known = metric_methods()
    few = {name: known[name] for name in (PLAIN, DEFAULT)}
    wide = [Plan(name, data) for name, data in sets.items()]
    narrow = [Plan(f"{name}, half scales", replace(data, scales=HALF_SCALES)) for name, data in sets.items()]
    more = [Plan("ORL, landmarks, and LFW", orl, besides=lfw), Plan("LFW, landmarks, and ORL", lfw, besides=orl)]
    embedded = [Plan("ORL, embeddings", ORL), Plan("LFW, embeddings", LFW)]
    return [
        Group(METRIC, plan, (20,), N_DRAWS, chosen, on_pairs(chosen), PAIRS)
        for plans, chosen in ((wide, known), (more, {RANK_32: known[RANK_32]}), (narrow, few), (embedded, few))
        for plan in plans
    ]


def _doubtful() -> list[Group]:
    """With even numbers all draws have the same faces in another order: one is enough."""
    measure = on_people(DESCRIBED)
    return [
        Group(DOUBTFUL, plan, (k,), n_draws, DESCRIBED, measure, MARGINS)
        for data, k in ((LFW, 76), (ORL, 40))
        for plan, n_draws in ((Plan(data, data), 1), (Plan(f"{data}, uneven", data, photos=UNEVEN), 10))
    ]


def _questions() -> list[Group]:
    measure = on_questions(DESCRIBED)
    return [
        Group(
            ASKED,
            Plan(f"{data}, {HALVES[half]}, {about}", data, half=half, photos=photos),
            ks,
            20,
            DESCRIBED,
            measure,
            QUESTIONS,
        )
        for half in (0, 1)
        for data, ks in ((LFW, (5, 10, 20, 38)), (ORL, (5, 10, 20)))
        for about, photos in ASKED_PHOTOS.items()
    ]


def _quick() -> list[Group]:
    """One small group of every part, from generated rows."""
    plan = Plan(GENERATED, GENERATED)
    known, shares, spreads, metric = methods(), balance_methods(), spread_methods(), metric_methods()
    counts = count_methods()
    return [
        Group(FIGURE_7, plan, (5, 8), 1, SOLVERS, on_problems(logistic)),
        Group(PEERS, plan, (8,), 1, known, on_rows(known, PEERS)),
        Group(PEERS, Plan(f"{GENERATED}, uneven", GENERATED, photos=UNEVEN), (8,), 1, known, on_rows(known, PEERS)),
        Group(COUNTS, replace(plan, photos=PHOTOS["power law"]), (8,), 1, counts, on_rows(counts, COUNTS)),
        Group(BALANCE, plan, (8,), 1, shares, on_rows(shares, BALANCE)),
        Group(SPREADS, plan, (8,), 1, spreads, on_rows(spreads, SPREADS)),
        Group(BEYOND, plan, (8,), 1, known, on_rows(known, BEYOND)),
        Group(METRIC, plan, (8,), 2, metric, on_pairs(metric), PAIRS),
        Group(DOUBTFUL, plan, (24,), 1, DESCRIBED, on_people(DESCRIBED), MARGINS),
        Group(ASKED, plan, (24,), 1, DESCRIBED, on_questions(DESCRIBED), QUESTIONS),
    ]
