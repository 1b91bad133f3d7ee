"""Unused ids for new clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class IdSequence:
    """Continues a sequence of ids: numbers above the largest; strings of one prefix and a number keep counting.

    Attributes
    ----------
    kind : pyarrow.DataType
        The type of the existing ids.
    word : str or None
        The prefix of strings; None for numbers.
    width : int
        The minimum number of digits in strings.
    first : int
        The next number.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.apps.records.names.id_sequence import IdSequence
    >>> next_ids = IdSequence.after(pa.array(["p007", "p012"]))
    >>> ids, next_ids = next_ids.new(2)
    >>> ids.to_pylist(), next_ids.new(1)[0].to_pylist()
    (['p013', 'p014'], ['p015'])
    """

    kind: pa.DataType
    word: str | None
    width: int
    first: int

    @classmethod
    def after(cls, names: pa.Array, taken: pa.Array | None = None) -> IdSequence:
        """A sequence after existing ids, and after others that must not be used again."""
        import pyarrow as pa

        if taken is not None:
            is_text = [_is_text(array.type) for array in (names, taken)]
            if len(taken.drop_null()) and len(names) and is_text[0] != is_text[1]:
                raise ValueError(f"previous and taken must be of one type, got {names.type} and {taken.type}")
            kind = names.type if len(names) else taken.type
            names = pa.concat_arrays([names.cast(kind), taken.drop_null().cast(kind)])
        return _after_texts(names) if _is_text(names.type) else _after_numbers(names)

    def new(self, n: int) -> tuple[pa.Array, IdSequence]:
        """``n`` new ids, of a wider type if necessary, and the rest of the sequence."""
        import pyarrow as pa

        numbers = range(self.first, self.first + n)
        later = replace(self, first=self.first + n)
        if self.word is not None:
            return pa.array([f"{self.word}{number:0{self.width}d}" for number in numbers], type=self.kind), later
        for kind in (self.kind, pa.int64(), pa.uint64()):
            try:
                return pa.array(numbers, type=kind), replace(later, kind=kind)
            except (pa.ArrowInvalid, OverflowError):
                continue
        raise ValueError(f"there are no {n} numbers above the cluster id {self.first - 1}; cast the column to texts")


def _is_text(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _after_numbers(names: pa.Array) -> IdSequence:
    import pyarrow.compute as pc

    largest = pc.max(names).as_py()
    return IdSequence(names.type, None, 0, 0 if largest is None else max(0, int(largest) + 1))


def _after_texts(names: pa.Array) -> IdSequence:
    """If the ids do not share a prefix, new ones are "c" and a number."""
    import pyarrow as pa
    import pyarrow.compute as pc

    parts = pc.extract_regex(names, r"^(?P<word>.*?)(?P<number>[0-9]{1,18})$")
    words = pc.unique(parts.field("word")) if len(names) and not parts.null_count else pa.array([], pa.string())
    word = words[0].as_py() if len(words) == 1 else "c"
    counted = parts.filter(pc.equal(parts.field("word"), word)) if len(names) else parts
    numbers = counted.field("number").drop_null()
    lengths = pc.unique(pc.utf8_length(numbers))
    has_zeros = pc.any(pc.starts_with(numbers, "0")).as_py()
    width = lengths[0].as_py() if len(lengths) == 1 and has_zeros else 0
    largest = pc.max(numbers.cast(pa.int64())).as_py()
    return IdSequence(names.type, word, width, 0 if largest is None else largest + 1)
