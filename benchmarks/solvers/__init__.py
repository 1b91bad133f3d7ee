"""The default solver against its peers."""
