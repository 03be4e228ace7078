"""Failure counters: each time something is broken and an event passes, Health/hermes.log says so.

Never on the path of success, never able to change an answer, never any content.
"""

import os
import re
import stat
import threading
from datetime import datetime, timezone

from .private_files import ensure_private_folder, home, publish, support_folder
from .product import HARNESS

MAX_LOG_BYTES = 65_536
_KEPT_BYTES = 32_768
_CODE = re.compile(r"[^a-z0-9-]")

_lock = threading.Lock()


def count_failure(event: str, reason: str) -> None:
    """Appends `<ISO 8601 UTC> hermes <event> <reason>`; a full log keeps its newer half. `reason` is a code of [a-z0-9-]."""
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    line = "%s %s %s %s\n" % (now, HARNESS, event, _CODE.sub("-", reason)[:80])
    try:
        with _lock:
            if os.path.isdir(home()):
                folder = os.path.join(support_folder(), "Health")
                ensure_private_folder(folder)
                _append(folder, "%s.log" % HARNESS, line.encode("ascii", "replace"))
    except Exception:  # A counter that cannot be written must not break the agent.
        pass


def _append(folder: str, name: str, line: bytes) -> None:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(os.path.join(folder, name), flags, 0o600)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
            return
        if stat.S_IMODE(found.st_mode) != 0o600:
            os.fchmod(descriptor, 0o600)
        if found.st_size + len(line) <= MAX_LOG_BYTES:
            os.write(descriptor, line)
            return
        kept = os.pread(descriptor, _KEPT_BYTES, max(0, found.st_size - _KEPT_BYTES))
        publish(folder, name, kept[kept.find(b"\n") + 1 :] + line, name)
    finally:
        os.close(descriptor)
