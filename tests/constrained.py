"""Constraints by their definition, and problems that have some."""

import itertools

from hypothesis import assume
from hypothesis import strategies as st
from reference import problems

from frenemy.constraints import at_most_one_per_group, cannot_link, must_link


class Rules:
    """Constraints by their definition."""

    def __init__(self, links, apart, groups):
        self.links, self.apart, self.groups = links, apart, groups

    def add_to(self, problem):
        problem = cannot_link(must_link(problem, self.links), self.apart)
        return problem if self.groups is None else at_most_one_per_group(problem, self.groups)

    def hold(self, labels):
        if any(labels[i] != labels[j] for i, j in self.links) or any(labels[i] == labels[j] for i, j in self.apart):
            return False
        named = [] if self.groups is None else [i for i, group in enumerate(self.groups) if group != -1]
        return all(
            self.groups[i] != self.groups[j] or labels[i] != labels[j] for i, j in itertools.combinations(named, 2)
        )


@st.composite
def constrained(draw, max_nodes=6):
    """A problem, the same with constraints, and the rules that they are."""
    problem = draw(problems(max_nodes).filter(lambda p: p.n_nodes > 0))
    n = problem.n_nodes
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    rules = Rules(
        draw(st.lists(pair, max_size=2)),
        draw(st.lists(pair.filter(lambda p: p[0] != p[1]), max_size=3)) if n > 1 else [],
        draw(st.none() | st.lists(st.integers(-1, 2), min_size=n, max_size=n)),
    )
    try:
        return problem, rules.add_to(problem), rules
    except ValueError:
        assume(False)
