"""Tasks on a real Ray, where it can start."""

import os
import sys

import pytest
from faulty_tasks import Die, Fail, Give, Spoiled, first_dies, labels_of, small_dataset

import frenemy as fr
from frenemy.engines.executors.executor import WorkersLost
from frenemy.engines.executors.open_executor import open_executor

ray = pytest.importorskip("ray", reason="ray is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from frenemy.engines.executors.on_ray import OnRay  # noqa: E402

pytestmark = [pytest.mark.usefixtures("small_budget"), pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    try:
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            # Workers import the tasks of tests by name.
            runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}},
        )
    except Exception as error:
        pytest.skip(f"ray does not start here: {error}")
    yield
    ray.shutdown()


def test_the_same_labels_though_workers_die(tmp_path):
    pairs = small_dataset(tmp_path / "in")
    expected = labels_of(fr.solve_dataset(pairs, tmp_path / "expected"))
    with open_executor("ray", tmp_path) as on_ray:
        dying = Spoiled(on_ray, first_dies(tmp_path / "marks", {"solve"}))
        assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", client=dying)) == expected
    assert len(list((tmp_path / "marks").iterdir())) == 1
    assert ray.is_initialized()  # it was there before


def test_an_error_is_the_tasks_own():
    with pytest.raises(ValueError, match="^row 3 has no id$") as caught:
        list(OnRay().run([Give(), Fail(ValueError("row 3 has no id"))], stage="number"))
    assert type(caught.value) is ValueError


def test_a_task_that_always_kills_is_an_error(tmp_path):
    with pytest.raises(WorkersLost, match="stage 'solve': the worker of one task died 1 time;"):
        list(OnRay(allowed_failures=0).run([Die(Give(), tmp_path / "a", times=9)], stage="solve"))


def test_many_tasks(tmp_path):
    seen = {at: value for at, (value, _) in OnRay().run([Give(at) for at in range(60)], stage="many")}
    assert seen == {at: at for at in range(60)}
    results = OnRay().run([Give(seconds=0.2)] * 40 + [Give(mark=tmp_path / "b")], stage="closed")
    next(results)
    results.close()
    assert not (tmp_path / "b").exists()
