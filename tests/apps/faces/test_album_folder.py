"""Where an album is kept: nothing that was said is lost, and none of it written over what cannot be read."""

import os

import numpy as np
import pytest
from grouped_faces import grouped_faces

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.album.album_folder import AlbumFolder, open_album
from frenemy.apps.faces.photos.scan_cache import ScanCache, Searched


@pytest.fixture
def kept(tmp_path):
    """A folder as a scan leaves it, and its faces."""
    faces, _ = grouped_faces([4, 3, 2])
    with ScanCache(tmp_path / "faces.sqlite") as cache:
        for photo in faces.photos.values():
            there = tuple(face for face in faces.faces if face.photo == photo.id)
            cache.keep("stub", Searched(photo.id, (10, 10), there))
        paths = {photo.paths[0]: photo.id for photo in faces.photos.values()}
        cache.keep_scan("stub", "/photos", paths, (), n_left=0)
    return AlbumFolder(tmp_path), faces


def test_what_was_said_is_there_when_it_is_opened_again(kept):
    folder, _ = kept
    album = folder.open()
    assert album.people.n_people == 3
    album = album.name(0, "Zoë 🐙").merge(1, 2)
    folder.save(album)
    again = open_album(folder.path)
    assert again.corrections == album.corrections
    assert np.array_equal(again.people.labels, album.people.labels)
    assert again.people.names == album.people.names
    folder.save(again.name(0, "Bob"))  # its own file is not somebody else's
    assert open_album(folder.path).people.names[0] == "Bob"


def test_a_file_that_cannot_be_read_is_never_written_over(kept):
    folder, _ = kept
    album = folder.open().name(0, "Ann")
    folder.save(album)
    place = os.path.join(folder.path, "corrections.json")
    with open(place, encoding="utf-8") as file:
        other = file.read().replace('"version": 1', '"version": 9')
    with open(place, "w", encoding="utf-8") as file:
        file.write(other)
    for _ in range(2):
        with pytest.raises(ValueError, match=r"corrections\.json"):
            folder.save(album.name(1, "Bob"))
        with pytest.raises(ValueError, match="version"):
            folder.read_corrections()
    with open(place, encoding="utf-8") as file:
        assert file.read() == other


def test_the_weight_against_twice_in_a_photo_is_kept(kept):
    folder, _ = kept
    assert folder.open().same_photo == 4.0
    folder.keep_same_photo(0.5)
    assert AlbumFolder(folder.path).open().same_photo == 0.5
    assert folder.open(same_photo=2.0).same_photo == 2.0


def test_nothing_said_writes_nothing(kept):
    folder, _ = kept
    folder.save(folder.open())
    assert os.listdir(folder.path) == ["faces.sqlite"]


def test_another_writer_is_noticed(kept):
    folder, _ = kept
    mine, other = folder.open(), AlbumFolder(folder.path)
    other.save(other.open().name(1, "Other"))
    with pytest.raises(ValueError, match="was changed by another program since it was read.*nothing was written"):
        folder.save(mine.name(0, "Mine"))
    assert folder.open().people.names == (None, "Other", None)
    folder.save(folder.open().name(0, "Mine"))
    os.unlink(folder.at("corrections.json"))
    with pytest.raises(ValueError, match="was deleted"):
        folder.save(mine.name(0, "Mine"))


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[]", b""])
def test_a_damaged_file_is_left_as_it_is(kept, content):
    folder, _ = kept
    with open(folder.at("corrections.json"), "wb") as file:
        file.write(content)
    with pytest.raises(ValueError, match=r"corrections.json.*move it away to begin without corrections"):
        folder.open()
    with pytest.raises(ValueError, match="by another program"):
        AlbumFolder(folder.path).save(Album(kept[1]).name(0, "Ann"))
    with open(folder.at("corrections.json"), "rb") as file:
        assert file.read() == content


def test_no_album_there(tmp_path):
    with pytest.raises(ValueError, match="make one: frenemy faces photos/ -o"):
        AlbumFolder(tmp_path).open()
    ScanCache(tmp_path / "faces.sqlite").close()
    with pytest.raises(ValueError, match="no scan is complete yet"):
        AlbumFolder(tmp_path).open()


def test_the_outcome_is_written_beside(kept, tmp_path):
    folder, _ = kept
    album = folder.open()
    folder.write_outcome(album.people, photos=tmp_path.parent / "photos")
    assert sorted(os.listdir(folder.path)) == ["faces.sqlite", "people.csv", "people.html"]
    with open(folder.at("people.html"), encoding="utf-8") as file:
        assert 'href="../photos/000.jpg"' in file.read()
    os.unlink(folder.at("people.html"))
    folder.write_outcome(album.people, page=False)
    assert not os.path.exists(folder.at("people.html"))
