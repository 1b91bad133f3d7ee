"""Pairs in a bucket of a server on this machine that speaks S3 (moto), read with DuckDB's extension httpfs."""

import io

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
boto3 = pytest.importorskip("boto3", reason="boto3 is not installed")
moto = pytest.importorskip("moto.server", reason="moto's server is not installed")

import pyarrow.parquet as pq  # noqa: E402

import frenemy as fr  # noqa: E402

FILES = [
    {"id_l": ["a", "b"], "id_r": ["b", "c"], "match_weight": [3.0, 2.0]},
    {"id_l": ["a", "c"], "id_r": ["c", "d"], "match_weight": [1.0, -4.0]},
]
GIVEN = {"calibration": "none", "missing": -1.0}


@pytest.fixture
def bucket():
    """A bucket with two files, whose secret is stored with DuckDB."""
    with duckdb.connect() as connection:
        try:
            connection.execute("LOAD httpfs")
        except duckdb.Error:
            pytest.skip("DuckDB's extension httpfs is not installed")
        server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        host, port = server.get_host_and_port()
        address = f"http://{host}:{port}"
        keys = {"aws_access_key_id": "of-a-test", "aws_secret_access_key": "of-a-test", "region_name": "us-east-1"}
        client = boto3.client("s3", endpoint_url=address, **keys)
        client.create_bucket(Bucket="bucket")
        for at, columns in enumerate(FILES):
            written = io.BytesIO()
            pq.write_table(pa.table(columns), written)
            client.put_object(Bucket="bucket", Key=f"pairs-{at}.parquet", Body=written.getvalue())
        connection.execute(
            "CREATE OR REPLACE PERSISTENT SECRET frenemy_test (TYPE s3, KEY_ID 'of-a-test', SECRET 'of-a-test', "
            f"ENDPOINT '{host}:{port}', USE_SSL false, URL_STYLE 'path', REGION 'us-east-1', SCOPE 's3://bucket')"
        )
        yield "s3://bucket"
        connection.execute("DROP PERSISTENT SECRET frenemy_test")
        server.stop()


def test_files_of_a_bucket(bucket, tmp_path):
    found = fr.solve_dataset(f"{bucket}/pairs-*.parquet", str(tmp_path / "labels"), **GIVEN)
    whole = {name: [value for one in FILES for value in one[name]] for name in FILES[0]}
    expected = fr.cluster_table(pa.table(whole), **GIVEN)
    assert found.table().column("cluster_id").to_pylist() == expected.column("cluster_id").to_pylist()


def test_a_file_that_is_not_there(bucket, tmp_path):
    with pytest.raises(ValueError, match=r"none\.parquet cannot be read"):
        fr.solve_dataset(f"{bucket}/none.parquet", str(tmp_path / "labels"), **GIVEN)
