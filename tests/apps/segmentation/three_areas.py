"""A picture of three areas, with a stroke along each border."""

import numpy as np

import frenemy as fr

Y, X = np.mgrid[:120, :160]
PICTURE = np.where(X < 80, 60, np.where(Y < 60, 140, 220)).astype(np.uint8)
STROKES = [
    fr.Stroke([(79.5, 5), (79.5, 52)]),
    fr.Stroke([(79.5, 66), (79.5, 115)]),
    fr.Stroke([(86, 59.5), (154, 59.5)]),
]
LEFT, ABOVE, BELOW = (20, 60), (120, 20), (120, 100)
JOIN = [(40, 20), (120, 22)]  # from the left area to the one above
