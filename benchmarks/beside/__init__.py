"""frenemy beside other tools, on the same tasks. The functions named after a tool are shown in the documentation."""
