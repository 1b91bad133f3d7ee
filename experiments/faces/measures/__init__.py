"""What is measured on each draw."""
