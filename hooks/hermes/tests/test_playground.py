"""The demo launcher: where it leads, and that no key is in what it says."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "open_playground.py"


def run(*arguments: str, **env: str) -> Any:
    return subprocess.run([sys.executable, "-B", str(SCRIPT), *arguments], env={"PATH": os.environ.get("PATH", ""), **env}, capture_output=True, text=True, check=False)


class Playground(unittest.TestCase):
    def test_where_it_leads(self) -> None:
        self.assertEqual(run().stdout.splitlines()[0], "https://app.silmaril.dev/demo/setup-complete")
        found = json.loads(run("--route", "playground", "--json", SILMARIL_DEMO_BASE_URL="http://localhost:3001/").stdout)
        self.assertEqual(found, {"url": "http://localhost:3001/demo/playground", "route": "playground", "apiUrl": None, "hasApiKey": False})

    def test_no_key_is_said(self) -> None:
        for arguments in ((), ("--json",)):
            out = run(*arguments, SILMARIL_API_KEY="key-canary", SILMARIL_API_URL="https://u:pass-canary@h.invalid:8443/x/classify?k=query-canary")
            self.assertEqual(out.returncode, 0)
            self.assertNotIn("canary", out.stdout + out.stderr)
        self.assertEqual(json.loads(out.stdout)["apiUrl"], "https://h.invalid:8443/x/classify")
        self.assertIs(json.loads(out.stdout)["hasApiKey"], True)

    def test_a_wrong_address(self) -> None:
        for url in ("file:///etc", "https://a:b@c", "https://a?x=key", "javascript:1"):
            out = run("--json", SILMARIL_DEMO_BASE_URL=url)
            self.assertEqual((out.returncode, out.stdout), (2, ""), url)
        self.assertEqual(run("--route", "elsewhere").returncode, 2)


if __name__ == "__main__":
    unittest.main()
