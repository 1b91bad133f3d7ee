import json

from frenemy.solvers import ON_CARD, PROVING, SOLVERS

NAMES = SOLVERS | PROVING | ON_CARD


def test_table_lists_every_solver(frenemy):
    done = frenemy("solvers")
    assert done.returncode == 0
    for name in NAMES:
        assert name in done.stdout
    assert "order=index" in done.stdout
    assert "automatic (default)" in done.stdout
    assert done.stdout.count("Choose it ") == len(NAMES)
    assert "`" not in done.stdout


def test_json(frenemy_here):
    listed = json.loads(frenemy_here("solvers", "--json").stdout)
    assert set(listed) == set(NAMES)
    assert listed["adaptive_icm"]["parameters"] == {"order": "index"}
    assert listed["adaptive_icm"]["about"].startswith("Each node in turn moves")
    assert sum(solver["is_default"] for solver in listed.values()) == 1
    assert listed["local_moves"]["choose"] == "after a small change, with the previous labels as start"
    assert all(solver["choose"] for solver in listed.values())
