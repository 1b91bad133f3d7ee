"""The colors of the two signs in pages and notebooks; they differ for every kind of color blindness."""

BLUE = (37, 112, 200)  # attracts
ORANGE = (217, 110, 10)  # repels


def hex_color(color: tuple[int, int, int]) -> str:
    """As in HTML, SVG and matplotlib."""
    return "#{:02x}{:02x}{:02x}".format(*color)
