"""How fast and how good: ``python -m benchmarks NAME``, ours and peers in the same run."""
