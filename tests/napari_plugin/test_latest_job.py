import threading
import time

import pytest

pytestmark = pytest.mark.usefixtures("qt")


@pytest.fixture
def calls():
    return []


@pytest.fixture
def job_of(calls):
    """``job_of(work)``: a job whose callbacks are written down."""
    from frenemy.napari_plugin.latest_job import LatestJob

    return lambda work: LatestJob(
        work,
        on_answer=lambda task, answer: calls.append((task, answer)),
        on_error=lambda error: calls.append(str(error)),
        on_change=lambda: None,
    )


def slow(task, on_stage):
    """Work that takes longer than a test waits: it has to be ended."""
    for step in range(10_000):
        on_stage("slow", step / 10_000)
        time.sleep(0.01)
    return task


def test_work_is_done_in_another_thread(job_of, calls, wait):
    job = job_of(lambda task, _: (task * 2, threading.current_thread() is threading.main_thread()))
    job.submit(21)
    wait(lambda: not job.is_busy)
    assert calls == [(21, (42, False))]


def test_the_newest_task_ends_those_before(job_of, calls, wait):
    begun = []

    def work(task, on_stage):
        begun.append(task)
        return task if task == 4 else slow(task, on_stage)

    job = job_of(work)
    job.submit(1)
    wait(lambda: job.stage[0] == "slow")
    for task in (2, 3, 4):
        job.submit(task)
    wait(lambda: not job.is_busy)
    assert calls == [(4, 4)]
    assert begun == [1, 4]


def test_a_cancelled_task_answers_nothing(job_of, calls, wait):
    job = job_of(slow)
    job.submit(1)
    wait(lambda: job.stage[0] == "slow")
    job.cancel()
    wait(lambda: not job.is_busy)
    assert calls == []


def test_an_error_is_told_and_the_next_task_runs(job_of, calls, wait):
    from napari.utils.notifications import notification_manager

    def work(task, _):
        if task == 1:
            raise ValueError("the first is wrong")
        return task

    job = job_of(work)
    job.submit(1)
    wait(lambda: not job.is_busy)
    job.submit(2)
    wait(lambda: not job.is_busy)
    assert calls == ["the first is wrong", (2, 2)]
    assert "the first is wrong" in [note.message for note in notification_manager.records]


class SlowWorker:
    """A worker whose thread has returned its answer, and has not ended yet."""

    abort_requested = False

    def __init__(self, run):
        from psygnal import SignalInstance

        self.run, self.returned, self.finished = run, SignalInstance((object,)), SignalInstance()

    def start(self):
        self.returned.emit(self.run())


def test_an_answer_is_given_when_the_work_is_over(job_of, calls, monkeypatch):
    monkeypatch.setattr("frenemy.napari_plugin.latest_job.create_worker", SlowWorker)
    job = job_of(lambda task, _: 2 * task)
    job.submit(21)
    assert (calls, job.is_busy) == ([], True)  # a timer that shows progress may fire now
    job._worker.finished.emit()
    assert (calls, job.is_busy) == ([(21, 42)], False)
