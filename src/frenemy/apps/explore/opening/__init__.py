"""From files and results to what is explored."""
