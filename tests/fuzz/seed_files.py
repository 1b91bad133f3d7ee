"""Valid small files of every format that is read; the fuzzer damages them."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import scipy.io
import scipy.sparse as sp


class SeedFile(NamedTuple):
    """A valid file, and the reader that reads it."""

    name: str
    content: bytes
    reader: str


def seed_files() -> list[SeedFile]:
    """All of them, the same every time."""
    return [
        *_texts(),
        *_matrices(),
        *_constraints(),
        *_tables(),
        *_pictures(),
        *_labels(),
        *_strokes(),
        *_corrections(),
    ]


def _texts() -> Iterator[SeedFile]:
    rows = [("ann", "bob", 2.5), ("bob", "carl", -1.0), ("ann", "carl", 0.25), ("dora", "ann", -3e-2)]
    numbers = [(0, 1, 2.5), (1, 2, -1.0), (0, 2, 0.25), (7, 3, -3e-2), (2**31 - 2, 5, 1.0)]
    for name, mark in (("pairs.csv", ","), ("pairs.tsv", "\t"), ("semicolons.csv", ";"), ("spaces.txt", " ")):
        yield SeedFile(name, _table(rows, mark), "problem")
    yield SeedFile("header.csv", b"left,right,weight\n" + _table(rows, ","), "problem")
    yield SeedFile("numbers.csv", _table(numbers, ","), "problem")
    yield SeedFile("quoted.csv", b'"ann, the first","bob ""b""",1.5\n"c\nd",ann,-2\n', "problem")
    yield SeedFile("unweighted.csv", b"a,b\nb,c\nc,d\n", "problem")
    yield SeedFile("bom.csv", "\ufeffu,v,w\r\nä,ö,1\r\nö,ü,-1\r\n".encode(), "problem")
    yield SeedFile("packed.csv.gz", gzip.compress(_table(rows, ","), mtime=0), "problem")
    yield SeedFile("multicut.txt", b"MULTICUT\n0 1 2.5\n1 2 -1\n0 2 1e-3\n", "problem")
    yield SeedFile("editing.gr", b"c a comment\np cep 5 4\n1 2\n2 3\n1 3\n4 5\n", "problem")
    lines = "%%MatrixMarket matrix coordinate {} {}\n% a comment\n4 4 4\n"
    weights = ("2 1 1.5", "3 1 -2", "3 2 0.5", "4 3 1e-3")
    yield SeedFile("symmetric.mtx", (lines.format("real", "symmetric") + "\n".join(weights) + "\n").encode(), "problem")
    whole = ("2 1 1", "3 1 -2", "3 2 4", "4 3 9")
    yield SeedFile("integer.mtx", (lines.format("integer", "symmetric") + "\n".join(whole)).encode(), "problem")
    places = ("2 1", "3 1", "3 2", "4 3")
    yield SeedFile("pattern.mtx", (lines.format("pattern", "symmetric") + "\n".join(places)).encode(), "problem")
    both = b"%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 1.5\n2 1 1.5\n2 3 -1\n3 2 -1\n"
    yield SeedFile("general.mtx", both, "problem")
    yield SeedFile("packed.mtx.gz", gzip.compress(both, mtime=0), "problem")
    array = b"%%MatrixMarket matrix array real symmetric\n3 3\n0\n1.5\n-1\n0\n2\n0\n"
    yield SeedFile("array.mtx", array, "problem")


def _matrices() -> Iterator[SeedFile]:
    dense = np.array([[0, 1.5, -1, 0], [1.5, 0, 0.5, 0], [-1, 0.5, 0, 2], [0, 0, 2, 0]])
    for kind in ("csr", "csc", "coo", "bsr", "dia"):
        file = io.BytesIO()
        sp.save_npz(file, sp.coo_array(dense).asformat(kind), compressed=kind != "csc")
        yield SeedFile(f"{kind}.npz", file.getvalue(), "problem")
    arrays = {"u": np.array([0, 1, 5]), "v": np.array([1, 2, 0]), "w": np.array([1.0, -2.0, 0.5])}
    yield SeedFile("edges.npz", _npz(**arrays), "problem")
    yield SeedFile("costs.npz", _npz(uv=np.array([[0, 1], [1, 2]], np.int32), cost=np.array([1.0, -2.0])), "problem")
    for dtype in ("f8", "f4", "i4", ">f8", "?"):
        file = io.BytesIO()
        np.save(file, dense.astype(dtype), allow_pickle=False)
        yield SeedFile(
            f"dense_{dtype.strip('>?') or 'bool'}{'_big' if '>' in dtype else ''}.npy", file.getvalue(), "problem"
        )
    for name, value in (("dense", dense), ("sparse", sp.csc_matrix(dense)), ("whole", dense.astype(np.int16))):
        for is_packed in (False, True):
            file = io.BytesIO()
            scipy.io.savemat(file, {"W": value}, do_compression=is_packed)
            yield SeedFile(f"{name}{'_packed' if is_packed else ''}.mat", file.getvalue(), "problem")


