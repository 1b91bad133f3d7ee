"""Objects of a segmentation: ids, merging, overlays."""

from frenemy.apps.segmentation.objects.objects import ObjectSummary, inner_points, summaries

__all__ = ["ObjectSummary", "inner_points", "summaries"]
