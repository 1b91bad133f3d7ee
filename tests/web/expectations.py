"""Playwright's expectations, where it is installed; the ``browser`` fixture skips where it is not."""

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
except ImportError:
    expect = None

__all__ = ["expect"]
