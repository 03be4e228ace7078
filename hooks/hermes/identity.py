"""Who an event is: the request id that is sent, and the fingerprints that evidence keeps instead of raw ids."""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Optional

from .product import INTEGRATION

_MARKER = re.compile(r"\bsilmaril-runtime-check:[A-Za-z0-9-]{16,128}\b", re.ASCII)


def sha256(text: str) -> str:
    """Lower-case hex of the UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def frame(*parts: str) -> str:
    """Joins so that no two different lists give the same text: each part after its length in bytes."""
    return "|".join("%d:%s" % (len(part.encode("utf-8", "surrogatepass")), part) for part in parts)


@dataclass(frozen=True)
class Identity:
    """The ids of one event as the host gave them; None where it gave none."""

    event: str
    session_id: Optional[str] = None
    task_id: Optional[str] = None
    tool_call_id: Optional[str] = None
    parent_turn_id: Optional[str] = None
    child_session_id: Optional[str] = None
    child_subagent_id: Optional[str] = None

    @property
    def conversation_id(self) -> Optional[str]:
        """The child's session where there is one: its turns are a conversation of their own."""
        return self.child_session_id or self.session_id

    @property
    def stable_event_id(self) -> Optional[str]:
        """What numbers the event, the most exact first."""
        return self.tool_call_id or self.task_id or self.parent_turn_id or self.child_subagent_id


def request_id(identity: Identity, text: str) -> Optional[str]:
    """`hermes-firewall-` and 64 hex; None where nothing numbers the event."""
    if identity.stable_event_id is None:
        return None
    parts = {
        "integration": INTEGRATION,
        "event": identity.event,
        "conversationId": identity.conversation_id,
        "stableEventId": identity.stable_event_id,
        "contentHash": sha256(text),
    }
    return "%s-%s" % (INTEGRATION, sha256(json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)))


def request_fingerprint(identity: Identity, text: str) -> str:
    """A runtime check's marker alone, so that the check finds its own evidence; else event, id and content."""
    marker = _MARKER.search(text)
    if marker:
        return sha256(marker.group(0))
    named = ""
    for field in ("tool_call_id", "task_id", "parent_turn_id", "child_subagent_id"):
        value = getattr(identity, field)
        if value:
            named = "%s:%s:%s" % (identity.event, field, value)
            break
    return "sha256:" + sha256(frame("request", "%s|%s|sha256:%s" % (identity.event, named, sha256(text))))


def session_fingerprint(identity: Identity) -> Optional[str]:
    """Of the conversation; None where there is none."""
    conversation = identity.conversation_id
    return None if not conversation else "sha256:" + sha256(frame("session", conversation))


def evidence_id(hook: str, request: str, session: Optional[str], occurred_at: str) -> str:
    """Without a random part: the same record has the same name."""
    return "protection-event:" + sha256(frame("protection-event", "hermes", hook, request, session or "", occurred_at))


def cache_key(identity: Identity, tool_name: str, text: str) -> str:
    """Of a tool's result: other content is another result, whatever its ids say."""
    parts = {
        "sessionId": identity.session_id,
        "taskId": identity.task_id,
        "toolCallId": identity.tool_call_id,
        "toolName": tool_name,
        "contentHash": sha256(text),
    }
    return sha256(json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True))
