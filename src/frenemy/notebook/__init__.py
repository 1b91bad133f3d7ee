"""Web pages as widgets in a notebook: ``Segmentation.edit_in_notebook`` and :func:`frenemy.explore` open them."""
