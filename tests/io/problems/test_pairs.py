"""Tables of pairs: what is accepted, what comes back, and what every bad row says."""

import gzip
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy.io import read


def weights_by_ids(file):
    u, v, w = file.problem.edges()
    return {frozenset((file.ids[i], file.ids[j])): weight for i, j, weight in zip(u, v, w.tolist(), strict=True)}


@pytest.mark.parametrize("delimiter", [",", "\t", ";", " ", "   ", " , "])
@pytest.mark.parametrize("header", ["", "first{}second{}weight\n"])
def test_delimiters_and_headers(delimiter, header):
    text = header.replace("{}", delimiter) + f"1000{delimiter}5{delimiter}1.5\n5{delimiter}70{delimiter}-2\n"
    file = read(io.StringIO(text))
    assert file.ids.tolist() == [5, 70, 1000]
    assert weights_by_ids(file) == {frozenset((1000, 5)): 1.5, frozenset((5, 70)): -2.0}


def test_string_ids_keep_the_order_of_first_appearance():
    file = read(io.StringIO("zoe,bob,1\nbob,Ann Ü.,-1\n"))
    assert file.ids.tolist() == ["zoe", "bob", "Ann Ü."]
    assert weights_by_ids(file) == {frozenset(("zoe", "bob")): 1.0, frozenset(("bob", "Ann Ü.")): -1.0}


def test_two_columns_weigh_one():
    assert weights_by_ids(read(io.StringIO("1 2\n2 3\n"))) == {frozenset((1, 2)): 1.0, frozenset((2, 3)): 1.0}


def test_two_columns_of_strings_with_and_without_header():
    assert read(io.StringIO("source,target\na,b\n")).ids.tolist() == ["a", "b"]
    assert read(io.StringIO("p,q\na,b\n")).ids.tolist() == ["p", "q", "a", "b"]
    assert read(io.StringIO("p,q\na,b\n"), header=True).ids.tolist() == ["a", "b"]
    assert read(io.StringIO("source,target\na,b\n"), header=False).ids.tolist() == ["source", "target", "a", "b"]


def test_duplicates_are_summed_in_both_directions():
    assert weights_by_ids(read(io.StringIO("1,2,1\n2,1,3\n1,2,-0.5\n"))) == {frozenset((1, 2)): 3.5}


def test_self_pairs_are_left_out_with_a_warning_but_name_a_node():
    with pytest.warns(UserWarning, match="line 2: left out 1 pair.* the first one 7"):
        file = read(io.StringIO("1,2,1\n7,7,5\n"))
    assert file.ids.tolist() == [1, 2, 7]
    assert (file.n_rows, file.n_self_pairs, file.problem.n_edges) == (2, 1, 1)


@pytest.mark.parametrize("ids", [("007", "7"), ("+49", "49"), ("1.0", "1"), ("99999999999999999999", "1")])
def test_ids_that_only_look_like_numbers_come_back_as_they_were(ids):
    assert read(io.StringIO(f"{ids[0]},{ids[1]},0.5\n")).ids.tolist() == list(ids)


def test_quoted_numbers_are_numbers():
    file = read(io.StringIO('"10","2",1\n"2","3",1\n'))
    assert file.ids.tolist() == [2, 3, 10]


def test_quoted_fields_may_hold_the_delimiter():
    assert read(io.StringIO('"Smith, J.","Doe, A.",1\n')).ids.tolist() == ["Smith, J.", "Doe, A."]


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbf1,2,3\n",
        b"1,2,3\r\n",
        b"1,2,3\r",
        b"1,2,3",
        b"# made by hand\n# u v w\n1 2 3\n",
        b"% konect\n1 2 3\n",
        b"\n\n1,2,3\n\n",
        b"1,2,3\n   \n",
        gzip.compress(b"1,2,3\n", mtime=0),
    ],
)
def test_bytes_in_many_dresses(raw):
    file = read(io.BytesIO(raw))
    assert (file.format, file.ids.tolist(), weights_by_ids(file)) == ("pairs", [1, 2], {frozenset((1, 2)): 3.0})


