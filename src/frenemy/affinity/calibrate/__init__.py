"""Calibration: from scores of labelled pairs to log-odds."""
