"""``frenemy cluster``: files of pairs, tables of scores, datasets on disk."""
