"""Folders of people: up to date, never at the cost of a photo or of a file of the user's."""

import hashlib
import os
from pathlib import Path

import pytest
from grouped_faces import grouped_faces, ids
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.export import managed_files
from frenemy.apps.faces.export.folder_names import UsedNames, safe_folder_name
from frenemy.apps.faces.export.person_folders import write_person_folders


@pytest.fixture
def trip(tmp_path):
    """An album of three people in ten photos, and these photos; two have the same name."""
    names = ["a/1.jpg", "b/1.jpg", *(f"{k}.jpg" for k in range(2, 9)), "it's <b> 🐙.jpg"]
    faces, _ = grouped_faces([5, 3, 2], photos=names)
    photos = tmp_path / "photos"
    for name in names:
        (photos / name).parent.mkdir(parents=True, exist_ok=True)
        (photos / name).write_bytes(f"photo {name}".encode())
    return Album(faces), photos, tmp_path / "people"


def digests(folder):
    """Every file below, what is in it and when it was written."""
    return {
        str(path.relative_to(folder)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def tree(folder):
    return sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.name[0] != "." and not path.is_dir()
    )


@pytest.mark.parametrize("how", ["links", "copies"])
def test_a_folder_per_person(trip, how):
    album, photos, folder = trip
    before = digests(photos)
    written = write_person_folders(album.name(0, "Ann / Zoë").people, folder, photos=photos, how=how)
    assert written.folders == ("Ann _ Zoë", "Person 002", "Person 003")
    assert tree(folder) == sorted(
        [
            *(f"Ann _ Zoë/{name}" for name in ("1.jpg", "1 (2).jpg", "2.jpg", "3.jpg", "4.jpg")),
            *(f"Person 002/{name}" for name in ("5.jpg", "6.jpg", "7.jpg")),
            *(f"Person 003/{name}" for name in ("8.jpg", "it's <b> 🐙.jpg")),
        ]
    )
    assert (folder / "Ann _ Zoë/1 (2).jpg").read_bytes() == b"photo b/1.jpg"
    links = [path for path in folder.rglob("*.jpg") if path.is_symlink()]
    assert len(links) == (10 if how == "links" else 0)
    assert all(not os.path.isabs(os.readlink(path)) for path in links)
    assert (written.n_links, written.n_copies) == ((10, 0) if how == "links" else (0, 10))
    assert digests(photos) == before


@pytest.mark.parametrize("how", ["links", "copies"])
def test_called_again_it_is_brought_up_to_date(trip, how):
    album, photos, folder = trip
    before = digests(photos)
    write_person_folders(album.people, folder, photos=photos, how=how)
    again = write_person_folders(album.people, folder, photos=photos, how=how)
    assert again.n_removed == 0
    (folder / "Person 001" / "notes.txt").write_text("mine")
    after = write_person_folders(album.merge(0, 1).name(0, "Ann").people, folder, photos=photos, how=how)
    assert after.folders == ("Ann", "Person 002")
    assert len(list((folder / "Ann").iterdir())) == 8
    assert tree(folder / "Person 001") == ["notes.txt"]
    assert not (folder / "Person 003").exists()
    assert after.kept == ()
    assert digests(photos) == before


@pytest.mark.parametrize("how", ["links", "copies"])
def test_files_of_the_user_stay(trip, how):
    album, photos, folder = trip
    (folder / "Person 002").mkdir(parents=True)
    (folder / "Person 002" / "5.jpg").write_text("mine")
    (folder / "Person 003").write_text("a file, not a folder")
    written = write_person_folders(album.people, folder, photos=photos, how=how)
    assert written.folders == ("Person 001", "Person 002", "Person 003 (2)")
    assert (folder / "Person 002" / "5.jpg").read_text() == "mine"
    assert (folder / "Person 002" / "5 (2).jpg").read_bytes() == b"photo 5.jpg"
    # What was made, and is now another file, is not taken away.
    mine = folder / "Person 001" / "2.jpg"
    mine.unlink()
    mine.write_text("retouched")
    gone = write_person_folders(album.remove_face(ids(album.faces, [2])[0]).people, folder, photos=photos, how=how)
    assert gone.kept == ("Person 001/2.jpg",)
    assert mine.read_text() == "retouched"
    assert (folder / "Person 003").read_text() == "a file, not a folder"


def test_a_copy_that_is_the_last_one_stays(trip):
    album, photos, folder = trip
    write_person_folders(album.people, folder, photos=photos, how="copies")
    (photos / "2.jpg").unlink()
    written = write_person_folders(album.people, folder, photos=photos, how="copies")
    assert written.missing == ("2.jpg",)
    assert written.kept == ("Person 001/2.jpg",)
    assert (folder / "Person 001" / "2.jpg").read_bytes() == b"photo 2.jpg"


def test_nothing_is_made_or_taken_away_through_a_link_of_the_users(trip):
    album, photos, folder = trip
    write_person_folders(album.people, folder, photos=photos, how="copies")
    for path in (folder / "Person 002").iterdir():
        path.unlink()
    (folder / "Person 002").rmdir()
    (folder / "Person 002").symlink_to(photos)
    before = digests(photos)
    written = write_person_folders(album.merge(1, 2).people, folder, photos=photos, how="copies")
    assert written.folders == ("Person 001", "Person 002 (2)")
    assert digests(photos) == before


def test_without_symbolic_links(trip, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "not here")

    album, photos, folder = trip
    monkeypatch.setattr(managed_files.os, "symlink", refused)
    written = write_person_folders(album.people, folder, photos=photos)
    assert (written.n_links, written.n_hard_links) == (0, 10)
    assert os.path.samefile(folder / "Person 001" / "2.jpg", photos / "2.jpg")
    fewer = write_person_folders(album.remove_face(ids(album.faces, [2])[0]).people, folder, photos=photos)
    assert fewer.n_removed == 1
    monkeypatch.setattr(managed_files.os, "link", refused)
    other = write_person_folders(album.people, folder.with_name("other"), photos=photos)
    assert other.n_copies == 10
    assert (photos / "2.jpg").read_bytes() == b"photo 2.jpg"


def test_people_who_are_seen_too_seldom(trip):
    album, photos, folder = trip
    written = write_person_folders(album.name(2, "Bob").people, folder, photos=photos, min_photos=4)
    assert written.folders == ("Person 001", "", "Bob")


def test_a_person_called_as_a_file_of_the_album(trip):
    album, photos, folder = trip
    written = write_person_folders(album.name(0, "Corrections.json").people, folder, photos=photos)
    assert written.folders[0] == "Corrections (2).json"


def test_what_cannot_be_is_told(trip):
    album, photos, folder = trip
    with pytest.raises(ValueError, match="holds the photos"):
        write_person_folders(album.people, photos, photos=photos)
    with pytest.raises(ValueError, match='must be "links" or "copies"'):
        write_person_folders(album.people, folder, photos=photos, how="moves")
    folder.mkdir()
    (folder / ".frenemy-people.json").write_text("{")
    with pytest.raises(ValueError, match="move it away, and files that were created before stay as they are"):
        write_person_folders(album.people, folder, photos=photos)


@given(st.lists(st.text(max_size=60), max_size=6))
def test_names_are_safe_and_no_two_alike(texts):
    taken = UsedNames()
    names = [taken.take(safe_folder_name(text, "Person 1")) for text in texts]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert name
        assert name not in (".", "..")
        assert not set(name) & set('/\\:*?"<>|\0\n')
        assert name == name.strip(" .")
        assert len(name.encode()) <= 130
        assert Path("x", name).parent == Path("x")


@pytest.mark.parametrize("text", ["CON", "nul.txt", "com1", "Lpt9.jpg"])
def test_names_of_devices(text):
    assert safe_folder_name(text, "Person 1") == f"{text}_"
