"""Any sequence of corrections: the newest holds, nothing contradicts, nothing is lost in a file."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.faces.corrections.corrections import Corrections, Dropped, Name
from frenemy.apps.faces.corrections.corrections_json import contradiction, corrections_from_json, corrections_to_json
from frenemy.apps.faces.corrections.must_links import Chains, parted

IDS = [f"{photo}-{index}" for photo in "abcd" for index in range(2)]
face = st.sampled_from(IDS)
some = st.lists(face, min_size=1, max_size=4, unique=True)
any_some = st.lists(face, max_size=4, unique=True)
text = st.sampled_from(["Ann", "ann", "Bob", "Zoë 🐙", "<b>", "  "])
maybe_name = st.none() | st.sampled_from(["Ann", "Bob"])
two = st.tuples(face, face).filter(lambda pair: pair[0] != pair[1])
step = st.one_of(
    st.tuples(st.just("same"), two),
    st.tuples(st.just("apart"), two),
    st.tuples(st.just("merge"), some, maybe_name, maybe_name),
    st.tuples(st.just("move"), some, any_some, any_some, maybe_name),
    st.tuples(st.just("name"), some, text, maybe_name),
    st.tuples(st.just("remove"), face),
    st.tuples(st.just("restore"), face),
)
steps = st.lists(step, max_size=12)


def taken(said, step):
    kind, *rest = step
    if kind == "same":
        return said.with_same(*rest[0])
    if kind == "apart":
        return said.with_apart(*rest[0])
    if kind == "merge":
        return said.with_merged(rest[0], name=rest[1], old=rest[2])
    if kind == "move":
        moved, into, out_of, name = rest
        return said.with_moved(moved, into=[i for i in into if i not in out_of], out_of=out_of, name=name)
    if kind == "name":
        return said.with_name(rest[0], rest[1], old=rest[2])
    return said.without_face(rest[0]) if kind == "remove" else said.with_face(rest[0])


def all_taken(steps):
    said = Corrections()
    for it in steps:
        said = taken(said, it)
    return said


@given(steps)
def test_nothing_ever_contradicts(steps):
    said = all_taken(steps)
    assert contradiction(said) is None
    assert len({name.text.casefold() for name in said.names}) == len(said.names)
    assert all(name.faces and len(set(name.faces)) == len(name.faces) for name in said.names)
    assert len(set(said.same)) == len(said.same)
    assert len(set(said.apart)) == len(said.apart)


@given(steps, step)
def test_the_newest_holds(steps, last):
    said = taken(all_taken(steps), last)
    chains = Chains(said.same)
    kind, *rest = last
    if kind == "same":
        assert chains.of(rest[0][0]) == chains.of(rest[0][1])
    elif kind == "apart":
        assert tuple(sorted(rest[0])) in said.apart
    elif kind == "merge":
        assert len(chains.all_of(rest[0])) == 1
    elif kind == "move":
        moved, into, out_of, _ = rest
        assert len(chains.all_of(moved)) == 1
        left = [id for id in out_of if id not in moved]
        target = [id for id in into if id not in moved and id not in out_of]
        if target:
            assert chains.of(moved[0]) == chains.of(target[0])
        if left:
            assert not chains.all_of(moved) & chains.all_of(left)
            assert all(tuple(sorted((id, left[0]))) in said.apart for id in moved)
    elif kind == "name" and rest[1].strip():
        (name,) = [it for it in said.names if it.text == rest[1]]
        assert set(rest[0]) <= set(name.faces)
        assert name.faces[0] == rest[0][0]
    elif kind == "remove":
        assert rest[0] in said.not_faces
    elif kind == "restore":
        assert rest[0] not in said.not_faces


@given(steps, step)
def test_what_goes_is_told(steps, last):
    before = all_taken(steps)
    after = taken(before, last)
    told = {it.faces for it in after.dropped if it.kind == "apart"}
    assert set(before.apart) - set(after.apart) == told
    assert all(it.faces in before.same for it in after.dropped if it.kind == "same")


@given(steps)
def test_json_round_trip(steps):
    said = all_taken(steps)
    assert corrections_from_json(corrections_to_json(said)) == said


@given(st.lists(two, max_size=12), any_some, any_some)
def test_parting_takes_the_oldest_links_and_no_more(links, ones, others):
    others = [id for id in others if id not in ones]
    kept, gone = parted(links, ones, others)
    chains = Chains(kept)
    assert not chains.all_of(ones) & chains.all_of(others)
    assert sorted(kept + gone) == sorted(links)
    for link in gone:  # with any of them back, the two sides would meet
        again = Chains([*kept, link])
        assert again.all_of(ones) & again.all_of(others)


def test_not_the_same_takes_back_the_oldest_link_of_a_chain():
    said = Corrections().with_same("a-0", "b-0").with_same("b-0", "c-0").with_apart("a-0", "c-0")
    assert said.same == (("b-0", "c-0"),)
    assert said.dropped == (Dropped("same", ("a-0", "b-0")),)


def test_same_takes_back_not_the_same_between_chains():
    said = Corrections().with_same("a-0", "b-0").with_apart("a-0", "c-0").with_apart("a-0", "d-0")
    said = said.with_same("b-0", "c-0")
    assert said.apart == (("a-0", "d-0"),)
    assert said.dropped == (Dropped("apart", ("a-0", "c-0")),)


def test_moving_one_of_a_merged_person_leaves_the_others_merged():
    said = Corrections().with_merged(["a-0", "b-0", "c-0"]).with_moved(["a-0"], out_of=["a-0", "b-0", "c-0"])
    chains = Chains(said.same)
    assert chains.of("b-0") == chains.of("c-0") != chains.of("a-0")
    assert said.apart == (("a-0", "b-0"), ("a-0", "c-0"))


def test_a_name_follows_a_moved_face():
    said = Corrections().with_name(["a-0", "a-1", "b-0"], "Ann").with_name(["c-0"], "Bob")
    said = said.with_moved(["a-0"], into=["c-0"], out_of=["a-0", "a-1", "b-0"], name="Bob")
    assert said.names == (Name("Ann", ("a-1", "b-0")), Name("Bob", ("c-0", "a-0")))


def test_one_name_is_one_person():
    said = Corrections().with_name(["a-0"], "Ann").with_apart("a-0", "b-0").with_name(["b-0", "c-0"], "ann")
    assert said.same == (("a-0", "b-0"),)
    assert said.names == (Name("ann", ("b-0", "c-0", "a-0")),)
    assert said.dropped == (Dropped("apart", ("a-0", "b-0")),)


def test_renaming_takes_all_faces_of_the_name():
    said = Corrections().with_name(["a-0", "gone-0"], "Ann").with_name(["a-0", "b-0"], "Bob", old="Ann")
    assert said.names == (Name("Bob", ("a-0", "b-0", "gone-0")),)
    assert said.dropped == ()
    assert said.with_name(["a-0"], "", old="Bob").names == ()


def test_two_names_that_meet_become_the_newer():
    said = Corrections().with_name(["a-0", "a-1"], "Ann").with_name(["b-0"], "Bob").with_same("a-0", "b-0")
    assert said.names == (Name("Bob", ("b-0", "a-0", "a-1")),)
    assert said.dropped == (Dropped("name", ("a-0", "a-1"), "Ann"),)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda said: said.with_same("a-0", "a-0"), "two different faces, got 'a-0' twice"),
        (lambda said: said.with_apart("a-0", ""), "its id, a text, got ''"),
        (lambda said: said.with_name([], "Ann"), "at least one face, got none"),
        (lambda said: said.with_name("a-0", "Ann"), "write ['a-0']"),
        (lambda said: said.with_name(["a-0"], "x" * 101), "at most 100 characters, got 101"),
        (lambda said: said.with_name(["a-0"], 7), "a name must be text, got 7"),
    ],
)
def test_what_is_no_correction_is_refused(call, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        call(Corrections())


HEAD = '{"format": "frenemy face corrections", "version": 1'


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "line 1, column 2: is not JSON"),
        (HEAD + ', "same": ' + "9" * 5000 + "}", "is not JSON: Exceeds the limit"),
        ("[]", "not a file of corrections"),
        ('{"format": "frenemy face corrections", "version": 3}', "update frenemy"),
        ('{"format": "frenemy face corrections", "version": "1"}', "version '1'"),
        (HEAD + ', "sames": []}', "unknown part 'sames'"),
        (HEAD + ', "same": [["a-0"]]}', "same, number 1: two different ids"),
        (HEAD + ', "same": [["a-0", "a-0"]]}', "two different ids"),
        (HEAD + ', "apart": [["a-0", 5]]}', "apart, number 1, number 2: an id of a face is text, got 5"),
        (HEAD + ', "same": [["a", "b"]], "apart": [["a", "b"]]}', "delete one of these lines"),
        (HEAD + ', "names": [{"text": "x", "faces": []}]}', "at least one face"),
        (HEAD + ', "names": [{"text": "x", "faces": ["a"]}, {"text": "X", "faces": ["b"]}]}', "twice"),
        (HEAD + ', "names": [{"text": "x", "faces": ["a"]}, {"text": "y", "faces": ["a"]}]}', "two names"),
        (HEAD + ', "boxes": {"a": [1, 2, 3, NaN]}}', "four numbers"),
    ],
)
def test_a_damaged_file_is_told(content, told):
    with pytest.raises(ValueError, match=f"^corrections.json.*{re.escape(told)}"):
        corrections_from_json(content, name="corrections.json")


@pytest.mark.parametrize(
    "content",
    [
        HEAD.replace("1", f'"{"x" * 5000}"') + "}",
        HEAD + f', "{"x" * 5000}": []}}',
        HEAD + f', "same": [["a", "{"x" * 5000}"]], "apart": [["a", "{"x" * 5000}"]]}}',
        HEAD + f', "boxes": {{"{"x" * 5000}": [1]}}}}',
    ],
)
def test_long_texts_are_cut_in_errors(content):
    with pytest.raises(ValueError, match=r"x\.\.\.") as error:
        corrections_from_json(content)
    assert len(str(error.value)) < 300
