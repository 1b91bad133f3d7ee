"""Attacks: damaged files and random problems. ``python -m tests.fuzz --help`` runs as many as one likes."""
