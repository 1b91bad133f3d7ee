"""The napari plugin: draw strokes in a Shapes layer, get the objects as a Labels layer. ``napari.yaml`` lists it."""
