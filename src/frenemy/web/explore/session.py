"""One clustering that tabs explore and correct."""

from __future__ import annotations

import secrets
import threading
import time
import weakref
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from frenemy.apps.explore import corrections
from frenemy.apps.explore.decisions import Decision, Step, Steps
from frenemy.apps.explore.decisions_file import DecisionsFile
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.group_list import GroupList
from frenemy.apps.explore.questions import Questions
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.split_search import SplitSearch
from frenemy.solving.bias_path import bias_range
from frenemy.web.explore.view import news_view, state_view, step_text
from frenemy.web.held_bytes import held_bytes
from frenemy.web.request_error import RequestError
from frenemy.web.valid_text import valid_text

_MAX_BIASES = 4  # views at other biases that are kept
_FIRST_SECONDS = 0.1  # of the search for splits, before the first answer
_AGAIN_SECONDS = 0.02  # and before the answer to a change
_SEARCH_STEP_SECONDS, _SEARCH_SECONDS = 0.1, 60.0  # of the search in the background
_SEARCH_REST_SECONDS = 0.2  # between two steps, for the requests of the page
_V = TypeVar("_V")
_MAX_PAST = 50  # earlier clusterings that undo restores as they were


@dataclass(frozen=True)
class Change:
    """What a tab wants: ``kind`` says which of the fields count."""

    revision: str
    kind: str
    u: int | None = None
    v: int | None = None
    groups: tuple[int, ...] = ()
    group: int | None = None
    side: tuple[int, ...] | None = None
    things: tuple[int, ...] = ()
    bias: float = 0.0


def _end_search(is_closed: threading.Event, searchers: list[threading.Thread]) -> None:
    is_closed.set()
    for thread in searchers:
        thread.join()


def _put(kept: OrderedDict[float, _V], bias: float, value: _V) -> None:
    """Keep a value for a bias, and drop those that were not used for the longest time."""
    kept[bias] = value
    kept.move_to_end(bias)
    while len(kept) > _MAX_BIASES:
        kept.popitem(last=False)


