"""The faces page: browse people, review doubtful faces, correct and name."""
