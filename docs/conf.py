"""How the documentation is built: ``sphinx-build -W docs docs/_build/html``."""

from importlib.metadata import version as installed_version

project = "frenemy"
author = "The frenemy developers"
copyright = "The frenemy developers"
version = release = installed_version("frenemy")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"frenemy {version}"
html_show_sourcelink = False

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the numpydoc sections say the types, with array shapes
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