class ExploreSession:
    """A clustering that tabs read and change.

    A change is on disk before the response is sent. Each tab may look at another bias; decisions are shared.

    Parameters
    ----------
    source : Source
    file : DecisionsFile, optional
        Where decisions are saved; by default they live as long as the server.
    """

    def __init__(self, source: Source, file: DecisionsFile | None = None) -> None:
        self._source = source
        self._file = file
        steps = Steps() if file is None else file.steps
        self._exploration = Exploration.open(source, steps)
        self._views: OrderedDict[float, Exploration] = OrderedDict()
        self._lists: OrderedDict[float, GroupList] = OrderedDict()
        self._searches: OrderedDict[float, SplitSearch] = OrderedDict()
        self._questions: OrderedDict[float, tuple[str, Questions]] = OrderedDict()
        self._past: list[Exploration] = []
        self._run = secrets.token_hex(4)
        self._n_changes = 0
        self._changing = threading.RLock()  # held while a clustering is solved
        self._reading = threading.RLock()  # held while fields are read or replaced
        self._is_closed = threading.Event()
        self._searchers: list[threading.Thread] = []  # at most one, the one that runs
        # Also when the interpreter ends: a thread in C++ must not outlive it.
        self._end_search = weakref.finalize(self, _end_search, self._is_closed, self._searchers)

    @property
    def n_bytes(self) -> int:
        """The memory of the problem and of its views."""
        with self._reading:
            return held_bytes(self._source, self._exploration, *self._views.values())

    @property
    def decisions_path(self) -> Path | None:
        """The file of decisions, if they are saved."""
        return None if self._file is None else self._file.path

    @property
    def revision(self) -> str:
        """The name of the current state; new after every change."""
        return f"{self._run}-{self._n_changes}"

    def close(self) -> None:
        """End the search, and release the file of decisions."""
        self._end_search()
        if self._file is not None:
            self._file.close()

    # ------------------------------------------------------------------------------------------------------- reading

    def at(self, bias: float) -> Exploration:
        """The clustering at a bias."""
        with self._reading:
            if bias == 0.0:
                return self._exploration
            if bias in self._views:
                self._views.move_to_end(bias)
                return self._views[bias]
        with self._changing:
            found = self._exploration.at_bias(bias)
            with self._reading:
                _put(self._views, bias, found)
        return found

    def search(self, bias: float) -> SplitSearch:
        """What is known about splits at a bias; the search goes on in the background."""
        clustering = self.at(bias).clustering
        with self._reading:
            before = self._searches.get(bias)
            if before is not None and before.clustering is clustering:
                return before
        found = SplitSearch.begin(clustering, before)
        if not found.is_done:
            found = found.more(_FIRST_SECONDS if before is None else _AGAIN_SECONDS)
        with self._reading:
            _put(self._searches, bias, found)
        self._search_on(bias)
        return found

    def _search_on(self, bias: float) -> None:
        """Search for splits in the background, for a limited time."""
        with self._reading:
            if self._searches[bias].is_done or self._is_searching or self._is_closed.is_set():
                return
            self._searchers[:] = [threading.Thread(target=self._keep_searching, args=(bias,), daemon=True)]
            self._searchers[0].start()

    @property
    def _is_searching(self) -> bool:
        return any(thread.is_alive() for thread in self._searchers)

    def _keep_searching(self, bias: float) -> None:
        end = time.monotonic() + _SEARCH_SECONDS
        while time.monotonic() < end and not self._is_closed.wait(_SEARCH_REST_SECONDS):
            with self._reading:
                found = self._searches.get(bias)
            if found is None or found.is_done:
                return
            more = found.more(_SEARCH_STEP_SECONDS)
            with self._reading:
                if self._searches.get(bias) is found:
                    self._searches[bias] = more

    def groups(self, bias: float) -> GroupList:
        """The list of all groups at a bias."""
        exploration, search = self.at(bias), self.search(bias)
        with self._reading:
            found = self._lists.get(bias)
        if found is not None and found.exploration is exploration and found.split_costs is search.cuts.costs:
            return found
        found = GroupList(exploration, search.cuts.costs)
        with self._reading:
            _put(self._lists, bias, found)
        return found

    def questions(self, bias: float) -> Questions:
        """The questions at a bias; found again only when decisions have touched half of them."""
        exploration = self.at(bias)
        with self._reading:
            known = self._questions.get(bias)
        if known is not None:
            revision, found = known
            if revision == self.revision or len(found.open_ones(exploration)) > len(found) // 2:
                return found
        found = Questions.of(self.search(bias))
        with self._reading:
            _put(self._questions, bias, (self.revision, found))
        return found

    def state(self, bias: float) -> dict[str, Any]:
        """The facts of the overview."""
        exploration = self.at(bias)
        with self._reading:
            known = self._questions.get(bias)
        return {
            "revision": self.revision,
            **state_view(exploration, self.groups(bias), None if known is None else known[1]),
            "isSearching": self._is_searching,
            "biasRange": list(self._bias_range),
            "decisionsFile": None if self._file is None else valid_text(str(self._file.path)),
            "whyNoSave": None if self._file is not None else "Decisions are not saved: export them before you leave.",
        }

    @cached_property
    def _bias_range(self) -> tuple[float, float]:
        return bias_range(self._source.problem)

    # ------------------------------------------------------------------------------------------------------ changing

    def change(self, change: Change) -> dict[str, Any]:
        """Apply a change and save it; returns the new state and what moved."""
        with self._changing:
            self._check_revision(change)
            seen = self.at(change.bias)
            try:
                after, what = self._changed(seen, change)
                base = after if change.bias == 0.0 else self._same_step(after)
            except KeyError as error:
                raise RequestError(409, f"there is no group {error} any more: another change has replaced it") from None
            except ValueError as error:
                raise RequestError(409, str(error)) from error
            self._save(base.steps)
            with self._reading:
                if change.kind not in ("undo", "redo"):
                    self._past = [*self._past, self._exploration][-_MAX_PAST:]
                self._exploration = base
                self._views.clear()
                if change.bias != 0.0:
                    self._views[change.bias] = after
                self._n_changes += 1
        return {"state": self.state(change.bias), "news": news_view(seen, after, what)}

    def _changed(self, seen: Exploration, change: Change) -> tuple[Exploration, str]:
        match change.kind:
            case "undo":
                return self._undone(seen), step_text(seen.steps.done[-1]) or ""
            case "redo":
                after = seen.redo()
            case "join":
                after = seen.joined(change.groups)
            case "split":
                after = seen.split(_given(change.group, "group"), change.side)
            case "move":
                after = seen.moved(change.things, change.group)
            case "together" | "apart" | "question-same" | "question-different" | "forget":
                after = seen.after(_pair_step(change))
            case _:
                raise ValueError(f"unknown change {change.kind!r}")
        return after, step_text(after.steps.done[-1]) or ""

    def _undone(self, seen: Exploration) -> Exploration:
        """As before the last step: exactly so if it was made while this server ran."""
        after = seen.undo()
        if seen is self._exploration and self._past and self._past[-1].steps.done == after.steps.done:
            return replace(self._past.pop(), steps=after.steps)
        return after

    def _same_step(self, after: Exploration) -> Exploration:
        """The clustering without bias after the same step."""
        now, then = after.steps.done, self._exploration.steps.done
        if len(now) > len(then):
            step = now[-1]
            base = self._exploration.after(step)
            return replace(base, steps=after.steps)
        return self._exploration.undo()

    def _check_revision(self, change: Change) -> None:
        if change.revision == self.revision:
            return
        if change.revision.rpartition("-")[0] != self._run:
            raise RequestError(409, "the server has restarted since this page was loaded: check and try again")
        raise RequestError(409, "another tab has changed the groups: check and try again")

    def _save(self, steps: Steps) -> None:
        if self._file is None:
            return
        try:
            self._file.save(steps)
        except OSError as error:
            reason = error.strerror or error
            raise RequestError(507, f"the change could not be saved and was not applied: {reason}") from error
        except ValueError as error:
            raise RequestError(409, f"the change was not applied: {error}") from error

    @property
    def exploration(self) -> Exploration:
        """The clustering without bias."""
        with self._reading:
            return self._exploration


def _pair_step(change: Change) -> Step:
    u, v = _given(change.u, "u"), _given(change.v, "v")
    match change.kind:
        case "together":
            return corrections.together(u, v)
        case "apart":
            return corrections.apart(u, v)
        case "forget":
            return corrections.forget(u, v)
        case _:
            return Step("question", (Decision(u, v, change.kind == "question-same"),))


def _given(value: int | None, name: str) -> int:
    if value is None:
        raise ValueError(f"the change needs {name}")
    return value
