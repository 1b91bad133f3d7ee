"""The page about entities: :mod:`frenemy.report` for records, with notes, changes and pairs to review."""
