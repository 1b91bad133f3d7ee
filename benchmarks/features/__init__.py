"""From scores and features to weights and labels."""
