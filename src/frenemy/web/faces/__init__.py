"""The page of faces: browse people, answer what is doubtful, correct, name."""
