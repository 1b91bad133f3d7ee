from pathlib import Path

import pytest


@pytest.fixture
def shared_data():
    """The folder of real data beside the repository."""
    folder = Path(__file__).resolve().parents[3] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"real data is not here: no folder {folder}")
    return folder
