"""From faces to people: how many, who, in which order, and who is in doubt."""

import numpy as np
import pytest
from grouped_faces import grouped_faces, ids
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.apps.faces import faces_from_embeddings
from frenemy.apps.faces.corrections.corrections import Corrections, Name
from frenemy.apps.faces.corrections.name_assignment import assign_names
from frenemy.apps.faces.people import doubtful_below, find_people
from frenemy.apps.faces.people.face_problem import face_problem
from frenemy.apps.faces.photos.face import Faces
from frenemy.metrics import adjusted_rand_index


def test_people_come_out_by_size():
    faces, truth = grouped_faces([3, 7, 1, 5])
    people = find_people(faces)
    assert adjusted_rand_index(truth, people.labels) == 1.0
    assert people.sizes.tolist() == [7, 5, 3, 1]
    assert people.names == (None,) * 4
    assert people.summary() == f"4 people, {people.n_doubtful} doubtful faces"


def test_members_are_most_typical_first():
    faces = faces_from_embeddings([[0.0], [0.3], [0.1], [0.16]], describer="dlib")
    people = find_people(faces)
    assert people.members(0).tolist() == [3, 2, 0, 1]  # the mean is 0.14
    assert [face.id for face in people.faces_of(0)] == ids(faces, [3, 2, 0, 1])
    with pytest.raises(ValueError, match=r"one of 0..0, got 1"):
        people.members(1)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_hardly_any_faces(n):
    people = find_people(faces_from_embeddings(np.zeros((n, 4))))
    assert people.n_people == min(n, 1)
    assert people.summary() == {0: "0 people, 0 doubtful faces"}.get(n, "1 person, 0 doubtful faces")


def test_margins_say_what_a_move_costs():
    faces, _ = grouped_faces([4, 3, 1], spread=0.55, seed=3)
    people = find_people(faces)
    problem = people.result.problem
    for face in range(len(faces)):
        moved = []
        for place in range(people.n_people + 1):
            labels = people.labels.copy()
            labels[face] = place
            if place != people.labels[face] and not (
                place == people.n_people and people.sizes[people.labels[face]] == 1
            ):
                moved.append((problem.energy(labels) - people.result.energy, place))
        cost, place = min(moved)
        assert people.margins[face] == pytest.approx(cost)
        assert people.runner_up[face] == (-1 if place == people.n_people else place)
        assert people.doubtful[face] == (cost < doubtful_below(people.labels)[face])
    order = people.doubtful_faces()
    assert (np.diff(people.margins[order]) >= 0).all()


def test_one_person_is_rarely_twice_in_a_photo():
    # 0.4 apart: 2 to 3 nats for being the same, which 4 nats outweigh and 1 does not.
    rows, photos = [[0.0], [0.4]], ["a.jpg", "a.jpg"]
    faces = faces_from_embeddings(rows, photos=photos, describer="dlib")
    assert 2.0 < face_problem(faces, same_photo=0.0).edges()[2][0] < 3.0
    assert find_people(faces).n_people == 2
    assert find_people(faces, same_photo=1.0).n_people == 1
    assert find_people(faces, same_photo=0.0).n_people == 1
    assert find_people(faces_from_embeddings(rows, describer="dlib")).n_people == 1
    # A collage of one picture: 7 nats stand against 4.
    collage = faces_from_embeddings([[0.0], [0.01]], photos=photos, describer="dlib")
    assert find_people(collage).n_people == 1
    with pytest.raises(ValueError, match=r"at least 0, got -1.*0 turns it off"):
        find_people(faces, same_photo=-1.0)


def test_what_is_no_face_belongs_to_nobody():
    faces, _ = grouped_faces([3, 2])
    people = find_people(faces, Corrections().without_face(faces.faces[1].id))
    assert people.labels.tolist() == [0, -1, 0, 1, 1]
    assert people.margins[1] == np.inf
    assert not people.doubtful[1]
    assert sorted(np.concatenate([people.members(p) for p in range(2)]).tolist()) == [0, 2, 3, 4]


def test_corrections_of_faces_that_are_gone_still_chain():
    faces, _ = grouped_faces([2, 2, 2])
    first, second, third = ids(faces, [0, 2, 4])
    said = Corrections().with_same(first, second).with_same(second, third)
    left = [face for face in faces.faces if face.id != second]
    people = find_people(Faces(tuple(left), faces.photos), said)
    assert people.labels[0] == people.labels[-2]
    assert people.corrections == said


def test_same_faces_and_corrections_give_the_same_people():
    faces, _ = grouped_faces([9] * 5, spread=0.5, seed=1)
    said = Corrections().with_apart(*ids(faces, [0, 1])).with_name(ids(faces, [9, 10]), "Ann")
    first = find_people(faces, said)
    again = find_people(faces, said, threads=2)
    assert np.array_equal(first.labels, again.labels)
    assert first.names == again.names


