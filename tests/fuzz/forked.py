"""Run something in a forked child with limits, and say how it ended."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import os
import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

import frenemy

MAX_BYTES = 4 << 30  # of address space: what a child may take beyond what the parent has mapped
CPU_SECONDS = 20
SECONDS = 300  # of waiting, on a busy machine
_PACKAGE = Path(frenemy.__file__).parent


def outcome(action: Callable[[], None]) -> str | None:
    """None if it ends well or with a clear error of ours, else what is wrong: a crash, a hang, a traceback."""
    reason, status = _forked(lambda: _limited(action))
    if status in (-signal.SIGALRM, -signal.SIGXCPU):
        return f"did not end within {CPU_SECONDS} s of processor time, or {SECONDS} s"
    if status < 0:
        return f"crashed: {signal.Signals(-status).name}"
    return reason or None


def preload(action: Callable[[], None]) -> None:
    """Import what an action imports, so that children need not. It runs in a child, since it may start threads."""

    def imported() -> str:
        known = set(sys.modules)
        action()
        return "\n".join(name for name in sys.modules if name not in known)

    for name in _forked(imported)[0].split():
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def _forked(work: Callable[[], str]) -> tuple[str, int]:
    """What a child returns, and its exit status, negative for a signal."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ours)
            os.write(theirs, work().encode(errors="replace")[:60_000])
        finally:
            os._exit(0)  # nothing that the parent has opened is closed or flushed
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        returned = pipe.read().decode(errors="replace")
    return returned, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _limited(action: Callable[[], None]) -> str:
    faulthandler.disable()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (_mapped() + MAX_BYTES,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _reason(action)


def _reason(action: Callable[[], None]) -> str:
    try:
        action()
    except MemoryError:
        return ""
    except (ValueError, OSError) as error:
        message = str(error)
        if not message.strip():
            return f"an error without words:\n{traceback.format_exc()}"
        if not _is_ours(error):
            return f"an error of another library, which does not know the file:\n{traceback.format_exc()}"
        return f"an error of {len(message):,} characters: {message[:300]}" if len(message) > 2000 else ""
    except BaseException:
        return traceback.format_exc()
    return ""


def _is_ours(error: Exception) -> bool:
    raised_in = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
    return raised_in.is_relative_to(_PACKAGE)


def _mapped() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
