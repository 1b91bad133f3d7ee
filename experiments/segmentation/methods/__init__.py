"""Ways from a picture and strokes to a label map: other projects' and ours."""
