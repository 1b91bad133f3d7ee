"""How the documentation is built: ``sphinx-build -W docs docs/_build/html``."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for example_warnings, which Sphinx-Gallery imports by its name

project = "frenemy"
author = "The frenemy developers"
copyright = "The frenemy developers"
version = release = installed_version("frenemy")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_gallery.gen_gallery"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]

# The examples, run with the pictures they draw. Those that do not run here need large libraries or several processes;
# tests/test_examples.py runs them.
sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"[\\/]\d\d_(?!splink|recordlinkage|datasets|spark)",
    "within_subsection_order": "FileNameSortKey",
    "image_srcset": ["2x"],
    "capture_repr": (),
    "reset_modules": ("matplotlib", "example_warnings.as_errors"),
    "reset_modules_order": "both",
    "remove_config_comments": True,
    "show_signature": False,
    "write_computation_times": False,
}

html_theme = "furo"
html_title = f"frenemy {version}"
html_show_sourcelink = False

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the numpydoc sections say the types, with array shapes
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
