"""What a classifier found, and what the plugin makes of it at a boundary: pure."""

from dataclasses import dataclass
from typing import Optional

from .product import MODES, normalised


@dataclass(frozen=True)
class Classified:
    """A classifier's answer. Only the exact prediction MALICIOUS is ever acted on; the rest is for diagnosis."""

    prediction: Optional[str]
    score: Optional[float] = None
    threshold: Optional[float] = None
    #: The mode that the service answered, None where it said none.
    mode: Optional[str] = None
    outcome: Optional[str] = None
    model_version: Optional[str] = None
    #: "warn" where the classifier is not sure enough of this to let anything be blocked.
    ceiling: str = "block"

    @property
    def is_malicious(self) -> bool:
        return self.prediction == "MALICIOUS"


@dataclass(frozen=True)
class Boundary:
    """What the host lets a hook do."""

    #: The host's name of the hook.
    event: str
    #: The service's name of what is classified.
    label: str
    #: Evidence's name of the hook.
    evidence_hook: str
    #: Evidence's native action where nothing is done.
    pass_action: str
    can_warn: bool = False
    #: Evidence's native action of a block; None where the host has no way to be told.
    block_action: Optional[str] = None
    #: What is blocked, in the fixed sentence.
    surface: str = ""


@dataclass(frozen=True)
class Decision:
    mode: str
    #: "pass", "warn" or "block".
    action: str
    policy_decision: str
    native_action: str
    warn_delivery: Optional[str] = None
    block_unavailable: bool = False


def effective_mode(configured: Optional[str], answered: Optional[str]) -> str:
    """The configured mode, else the service's, else shadow."""
    if configured is not None:
        return configured
    return answered if answered in MODES else "shadow"


def decide(boundary: Boundary, mode: str, candidate: bool, ceiling: str = "block") -> Decision:
    """A candidate is recorded in shadow, warned of in warn, blocked in block: each where the host has a way for it."""
    if not candidate:
        return Decision(mode, "pass", "allow", boundary.pass_action)
    if mode == "shadow":
        return Decision(mode, "pass", "monitor", boundary.pass_action)
    if mode == "warn" or ceiling == "warn":
        if boundary.can_warn:
            return Decision(mode, "warn", "warn", "warning_context_returned", warn_delivery="delivered")
        return Decision(mode, "pass", "monitor", boundary.pass_action, warn_delivery="unsupported")
    if boundary.block_action is None:
        return Decision(mode, "pass", "monitor", "unavailable", block_unavailable=True)
    return Decision(mode, "block", "block", boundary.block_action)


def unjudged(boundary: Boundary, mode: str) -> Decision:
    """Nothing could be said of the event."""
    return Decision(mode, "pass", "unavailable", boundary.pass_action)


_CLASSES = {
    "secret_exposure": "credential_exposure",
    "information_disclosure": "sensitive_data_exposure",
    "data_exfiltration": "sensitive_data_exposure",
    "system_compromise": "code_execution",
    "service_disruption": "destructive_change",
    "control_abuse": "unsafe_agent_control",
    "prompt_injection": "unsafe_agent_control",
    "external_communication": "external_communication",
    "privilege_change": "privilege_change",
}


def risk_class(outcome: object, malicious: bool) -> str:
    """An outcome's name as the class that evidence keeps."""
    return _CLASSES.get(normalised(outcome), "other" if malicious else "unknown")
