"""What the paper measured, measured again: ``python -m experiments NAME``, from the root of the repository."""
