"""Times the hooks of the assembled plugin: python hermes.py FOLDER_OF_TESTS HOME_OF_HERMES RUNS. Prints JSON."""

import json
import os
import platform
import shutil
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

sys.path.insert(0, sys.argv[1])

from assembled import Host, assemble, load  # noqa: E402

home, runs = Path(sys.argv[2]), int(sys.argv[3])
plugin = assemble(home)
os.environ["SILMARIL_MODE"] = "block"
os.environ["TERMINAL_CWD"] = os.environ["HOME"]
host = Host(load(plugin))
count = 0


def ids() -> Dict[str, Any]:
    """A call of its own each time: nothing comes from memory."""
    global count
    count += 1
    return {"tool_name": "terminal", "session_id": "s", "task_id": "t", "tool_call_id": "c%d" % count}


def gate(policy: str) -> Callable[[], None]:
    def call() -> None:
        os.environ["SILMARIL_LOCAL_POLICY"] = policy
        assert host.call("pre_tool_call", args={"command": "npm test -- --watch=false"}, **ids()) is None

    return call


def result(text: str) -> Callable[[], None]:
    def call() -> None:
        given = ids()
        assert host.call("post_tool_call", result=text, args={}, **given) is None
        assert host.call("transform_tool_result", result=text, args={}, **given) is None

    return call


def whole() -> None:
    gate("follow")()
    result("PASS src/a.test.ts\n" * 40)()


rows: List[Tuple[str, Callable[[], None]]] = [
    ("pre_tool_call, embedded classifier", gate("off")),
    ("pre_tool_call, local policy and embedded classifier", gate("follow")),
    ("post_tool_call and transform_tool_result, 0.8 KB result", result("PASS src/a.test.ts\n" * 40)),
    ("post_tool_call and transform_tool_result, 100 KB result", result("PASS src/a.test.ts\n" * 5000)),
    ("a whole tool call: policy, classifier, both hooks of its result", whole),
]
times: Dict[str, List[float]] = {name: [] for name, _ in rows}
for run in range(-2, runs):
    for name, call in rows:
        begun = time.perf_counter()
        call()
        if run >= 0:
            times[name].append((time.perf_counter() - begun) * 1000)
log = Path(os.environ["HOME"], "Library/Application Support/Silmaril/Health/hermes.log")
assert not log.exists(), log.read_text()
shutil.rmtree(Path(os.environ["HOME"], "Library"))
print(json.dumps({"python": platform.python_version(), "rows": [{"name": name, "ms": ms} for name, ms in times.items()]}))
