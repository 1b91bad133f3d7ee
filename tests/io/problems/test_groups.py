"""Tables of groups: fields and line ends that Python's csv reader refuses."""

import io

import pytest

from frenemy.io import read
from frenemy.io.problems.constraints import read_groups

FILE = read(io.StringIO("a,b,1\nb,c,-2\n"))


def groups(content):
    return read_groups(io.BytesIO(content), FILE)


def test_groups_are_read():
    assert groups(b"id,source\na,x\nb,y\nz,x\n") == ["x", "y", None]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"id,source\na," + b"x" * 140_000 + b"\nb,y\n", "line 2: a field has more than 131,072 characters"),
        (b'id,source\na,"x\n' + b"b,y\n" * 40_000, "a field has more than 131,072 characters; is a quote missing"),
        (b"id,source\n\r,0\nb,1\n", "line 2: holds a carriage return inside a row"),
        (b"id,source\na,0\nb\rc,1\n", "line 3: holds a carriage return inside a row"),
        (b"id,source\na,\xff\n", "line 2: byte 0xff is not UTF-8 text"),
    ],
)
def test_what_is_wrong_is_named(content, message):
    with pytest.raises(ValueError, match=message):
        groups(content)


def test_long_names_of_columns_are_cut():
    content = b"id,name," + b"x" * 5_000 + b"\na,y,z\n"
    with pytest.raises(ValueError, match="the column 'source' is not there; for groups there are name, x") as error:
        read_groups(io.BytesIO(content), FILE, column="source")
    assert len(str(error.value)) < 600
