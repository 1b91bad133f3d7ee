"""people.csv: every face of every file, whatever names and paths hold."""

import csv
import io

import numpy as np
import pytest
from grouped_faces import grouped_faces, ids
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.faces import faces_from_embeddings
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.export.people_csv import COLUMNS, people_csv
from frenemy.apps.faces.people import find_people
from frenemy.apps.faces.photos.face import Face, Faces, Photo


def rows_of(people, **options):
    table = csv.DictReader(io.StringIO(people_csv(people, **options).decode("utf-8-sig"), newline=""))
    assert table.fieldnames == list(COLUMNS)
    return list(table)


def plain(cell):
    """As the user wrote it."""
    return cell.removeprefix("'")


def test_a_row_says_who_it_is_and_who_else():
    faces, _ = grouped_faces([3, 2, 1])
    said = Corrections().with_name(ids(faces, [0, 1]), "Zoë").without_face(faces.faces[5].id)
    people = find_people(faces, said)
    rows = rows_of(people)
    assert [row["photo"] for row in rows] == [f"00{k}.jpg" for k in range(6)]
    assert [row["face"] for row in rows] == [face.id for face in faces.faces]
    assert [row["person"] for row in rows] == ["1", "1", "1", "2", "2", ""]
    assert [row["name"] for row in rows] == ["Zoë"] * 3 + [""] * 3
    assert [row["doubtful"] for row in rows] == ["yes" if it else "no" for it in people.doubtful]
    margins = [float(row["margin"]) for row in rows[:-1]]
    assert np.allclose(margins, people.margins[:-1], rtol=1e-3)
    assert rows[-1]["margin"] == ""


def test_a_photo_that_is_there_twice_has_its_faces_twice():
    face = Face("x-0", "x", (1.5, 2.0, 30.25, 40.0), (), 0.9, np.zeros(2, np.float32), b"")
    faces = Faces((face,), {"x": Photo("x", ("a/x.jpg", "b/x copy.jpg"), (100, 100))})
    rows = rows_of(find_people(faces))
    assert [row["photo"] for row in rows] == ["a/x.jpg", "b/x copy.jpg"]
    assert [rows[0][side] for side in ("left", "top", "right", "bottom")] == ["1.5", "2", "30.25", "40"]


def test_people_may_have_other_numbers():
    faces, _ = grouped_faces([3, 2, 1])
    people = find_people(faces)
    usual, given = rows_of(people), rows_of(people, numbers=[7, 1, 4])
    renamed = {"1": "7", "2": "1", "3": "4", "": ""}
    for row, other in zip(usual, given, strict=True):
        assert other == {**row, "person": renamed[row["person"]], "runner_up": renamed[row["runner_up"]]}
    for odd in ([1, 2], [1, 2, 2]):
        with pytest.raises(ValueError, match="numbers must be 3 different numbers"):
            people_csv(people, numbers=odd)


def test_nobody():
    assert rows_of(find_people(Faces((), {}))) == []


text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1, max_size=20)


@given(st.lists(text, min_size=1, max_size=4, unique=True))
def test_any_text_round_trips_and_none_is_a_formula(paths):
    faces = faces_from_embeddings(np.arange(len(paths))[:, None], photos=paths, describer="dlib")  # known weights
    rows = rows_of(find_people(faces))
    assert [plain(row["photo"]) for row in rows] == paths
    assert not any(row["photo"].startswith(("=", "+", "-", "@", "\t")) for row in rows)


def test_file_names_that_are_no_text():
    people = find_people(faces_from_embeddings([[0.0]], photos=["odd\udcff.jpg"]))
    assert rows_of(people)[0]["photo"] == "odd\\udcff.jpg"
