"""Commands in real processes that die, or find the disk full, at the moment of writing.

One process imports everything and forks for each case, since starting Python takes seconds. It has one thread when it
forks.
"""

import json
import os
import subprocess
import sys
from typing import NamedTuple

_SERVER = """\
import importlib, json, os, resource, signal, sys, traceback
sys.path.insert(0, os.environ["TESTS"])
import frenemy.cli.app
for module in ("pyarrow.parquet", "pyarrow.feather", "pyarrow.csv", "frenemy.apps.records.find.find_entities",
               "frenemy.apps.records.review.review_table", "frenemy.plot", "matplotlib.figure"):
    try:
        importlib.import_module(module)
    except ImportError:
        pass
exec(os.environ["PREPARE"])

def dies(*_arguments, **_options):
    os.kill(os.getpid(), signal.SIGKILL)

def work(case):
    os.chdir(case["folder"])
    for stream in (1, 2):
        os.dup2(case["pipe"], stream)
    if case["at"] == "rename":
        os.replace = dies
    elif case["at"] == "sync":
        os.fsync = dies
    elif case["at"] in ("write", "full"):
        # Python ignores the signal; by default it ends the process within the write.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL if case["at"] == "write" else signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (case["max_bytes"], resource.RLIM_INFINITY))
    if "code" in case:
        exec(case["code"], {})
        return 0
    from frenemy.cli import main
    sys.argv = ["frenemy", *case["arguments"]]
    return main() or 0

for line in sys.stdin:
    case = json.loads(line)
    read, case["pipe"] = os.pipe()  # a limit on the size of files does not count here
    child = os.fork()
    if not child:
        code = 70
        try:
            code = work(case)
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush(); sys.stderr.flush()
            os._exit(code)
    os.close(case["pipe"])
    with open(read, errors="replace") as pipe:
        text = pipe.read()
    print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text]), flush=True)
"""


class Ended(NamedTuple):
    """How a case ended: its exit code, minus the signal if it was killed; and all that it printed."""

    code: int
    text: str


class Killer:
    """Runs commands that die at a point: "rename", "sync", "write" (in the middle), or find the disk "full" there."""

    def __init__(self, prepare: str = "") -> None:
        environment = os.environ | {"TESTS": os.path.dirname(__file__), "PREPARE": prepare, "NO_COLOR": "1"}
        environment |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "120"}
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-c", _SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def __call__(self, folder, *arguments, at, max_bytes=40, code=None) -> Ended:
        case = {"folder": str(folder), "arguments": list(map(str, arguments)), "at": at, "max_bytes": max_bytes}
        case |= {} if code is None else {"code": code}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(case) + "\n")
        self._process.stdin.flush()
        return Ended(*json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate(timeout=60)
