"""Pictures of a clustering: its matrix in tiles, a group as a drawing, vectors as a map, and the path of the bias."""
