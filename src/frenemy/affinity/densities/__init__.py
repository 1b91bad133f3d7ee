"""Log-odds as ratios of densities of scores."""
