"""From faces to people: clusters of faces, their number, and doubtful faces."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from frenemy.apps.faces.corrections.corrected_problem import confirmed_nodes, corrected_problem
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.corrections_json import contradiction
from frenemy.apps.faces.corrections.face_matching import matched
from frenemy.apps.faces.corrections.name_assignment import assign_names
from frenemy.apps.faces.people.face_problem import SAME_PHOTO, face_problem
from frenemy.apps.faces.people.face_weights import face_scale, face_weigher
from frenemy.apps.faces.people.typical_faces import typical_order
from frenemy.apps.faces.photos.face import Face, Faces
from frenemy.apps.faces.questions import PlacedFaces, Question, best_cut, find_questions, placed_faces
from frenemy.explain import explain
from frenemy.problem import Labels
from frenemy.run import Stop
from frenemy.solvers import Chain, KernighanLin, Multilevel, Solver
from frenemy.solving import Result, solve_problem

if TYPE_CHECKING:
    from frenemy.affinity.features.pair_weigher import PairWeigher
    from frenemy.affinity.features.spread_weights import SpreadWeigher

Kind = TypeVar("Kind", bound=np.generic)

#: Without limits: the default would reduce the problem first, which takes ten times as long as solving all pairs of
#: 2,000 faces. The second solver applies corrections and does nothing without them.
QUICK = Chain((Multilevel(sweeps=24, members=3, passes=1), KernighanLin()))

#: A face is doubtful if its margin is below this, in nats, and below the second value for each other face of its
#: person, if it has any: two faces never support each other as ten do.
DOUBTFUL, DOUBTFUL_PER_FACE = 10.0, 2.0


@dataclass(frozen=True, eq=False)
class People:
    """The people in photos; see :func:`find_people`.

    Attributes
    ----------
    faces : Faces
    labels : (n_faces,) int32
        The person of each face, the largest is 0; -1 for what is marked as not a face.
    names : tuple of str or None
        The name of each person.
    margins : (n_faces,) float64
        The cost of moving the face to another person or a new one, in nats. Faces that are linked by corrections move
        together. Infinite if there is no alternative.
    doubtful : (n_faces,) bool
        Unconfirmed faces with margins below 2 nats for each other face of their person, but at most 10, or below 10
        nats if they are alone.
    runner_up : (n_faces,) int32
        The next best person; -1 is a new one.
    result : Result
        The result of the solver, for the faces that have a person.
    corrections : Corrections
        The corrections that hold.
    scale : SpreadWeigher
        How widely a person lies, and how far apart two do.
    """

    faces: Faces
    labels: Labels
    names: tuple[str | None, ...]
    margins: npt.NDArray[np.float64]
    doubtful: npt.NDArray[np.bool_]
    runner_up: Labels
    result: Result = field(repr=False)
    corrections: Corrections = field(repr=False)
    scale: SpreadWeigher = field(repr=False)

    @property
    def n_people(self) -> int:
        return len(self.names)

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """(n_people,) number of faces of each person."""
        return np.bincount(self.labels[self.labels >= 0], minlength=self.n_people)

    @property
    def n_doubtful(self) -> int:
        return int(self.doubtful.sum())

    def members(self, person: int) -> Labels:
        """Indices of the faces of a person, the most typical one first."""
        if isinstance(person, bool) or int(person) != person or not 0 <= person < self.n_people:
            known = f"0..{self.n_people - 1}" if self.n_people else "none, as there are none"
            raise ValueError(f"person must be one of {known}, got {person!r}")
        begin = int(self.sizes[:person].sum())
        return self._order[begin : begin + int(self.sizes[person])]

    def faces_of(self, person: int) -> tuple[Face, ...]:
        """The faces of a person, the most typical one first."""
        return tuple(self.faces.faces[i] for i in self.members(person))

    def doubtful_faces(self) -> Labels:
        """Indices of the doubtful faces, the least certain first."""
        faces = np.flatnonzero(self.doubtful)
        return faces[np.argsort(self.margins[faces], kind="stable")].astype(np.int32)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Questions about these people, the one that is expected to settle most faces first.

        A person may be two, or two people one: their faces lie farther apart than those of one person usually do, or
        nearer than those of two. Corrections answer questions, and answered ones are not asked again.
        """
        kept = self._kept
        photo = np.unique(self.faces.photo_of_face, return_inverse=True)[1][kept].astype(np.int32)
        found = find_questions(self._placed, photo)
        return tuple(replace(one, faces=tuple(kept[list(one.faces)].tolist())) for one in found)

    def cut(self, person: int) -> Labels:
        """Indices of the faces on the smaller side of the best cut of a person in two, the most typical one first.

        None if it has one face, or if corrections say that all are one person.
        """
        cut = best_cut(self._placed, person) if len(self.members(person)) > 1 else None
        side = set() if cut is None else set(self._kept[cut.side].tolist())
        return np.array([face for face in self.members(person) if int(face) in side], np.int32)

    def summary(self) -> str:
        """The number of people, of doubtful faces, and of questions about people as text."""
        kinds = [one.kind for one in self.questions]
        parts = [_counted(self.n_people, "person", "people"), _counted(self.n_doubtful, "doubtful face")]
        if "split" in kinds:
            parts.append(f"{_counted(kinds.count('split'), 'person', 'people')} may be two")
        if "join" in kinds:
            parts.append(f"{_counted(kinds.count('join'), 'pair')} may be the same person")
        return "; ".join((", ".join(parts[:2]), *parts[2:]))

    @cached_property
    def _kept(self) -> Labels:
        """The faces that have a person, which are the nodes of the problem."""
        return np.flatnonzero(self.labels >= 0).astype(np.int32)

    @cached_property
    def _placed(self) -> PlacedFaces:
        kept = self._kept
        return placed_faces(self.faces.embeddings[kept], self.labels[kept], self.result.problem, self.scale)

    @cached_property
    def _order(self) -> Labels:
        return typical_order(self.faces.embeddings, self.labels)

    def __repr__(self) -> str:
        return f"People({len(self.faces):,} faces: {self.summary()})"


