"""The web pages of ``frenemy serve``: a server for one machine, and pages that need nothing from the network."""
