"""The seven hooks: from what the host passes to one classification, one evidence record and the host's own answer.

Whatever is broken, the agent goes on as if the plugin were not there, and the failure is counted where it can be seen.
"""

import logging
import re
import threading
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from . import client, embedded
from .client import ClassifyFailed, Event
from .deadline import DeadlinePassed, within
from .evidence import CONSEQUENCES, Observed, record_of, write_evidence
from .failures import count_failure
from .identity import Identity, cache_key
from .local_policy import CheckerFailed, ask_local_policy
from .payload import plain_text, sanitised, tool_call_text
from .product import DELEGATION_TOOL_NAME, WARNING, block_message, risk_label, risk_label_of_class
from .settings import Settings, settings_from
from .verdict import Boundary, Classified, Decision, decide, effective_mode, risk_class, unjudged

__all__ = ["DELEGATION_TOOL_NAME", "Firewall", "register"]

logger = logging.getLogger("hermes.plugins.firewall")

#: Results of the tools that are remembered between the two hooks that see them.
CACHE_ENTRIES = 256
#: Of the embedded classifier, and the most that a remote one gets with all its retries. With the local policy's own
#: deadline all of it ends well before the 30 s of newer hosts.
EMBEDDED_SECONDS = 5.0
MAX_REMOTE_SECONDS = 15.0

PRE_LLM = Boundary("pre_llm_call", "user_input", "user_input", "none", can_warn=True)
PRE_TOOL = Boundary("pre_tool_call", "tool_call", "pre_tool", "allowed", block_action="block_returned", surface="tool call")
POST_TOOL = Boundary("post_tool_call", "tool_response", "post_tool", "none")
TRANSFORM_RESULT = Boundary("transform_tool_result", "tool_response", "tool_result", "allowed", can_warn=True, block_action="content_replaced", surface="tool result")
TRANSFORM_OUTPUT = Boundary("transform_llm_output", "llm_output", "llm_output", "allowed", block_action="content_replaced", surface="assistant output")
CHILD_START = Boundary("subagent_start", "user_input", "subagent", "none")
CHILD_STOP = Boundary("subagent_stop", "llm_output", "subagent", "none")

Arguments = Mapping[str, Any]


def _id(value: Any) -> Optional[str]:
    """An id as text; the host's placeholders for none are None."""
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    return None if text in ("", "-") else text


