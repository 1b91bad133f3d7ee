"""Volumes of voxels in files: read piece by piece, written whole."""

from frenemy.io.volumes.open_volume import open_volume
from frenemy.io.volumes.volume_file import VolumeFile
from frenemy.io.volumes.write_volume import check_volume_name, write_volume

__all__ = ["VolumeFile", "check_volume_name", "open_volume", "write_volume"]
