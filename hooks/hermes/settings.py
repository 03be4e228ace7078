"""The settings, read from the process environment anew on every call. There is no file of our own to read."""

import logging
import math
import os
import re
from dataclasses import dataclass
from typing import Callable, Optional

from .product import MODES

logger = logging.getLogger("hermes.plugins.firewall")

DEFAULT_TIMEOUT_SECONDS = 2.0
MIN_TIMEOUT_SECONDS = 0.1
DEFAULT_MAX_RETRIES = 0
DEFAULT_MAX_PAYLOAD_CHARS = 8000
MIN_MAX_PAYLOAD_CHARS = 128

_UUID_V4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_TRUE = ("1", "true", "yes", "y", "on")


@dataclass(frozen=True)
class Settings:
    """What the variables say."""

    #: "embedded" or "remote".
    classifier: str
    api_key: str
    api_url: str
    #: A lower-case UUID version 4, else None.
    endpoint_id: Optional[str]
    #: Of one attempt.
    timeout_seconds: float
    max_retries: int
    #: Longest string inside tool arguments that is sent whole.
    max_payload_chars: int
    #: The explicit mode; None leaves it to the classifier, and shadow where that says nothing either.
    mode: Optional[str]
    #: "off", "follow" (the mode) or "enforce" (block in every mode).
    local_policy: str

    @property
    def is_complete(self) -> bool:
        """Whether a classifier can be asked at all."""
        return self.classifier == "embedded" or (self.api_key != "" and self.api_url != "")


#: A variable's value, '' where there is none.
Read = Callable[[str], str]


def _process(name: str) -> str:
    return os.getenv(name, "")


def settings_from(read: Read = _process) -> Settings:
    """Never raises: a value that is not understood is its default, with a warning that names the variable only."""
    key = read("SILMARIL_API_KEY").strip()
    url = read("SILMARIL_API_URL").strip()
    return Settings(
        classifier=_classifier(read("SILMARIL_CLASSIFIER").strip().lower(), key, url),
        api_key=key,
        api_url=url,
        endpoint_id=_endpoint_id(read("SILMARIL_ENDPOINT_ID").strip()),
        timeout_seconds=_timeout(read),
        max_retries=_whole(read, "HERMES_FIREWALL_SDK_MAX_RETRIES", DEFAULT_MAX_RETRIES, 0),
        max_payload_chars=_whole(read, "HERMES_FIREWALL_MAX_PAYLOAD_CHARS", DEFAULT_MAX_PAYLOAD_CHARS, MIN_MAX_PAYLOAD_CHARS),
        mode=_mode(read),
        local_policy=_local_policy(read("SILMARIL_LOCAL_POLICY").strip().lower()),
    )


def _classifier(chosen: str, key: str, url: str) -> str:
    """Unset: embedded, unless a key or a URL says that somebody wants the service."""
    if chosen in ("embedded", "remote"):
        return chosen
    return "remote" if key or url else "embedded"


def _endpoint_id(text: str) -> Optional[str]:
    return text if _UUID_V4.fullmatch(text) else None


def _timeout(read: Read) -> float:
    name = "HERMES_FIREWALL_SDK_TIMEOUT_SECONDS"
    text = read(name).strip()
    if text == "":
        return DEFAULT_TIMEOUT_SECONDS
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        logger.warning("[hermes-firewall] %s is not a number; %s is used", name, DEFAULT_TIMEOUT_SECONDS)
        return DEFAULT_TIMEOUT_SECONDS
    return max(MIN_TIMEOUT_SECONDS, value)


def _whole(read: Read, name: str, default: int, least: int) -> int:
    text = read(name).strip()
    if text == "":
        return default
    try:
        return max(least, int(text))
    except ValueError:
        logger.warning("[hermes-firewall] %s is not a whole number; %s is used", name, default)
        return default


def _mode(read: Read) -> Optional[str]:
    """An explicit mode that is not one is no mode, and the older switch is then not asked either."""
    text = read("SILMARIL_MODE").strip().lower()
    if text in MODES:
        return text
    if text:
        logger.warning("[hermes-firewall] SILMARIL_MODE is none of shadow, warn and block; it is ignored")
        return None
    legacy = read("HERMES_FIREWALL_BLOCK_MALICIOUS").strip().lower()
    if legacy == "":
        return None
    return "block" if legacy in _TRUE else "shadow"


def _local_policy(text: str) -> str:
    return text if text in ("follow", "enforce") else "off"
