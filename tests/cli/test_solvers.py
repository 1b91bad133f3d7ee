import json

from frenemy import SOLVERS


def test_table_lists_every_solver(frenemy):
    done = frenemy("solvers")
    assert done.returncode == 0
    for name in SOLVERS:
        assert name in done.stdout
    assert "order=index" in done.stdout
    assert "(default)" in done.stdout


def test_json(frenemy_here):
    listed = json.loads(frenemy_here("solvers", "--json").stdout)
    assert set(listed) == set(SOLVERS)
    assert listed["adaptive_icm"]["parameters"] == {"order": "index"}
    assert listed["adaptive_icm"]["about"].startswith("Every node in turn joins")
    assert sum(solver["is_default"] for solver in listed.values()) == 1
