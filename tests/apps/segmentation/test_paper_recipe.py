"""``segment(..., recipe="paper")``: what is its own is that soft segmentations are found once per stroke."""

import numpy as np

import frenemy as fr

Y, X = np.mgrid[:60, :80]
PICTURE = np.where(X < 40, 60, np.where(Y < 30, 140, 220)).astype(np.uint8)
STROKES = [fr.Stroke([(39.5, 5), (39.5, 22)]), fr.Stroke([(39.5, 36), (39.5, 55)]), fr.Stroke([(46, 29.5), (74, 29.5)])]


def test_the_objects_are_found():
    found = fr.segment(PICTURE, STROKES, recipe="paper")
    assert found.recipe == "paper"
    assert isinstance(found.result.solver, fr.SwapExplore)
    assert found.problem.n_nodes == PICTURE.size
    assert len({found.object_at(10, 30), found.object_at(60, 10), found.object_at(60, 50)}) == 3


def test_an_edit_is_as_from_the_start(monkeypatch):
    from frenemy.apps.segmentation.cut import paper_cut as module

    asked = []
    affinities = module.paper_affinities

    def counted(picture, strokes, *, soft, **options):
        known = len(soft)
        problem = affinities(picture, strokes, soft=soft, **options)
        asked.append(len(soft) - known)
        return problem

    monkeypatch.setattr(module, "paper_affinities", counted)
    grown = fr.segment(PICTURE, STROKES[:2], recipe="paper").add(STROKES[2])
    left = grown.remove(0)
    assert asked == [2, 1, 0]
    assert (grown.labels == fr.segment(PICTURE, STROKES, recipe="paper").labels).all()
    assert (left.labels == fr.segment(PICTURE, STROKES[1:], recipe="paper").labels).all()


def test_another_solver():
    found = fr.segment(PICTURE, STROKES, recipe="paper", solver=fr.AdaptiveICM())
    assert isinstance(found.result.solver, fr.AdaptiveICM)


def test_pictures_above_the_work_grid_and_no_strokes():
    large = np.repeat(np.repeat(PICTURE, 9, axis=0), 9, axis=1)
    assert fr.segment(large, recipe="paper", stop=fr.Stop(seconds=0)).labels.shape == large.shape
