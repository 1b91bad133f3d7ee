"""Ids of clusters that stay the same from one version to the next."""
