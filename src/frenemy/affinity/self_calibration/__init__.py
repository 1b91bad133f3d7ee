"""Calibration of scores without labels, from the pairs themselves."""
