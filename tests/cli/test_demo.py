import pytest


def test_demo_finds_the_hidden_clusters_and_draws_them(frenemy, tmp_path):
    pytest.importorskip("matplotlib")
    done = frenemy("demo", "--seed", "0")
    assert done.returncode == 0, done.stderr
    assert "7 found, 7 hidden" in done.stdout
    picture = (tmp_path / "demo.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000


def test_demo_without_matplotlib_still_tells(frenemy, without, tmp_path):
    done = frenemy("demo", "--nodes", "60", "--clusters", "3", environment=without("matplotlib"))
    assert done.returncode == 0
    assert "found" in done.stdout
    assert 'pip install "frenemy[plot]"' in done.stderr
    assert not (tmp_path / "demo.png").exists()


def test_demo_bad_output(frenemy_here):
    pytest.importorskip("matplotlib")
    assert frenemy_here("demo", "-o", "demo.xyz").returncode == 2
    done = frenemy_here("demo", "-o", "none/demo.png")
    assert (done.returncode, done.stderr) == (1, "error: cannot write to none/demo.png: there is no folder none\n")


@pytest.mark.parametrize("options", [("--nodes", "2"), ("--clusters", "1"), ("--noise", "0"), ("--degree", "1")])
def test_demo_corners(frenemy_here, options):
    done = frenemy_here("demo", *options)
    assert done.returncode == 0, done.stderr
