"""What a table says about how it was made: JSON in its schema, which Parquet and Feather files keep."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from frenemy.tables.arrow import pa

_KEY = b"frenemy"


def stating(table: pa.Table, facts: Mapping[str, Any]) -> pa.Table:
    """The table with these facts, and the version of frenemy.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.readers.stated_facts import stated_facts, stating
    >>> stated_facts(stating(pa.table({"id": ["a"], "cluster_id": [0]}), {"values": "weights"}).schema)["values"]
    'weights'
    """
    text = json.dumps({**facts, "version": version("frenemy")})
    return table.replace_schema_metadata({**(table.schema.metadata or {}), _KEY: text.encode()})


def stated_facts(schema: pa.Schema) -> dict[str, Any] | None:
    """The facts of a table, by its schema; None if there are none."""
    text = (schema.metadata or {}).get(_KEY)
    return None if text is None else json.loads(text)
