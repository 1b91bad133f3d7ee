"""``python -m experiments volumes`` in its quick form."""

import csv


def test_a_made_up_volume(command, tmp_path):
    done = command("volumes", "--quick", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "volumes.md").read_text(encoding="utf-8").strip() in done.stdout
    with (tmp_path / "volumes_made_up.csv").open(newline="", encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert float(row["rand_error"]) < float(row["rand_error_watershed"])
    if row["their_energy"]:
        assert float(row["energy"]) <= float(row["their_energy"]) + 1e-6
