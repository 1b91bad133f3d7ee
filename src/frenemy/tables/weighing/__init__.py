"""What the scores of a table weigh."""
