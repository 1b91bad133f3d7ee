"""Speed and quality of frenemy and its peers, measured in the same run: ``python -m benchmarks NAME``."""
