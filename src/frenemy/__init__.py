"""Correlation clustering: from pairs that attract and pairs that repel to groups, and how many there are."""

from typing import TYPE_CHECKING

from frenemy import affinity, binary, constraints, io, metrics, partition
from frenemy.bounds import LowerBound, lower_bound
from frenemy.bounds.reductions import Reduction, reduce
from frenemy.explain import Explanation, explain
from frenemy.explain.challenges import Challenges, challenges
from frenemy.lazy_names import lazy_names
from frenemy.moved_modules import redirect_moved_modules
from frenemy.posterior import Posterior, posterior
from frenemy.problem import Contraction, Problem, Restriction
from frenemy.problem.convert import as_problem
from frenemy.run import BoundRound, Progress, Round, Run, Status, Stop
from frenemy.solvers import (
    DEFAULT,
    SOLVERS,
    AdaptiveICM,
    Anneal,
    Automatic,
    ByParts,
    Chain,
    DenseEvolve,
    DenseTrial,
    Evolve,
    Exact,
    ExpandExplore,
    GpuEvolve,
    GpuMultilevel,
    GreedyAdditive,
    KernighanLin,
    LiftedEvolve,
    LiftedGreedyAdditive,
    LiftedKernighanLin,
    LiftedMultilevel,
    LocalMoves,
    Multilevel,
    Reduced,
    Solver,
    SwapExplore,
    WarmSwap,
)
from frenemy.solving import Certificate, Result, certify, solve

if TYPE_CHECKING:
    from frenemy import comparators, plot
    from frenemy.affinity.image import Stroke
    from frenemy.apps.records.entities import Entities
    from frenemy.apps.records.find.find_entities import find_entities
    from frenemy.apps.records.names.changes import cluster_changes
    from frenemy.apps.records.review.review_table import review
    from frenemy.apps.segmentation.segment import segment
    from frenemy.apps.segmentation.segmentation import Segmentation
    from frenemy.apps.volumes.fit_volume import fit_volume
    from frenemy.apps.volumes.segment_volume import segment_volume
    from frenemy.apps.volumes.volume_segmentation import VolumeSegmentation
    from frenemy.engines.cluster_table import cluster_table
    from frenemy.engines.solve_dataset import solve_dataset
    from frenemy.estimator import CorrelationClustering
    from frenemy.io.images.objects.mask import Mask
    from frenemy.solvers.gpu.solve_on_card import solve_on_card
    from frenemy.solving.graphs import communities, node_labels, to_igraph, to_networkx
    from frenemy.web.explore.open_page import explore

__version__ = "0.1.0"

__all__ = [
    "DEFAULT",
    "SOLVERS",
    "AdaptiveICM",
    "Anneal",
    "Automatic",
    "BoundRound",
    "ByParts",
    "Certificate",
    "Chain",
    "Challenges",
    "Contraction",
    "CorrelationClustering",
    "DenseEvolve",
    "DenseTrial",
    "Entities",
    "Evolve",
    "Exact",
    "ExpandExplore",
    "Explanation",
    "GpuEvolve",
    "GpuMultilevel",
    "GreedyAdditive",
    "KernighanLin",
    "LiftedEvolve",
    "LiftedGreedyAdditive",
    "LiftedKernighanLin",
    "LiftedMultilevel",
    "LocalMoves",
    "LowerBound",
    "Mask",
    "Multilevel",
    "Posterior",
    "Problem",
    "Progress",
    "Reduced",
    "Reduction",
    "Restriction",
    "Result",
    "Round",
    "Run",
    "Segmentation",
    "Solver",
    "Status",
    "Stop",
    "Stroke",
    "SwapExplore",
    "VolumeSegmentation",
    "WarmSwap",
    "affinity",
    "as_problem",
    "binary",
    "certify",
    "challenges",
    "cluster_changes",
    "cluster_table",
    "communities",
    "comparators",
    "constraints",
    "explain",
    "explore",
    "find_entities",
    "fit_volume",
    "io",
    "lower_bound",
    "metrics",
    "node_labels",
    "partition",
    "plot",
    "posterior",
    "reduce",
    "review",
    "segment",
    "segment_volume",
    "solve",
    "solve_dataset",
    "solve_on_card",
    "to_igraph",
    "to_networkx",
]

redirect_moved_modules()
__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "CorrelationClustering": "frenemy.estimator",
        "Mask": "frenemy.io.images.objects.mask",
        "Segmentation": "frenemy.apps.segmentation",
        "Stroke": "frenemy.affinity.image",
        "VolumeSegmentation": "frenemy.apps.volumes",
        "cluster_changes": "frenemy.apps.records.names.changes",
        "cluster_table": "frenemy.engines.cluster_table",
        "find_entities": "frenemy.apps.records.find.find_entities",
        "fit_volume": "frenemy.apps.volumes",
        "review": "frenemy.apps.records.review.review_table",
        "solve_dataset": "frenemy.engines.solve_dataset",
        "solve_on_card": "frenemy.solvers.gpu.solve_on_card",
        "Entities": "frenemy.apps.records.entities",
        "communities": "frenemy.solving.graphs",
        "comparators": "frenemy.comparators",
        "explore": "frenemy.web.explore.open_page",
        "node_labels": "frenemy.solving.graphs",
        "plot": "frenemy.plot",
        "segment": "frenemy.apps.segmentation",
        "segment_volume": "frenemy.apps.volumes",
        "to_igraph": "frenemy.solving.graphs",
        "to_networkx": "frenemy.solving.graphs",
    },
)
