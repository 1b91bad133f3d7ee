"""From a boundary map of a picture or a volume to its cells."""

from frenemy.apps.volumes.fit_volume import fit_volume
from frenemy.apps.volumes.segment_volume import segment_volume
from frenemy.apps.volumes.volume_segmentation import VolumeSegmentation

__all__ = ["VolumeSegmentation", "fit_volume", "segment_volume"]
