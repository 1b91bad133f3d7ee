"""Commands as they run on a terminal."""

import os
import re
import signal
import subprocess
import sys
import time


def shown_on_a_terminal(folder, *arguments, columns=100, interrupt_at=None):
    """What ``frenemy`` sends to a terminal, without the codes that move the cursor; it must end well.

    With ``interrupt_at``, Ctrl-C is pressed once, half a second after that is shown: nobody reads in less.
    """
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": str(columns)}
    command = [sys.executable, "-m", "frenemy", *arguments]
    running = subprocess.Popen(command, cwd=folder, stderr=theirs, env=environment)
    os.close(theirs)
    shown, is_asked = b"", False
    try:
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            shown += piece
            if interrupt_at is not None and interrupt_at.encode() in shown and not is_asked:
                time.sleep(0.5)
                running.send_signal(signal.SIGINT)
                is_asked = True
        assert running.wait(timeout=300) == 0, shown
    finally:
        running.kill()
        running.wait()
        os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
