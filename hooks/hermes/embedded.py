"""The embedded classifier: no account, no network.

Its rules and weights lie in the product's own folder and not in the plugin's: the host scans a plugin for the very words
that the rules look for.
"""

import importlib
import os
import sys
import threading
import types
from typing import Any, Optional

from .client import ClassifyFailed
from .private_files import is_ours, own_folder
from .verdict import Classified

WEIGHTS = "weights.bin"
_PACKAGE = __package__ + ".embedded_files"
_SURFACES = {"user_input": "prompt", "tool_call": "tool_call", "tool_response": "tool_result", "llm_output": "tool_result"}

_lock = threading.Lock()
_loaded: Optional[Any] = None


def classify(label: str, text: str) -> Classified:
    """Raises ClassifyFailed where weights or code cannot be used."""
    classifier = _classifier()
    try:
        found = classifier.classify(_SURFACES[label], text)
        return Classified(
            prediction=found["prediction"],
            score=found["score"],
            threshold=found["threshold"],
            outcome=found["primaryOutcome"],
            model_version=classifier.version,
            # It was calibrated on prompts, calls and results: of an answer it is never sure enough to replace it.
            ceiling="block" if found["tier"] == "block" and label != "llm_output" else "warn",
        )
    except Exception:
        raise ClassifyFailed("classify-embedded") from None


def _classifier() -> Any:
    """Loaded once, on first use: a host that never calls a hook does not pay for it."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _load(os.path.join(own_folder(), "classifier"))
        return _loaded


def _load(folder: str) -> Any:
    weights = os.path.join(folder, WEIGHTS)
    if not is_ours(weights) or not is_ours(os.path.join(folder, "classifier.py")):
        raise ClassifyFailed("classify-weights-missing")
    # A package whose modules are that folder's, so that they find each other.
    package = types.ModuleType(_PACKAGE)
    package.__path__ = [folder]
    sys.modules[_PACKAGE] = package
    try:
        code = importlib.import_module(_PACKAGE + ".classifier")
        with open(weights, "rb") as opened:
            return code.Classifier(opened.read())
    except Exception:
        raise ClassifyFailed("classify-weights-invalid") from None
