"""The segmentation page as a widget in a notebook. ``Segmentation.edit_in_notebook`` opens it."""