def find_people(
    faces: Faces,
    corrections: Corrections | None = None,
    *,
    same_photo: float = SAME_PHOTO,
    weights: PairWeigher | None = None,
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    start: npt.ArrayLike | None = None,
) -> People:
    """Cluster faces into people; the number of people is found automatically.

    Faces are clustered by their weights first, and corrections are applied to that.

    Parameters
    ----------
    faces : Faces
        As :func:`scan` finds them.
    corrections : Corrections, optional
        All of them hold in the result; those of faces that do not exist have no effect.
    same_photo : float
        Penalty for one person being twice in a photo, in nats; 0 turns it off.
    weights : PairWeigher, optional
        From embeddings to weights.
    solver : Solver, optional
        By default one good pass, or with ``stop`` a search within its limits.
    stop : Stop, optional
    seed : int
        The same faces, corrections and seed give the same people.
    threads : int
    start : (n_faces,) int, optional
        Start labels of the clustering without corrections; the result may depend on them.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.corrections.corrections import Corrections
    >>> from frenemy.apps.faces.people import find_people
    >>> faces = faces_from_embeddings([[0.0], [0.1], [0.8], [0.9], [1.0], [0.5]], describer="dlib")
    >>> people = find_people(faces)
    >>> people.labels, people.summary()
    (array([1, 1, 0, 0, 0, 0], dtype=int32), '2 people, 1 doubtful face')
    >>> said = Corrections().with_same(faces.faces[5].id, faces.faces[0].id).with_name([faces.faces[0].id], "Ann")
    >>> people = find_people(faces, said)
    >>> people.labels, people.names
    (array([0, 0, 1, 1, 1, 0], dtype=int32), ('Ann', None))
    """
    said = matched(Corrections() if corrections is None else corrections, faces)
    reason = contradiction(said)
    if reason is not None:
        raise ValueError(f"corrections contradict each other: {reason}")
    base = uncorrected(
        faces,
        same_photo=same_photo,
        weights=weights,
        solver=solver,
        stop=stop,
        seed=seed,
        threads=threads,
        start=start,
    )
    return corrected(faces, said, base, stop=stop)


