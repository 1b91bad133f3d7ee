"""Ctrl-C ends a segmentation at once; what was there before is still there."""

from interrupted import interrupted

SCRIPT = """
import time
from frenemy.apps.segmentation import sample
before = fr.segment(sample.picture(90))

def on_stage(stage, done):
    if stage == "solve" and done == 0:
        print("ready", flush=True)

def endless(problem, start, run):
    while not run.expired():
        time.sleep(0.01)
    return start

try:
    fr.segment(sample.picture(), sample.strokes(), solver=endless, on_stage=on_stage)
    print("done")
except KeyboardInterrupt:
    print("interrupted", before.n_objects > 0)
"""


def test_ctrl_c_ends_the_solve():
    assert interrupted(SCRIPT, seconds=0.2) == (0, "interrupted True\n")
