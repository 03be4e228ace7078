"""From what the host passes to a hook to the text that is classified."""

import json
from typing import Any, Dict, List

MAX_ITEMS = 50
MAX_DEPTH = 6


def truncated(text: str, limit: int) -> str:
    """Keeps head and tail of a long string, and says how many characters are missing between them."""
    if len(text) <= limit:
        return text
    head = limit // 2
    tail = limit - head
    return "%s...[truncated %d chars]...%s" % (text[:head], len(text) - limit, text[-tail:])


def sanitised(value: Any, limit: int, depth: int = 0) -> Any:
    """A JSON-able copy of tool arguments: long strings cut, collections bounded, deep or odd values as their repr."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return truncated(value, limit)
    if depth > MAX_DEPTH:
        return truncated(repr(value), limit)
    if isinstance(value, dict):
        items = list(value.items())
        kept: Dict[str, Any] = {str(key): sanitised(item, limit, depth + 1) for key, item in items[:MAX_ITEMS]}
        if len(items) > MAX_ITEMS:
            kept["_truncated_items"] = len(items) - MAX_ITEMS
        return kept
    if isinstance(value, (list, tuple, set, frozenset)):
        members = list(value)
        copy: List[Any] = [sanitised(item, limit, depth + 1) for item in members[:MAX_ITEMS]]
        if len(members) > MAX_ITEMS:
            copy.append({"_truncated_items": len(members) - MAX_ITEMS})
        return copy
    return truncated(repr(value), limit)


def tool_call_text(tool_name: str, args: Any, limit: int) -> str:
    """`{"args": ..., "tool_name": ...}` as Python writes it: sorted keys, `", "` and `": "`, non-ASCII kept."""
    return json.dumps({"tool_name": tool_name, "args": sanitised(args, limit)}, sort_keys=True, ensure_ascii=False, default=repr)


def plain_text(value: Any) -> str:
    """A message or a result as text. Messages may be lists of parts, of which the texts count."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(part for part in (_part_text(item) for item in value) if part)
    if isinstance(value, (dict, tuple)):
        return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)
    return str(value)


def _part_text(part: Any) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, dict):
        text = part.get("text")
        if isinstance(text, str):
            return text
        # Pictures and sounds are not text; anything else is judged as it stands.
        return "" if part.get("type") in ("image", "image_url", "input_image", "audio", "input_audio") else json.dumps(part, sort_keys=True, ensure_ascii=False, default=repr)
    return "" if part is None else str(part)


def without_lone_surrogates(text: str) -> str:
    """Half of a surrogate pair is not text: the service refuses it."""
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
