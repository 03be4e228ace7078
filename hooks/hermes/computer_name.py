"""The Mac's computer name, which the provenance may carry. Never in evidence or in a log."""

import subprocess
import sys
import threading
import time
from typing import Optional, Tuple

_KEEP_SECONDS = 300.0
_lock = threading.Lock()
_known: Optional[Tuple[float, Optional[str]]] = None


def computer_name() -> Optional[str]:
    """1..256 characters without control characters; None where there is none. Asked at most every 5 minutes."""
    global _known
    if sys.platform != "darwin":
        return None
    with _lock:
        if _known is None or time.monotonic() - _known[0] > _KEEP_SECONDS:
            _known = (time.monotonic(), _ask())
        return _known[1]


def _ask() -> Optional[str]:
    try:
        run = subprocess.run(
            ["/usr/sbin/scutil", "--get", "ComputerName"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            timeout=0.1,
            check=True,
        )
        return sanitised(run.stdout.decode("utf-8"))
    except Exception:  # No name is an answer, too.
        return None


def sanitised(text: str) -> Optional[str]:
    """The trimmed name, or None where it is not fit to be sent."""
    name = text.strip()
    units = len(name.encode("utf-16-le")) // 2
    has_control = any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in name)
    return name if 1 <= units <= 256 and not has_control else None
