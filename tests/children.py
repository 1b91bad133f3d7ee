"""Processes that tests start."""

import signal


def sigint_default() -> None:
    """Let Ctrl-C raise in a child, even if this process ignores it, as those started in the background do.

    To be called in the child, as ``preexec_fn`` of :class:`subprocess.Popen`; not for Windows.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
