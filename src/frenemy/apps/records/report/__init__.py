"""The page of entities: :mod:`frenemy.report` in the words of records, with how they came about and what changed."""