def test_missing_is_passed_on():
    assert read(io.StringIO("1,2,3\n"), missing=-0.5).problem.missing == -0.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2,3\n1,2,x\n", r"line 2: the weight 'x' is not a number"),
        ("1,2,x\n", r"line 1: the weight 'x' is not a number"),
        ("a,b,1\na,b,\n", r"line 2: the weight is empty; take the row out"),
        ("1;2;0,5\n", r"line 1: the weight '0,5' is not a number \(write the decimal point"),
        ("1 2 1_0\n", r"line 1: the weight '1_0' is not a number"),
        ("1,2,1\n\n1,2,nan\n", r"line 3: the weight must be finite, got nan"),
        ("a,b,1\na,c,-inf\n", r"line 2: the weight must be finite, got -inf"),
        ("1,2,1e999\n", r"line 1: the weight must be finite, got inf"),
        ("u,v,w\n1,2,3\n1,2\n", r"line 3: expected 3 columns as on line 2, got 2: '1,2'"),
        ("1,2,3,4\n", r"line 1: expected 2 columns .* or 3 .*, got 4 separated by commas: '1,2,3,4'"),
        ("hello\n", r"line 1: expected 2 columns .*, got 1: 'hello'"),
        ("1,2,1\n1,,1\n", r"line 2: an id is empty"),
        ("u,v,w\n", r"holds no pairs, only the header 'u,v,w'"),
        ("# nothing\n", r"holds no pairs, only comments"),
        (",\n", r"holds no pairs, only rows without ids"),
        (";;\n;;\n", r"holds no pairs, only rows without ids"),
        ("#a,#b,1\nc,#d,1\n", r"line 1 reads as a comment, but '#d' is also an id"),
        ("weight,u,v\n1,2,3\n", r"line 1: the columns must be two ids and then the weight, got weight, u, v"),
        ('a,"b,1\n', r"line 1: "),
        ("", r"is empty"),
        (" \n\n", r"is empty"),
    ],
)
def test_bad_tables_say_what_and_where(tmp_path, text, message):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"bad\.csv.*" + message):
        read(path)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"1,2,3\n\x00\x01\x02", "holds binary data .a zero byte at offset 6"),
        (b"a,b,1\na,\xe9,1\n", "line 2: byte 0xe9 is not UTF-8"),
        ("1,2,3\n".encode("utf-16"), "UTF-16"),
        (gzip.compress(b"1,2,3\n" * 1000, mtime=0)[:-20], "truncated gzip"),
        (b"\x1f\x8bnot gzip at all", "gzip"),
        (gzip.compress(b"", mtime=0), "is empty"),
    ],
)
def test_bytes_that_are_not_text(tmp_path, raw, message):
    path = tmp_path / "bad.csv"
    path.write_bytes(raw)
    with pytest.raises(ValueError, match=r"bad\.csv.*" + message):
        read(path)


@given(st.binary(max_size=200))
def test_no_bytes_crash(raw):
    try:
        file = read(io.BytesIO(raw), format="pairs", header=False)
    except ValueError:
        return
    except Warning:  # self pairs
        return
    assert len(file.ids) == file.problem.n_nodes


@given(
    st.lists(
        st.tuples(st.integers(-(2**63), 2**63 - 1), st.integers(-50, 50), st.floats(-1e6, 1e6)),
        min_size=1,
        max_size=20,
    )
)
def test_integers_read_fast_and_slow_alike(rows):
    rows = [row for row in rows if row[0] != row[1]] or [(1, 2, 3.0)]
    plain = "".join(f"{u},{v},{w!r}\n" for u, v, w in rows)
    quoted = "".join(f'"{u}","{v}",{w!r}\n' for u, v, w in rows)
    fast, slow = read(io.StringIO(plain)), read(io.StringIO(quoted))
    assert np.array_equal(fast.ids, slow.ids)
    assert fast.problem == slow.problem


def test_real_signed_networks(shared_data):
    file = read(shared_data / "signed" / "bitcoinotc.csv")
    assert (file.problem.n_nodes, file.n_rows) == (5881, 35592)
    assert read(shared_data / "signed" / "cloister.csv").problem.n_nodes == 18
    with pytest.warns(UserWarning, match="left out 573 pair"):
        epinions = read(shared_data / "signed" / "soc-sign-epinions.txt.gz")
    assert (epinions.problem.n_nodes, epinions.n_rows) == (131828, 841372)
