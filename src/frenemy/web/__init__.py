"""The web pages of ``frenemy serve``: a local server, and pages that load nothing from the network."""
