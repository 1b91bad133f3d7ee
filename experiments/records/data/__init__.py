"""Scored pairs of records with a known truth, clean and disturbed."""
