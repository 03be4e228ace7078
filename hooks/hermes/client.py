"""The client of the service's /classify endpoint: one event, one request, retried only as far as the settings say."""

import email.utils
import ipaddress
import json
import math
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .computer_name import computer_name
from .identity import Identity, request_id
from .payload import without_lone_surrogates
from .product import HARNESS, INTEGRATION, MODES, SDK_LANGUAGE, SDK_VERSION, VERSION
from .settings import Settings
from .verdict import Classified

MAX_RESPONSE_BYTES = 1_048_576
_RETRIED = (408, 429, 500, 502, 503, 504)
_MAX_BACKOFF_SECONDS = 30.0


class ClassifyFailed(Exception):
    """No answer that can be used. Holds a Health code and never a word of the service's."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Event:
    """What a request says of an event besides its text."""

    identity: Identity
    label: str
    tool_name: Optional[str]
    #: hermesHookEvent, model, platform ...: None where unknown.
    metadata: Mapping[str, Optional[str]]


def body_of(settings: Settings, event: Event, text: str) -> bytes:
    """The request's body, the same bytes for every attempt."""
    provenance: Dict[str, Any] = {"schema_version": 1, "harness": HARNESS}
    if settings.endpoint_id is not None:
        provenance["endpoint_id"] = settings.endpoint_id
    device = computer_name()
    if device is not None:
        provenance["device_name"] = device
    body: Dict[str, Any] = {"text": without_lone_surrogates(text)}
    if settings.mode is not None:
        body["mode"] = settings.mode
    body["hook"] = event.label
    if event.tool_name:
        body["tool_name"] = event.tool_name
    body["metadata"] = {
        **event.metadata,
        "silmaril": {
            "integration": INTEGRATION,
            "version": VERSION,
            "provenance": provenance,
            "sdk_language": SDK_LANGUAGE,
            "sdk_version": SDK_VERSION,
            "request_id": request_id(event.identity, text) or str(uuid.uuid4()),
        },
    }
    return json.dumps(body, ensure_ascii=True).encode("ascii")


def check_url(url: str) -> None:
    """https, or http to this very computer by its number or as localhost. Raises ClassifyFailed."""
    try:
        parts = urllib.parse.urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise ClassifyFailed("classify-url") from None
    if parts.scheme == "https" and host:
        return
    if parts.scheme != "http" or not _is_loopback(host):
        raise ClassifyFailed("classify-url")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def classify(settings: Settings, event: Event, text: str, seconds: float = math.inf) -> Classified:
    """Asks the service. Raises ClassifyFailed. The caller waits no longer than `seconds`: no attempt begins later."""
    check_url(settings.api_url)
    until = time.monotonic() + seconds
    request = urllib.request.Request(
        settings.api_url,
        data=body_of(settings, event, text),
        headers={"content-type": "application/json", "x-api-key": settings.api_key},
        method="POST",
    )
    opener = _opener(settings.api_url)
    attempt = 0
    while True:
        reason, wait = "", None
        try:
            with opener.open(request, timeout=settings.timeout_seconds) as response:
                return parse_answer(_read(response, until))
        except urllib.error.HTTPError as error:
            with error:
                if error.code not in _RETRIED:
                    raise ClassifyFailed("classify-http-%d" % error.code) from None
                reason, wait = "classify-http-%d" % error.code, _retry_after(error.headers.get("Retry-After"))
        except ClassifyFailed:
            raise
        except (OSError, ValueError, urllib.error.URLError) as error:
            reason = _transport_reason(error)
        except Exception:  # http.client has exceptions of its own.
            reason = "classify-network"
        if attempt >= settings.max_retries:
            raise ClassifyFailed(reason)
        pause = min(2.0**attempt, _MAX_BACKOFF_SECONDS) if wait is None else wait
        if time.monotonic() + pause >= until:
            raise ClassifyFailed(reason)
        time.sleep(pause)
        attempt += 1


def longest_seconds(settings: Settings) -> float:
    """How long all attempts and the waits between them take at most, Retry-After aside."""
    waits = sum(min(2.0**attempt, _MAX_BACKOFF_SECONDS) for attempt in range(settings.max_retries))
    return settings.timeout_seconds * (settings.max_retries + 1) + waits


def _transport_reason(error: BaseException) -> str:
    inner = getattr(error, "reason", error)
    return "classify-timeout" if isinstance(inner, TimeoutError) or "timed out" in str(inner) else "classify-network"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is an error: it could lead the key elsewhere."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _opener(url: str) -> urllib.request.OpenerDirector:
    handlers: List[urllib.request.BaseHandler] = [_NoRedirects()]
    if urllib.parse.urlsplit(url).scheme == "http":
        # A proxy has no business between this computer and itself.
        handlers.append(urllib.request.ProxyHandler({}))
    else:
        handlers.append(urllib.request.HTTPSHandler(context=_tls()))
    return urllib.request.build_opener(*handlers)


def _tls() -> Any:
    """The system's certificates, or those that Hermes brings where a Python of its own has none."""
    import ssl

    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"] and not context.get_ca_certs():
        try:
            import certifi

            context.load_verify_locations(certifi.where())
        except Exception:  # Then the connection fails, and is counted.
            pass
    return context


def _read(response: Any, until: float) -> bytes:
    """The whole body; a service that sends it in drops is left when the time is over."""
    data = b""
    while True:
        part: bytes = response.read1(65_536)
        data += part
        if len(data) > MAX_RESPONSE_BYTES:
            raise ClassifyFailed("classify-too-large")
        if not part:
            return data
        if time.monotonic() >= until:
            raise ClassifyFailed("classify-timeout")


def _retry_after(value: Optional[str]) -> Optional[float]:
    """Whole seconds, or a date (a past one is now); None for what is neither."""
    if value is None:
        return None
    text = value.strip()
    if text.isdigit() and text.isascii():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
        return max(0.0, moment.timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return None


def parse_answer(data: bytes) -> Classified:
    """A JSON object. What is missing or odd in it is never acted on, and stays diagnostic."""
    try:
        answer = json.loads(data)
    except ValueError:
        raise ClassifyFailed("classify-answer") from None
    if not isinstance(answer, dict):
        raise ClassifyFailed("classify-answer")
    prediction, mode, outcome = (_text(answer.get(key)) for key in ("prediction", "mode", "primary_outcome"))
    score, threshold = _number(answer.get("score")), _number(answer.get("threshold"))
    return Classified(prediction, score, threshold, mode if mode in MODES else None, outcome)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _number(value: Any) -> Optional[float]:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300 else None


def client_key(settings: Settings) -> Tuple[Any, ...]:
    """What makes another classifier: results of the old one are then forgotten."""
    return (settings.classifier, settings.api_key, settings.api_url, settings.timeout_seconds, settings.max_retries, settings.mode)
