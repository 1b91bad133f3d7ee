"""Why two things are together or apart, and what would change it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from frenemy.apps.explore.exploration import Exploration
from frenemy.explain.pair_reason import PairReason, Wording


@dataclass(frozen=True, eq=False)
class Why:
    """The reasons for a pair of things."""

    exploration: Exploration
    u: int
    v: int

    @cached_property
    def reason(self) -> PairReason:
        return self.exploration.clustering.explanation.why(self.u, self.v)

    @property
    def sentences(self) -> list[str]:
        """The reasons in words, without the chain of pairs, which the page draws."""
        name, typical = self.exploration.source.things.name, self.exploration.clustering.typical
        words = Wording(
            name=name,
            cluster_name=lambda label: name(int(typical[label])),
            node="thing",
            cluster="group",
            n_digits=3,
            has_chain=False,
        )
        return self.reason.text(wording=words).splitlines()

    @property
    def would_change(self) -> list[str]:
        """What evidence would change it, in words."""
        reason = self.reason
        if reason.is_constrained:
            return ["Only another decision would change it: a decision or a rule holds now."]
        if reason.is_together:
            if not math.isfinite(reason.separation_cost):
                return []
            cost = max(reason.separation_cost, 0.0)
            return [f"They would part if the pair itself weighed at most {reason.weight - cost:.3g}."]
        costs = {"both groups would become one": reason.merge_cost}
        costs["one of the two would move over"] = min(reason.move_costs)
        least, what = min((cost, what) for what, cost in costs.items())
        if not math.isfinite(least):
            return ["Decisions keep their groups apart."]
        needed = reason.weight + max(least, 0.0)
        return [f"If the pair itself weighed more than {needed:.3g}, {what}."]
