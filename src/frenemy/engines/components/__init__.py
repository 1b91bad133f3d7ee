"""Connected components of pairs on disk: packed into tasks and solved, or split into blocks if too large."""