def _constraints() -> Iterator[SeedFile]:
    yield SeedFile("links.csv", b"ann,bob\ncarl,dora\n", "links")
    yield SeedFile("groups.csv", b"id,group\nann,x\nbob,y\ncarl,x\ndora,\n", "groups")
    yield SeedFile("columns.csv", b"id;name;source\nann;A;s1\nbob;B;s2\ncarl;C;s1\n", "group_column")


def _tables() -> Iterator[SeedFile]:
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.feather
    import pyarrow.parquet

    plain = pa.table({"id_1": [1, 2, 3, 1], "id_2": [2, 3, 4, 4], "match_probability": [0.9, 0.2, 0.99, 0.4]})
    texts = pa.table(
        {
            "unique_id_l": ["a", "b", "ü", "a"],
            "unique_id_r": ["b", "ü", "d", None],
            "match_weight": [3.0, -2.0, 7.5, 1.0],
        }
    )
    coded = texts.set_column(0, "unique_id_l", texts["unique_id_l"].dictionary_encode())
    for name, table in (("plain", plain), ("texts", texts), ("coded", coded)):
        sink = io.BytesIO()
        pyarrow.parquet.write_table(table, sink)
        yield SeedFile(f"{name}.parquet", sink.getvalue(), "table")
        for packing in ("lz4", "uncompressed"):
            sink = io.BytesIO()
            pyarrow.feather.write_feather(table, sink, compression=packing)
            yield SeedFile(f"{name}_{packing}.feather", sink.getvalue(), "table")
    sink = io.BytesIO()
    pyarrow.csv.write_csv(plain, sink)
    yield SeedFile("scores.csv", sink.getvalue(), "table")
    yield SeedFile("scores.tsv", sink.getvalue().replace(b",", b"\t"), "table")


def _pictures() -> Iterator[SeedFile]:
    from PIL import Image

    rng = np.random.default_rng(0)
    colors = Image.fromarray(rng.integers(0, 256, (12, 16, 3), np.uint8))
    images = {
        "color.png": colors,
        "alpha.png": colors.convert("RGBA"),
        "grey.png": colors.convert("L"),
        "palette.png": colors.convert("P"),
        "palette.gif": colors.convert("P"),
        "photo.jpg": colors,
        "plain.bmp": colors,
        "plain.tif": colors,
        "plain.webp": colors,
        "deep.png": Image.fromarray(rng.integers(0, 2**16, (12, 16), np.uint16)),
        "deep.tif": Image.fromarray(rng.integers(0, 2**16, (12, 16), np.uint16)),
    }
    for name, image in images.items():
        file = io.BytesIO()
        image.save(file, format={"jpg": "JPEG", "tif": "TIFF"}.get(name[-3:], name.rsplit(".", 1)[1].upper()))
        yield SeedFile(name, file.getvalue(), "picture")
    file = io.BytesIO()
    images["deep.tif"].save(file, format="TIFF", compression="tiff_lzw")
    yield SeedFile("deep_lzw.tif", file.getvalue(), "picture")


def _labels() -> Iterator[SeedFile]:
    from frenemy.io.images.label_maps import label_map_bytes

    labels = np.repeat(np.repeat([[0, 1, 1], [2, 2, 1], [0, 3, 3]], 4, axis=0), 5, axis=1)
    for format in ("png", "npz", "coco", "geojson"):
        yield SeedFile(f"labels.{format}", label_map_bytes(labels, format), "label_map")
    yield SeedFile("labels_runs.coco", label_map_bytes(labels, "coco", polygons=False), "label_map")


def _strokes() -> Iterator[SeedFile]:
    from PIL import Image, ImageDraw

    strokes = [{"points": [[2, 3], [8.5, 7]], "width": 3}, {"points": [[1, 10], [14, 11], [15, 2]]}]
    yield SeedFile("strokes.json", json.dumps({"strokes": strokes, "width": 16, "height": 12}).encode(), "strokes")
    yield SeedFile("lines.json", json.dumps([stroke["points"] for stroke in strokes]).encode(), "strokes")
    drawing = Image.new("RGBA", (16, 12))
    ImageDraw.Draw(drawing).line([(2, 3), (12, 9)], fill=(255, 0, 0, 255), width=2)
    file = io.BytesIO()
    drawing.save(file, format="PNG")
    yield SeedFile("drawing.png", file.getvalue(), "strokes")


def _corrections() -> Iterator[SeedFile]:
    from frenemy.apps.faces.corrections.corrections import Corrections
    from frenemy.apps.faces.corrections.corrections_json import corrections_to_json

    made = Corrections().with_same("a-0", "b-0").with_apart("a-0", "c-1")
    yield SeedFile("corrections.json", corrections_to_json(made).encode(), "corrections")


def _table(rows: list[tuple[object, object, float]], mark: str) -> bytes:
    return "".join(mark.join(map(str, row)) + "\n" for row in rows).encode()


def _npz(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()
