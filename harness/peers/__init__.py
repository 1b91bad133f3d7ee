"""Solvers of other projects, called as their documentation says. Several are GPL: frenemy never imports them."""
