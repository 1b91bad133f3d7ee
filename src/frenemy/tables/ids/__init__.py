"""Record ids of any type as numbers, and back."""