class Firewall:
    """The hooks and what they remember between two calls. Hosts call them from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._results: "OrderedDict[str, Classified]" = OrderedDict()
        self._client: Optional[Tuple[Any, ...]] = None

    # --- what the host calls -------------------------------------------------------------------------

    def pre_llm_call(self, **given: Any) -> Optional[Dict[str, str]]:
        """Warns the model of a prompt. The host's conversation history is not looked at."""
        decision, _ = self._judge(PRE_LLM, given, plain_text(given.get("user_message")))
        return {"context": WARNING} if decision.action == "warn" else None

    def pre_tool_call(self, **given: Any) -> Optional[Dict[str, str]]:
        """Vetoes a tool call, that of delegate_task included: a child's start has no veto of its own."""
        settings = settings_from()
        name = given.get("tool_name")
        text = tool_call_text(name if isinstance(name, str) and name else "-", given.get("args"), settings.max_payload_chars)
        decision, message = self._judge(PRE_TOOL, given, text, settings)
        return {"action": "block", "message": message} if decision.action == "block" else None

    def post_tool_call(self, **given: Any) -> None:
        """Sees a result; the host takes no answer."""
        self._judge(POST_TOOL, given, plain_text(given.get("result")))

    def transform_tool_result(self, **given: Any) -> Optional[str]:
        """Adds the warning to a result, or puts the fixed sentence in its place."""
        result = given.get("result")
        # Words cannot be added to what is not a text (a picture, say) without losing it.
        boundary = TRANSFORM_RESULT if isinstance(result, str) else replace(TRANSFORM_RESULT, can_warn=False)
        decision, message = self._judge(boundary, given, plain_text(result))
        if decision.action == "block":
            return message
        if decision.action == "warn":
            return "%s\n\n%s" % (result, WARNING)
        return None

    def transform_llm_output(self, **given: Any) -> Optional[str]:
        """Puts the fixed sentence in an answer's place."""
        decision, message = self._judge(TRANSFORM_OUTPUT, given, plain_text(given.get("response_text")))
        return message if decision.action == "block" else None

    def subagent_start(self, **given: Any) -> None:
        """Sees what a child is to do; the host takes no answer."""
        self._judge(CHILD_START, given, plain_text(given.get("child_goal")))

    def subagent_stop(self, **given: Any) -> None:
        """Sees what a child brings back; the host takes no answer."""
        self._judge(CHILD_STOP, given, plain_text(given.get("child_summary")))

    # --- one event -----------------------------------------------------------------------------------

    def _judge(self, boundary: Boundary, given: Arguments, text: str, settings: Optional[Settings] = None) -> Tuple[Decision, str]:
        """The decision, and the fixed sentence where it blocks. At most one classification."""
        started = time.monotonic()
        settings = settings or settings_from()
        identity = _identity(boundary, given)
        tool = given.get("tool_name")
        # A hook of tools always has a name to show, if only as a placeholder; the others have none.
        tool_name = None if "tool" not in boundary.event else tool if isinstance(tool, str) and tool else "-"
        judged = self._local(boundary, given, identity, settings)
        if judged is None or not _is_final(judged[0], settings):
            other = self._classified(boundary, given, identity, tool_name, text, settings)
            # Where the local policy found something that nobody enforces, a classifier may still deny.
            if judged is None or other[0].action == "block":
                judged = other
        decision, message, facts = judged
        total = (time.monotonic() - started) * 1000
        self._record(Observed(identity, boundary.evidence_hook, text, tool_name, decision, total_ms=total, **facts), boundary)
        return decision, message

    def _local(self, boundary: Boundary, given: Arguments, identity: Identity, settings: Settings) -> "Optional[Tuple[Decision, str, Dict[str, Any]]]":
        if boundary is not PRE_TOOL or settings.local_policy == "off":
            return None
        try:
            denial = ask_local_policy(str(given.get("tool_name") or ""), given.get("args"), identity.session_id, identity.task_id)
        except CheckerFailed as failure:
            self._failed(boundary, failure.reason)
            return None
        if denial is None:
            return None
        mode = "block" if settings.local_policy == "enforce" else settings.mode or "shadow"
        decision = decide(boundary, mode, True)
        kind = denial.risk_class if denial.risk_class in CONSEQUENCES else "other"
        message = ("%s %s" % (block_message(boundary.surface, risk_label_of_class(kind)), denial.sentence)).strip()
        return decision, message, {"risk_class": kind, "source": denial.source, "rule_id": denial.rule_id}

    def _classified(
        self, boundary: Boundary, given: Arguments, identity: Identity, tool_name: Optional[str], text: str, settings: Settings
    ) -> "Tuple[Decision, str, Dict[str, Any]]":
        begun = time.monotonic()
        found = self._classify(boundary, given, identity, tool_name, text, settings)
        if found is None:
            return unjudged(boundary, effective_mode(settings.mode, None)), "", {"risk_class": "unknown"}
        mode = effective_mode(settings.mode, found.mode)
        decision = decide(boundary, mode, found.is_malicious, found.ceiling)
        risk = risk_label(found.outcome, found.is_malicious)
        _log_result(boundary, identity, tool_name, found, risk, mode == "block" and found.is_malicious)
        facts = {
            "risk_class": risk_class(found.outcome, found.is_malicious),
            "prediction": found.prediction,
            "score": found.score,
            "threshold": found.threshold,
            "model_version": found.model_version,
            "source": "classifier",
            "classify_ms": (time.monotonic() - begun) * 1000,
        }
        return decision, block_message(boundary.surface, risk), facts

    def _classify(
        self, boundary: Boundary, given: Arguments, identity: Identity, tool_name: Optional[str], text: str, settings: Settings
    ) -> Optional[Classified]:
        """None where there is nothing to classify, or it failed."""
        self._forget_other_client(settings)
        if text.strip() == "":
            return None
        if not settings.is_complete:
            self._failed(boundary, "not-configured")
            return None
        key = cache_key(identity, tool_name or "", text) if boundary.event in (POST_TOOL.event, TRANSFORM_RESULT.event) else None
        known = self._remembered(key)
        if known is not None:
            return known
        try:
            found = _ask(boundary, given, identity, tool_name, text, settings)
        except (ClassifyFailed, DeadlinePassed) as failure:
            self._failed(boundary, failure.reason)
            return None
        except Exception as error:
            logger.warning("[hermes-firewall] classification failed: %s", type(error).__name__)
            self._failed(boundary, "classify-error")
            return None
        self._remember(key, found)
        return found

    # --- what is remembered --------------------------------------------------------------------------

    def _forget_other_client(self, settings: Settings) -> None:
        key = client.client_key(settings)
        with self._lock:
            if self._client != key:
                self._client = key
                self._results.clear()

    def _remembered(self, key: Optional[str]) -> Optional[Classified]:
        if key is None:
            return None
        with self._lock:
            found = self._results.get(key)
            if found is not None:
                self._results.move_to_end(key)
            return found

    def _remember(self, key: Optional[str], found: Classified) -> None:
        if key is None:
            return
        with self._lock:
            self._results[key] = found
            self._results.move_to_end(key)
            while len(self._results) > CACHE_ENTRIES:
                self._results.popitem(last=False)

    # --- what is left behind -------------------------------------------------------------------------

    def _record(self, seen: Observed, boundary: Boundary) -> None:
        try:
            write_evidence(record_of(seen))
        except Exception as error:
            logger.warning("[hermes-firewall] evidence not written: %s", type(error).__name__)
            count_failure(boundary.event, "evidence-not-written")

    def _failed(self, boundary: Boundary, reason: str) -> None:
        logger.warning("[hermes-firewall] %s: %s", boundary.event, reason)
        count_failure(boundary.event, reason)