@dataclass(frozen=True, eq=False)
class Uncorrected:
    """The clustering by weights alone, to which corrections are applied, and the scale of its distances."""

    result: Result
    scale: SpreadWeigher


def uncorrected(
    faces: Faces,
    *,
    same_photo: float = SAME_PHOTO,
    weights: PairWeigher | None = None,
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    start: npt.ArrayLike | None = None,
) -> Uncorrected:
    """Cluster faces without corrections; parameters as of :func:`find_people`."""
    weigher = face_weigher(faces, seed=seed) if weights is None else weights
    problem = face_problem(faces, same_photo=same_photo, weights=weigher, seed=seed, threads=threads)
    if solver is None and stop is None:
        solver = QUICK
    result = solve_problem(problem, solver, start=start, stop=stop, seed=seed, threads=threads)
    return Uncorrected(result, face_scale(faces, weigher, seed=seed))


def corrected(faces: Faces, said: Corrections, base: Uncorrected, *, stop: Stop | None = None) -> People:
    """The people, with corrections applied to the clustering without them.

    Every set of corrections starts from the same clustering, so a new one changes only the people it concerns, and the
    result does not depend on the order in which corrections were tried.
    """
    removed = set(said.not_faces)
    kept = np.array([i for i, face in enumerate(faces.faces) if face.id not in removed], np.int32)
    found = base.result
    problem = found.problem if len(kept) == len(faces) else found.problem.restrict(kept).problem
    index = {faces.faces[i].id: node for node, i in enumerate(kept)}
    known = corrected_problem(problem, said, index)
    if known is not found.problem:
        found = solve_problem(known, KernighanLin(), start=found.labels[kept], stop=stop, seed=found.seed)
    return _people(faces, said, kept, index, found, base.scale)


def _people(
    faces: Faces, said: Corrections, kept: Labels, index: dict[str, int], result: Result, scale: SpreadWeigher
) -> People:
    labels, rank = _by_size(result.labels, result.n_clusters)
    why = explain(result.problem, result.labels)
    doubtful = why.margins < doubtful_below(labels)
    doubtful[confirmed_nodes(said, index)] = False
    n = len(faces)
    return People(
        faces=faces,
        labels=_spread(labels, kept, n, -1),
        names=assign_names(said.names, labels, result.n_clusters, index),
        margins=_spread(why.margins, kept, n, np.inf),
        doubtful=_spread(doubtful, kept, n, False),
        runner_up=_spread(np.append(rank, np.int32(-1))[why.runner_up], kept, n, -1),
        result=result,
        corrections=said,
        scale=scale,
    )


def doubtful_below(labels: Labels) -> npt.NDArray[np.float64]:
    """The margin below which each face is doubtful, (n_faces,)."""
    others = np.bincount(labels)[labels] - 1
    return np.where(others == 0, DOUBTFUL, np.minimum(DOUBTFUL, DOUBTFUL_PER_FACE * others))


def _by_size(labels: Labels, n_clusters: int) -> tuple[Labels, Labels]:
    """The clusters sorted by size, then by first appearance; and the new label of each old one."""
    order = np.argsort(-np.bincount(labels, minlength=n_clusters), kind="stable")
    rank = np.empty(n_clusters, np.int32)
    rank[order] = np.arange(n_clusters, dtype=np.int32)
    return rank[labels], rank


def _spread(values: npt.NDArray[Kind], kept: Labels, n: int, other: float) -> npt.NDArray[Kind]:
    whole = np.full(n, other, values.dtype)
    whole[kept] = values
    whole.flags.writeable = False
    return whole


def _counted(n: int, one: str, many: str | None = None) -> str:
    return f"{n:,} {one if n == 1 else many or one + 's'}"
