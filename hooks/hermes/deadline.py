"""Work with a deadline. The host's own limit on a hook is 30 s, after which newer hosts refuse the tool; ours come first.

Python cannot stop a thread, so work that is late is left to end by itself; while too much of it is still running,
nothing more is begun, so that a stuck classifier costs a few threads and not one a call.
"""

import threading
from typing import Any, Callable, List, TypeVar

#: Late workers that may still be running.
MAX_LATE = 4


class DeadlinePassed(Exception):
    """The work is not done in time, or was not begun."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        #: A Health code.
        self.reason = reason


_late: List[threading.Thread] = []
_lock = threading.Lock()

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """The result of `work`, or what it raised. Raises DeadlinePassed after `seconds`."""
    with _lock:
        _late[:] = [thread for thread in _late if thread.is_alive()]
        if len(_late) >= MAX_LATE:
            raise DeadlinePassed("classify-busy")
    outcome: List[Any] = []

    def run() -> None:
        try:
            outcome.append((True, work()))
        except Exception as error:  # Handed to the caller below.
            outcome.append((False, error))

    # A daemon: work that hangs must not keep the host from ending.
    thread = threading.Thread(target=run, name="silmaril-firewall", daemon=True)
    thread.start()
    thread.join(seconds)
    if not outcome:
        with _lock:
            _late.append(thread)
        raise DeadlinePassed("classify-timeout")
    succeeded, value = outcome[0]
    if not succeeded:
        raise value
    result: Result = value
    return result
