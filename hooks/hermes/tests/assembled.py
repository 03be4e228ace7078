"""The plugin as it is installed: its modules, the classifier's and the weights in one folder of a throw-away Hermes home.

`python -m unittest discover -s tests -p 'test_*.py'` in the folder of the plugin runs the suite.
"""

import importlib.util
import json
import logging
import os
import shutil
import sys
import tempfile
import types
import unittest
from pathlib import Path
from typing import Any, Dict, List, Optional

HERE = Path(__file__).resolve().parent.parent
CLASSIFIER = HERE.parent / "classifier"


def assemble(home: Path) -> Path:
    """Copies what an installer copies into a home of Hermes; gives the plugin's folder."""
    plugin = home / "plugins" / "hermes-firewall"
    plugin.mkdir(parents=True)
    for file in [*HERE.glob("*.py"), HERE / "plugin.yaml"]:
        shutil.copy(file, plugin / file.name)
    classifier = home / "silmaril-firewall" / "classifier"
    for name in [*json.loads((CLASSIFIER / "python-files.json").read_text()), "weights.bin"]:
        (classifier / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CLASSIFIER / name, classifier / name)
    return plugin


def load(folder: Path) -> types.ModuleType:
    """Imports the plugin the way the host does: as a package of a namespace of plugins."""
    for name in [name for name in sys.modules if name.startswith("hermes_plugins.hermes_firewall")]:
        del sys.modules[name]
    sys.modules.setdefault("hermes_plugins", types.ModuleType("hermes_plugins")).__path__ = []  # type: ignore[attr-defined]
    spec = importlib.util.spec_from_file_location("hermes_plugins.hermes_firewall", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["hermes_plugins.hermes_firewall"] = module
    spec.loader.exec_module(module)
    return module


class Host:
    """What the plugin registers, and a way to call it."""

    def __init__(self, plugin: types.ModuleType) -> None:
        self.hooks: Dict[str, Any] = {}
        plugin.register(self)

    def register_hook(self, name: str, callback: Any) -> None:
        self.hooks[name] = callback

    def call(self, name: str, **given: Any) -> Any:
        return self.hooks[name](telemetry_schema_version="hermes.observer.v1", **given)


# What the tests provoke is not for the screen.
logging.getLogger("hermes.plugins.firewall").addHandler(logging.NullHandler())

_VARIABLES = ("SILMARIL_", "HERMES_", "TERMINAL_CWD")


class PluginTest(unittest.TestCase):
    """A home of its own for every test, and no variable of the person's."""

    folder: Path
    template: Optional[Path] = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.template = Path(tempfile.mkdtemp(prefix="agent-lab-"))
        assemble(cls.template)
        sys.dont_write_bytecode = True

    @classmethod
    def tearDownClass(cls) -> None:
        assert cls.template
        shutil.rmtree(cls.template, ignore_errors=True)

    def setUp(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="agent-lab-home-"))
        self.addCleanup(shutil.rmtree, self.home, True)
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        for name in list(os.environ):
            if name.startswith(_VARIABLES):
                del os.environ[name]
        os.environ["HOME"] = str(self.home)
        assert self.template
        self.plugin_folder = self.template / "plugins" / "hermes-firewall"
        self.host = Host(load(self.plugin_folder))

    def module(self, name: str) -> Any:
        return sys.modules["hermes_plugins.hermes_firewall." + name]

    @property
    def spool(self) -> Path:
        return self.home / "Library" / "Application Support" / "Silmaril" / "Evidence" / "incoming"

    def evidence(self) -> List[Dict[str, Any]]:
        """All records, oldest first."""
        if not self.spool.exists():
            return []
        return sorted((json.loads(file.read_text("utf-8")) for file in self.spool.iterdir()), key=lambda record: record["occurredAt"])

    def last(self) -> Dict[str, Any]:
        return self.evidence()[-1]

    def failures(self) -> List[str]:
        """Event and reason of each counted failure."""
        log = self.home / "Library" / "Application Support" / "Silmaril" / "Health" / "hermes.log"
        return [" ".join(line.split(" ")[2:]) for line in log.read_text().splitlines()] if log.exists() else []