FACES, _ = grouped_faces([4, 3, 3, 2], spread=0.6, seed=5)
node = st.integers(0, len(FACES) - 1)
two = st.tuples(node, node).filter(lambda pair: pair[0] != pair[1])


@given(
    st.lists(st.tuples(st.booleans(), two), max_size=8),
    st.lists(st.tuples(st.lists(node, min_size=1, max_size=4, unique=True), st.sampled_from("ABC")), max_size=3),
    st.sets(node, max_size=2),
    st.sets(node, max_size=3),
)
def test_all_that_was_said_holds(pairs, names, not_faces, gone):
    said = Corrections()
    for is_same, pair in pairs:
        said = (said.with_same if is_same else said.with_apart)(*ids(FACES, pair))
    for named, text in names:
        said = said.with_name(ids(FACES, named), text)
    for one in not_faces:
        said = said.without_face(FACES.faces[one].id)
    there = [node for node in range(len(FACES)) if node not in gone]
    faces = Faces(tuple(FACES.faces[node] for node in there), FACES.photos)
    people = find_people(faces, said)
    person = {face.id: label for face, label in zip(faces.faces, people.labels.tolist(), strict=True) if label >= 0}
    for a, b in said.same:
        assert a not in person or b not in person or person[a] == person[b]
    for a, b in said.apart:
        assert a not in person or b not in person or person[a] != person[b]
    first = [next((person[id] for id in name.faces if id in person), None) for name in said.names]
    assert len({it for it in first if it is not None}) == sum(it is not None for it in first)
    # Everybody's name is somewhere, and where most of its faces are if nobody else's is.
    held = [name.text for name, it in zip(said.names, first, strict=True) if it is not None]
    assert sorted(filter(None, people.names)) == sorted(held)
    assert all(person.get(FACES.faces[one].id) is None for one in not_faces)


def test_a_name_stays_with_most_of_its_faces():
    labels, index = np.array([0, 0, 0, 1, 1]), {id: k for k, id in enumerate("abcde")}
    assert assign_names([Name("Ann", tuple("ade"))], labels, 2, index) == (None, "Ann")
    assert assign_names([Name("Ann", tuple("ad"))], labels, 2, index) == ("Ann", None)  # the typical one decides
    assert assign_names([Name("Ann", ("gone",))], labels, 2, index) == (None, None)
    both = [Name("Ann", tuple("ade")), Name("Bob", tuple("d"))]
    assert assign_names(both, labels, 2, index) == ("Ann", "Bob")


def test_faces_that_somebody_placed_are_not_doubtful():
    faces = faces_from_embeddings([[0.0], [0.49], [2.0]], describer="dlib")
    assert find_people(faces).doubtful.tolist() == [True, True, False]
    people = find_people(faces, Corrections().with_same(*ids(faces, [0, 1])))
    assert people.doubtful.tolist() == [False] * 3


def test_corrections_that_contradict_each_other_are_refused():
    faces, _ = grouped_faces([2])
    pair = tuple(sorted(ids(faces, [0, 1])))
    with pytest.raises(ValueError, match='contradict each other.*are "apart", but a chain of "same" joins them'):
        find_people(faces, Corrections(same=(pair,), apart=(pair,)))


def test_any_solver_and_limit():
    faces, truth = grouped_faces([5, 4, 3])
    people = find_people(faces, solver=fr.GreedyAdditive(), stop=fr.Stop(seconds=1.0), seed=3)
    assert adjusted_rand_index(truth, people.labels) == 1.0
    start = find_people(faces, start=people.labels)
    assert np.array_equal(start.labels, people.labels)


def test_known_faces(shared_data):
    path = shared_data / "faces_lfw_dev_dlib128.npz"
    if not path.exists():
        pytest.skip("the embeddings of faces are not in ../shared/data")
    with np.load(path) as data:
        rows, who = data["embeddings"], data["labels"]
    chosen = np.isin(who, np.unique(who)[:20])
    truth = np.unique(who[chosen], return_inverse=True)[1]
    people = find_people(faces_from_embeddings(rows[chosen], describer="dlib"))
    assert adjusted_rand_index(truth, people.labels) > 0.9
    # Most faces that are not with the rest of their person are among the doubtful ones.
    most = np.array([np.bincount(people.labels[truth == k]).argmax() for k in range(truth.max() + 1)])
    wrong = people.labels != most[truth]
    assert people.n_doubtful < 0.15 * len(truth)
    assert people.doubtful[wrong].mean() > 0.5
