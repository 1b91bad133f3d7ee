"""How sure each pair is, by sampling partitions."""

from frenemy.posterior.posterior import Posterior, posterior

__all__ = ["Posterior", "posterior"]
