#!/usr/bin/env python3
"""Opens the hosted Silmaril Firewall UI. Serves nothing here, and no key is ever in its URL or its output.

    python scripts/open_playground.py            says where the setup page is
    python scripts/open_playground.py --open     opens it in the browser
    python scripts/open_playground.py --route playground --json
"""

import argparse
import json
import os
import sys
import urllib.parse
import webbrowser
from typing import Dict, List, Mapping, Optional, Union

DEFAULT_BASE_URL = "https://app.silmaril.dev"
#: Below `/demo`.
ROUTES = {"setup": "setup-complete", "playground": "playground"}
_SECRET_PARTS = ("username", "password", "query", "fragment")


def base_url(env: Mapping[str, str]) -> str:
    """The hosted UI, or another one for previews. Raises ValueError where that is not a plain http(s) address."""
    text = env.get("SILMARIL_DEMO_BASE_URL", "").strip() or DEFAULT_BASE_URL
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or any(getattr(parts, part) for part in _SECRET_PARTS):
        raise ValueError("SILMARIL_DEMO_BASE_URL must be an http or https address without a user, a query or a fragment.")
    return text.rstrip("/")


def shown_api_url(env: Mapping[str, str]) -> Optional[str]:
    """The configured endpoint without anything in it that could be a secret; None where there is none."""
    text = env.get("SILMARIL_API_URL", "").strip()
    if not text:
        return None
    try:
        parts = urllib.parse.urlsplit(text)
        host = parts.hostname or ""
        port = ":%d" % parts.port if parts.port else ""
    except ValueError:
        return None
    return urllib.parse.urlunsplit((parts.scheme, host + port, parts.path, "", "")) if host else None


def status(route: str, env: Mapping[str, str]) -> Dict[str, Union[str, bool, None]]:
    """What --json prints."""
    return {
        "url": "%s/demo/%s" % (base_url(env), ROUTES[route]),
        "route": route,
        "apiUrl": shown_api_url(env),
        "hasApiKey": env.get("SILMARIL_API_KEY", "").strip() != "",
    }


def main(arguments: Optional[List[str]] = None) -> int:
    """Exit 0; 1 where no browser could be opened; 2 for a wrong argument or base URL."""
    parser = argparse.ArgumentParser(description="Open the hosted Silmaril Firewall UI.")
    parser.add_argument("--open", action="store_true", help="open it in the default browser")
    parser.add_argument("--route", choices=sorted(ROUTES), default="setup", help="which page (default: setup)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    try:
        found = status(chosen.route, os.environ)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if chosen.json:
        print(json.dumps(found))
    else:
        print(found["url"])
        print("API key: %s" % ("configured" if found["hasApiKey"] else "not configured"))
    if chosen.open and not webbrowser.open(str(found["url"])):
        print("No browser could be opened.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
