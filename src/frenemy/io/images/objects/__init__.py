"""Objects in pictures as files: COCO, GeoJSON, outlines and run lengths."""
