"""What the page calls nodes and clusters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Terms:
    """What a page calls its things: nodes and clusters, or records and entities.

    Attributes
    ----------
    page : str
        The kind of page, shown above its title.
    node, nodes, cluster, clusters : str
    """

    page: str = "Clustering report"
    node: str = "node"
    nodes: str = "nodes"
    cluster: str = "cluster"
    clusters: str = "clusters"

    def n_nodes(self, n: int) -> str:
        """``1 node``, ``2,000 nodes``."""
        return f"{n:,} {self.node if n == 1 else self.nodes}"

    def n_clusters(self, n: int) -> str:
        """``1 cluster``, ``2,000 clusters``."""
        return f"{n:,} {self.cluster if n == 1 else self.clusters}"


DEFAULT_TERMS = Terms()
