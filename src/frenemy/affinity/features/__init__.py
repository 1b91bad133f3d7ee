"""From rows of features to a problem."""
