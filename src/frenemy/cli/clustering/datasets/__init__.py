"""``frenemy cluster`` for datasets on disk that need not fit in memory."""
