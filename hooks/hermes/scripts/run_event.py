"""Feeds the installed plugin one event as Hermes would, and prints the hook's answer as one JSON object.

It proves that the plugin, its settings, the classifier and the checker work together; for the first hook also that Hermes
takes the plugin for enabled, where its Python runs this. It does not prove that a running session has loaded it.
"""

import importlib.util
import json
import os
import sys
import types
from typing import Any, Dict, Optional

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLUGIN = os.path.join(HOME, "plugins", "hermes-firewall")
PREFIXES = ("SILMARIL_", "HERMES_FIREWALL_")


def variables() -> Dict[str, Optional[str]]:
    """Our variables in this home's environment file, read by Hermes' own reader where it is there."""
    file = os.path.join(HOME, ".env")
    try:
        from dotenv import dotenv_values

        found: Dict[str, Optional[str]] = dict(dotenv_values(file))
    except ImportError:
        found = {}
        try:
            with open(file, encoding="utf-8-sig") as opened:
                for line in opened:
                    name, equals, value = line.strip().partition("=")
                    if equals and value[:1] == "'" and value[-1:] == "'":
                        value = value[1:-1].replace("\\'", "'").replace("\\\\", "\\")
                    found[name] = value
        except OSError:
            pass
    return {name: value for name, value in found.items() if name.startswith(PREFIXES)}


def is_enabled() -> bool:
    """Whether Hermes takes the plugin for enabled, by its own rules and reader; True where that reader is not there."""
    try:
        import yaml

        with open(os.path.join(HOME, "config.yaml"), encoding="utf-8") as opened:
            plugins = (yaml.safe_load(opened) or {}).get("plugins")
    except ImportError:
        return True
    except Exception:
        return False
    plugins = plugins if isinstance(plugins, dict) else {}
    enabled, disabled = plugins.get("enabled"), plugins.get("disabled")
    return isinstance(enabled, list) and "hermes-firewall" in enabled and not (isinstance(disabled, list) and "hermes-firewall" in disabled)


class Host:
    """As much of the host as the plugin asks for."""

    def __init__(self) -> None:
        self.hooks: Dict[str, Any] = {}

    def register_hook(self, name: str, callback: Any) -> None:
        self.hooks[name] = callback


def load() -> Host:
    spec = importlib.util.spec_from_file_location("hermes_plugins.hermes_firewall", os.path.join(PLUGIN, "__init__.py"), submodule_search_locations=[PLUGIN])
    if spec is None or spec.loader is None:
        raise ImportError("the plugin is not there")
    sys.modules["hermes_plugins"] = types.ModuleType("hermes_plugins")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    host = Host()
    module.register(host)
    return host


def main() -> int:
    event = sys.argv[1] if len(sys.argv) > 1 else ""
    given = json.load(sys.stdin)
    if event == "pre_llm_call" and not is_enabled():
        print("Hermes does not take the plugin for enabled: see plugins.enabled and plugins.disabled in its config.yaml.", file=sys.stderr)
        return 3
    for name, value in variables().items():
        if value is not None:
            os.environ[name] = value
    hooks = load().hooks
    if event not in hooks:
        print("There is no hook of this name.", file=sys.stderr)
        return 2
    print(json.dumps({"answer": hooks[event](telemetry_schema_version="hermes.observer.v1", **given)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
