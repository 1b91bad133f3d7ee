"""Explore a clustering: see its groups, doubt them, understand them and correct them."""
