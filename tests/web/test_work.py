"""Work in threads: told, called off, and gone when it is over."""

import asyncio
import threading

import pytest

from frenemy.web.told_work import Outcome, ToldWork
from frenemy.web.work import Cancelled, Ticket, Workers


def until_called_off(ticket):
    while True:
        ticket.tell("turning", 0.5)


async def freed(workers):
    """Whether the only thread takes up other work soon."""
    return await asyncio.wait_for(workers.run(lambda _: True, Ticket()), 5)


def with_workers(scenario):
    """What the scenario gives with workers of one thread."""

    async def play():
        workers = Workers(1)
        try:
            return await scenario(workers)
        finally:
            workers.close()

    return asyncio.run(play())


def test_the_result_comes_back():
    assert with_workers(lambda workers: workers.run(lambda _: 42, Ticket())) == 42


def test_calling_off_frees_the_thread():
    async def scenario(workers):
        ticket = Ticket()
        asyncio.get_running_loop().call_later(0.05, ticket.cancel)
        with pytest.raises(Cancelled):
            await workers.run(until_called_off, ticket)
        return await freed(workers)

    assert with_workers(scenario)


def test_what_waits_for_a_thread_is_called_off_too():
    async def scenario(workers):
        first, second, began = Ticket(), Ticket(), []
        one = asyncio.create_task(workers.run(until_called_off, first))
        other = asyncio.create_task(workers.run(began.append, second))
        await asyncio.sleep(0.05)
        second.cancel()
        first.cancel()
        ends = await asyncio.gather(one, other, return_exceptions=True)
        assert [type(end) for end in ends] == [Cancelled, Cancelled]
        return began

    assert with_workers(scenario) == []


def test_a_solver_that_was_interrupted_does_not_end_the_server():
    def interrupted(_):
        raise KeyboardInterrupt

    async def scenario(workers):
        with pytest.raises(Cancelled):
            await workers.run(interrupted, Ticket())
        return await workers.run(lambda _: "still there", Ticket())

    assert with_workers(scenario) == "still there"


def told(work, *, leave=None):
    """All that a client gets of a piece of work; it leaves when the event is set."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        while leave is None or not leave.is_set():
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def scenario(workers):
        await ToldWork(workers, Ticket(), work)({"type": "http"}, receive, send)
        assert await freed(workers)
        return b"".join(message.get("body", b"") for message in sent)

    return with_workers(scenario)


def test_stages_then_summary_then_bytes():
    def work(ticket):
        ticket.tell("first", 0.0)
        ticket.tell("second", 0.25)
        threading.Event().wait(0.1)  # else the end may overtake what was told
        return Outcome({"n": 2}, b"\x00\n\x01")

    assert told(work) == (
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
def test_failures_are_told(error, line):
    def work(_):
        raise error

    assert told(work) == line


def test_a_client_that_leaves_calls_the_work_off():
    leave, ended = threading.Event(), threading.Event()

    def work(ticket):
        leave.set()
        try:
            until_called_off(ticket)
        except Cancelled:
            ended.set()
            raise

    told(work, leave=leave)
    assert ended.is_set()
