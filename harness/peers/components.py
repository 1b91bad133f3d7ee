"""Connected components at a threshold with DuckDB, SciPy and Dask: what users do with large tables today."""

from __future__ import annotations

from typing import Any


def duckdb_components(files: list[str], threshold: float) -> Any:
    """By SQL: every record takes the smallest label among those it is linked to, and then that label's own, until
    nothing changes."""
    import duckdb

    database = duckdb.connect(config={"threads": 1})
    database.execute("SET preserve_insertion_order = false")
    database.execute(
        "CREATE TABLE ids AS SELECT id, row_number() OVER () AS node FROM "
        "(SELECT DISTINCT id FROM (SELECT unique_id_l AS id FROM read_parquet($1) "
        "UNION ALL SELECT unique_id_r FROM read_parquet($1)))",
        [files],
    )
    database.execute(
        "CREATE TABLE links AS SELECT a.node AS u, b.node AS v FROM read_parquet($1) AS p "
        "JOIN ids AS a ON p.unique_id_l = a.id JOIN ids AS b ON p.unique_id_r = b.id "
        f"WHERE p.match_probability > {threshold}",
        [files],
    )
    database.execute("CREATE TABLE labels AS SELECT node, node AS label FROM ids")
    while True:
        database.execute(
            "CREATE OR REPLACE TABLE nearest AS SELECT node, min(label) AS label FROM ("
            "SELECT node, label FROM labels UNION ALL "
            "SELECT l.u, n.label FROM links AS l JOIN labels AS n ON l.v = n.node UNION ALL "
            "SELECT l.v, n.label FROM links AS l JOIN labels AS n ON l.u = n.node) GROUP BY node"
        )
        database.execute(
            "CREATE OR REPLACE TABLE next AS "
            "SELECT a.node, b.label FROM nearest AS a JOIN nearest AS b ON a.label = b.node"
        )
        changed = database.execute(
            "SELECT count(*) FROM labels AS a JOIN next AS b USING (node) WHERE a.label <> b.label"
        ).fetchone()
        database.execute("CREATE OR REPLACE TABLE labels AS SELECT * FROM next")
        if changed is None or changed[0] == 0:
            break
    return database.sql(
        "SELECT id AS unique_id, label AS cluster_id FROM ids JOIN labels USING (node)"
    ).to_arrow_table()


def scipy_components(files: list[str], threshold: float) -> Any:
    """All in memory."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import compute, parquet
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    table = pa.concat_tables(
        [parquet.read_table(file, columns=["unique_id_l", "unique_id_r", "match_probability"]) for file in files]
    )
    ends = pa.chunked_array([*table.column("unique_id_l").chunks, *table.column("unique_id_r").chunks])
    encoded = ends.dictionary_encode()
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in encoded.chunks])
    ids = encoded.chunk(encoded.num_chunks - 1).dictionary
    u, v = codes[: table.num_rows], codes[table.num_rows :]
    linked = compute.greater(table.column("match_probability"), threshold).to_numpy()
    links = coo_array((np.ones(int(linked.sum()), np.bool_), (u[linked], v[linked])), shape=(len(ids), len(ids)))
    return pa.table({"unique_id": ids, "cluster_id": connected_components(links, directed=False)[1]})


def dask_components(files: list[str], threshold: float) -> Any:
    """By merges and group-bys of Dask DataFrames, as Dask has no components of its own: every record takes the smallest
    label among those it is linked to, and then that label's own, until nothing changes. One worker of one thread in
    this process, which spares it sending tables; texts become hashes of 64 bits first, which spares it texts."""
    import dask.dataframe as dd
    import numpy as np
    import pandas as pd
    import pyarrow as pa
    from distributed import Client, LocalCluster

    left, right, score = "unique_id_l", "unique_id_r", "match_probability"
    settings = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with LocalCluster(**settings) as cluster, Client(cluster):
        pairs = dd.read_parquet(files, columns=[left, right, score])
        ends = dd.concat([pairs[[end]].rename(columns={end: "id"}) for end in (left, right)])
        ids = ends.drop_duplicates(split_out=ends.npartitions)
        ids = ids.assign(node=ids["id"].map_partitions(_hashes, meta=("node", np.int64))).persist()
        linked = pairs[pairs[score] > threshold]
        links = [
            linked[[a, b]].map_partitions(_hashed, meta={"node": np.int64, "other": np.int64})
            for a, b in ((left, right), (right, left))
        ]
        both = dd.concat(links).persist()
        labels = ids[["node"]].assign(label=ids["node"]).persist()
        while True:
            reached = both.merge(labels, left_on="other", right_on="node", suffixes=("", "_of"))[["node", "label"]]
            least = dd.concat([labels, reached]).groupby("node")["label"].min(split_out=labels.npartitions)
            nearest = least.reset_index().persist()
            root = nearest.rename(columns={"node": "label", "label": "root"})
            following = nearest.merge(root, on="label")[["node", "root"]].rename(columns={"root": "label"}).persist()
            changed = labels.merge(following, on="node", suffixes=("", "_next"))
            n_changed = (changed["label"] != changed["label_next"]).sum().compute()
            labels = following
            if n_changed == 0:
                break
        found = ids.merge(labels, on="node")[["id", "label"]].compute()
    return pa.table({"unique_id": pa.array(found["id"]), "cluster_id": pd.factorize(found["label"])[0]})


def _hashes(ids: Any) -> Any:
    import pandas as pd

    return pd.util.hash_pandas_object(ids, index=False).astype("int64")


def _hashed(links: Any) -> Any:
    import pandas as pd

    return pd.DataFrame({name: _hashes(links.iloc[:, at]) for at, name in enumerate(("node", "other"))})
