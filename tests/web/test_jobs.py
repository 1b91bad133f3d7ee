"""Background jobs: progress, cancelling, and threads that become free again."""

import asyncio
import threading

import pytest

from frenemy.run import Cancelled, Status, raise_if_cancelled
from frenemy.web.jobs import Job, JobCancelled, WorkerPool
from frenemy.web.progress_stream import JobOutput, ProgressStream


def until_cancelled(job):
    while True:
        job.report("turning", 0.5)


async def freed(workers):
    """Whether the only thread runs another job soon."""
    return await asyncio.wait_for(workers.run(lambda _: True, Job()), 5)


def with_workers(scenario):
    """What the scenario gives with workers of one thread."""

    async def play():
        workers = WorkerPool(1)
        try:
            return await scenario(workers)
        finally:
            workers.close()

    return asyncio.run(play())


def test_the_result_comes_back():
    assert with_workers(lambda workers: workers.run(lambda _: 42, Job())) == 42


def test_cancelling_frees_the_thread():
    async def scenario(workers):
        job = Job()
        asyncio.get_running_loop().call_later(0.05, job.cancel)
        with pytest.raises(JobCancelled):
            await workers.run(until_cancelled, job)
        return await freed(workers)

    assert with_workers(scenario)


def test_a_waiting_job_is_cancelled_too():
    async def scenario(workers):
        first, second, began = Job(), Job(), []
        one = asyncio.create_task(workers.run(until_cancelled, first))
        other = asyncio.create_task(workers.run(began.append, second))
        await asyncio.sleep(0.05)
        second.cancel()
        first.cancel()
        ends = await asyncio.gather(one, other, return_exceptions=True)
        assert [type(end) for end in ends] == [JobCancelled, JobCancelled]
        return began

    assert with_workers(scenario) == []


def test_a_cancelled_solve_does_not_end_the_server():
    def interrupted(_):
        raise_if_cancelled(Status.CANCELLED)

    async def scenario(workers):
        with pytest.raises(JobCancelled):
            await workers.run(interrupted, Job())
        return await workers.run(lambda _: "still there", Job())

    assert with_workers(scenario) == "still there"


def streamed(work, *, leave=None):
    """All bytes that a client gets of a job; it disconnects when the event is set."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        while leave is None or not leave.is_set():
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def scenario(workers):
        await ProgressStream(workers, Job(), work)({"type": "http"}, receive, send)
        assert await freed(workers)
        return b"".join(message.get("body", b"") for message in sent)

    return with_workers(scenario)


def test_stages_then_summary_then_bytes():
    def work(job):
        job.report("first", 0.0)
        job.report("second", 0.25)
        threading.Event().wait(0.1)  # else the job may end before its reports are sent
        return JobOutput({"n": 2}, b"\x00\n\x01")

    assert streamed(work) == (
        b'{"stage":"first","done":0.0}\n{"stage":"second","done":0.25}\n{"result":{"n":2},"bytes":3}\n\x00\n\x01'
    )


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("stroke 3: is bad"), b'{"error":"stroke 3: is bad"}\n'),
        (Cancelled(), b'{"cancelled":true}\n'),
        (MemoryError(), b'{"error":"out of memory: try a smaller picture"}\n'),
        (RuntimeError("odd"), b'{"error":"frenemy failed: RuntimeError: odd"}\n'),
    ],
)
def test_failures_are_sent(error, line):
    def work(_):
        raise error

    assert streamed(work) == line


def test_a_client_that_disconnects_cancels_the_job():
    leave, ended = threading.Event(), threading.Event()

    def work(job):
        leave.set()
        try:
            until_cancelled(job)
        except Cancelled:
            ended.set()
            raise

    streamed(work, leave=leave)
    assert ended.is_set()


def test_a_server_that_ends_tells_the_client_and_raises_nothing():
    sent, began = [], threading.Event()

    async def send(message):
        sent.append(message)

    async def receive():
        await asyncio.Event().wait()

    def work(job):
        began.set()
        until_cancelled(job)

    async def scenario(workers):
        streaming = asyncio.create_task(ProgressStream(workers, Job(), work)({"type": "http"}, receive, send))
        await asyncio.to_thread(began.wait)
        streaming.cancel()
        await streaming
        return await freed(workers)

    assert with_workers(scenario)
    assert sent[-2]["body"] == b'{"cancelled":true}\n'
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
