"""The measurements of the paper, repeated: ``python -m experiments NAME``, from the root of the repository."""