def _is_final(local: Decision, settings: Settings) -> bool:
    """A local denial that is returned, or that a configured mode only records."""
    return local.action == "block" or settings.mode is not None


def _identity(boundary: Boundary, given: Arguments) -> Identity:
    session = given.get("session_id") if "session_id" in given else given.get("parent_session_id")
    return Identity(
        event=boundary.event,
        session_id=_id(session),
        task_id=_id(given.get("task_id")),
        tool_call_id=_id(given.get("tool_call_id")),
        parent_turn_id=_id(given.get("parent_turn_id")),
        child_session_id=_id(given.get("child_session_id")),
        child_subagent_id=_id(given.get("child_subagent_id")),
    )


def _ask(boundary: Boundary, given: Arguments, identity: Identity, tool_name: Optional[str], text: str, settings: Settings) -> Classified:
    if settings.classifier == "embedded":
        # Of a call it judges the arguments, as it learned them; the name around them is ours.
        judged = plain_text(sanitised(given.get("args"), settings.max_payload_chars)) if boundary is PRE_TOOL else text
        return within(EMBEDDED_SECONDS, lambda: embedded.classify(boundary.label, judged))
    metadata = {
        "hermesHookEvent": boundary.event,
        "conversationId": identity.conversation_id,
        "sessionId": identity.session_id,
        "taskId": identity.task_id,
        "toolCallId": identity.tool_call_id,
        "toolName": _id(tool_name),
        "model": _id(given.get("model")),
        "platform": _id(given.get("platform")),
        "childSessionId": identity.child_session_id,
        "childSubagentId": identity.child_subagent_id,
        "childRole": _id(given.get("child_role")),
        "parentTurnId": identity.parent_turn_id,
    }
    event = Event(identity, boundary.label, _id(tool_name), metadata)
    seconds = min(MAX_REMOTE_SECONDS, client.longest_seconds(settings) + 0.5)
    return within(seconds, lambda: client.classify(settings, event, text, seconds))


def _log_result(boundary: Boundary, identity: Identity, tool_name: Optional[str], found: Classified, risk: str, blocked: bool) -> None:
    prediction = found.prediction if found.prediction in ("BENIGN", "MALICIOUS") else "UNKNOWN"
    logger.info(
        "[hermes-firewall] sdk_result event=%s hook=%s tool_name=%s tool_call_id=%s prediction=%s risk=%r blocked=%s",
        boundary.event,
        boundary.label,
        _shown(tool_name),
        _shown(identity.tool_call_id),
        prediction,
        risk,
        "true" if blocked else "false",
    )


def _shown(value: Optional[str]) -> str:
    """An id or a name on one line of a log, bounded."""
    return re.sub(r"[^\x21-\x7e]", "_", value)[:128] if value else "-"


def _guarded(event: str, hook: Callable[..., Any]) -> Callable[..., Any]:
    """Newer hosts refuse a tool whose pre_tool_call raised: nothing that we raise reaches them."""

    def call(*_ignored: Any, **given: Any) -> Any:
        try:
            return hook(**given)
        except Exception as error:
            logger.warning("[hermes-firewall] %s failed: %s", event, type(error).__name__)
            count_failure(event, "internal-error")
            return None

    call.__name__ = event
    return call


def register(ctx: Any) -> None:
    """What the host calls once: registers the seven hooks in the order in which a turn meets them."""
    firewall = Firewall()
    for event in (
        "pre_llm_call",
        "pre_tool_call",
        "post_tool_call",
        "transform_tool_result",
        "transform_llm_output",
        "subagent_start",
        "subagent_stop",
    ):
        ctx.register_hook(event, _guarded(event, getattr(firewall, event)))
