"""Cast the ids of several columns to one type, so that equal ids compare equal.

Ids that differ only in representation are equal: a string in a dictionary, whole numbers of other widths, timestamps in
other time zones. 7 and "7" are not: that is an error, because two tables that share no record are never intended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from frenemy.tables.arrow import pa, pc

_TWO_GB = 2**31 - 2**20
_UNITS = ("s", "ms", "us", "ns")


@dataclass(frozen=True, eq=False)
class IdColumn:
    """A column of ids.

    Attributes
    ----------
    name : str
        Its name in messages.
    values : pyarrow.ChunkedArray
    is_text : bool
        Whether it comes from a text file, where numbers are text too.
    """

    name: str
    values: pa.ChunkedArray
    is_text: bool = False


def id_columns(table: pa.Table, names: Sequence[str], what: str, *, is_text: bool = False) -> list[IdColumn]:
    """Columns of a table; ``what`` is its name in messages."""
    return [IdColumn(f"column {name!r} of {what}", table.column(name), is_text) for name in names]


def of_one_type(columns: Sequence[IdColumn]) -> list[pa.ChunkedArray]:
    """The columns in one type that Arrow can encode, or an error that shows two incompatible types.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.ids.id_types import IdColumn, of_one_type
    >>> small, large = pa.chunked_array([[1, 2]], pa.int8()), pa.chunked_array([[3]], pa.int64())
    >>> [column.type for column in of_one_type([IdColumn("a", small), IdColumn("b", large)])]
    [DataType(int64), DataType(int64)]
    """
    plain = [IdColumn(column.name, _plain(column), column.is_text) for column in columns]
    plain = _typed_text(plain)
    common = _common_type(plain)
    if common in (pa.string(), pa.binary()) and sum(column.values.nbytes for column in plain) > _TWO_GB:
        common = pa.large_string() if common == pa.string() else pa.large_binary()  # one dictionary holds all of them
    return [_cast(column, common) for column in plain]


def with_extension(values: pa.Array, columns: Sequence[IdColumn]) -> pa.Array:
    """Values of :func:`of_one_type` in the extension type of the columns, such as uuid, if they share one."""
    kinds = {column.values.type for column in columns}
    kind = kinds.pop()
    if kinds or not isinstance(kind, pa.BaseExtensionType):
        return values
    return pa.ExtensionArray.from_storage(kind, values)


def is_missing(column: IdColumn) -> pa.ChunkedArray:
    """Which ids are null, or NaN."""
    values = _plain(column)
    return pc.is_null(values, nan_is_null=pa.types.is_floating(values.type))


# --------------------------------------------------------------------------------------------------------------- types


def _plain(column: IdColumn) -> pa.ChunkedArray:
    """The values in a type that Arrow can encode, without dictionaries, extensions and views."""
    values = column.values
    if isinstance(values.type, pa.BaseExtensionType):
        values = pa.chunked_array([chunk.storage for chunk in values.chunks], values.type.storage_type)
    kind = values.type
    if pa.types.is_dictionary(kind):
        inner = _without_view(kind.value_type)
        chunks = [
            pa.DictionaryArray.from_arrays(chunk.indices, chunk.dictionary.cast(inner)).dictionary_decode()
            for chunk in values.chunks
        ]
        values = pa.chunked_array(chunks, inner)
    elif pa.types.is_run_end_encoded(kind):
        values = pa.chunked_array([pc.run_end_decode(chunk) for chunk in values.chunks], kind.value_type)
    elif _without_view(kind) != kind:
        values = values.cast(_without_view(kind))
    elif pa.types.is_decimal(kind) and kind.bit_width < 128:
        values = values.cast(pa.decimal128(kind.precision, kind.scale))
    if pa.types.is_nested(values.type):
        raise ValueError(
            f"ids in {column.name} are of type {values.type}; give the parts that identify a record as columns of "
            "their own (several may be one id)"
        )
    return values


def _without_view(kind: pa.DataType) -> pa.DataType:
    return {"string_view": pa.string(), "binary_view": pa.binary()}.get(str(kind), kind)


def _typed_text(columns: Sequence[IdColumn]) -> list[IdColumn]:
    """Ids from text files as whole numbers, if the other columns have those; 007 is not one."""
    others = [column.values.type for column in columns if not column.is_text]
    texts = [column for column in columns if column.is_text and pa.types.is_string(column.values.type)]
    if not all(pa.types.is_integer(kind) or pa.types.is_null(kind) for kind in others):
        return list(columns)
    numbers = {}
    for column in texts:
        try:
            whole = column.values.cast(pa.int64())
        except pa.ArrowInvalid:
            return list(columns)
        if pc.all(pc.equal(whole.cast(pa.string()), column.values)).as_py() not in (True, None):
            return list(columns)
        numbers[column.name] = IdColumn(column.name, whole)
    return [numbers.get(column.name, column) if column.is_text else column for column in columns]


def _common_type(columns: Sequence[IdColumn]) -> pa.DataType:
    known = [column for column in columns if not pa.types.is_null(column.values.type)]
    if not known:
        return pa.null()  # no id at all
    common = known[0].values.type
    for column in known[1:]:
        met = _meet(common, column.values.type)
        if met is None:
            first = next(other for other in known if other.values.type == known[0].values.type)
            raise ValueError(
                f"ids in {first.name} are {first.values.type} ({_shown(first)}), those in {column.name} are "
                f"{column.values.type} ({_shown(column)}): no id can be in both; cast one of the columns to the type "
                "of the other"
            )
        common = met
    return common


def _meet(a: pa.DataType, b: pa.DataType) -> pa.DataType | None:
    """A type that holds the values of both; None if they can never be equal."""
    types = pa.types
    if a == b:
        return a
    if _is_string(a) and _is_string(b):
        return pa.large_string() if pa.large_string() in (a, b) else pa.string()
    if _is_bytes(a) and _is_bytes(b):
        return pa.large_binary() if pa.large_binary() in (a, b) else pa.binary()
    if types.is_integer(a) and types.is_integer(b):
        is_unsigned = types.is_unsigned_integer(a) and types.is_unsigned_integer(b)
        return pa.uint64() if is_unsigned else pa.int64()
    if types.is_floating(a) and types.is_floating(b):
        return pa.float64()
    if (types.is_integer(a) and types.is_floating(b)) or (types.is_floating(a) and types.is_integer(b)):
        return pa.int64()  # what pandas makes of whole numbers in a column with nulls
    if types.is_timestamp(a) and types.is_timestamp(b) and (a.tz is None) == (b.tz is None):
        return pa.timestamp(max(a.unit, b.unit, key=_UNITS.index), a.tz)
    numbers = [pa.decimal128(20, 0) if types.is_integer(kind) else kind for kind in (a, b)]
    if all(map(types.is_decimal, numbers)):
        return _decimal(*numbers)
    if types.is_date(a) and types.is_date(b):
        return pa.date32()
    if (types.is_time(a) and types.is_time(b)) or (types.is_duration(a) and types.is_duration(b)):
        unit = max(a.unit, b.unit, key=_UNITS.index)
        return pa.duration(unit) if types.is_duration(a) else pa.time64("ns" if unit == "ns" else "us")
    return None


def _is_string(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_bytes(kind: pa.DataType) -> bool:
    is_fixed = pa.types.is_fixed_size_binary(kind) and not pa.types.is_decimal(kind)
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or is_fixed)


def _decimal(a: pa.DataType, b: pa.DataType) -> pa.DataType:
    scale = max(a.scale, b.scale)
    digits = max(a.precision - a.scale, b.precision - b.scale) + scale
    return pa.decimal128(digits, scale) if digits <= 38 else pa.decimal256(min(digits, 76), scale)


def _cast(column: IdColumn, common: pa.DataType) -> pa.ChunkedArray:
    if column.values.type == common:
        return column.values
    values = column.values
    if pa.types.is_floating(values.type):
        values = pc.if_else(pc.is_nan(values), pa.scalar(None, values.type), values)
    try:
        return values.cast(common)
    except pa.ArrowInvalid as error:
        raise ValueError(
            f"ids in {column.name} are {column.values.type}, those of the other columns {common}, and not all fit: "
            f"{error}"
        ) from error


def _shown(column: IdColumn) -> str:
    some = column.values.drop_null().slice(0, 1).to_pylist()
    return f"such as {some[0]!r}" if some else "no values"
