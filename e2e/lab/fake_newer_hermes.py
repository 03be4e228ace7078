"""A FAKE host, not Hermes: the stricter rules that newer versions document for hooks, which the version of the lab does not
have yet. A pre_tool_call that raises, or takes longer than a limit, blocks the tool; the limit here is the second argument,
in seconds, and 30 there. Nothing that runs in it says anything about a real newer Hermes but that the plugin keeps the rules.

    python fake_newer_hermes.py HOME_OF_HERMES SECONDS BEHAVIOUR
"""

import importlib.util
import json
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any, Dict, List


class FakeHost:
    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.hooks: Dict[str, Any] = {}

    def register_hook(self, name: str, callback: Any) -> None:
        self.hooks[name] = callback

    def pre_tool_call(self, **given: Any) -> Dict[str, Any]:
        """What became of the call: `runs`, or why it does not."""
        outcome: List[Any] = []

        def run() -> None:
            try:
                outcome.append(("answered", self.hooks["pre_tool_call"](telemetry_schema_version="hermes.observer.v1", **given)))
            except BaseException as error:
                outcome.append(("raised", type(error).__name__))

        worker = threading.Thread(target=run, daemon=True)
        begun = time.monotonic()
        worker.start()
        worker.join(self.limit)
        spent = time.monotonic() - begun
        kind, value = outcome[0] if outcome else ("timed out", None)
        blocked = kind != "answered" or (isinstance(value, dict) and value.get("action") == "block")
        return {"call": "blocked" if blocked else "runs", "why": kind, "seconds": round(spent, 1)}


def load(home: Path, host: FakeHost) -> None:
    folder = home / "plugins" / "hermes-firewall"
    sys.modules["hermes_plugins"] = types.ModuleType("hermes_plugins")
    spec = importlib.util.spec_from_file_location("hermes_plugins.hermes_firewall", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.register(host)


def main() -> None:
    home, limit, behaviour = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    host = FakeHost(limit)
    load(home, host)
    if behaviour in ("raises", "stalls"):
        embedded = sys.modules["hermes_plugins.hermes_firewall.embedded"]
        firewall = sys.modules["hermes_plugins.hermes_firewall.firewall"]
        firewall.EMBEDDED_SECONDS = 1.0
        embedded.classify = (lambda *_: 1 / 0) if behaviour == "raises" else (lambda *_: time.sleep(3600))
    calls = [host.pre_tool_call(tool_name="terminal", args={"command": "echo fine"}, session_id="s", tool_call_id="t%d" % i) for i in range(3)]
    print(json.dumps(calls))


main()
