"""Drives the real Hermes without a model: loads its environment and plugins as a session does, then does the steps that a
test asks for through Hermes' own dispatch functions. Steps as a JSON list on standard input, results as one on standard output.

    {"hook": NAME, "given": {...}}                what invoke_hook gathers
    {"gate": TOOL, "args": {...}}                 the message of a blocked call, or null
    {"tool": TOOL, "args": {...}, "id": "..."}    the result of a real tool, dispatched with all hooks
    {"scan": FOLDER}                              the verdict of Hermes' own scanner, and its findings but the informational
"""

import json
import sys
import time
from pathlib import Path
from typing import Any, Dict


def plugin_facts() -> Dict[str, Any]:
    from hermes_cli.plugins import get_plugin_manager

    loaded = get_plugin_manager()._plugins.get("hermes-firewall")
    return {"enabled": loaded.enabled, "error": loaded.error, "hooks": sorted(loaded.hooks_registered)} if loaded else {"enabled": False, "error": "not found", "hooks": []}


def do(step: Dict[str, Any]) -> Any:
    from hermes_cli import plugins

    if "hook" in step:
        return plugins.invoke_hook(step["hook"], **step["given"])
    if "gate" in step:
        return plugins.resolve_pre_tool_block(step["gate"], step["args"], session_id="lab-session", tool_call_id=step.get("id", ""))
    if "tool" in step:
        from model_tools import handle_function_call

        return handle_function_call(step["tool"], step["args"], task_id="lab-task", session_id="lab-session", tool_call_id=step.get("id", ""))
    from tools.skills_guard import scan_skill

    found = scan_skill(Path(step["scan"]))
    return {"verdict": found.verdict, "findings": ["%s %s %s:%d" % (f.severity, f.pattern_id, f.file, f.line) for f in found.findings if f.severity not in ("low", "medium")]}


def main() -> None:
    steps = json.load(sys.stdin)
    from hermes_cli.env_loader import load_hermes_dotenv
    from hermes_cli.plugins import discover_plugins

    load_hermes_dotenv()
    discover_plugins(force=True)
    results = []
    for step in steps:
        begun = time.monotonic()
        value = do(step)
        results.append({"value": value, "ms": round((time.monotonic() - begun) * 1000)})
    print(json.dumps({"plugin": plugin_facts(), "results": results}))


main()
