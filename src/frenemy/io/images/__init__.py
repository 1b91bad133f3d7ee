"""Files of pictures, strokes, drawings and label maps."""
