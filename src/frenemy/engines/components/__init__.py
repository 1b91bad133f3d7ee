"""Connected components of pairs: packed into tasks and solved."""
