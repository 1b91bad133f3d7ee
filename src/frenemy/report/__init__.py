"""One self-contained HTML page that shows a result and says how sure it is."""

from frenemy.report.page import render, write_report

__all__ = ["render", "write_report"]
