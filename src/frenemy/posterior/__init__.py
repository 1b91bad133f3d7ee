"""How sure each pair is, by sampling partitions."""

from frenemy.posterior.estimates import Posterior
from frenemy.posterior.posterior import posterior

__all__ = ["Posterior", "posterior"]
