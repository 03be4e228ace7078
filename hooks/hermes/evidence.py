"""LocalProtectionEventV1: what the app learns of an event. Fingerprints and bounded metadata, never content."""

import json
import os
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, Optional

from .identity import Identity, evidence_id, request_fingerprint, session_fingerprint, sha256
from .private_files import ensure_private_folder, publish, support_folder
from .product import INTEGRATION, VERSION
from .verdict import Decision

MAX_EVENT_BYTES = 16_384

#: One fixed sentence each: free text of a classifier never reaches the evidence.
CONSEQUENCES = {
    "credential_exposure": "Credentials or other secrets could have been exposed.",
    "sensitive_data_exposure": "Sensitive data could have been disclosed.",
    "code_execution": "Code or commands could have been executed on this computer.",
    "destructive_change": "Files, data or services could have been destroyed or disrupted.",
    "external_communication": "Data could have been sent to an outside party.",
    "privilege_change": "Permissions or privileges could have been changed.",
    "unsafe_agent_control": "The agent could have been steered by directions that are not the user's.",
    "other": "The event had another kind of effect.",
    "unknown": "The effect of the event is not known.",
}

_SENSITIVE = re.compile(r"secret|token|credential|password|api[-_ ]?key|sk-[A-Za-z0-9_-]{8,}|AKIA[0-9A-Z]{12,}", re.IGNORECASE)
_DISPLAYABLE = re.compile(r"[A-Za-z][A-Za-z0-9._:/-]{0,63}")
_PREDICTIONS = {"BENIGN": "benign", "MALICIOUS": "malicious"}


@dataclass(frozen=True)
class Observed:
    """One event, judged."""

    identity: Identity
    hook: str
    text: str
    #: None for an event that belongs to no tool.
    tool_name: Optional[str]
    decision: Decision
    risk_class: str
    #: As the classifier said it; None where none was asked, or it did not say.
    prediction: Optional[str] = None
    score: Optional[float] = None
    threshold: Optional[float] = None
    model_version: Optional[str] = None
    #: "classifier", "local_policy" or "provider"; None where nothing judged it.
    source: Optional[str] = None
    rule_id: Optional[str] = None
    total_ms: Optional[float] = None
    classify_ms: Optional[float] = None


def tool_display_name(name: str) -> str:
    """A tool's name fit to be shown: what does not look like a name, or like a secret, is `redacted_tool`."""
    shown = " ".join("".join(" " if unicodedata.category(char) == "Cc" else char for char in name).split())[:256]
    return shown if _DISPLAYABLE.fullmatch(shown) and not _SENSITIVE.search(shown) else "redacted_tool"


def record_of(seen: Observed, now: Optional[datetime] = None) -> Dict[str, Any]:
    """The record; `now` is for tests."""
    occurred_at = (now or datetime.now(timezone.utc)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    request = request_fingerprint(seen.identity, seen.text)
    session = session_fingerprint(seen.identity)
    decision = seen.decision
    record: Dict[str, Any] = {
        "schemaVersion": 1,
        "id": evidence_id(seen.hook, request, session, occurred_at),
        "occurredAt": occurred_at,
        "host": "hermes",
        "hook": seen.hook,
        "mode": decision.mode,
        "requestFingerprint": request,
        "sessionFingerprint": session,
        "toolDisplayName": None if seen.tool_name is None else tool_display_name(seen.tool_name),
        "riskClass": seen.risk_class,
        "attemptedConsequence": {"category": seen.risk_class, "summary": CONSEQUENCES[seen.risk_class]},
        "prediction": "unavailable" if seen.prediction is None else _PREDICTIONS.get(seen.prediction, "unknown"),
        "modelScore": _share(seen.score),
        "modelThreshold": _share(seen.threshold),
        "policyDecision": decision.policy_decision,
        "nativeAction": decision.native_action,
        "warnDelivery": decision.warn_delivery,
        "blockUnavailable": True if decision.block_unavailable else None,
        "outcome": "not_observed",
        "evidenceTruth": "native_response_returned" if decision.native_action == "block_returned" else "plugin_reported",
        "evidenceCompleteness": "partial",
        "provenance": {
            "schemaVersion": 1,
            "producer": INTEGRATION,
            "producerVersion": VERSION,
            "pluginVersion": VERSION,
            "observedAt": occurred_at,
        },
        "decisionSource": seen.source,
        "ruleId": None if seen.rule_id is None else seen.rule_id[:128],
    }
    if seen.model_version:
        record["provenance"]["modelVersion"] = seen.model_version[:128]
    if seen.total_ms is not None:
        record["timing"] = {"totalMs": round(seen.total_ms, 1)}
        if seen.classify_ms is not None:
            record["timing"]["classifyMs"] = round(seen.classify_ms, 1)
    return {key: value for key, value in record.items() if value is not None}


def spool_folder() -> str:
    """Where the app takes evidence from."""
    chosen = os.getenv("SILMARIL_LOCAL_EVENT_DIR", "").strip()
    return os.path.expanduser(chosen) if chosen else os.path.join(support_folder(), "Evidence", "incoming")


def write_evidence(record: Dict[str, Any]) -> None:
    """Raises what went wrong; the caller counts it and answers the same."""
    line = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False) + "\n"
    data = line.encode("utf-8")
    if len(data) > MAX_EVENT_BYTES:
        raise ValueError("evidence too large")
    folder = spool_folder()
    ensure_private_folder(folder)
    stem = "event-%s" % sha256(record["id"])
    publish(folder, stem + ".json", data, stem)


def _share(value: Optional[float]) -> Optional[float]:
    return value if value is not None and 0 <= value <= 1 else None
