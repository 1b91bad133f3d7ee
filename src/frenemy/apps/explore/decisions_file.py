"""Decisions in a file: written whole after each step, and read again later, by the page and by ``frenemy cluster``."""

from __future__ import annotations

import hashlib
import os
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from frenemy.apps.explore.decisions import Steps
from frenemy.apps.explore.decisions_table import Layout, decisions_table, read_decisions_table
from frenemy.apps.explore.file_stem import stem_of
from frenemy.apps.explore.things import Things
from frenemy.io.disk_space import is_full
from frenemy.io.lock_file import locked
from frenemy.io.text_header import is_header
from frenemy.io.whole_files import file_written_whole
from frenemy.tables.arrow import pa, pc
from frenemy.tables.readers.table_files import ending, table_bytes

_TEXTS = (".csv", ".tsv")


def decisions_beside(path: Path, things: Things) -> Path:
    """Where the decisions about a file are saved: ``pairs.decisions.csv`` beside ``pairs.csv``.

    Ids that a CSV file cannot keep, such as dates, are saved in ``pairs.decisions.parquet``.
    """
    return path.with_name(f"{stem_of(path.name)}.decisions.{'csv' if why_no_text(things) is None else 'parquet'}")


def why_no_text(things: Things) -> str | None:
    """Why the ids of things cannot be in a CSV file; None if they can."""
    names = [name for side in things.pair_names for name in side]
    if not is_header(names) or any(mark in name for name in names for mark in '"\r\n'):
        return f"the columns of the ids have names that would not be read as such, {', '.join(map(repr, names))}"
    for name, column in zip(things.ids.column_names, things.ids.columns, strict=True):
        kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        if pa.types.is_string(kind) or pa.types.is_large_string(kind):
            if pc.any(pc.equal(column.cast(kind), "")).as_py():
                return f"an id in {name!r} is empty"
        elif not pa.types.is_integer(kind):
            return f"ids in {name!r} are {kind}"
    return None


def decisions_bytes(things: Things, steps: Steps, suffix: str = ".csv") -> bytes:
    """The content of a file with these steps."""
    return table_bytes(decisions_table(steps, things), suffix)


class DecisionsFile:
    """The decisions about things in a file, which one process has at a time.

    :mod:`~frenemy.apps.explore.decisions_table` says what it holds. A file of another program, such as one from
    :func:`frenemy.review`, is opened, too: each answer is a step, and its other columns and unanswered rows stay.

    Parameters
    ----------
    path : path
        Ends in .csv, .tsv, .parquet or .feather. It need not exist; without decisions it is not made.
    things : Things

    Attributes
    ----------
    path : Path
    steps : Steps
        As they were when it was opened, or saved last.

    Raises
    ------
    ValueError
        If another process has it open, if it is damaged, or if it cannot hold the ids.
    OSError
        If files cannot be made in its folder.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from frenemy.apps.explore.decisions import Decision, Step, Steps
    >>> from frenemy.apps.explore.decisions_file import DecisionsFile
    >>> from frenemy.apps.explore.things import Things
    >>> things = Things.of(["ann", "bob", "cid"], 3)
    >>> steps = Steps().add(Step("join", (Decision(0, 1, True),))).add(Step("apart", (Decision(1, 2, False),))).undo()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "pairs.decisions.csv"
    ...     with DecisionsFile(path, things) as file:
    ...         file.save(steps)
    ...     print(path.read_text().replace('"', "").strip())
    ...     with DecisionsFile(path, things) as file:
    ...         file.steps == steps
    id_1,id_2,decision,step,action,undone
    ann,bob,same,1,join,
    bob,cid,,2,apart,different
    True
    """

    def __init__(self, path: str | os.PathLike[str], things: Things) -> None:
        self.path = Path(path)
        self.things = things
        self._kind = ending(self.path)
        if self.path.suffix.lower() != self._kind:
            raise ValueError(f"{self.path}: decisions are not compressed; choose a name that ends in {self._kind}")
        why = why_no_text(things) if self._kind in _TEXTS else None
        if why is not None:
            raise ValueError(f"{self.path}: {why}, which text cannot keep; choose a name that ends in .parquet")
        self._layout = Layout.of(things)
        self._seen: str | None = None
        self._held = ExitStack()
        lock = self.path.with_name(f"{self.path.name}.lock")
        self._held.enter_context(
            locked(lock, what=f"{self.path}", otherwise="Close the page there, or choose another file by decisions=")
        )
        try:
            self.steps = self.read()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> DecisionsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let others open it."""
        self._held.close()

    def read(self) -> Steps:
        """The steps in the file; none if there is no file."""
        digest = self._digest()
        if digest is None:
            self._seen, self._layout = None, Layout.of(self.things)
            return Steps()
        try:
            steps, layout = read_decisions_table(self.path, self.things)
        except ValueError as error:
            named = str(error) if str(self.path) in str(error) else f"{self.path}: {error}"
            hint = "repair it, or move it away to begin without decisions; nothing was changed"
            raise ValueError(f"{named}; {hint}") from None
        if self._digest() != digest:
            raise ValueError(f"{self.path} was changed by another program while it was read: open it again")
        self._seen, self._layout = digest, layout
        return steps

    def save(self, steps: Steps) -> None:
        """Write the steps, whole or not at all.

        Raises
        ------
        ValueError
            If another program has changed the file since it was read or written here.
        OSError
            If it cannot be written; ``strerror`` is a sentence for people.
        """
        if self._seen is None and not steps.done and not steps.undone and not self.path.exists():
            return
        content = table_bytes(decisions_table(steps, self.things, self._layout), self._kind)
        try:
            with file_written_whole(str(self.path)) as temporary:
                with open(temporary, "wb") as file:
                    file.write(content)
                self._check()  # as late as can be
        except OSError as error:
            why = "the disk is full" if is_full(error) else error.strerror or str(error)
            raise OSError(
                error.errno, f"the decisions are not saved in {self.path}: {why}. What was saved before is still there"
            ) from error
        self._seen, self.steps = hashlib.sha256(content).hexdigest(), steps

    def _check(self) -> None:
        """An error if the file is not as it was when it was read or written here."""
        there = self._digest()
        if there == self._seen:
            return
        what = "made" if self._seen is None else "deleted" if there is None else "changed"
        raise ValueError(
            f"{self.path} was {what} by another program since it was read: open it again to continue from there; "
            "nothing was written"
        )

    def _digest(self) -> str | None:
        try:
            with open(self.path, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return None
