"""The local policy: asked from silmaril-checker, one process a call, with a deadline. It fails open, and is counted."""

import json
import os
import signal
import stat
import subprocess
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from .letter import letter_of
from .payload import without_lone_surrogates
from .private_files import home, is_ours, own_folder, support_folder

#: Node.js starts in a tenth of it; what is left is for a busy computer.
CHECKER_SECONDS = 5.0
#: What the person's own checkers may take of the call, in milliseconds, on top.
PROVIDERS_MS = 3000
_MAX_VERDICT_BYTES = 65_536
_NODE_MODES = (0o500, 0o555, 0o700, 0o711, 0o744, 0o755)


class CheckerFailed(Exception):
    """The checker gave no answer that can be used. `reason` is a Health code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Denial:
    rule_id: Optional[str]
    #: Evidence's class of the rule.
    risk_class: str
    #: For the model: what to do instead. At most 1,000 characters.
    sentence: str
    #: "local_policy", or "provider" for a checker of the person's own.
    source: str


def ask_local_policy(tool_name: str, args: Any, session_id: Optional[str], task_id: Optional[str] = None) -> Optional[Denial]:
    """The denial, or None where nothing speaks against the call. Raises CheckerFailed."""
    try:
        letter = letter_of(tool_name, args, session_id, task_id)
    except OSError:
        raise CheckerFailed("checker-no-folder") from None
    if letter is None:
        return None
    command, seconds = _command(own_folder())
    text = json.dumps(letter, ensure_ascii=False)
    answer = _run(command, without_lone_surrogates(text).encode("utf-8"), seconds)
    return _denial(answer, letter)


def _command(folder: str) -> "tuple[List[str], float]":
    checker = os.path.join(folder, "silmaril-checker")
    if not is_ours(checker):
        raise CheckerFailed("checker-missing")
    command = [_node(os.path.join(folder, "silmaril-checker-node-path")), checker]
    policy = os.path.join(support_folder(), "policy.json")
    if not os.path.lexists(policy):
        return command, CHECKER_SECONDS
    return command + ["--config", policy, "--ask-providers", home(), str(PROVIDERS_MS)], CHECKER_SECONDS + PROVIDERS_MS / 1000


def _node(file: str) -> str:
    """The Node.js that the private file names, under the launchers' own conditions."""
    try:
        found = os.lstat(file)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) != 0o600:
            raise CheckerFailed("checker-node-path")
        with open(file, "r", encoding="utf-8") as opened:
            node = opened.readline(4096).rstrip("\n")
        binary = os.lstat(node)
    except (OSError, ValueError):
        raise CheckerFailed("checker-node-missing") from None
    if not os.path.isabs(node) or not stat.S_ISREG(binary.st_mode) or binary.st_uid not in (0, os.geteuid()) or stat.S_IMODE(binary.st_mode) not in _NODE_MODES:
        raise CheckerFailed("checker-node-path")
    return node


def _run(command: List[str], letter: bytes, seconds: float) -> bytes:
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/", start_new_session=True
        )
    except OSError:
        raise CheckerFailed("checker-start") from None
    try:
        output, _ = child.communicate(letter, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise CheckerFailed("checker-timeout") from None
    except OSError:
        raise CheckerFailed("checker-answer") from None
    finally:
        # With all that it started; nothing of it is left behind, not even as a zombie.
        if child.poll() is None:
            _kill(child.pid)
            child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                pipe.close()
    if child.returncode != 0:
        raise CheckerFailed("checker-exit")
    if len(output) > _MAX_VERDICT_BYTES:
        raise CheckerFailed("checker-answer")
    return output


def _kill(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass


def _denial(answer: bytes, letter: Dict[str, Any]) -> Optional[Denial]:
    try:
        verdict = json.loads(answer)
    except ValueError:
        raise CheckerFailed("checker-answer") from None
    if not isinstance(verdict, dict) or verdict.get("invocationId") != letter["invocation"]["id"] or verdict.get("verdict") not in ("allow", "ask", "deny"):
        raise CheckerFailed("checker-answer")
    rule, risk = _rule(verdict.get("commands"), verdict["verdict"])
    by_provider = rule is not None and rule.startswith("provider:")
    # "ask" is the checker's word for all that it does not know. Only a checker of the person's own means it: and there
    # is nobody here to be asked, so it counts as a no.
    if verdict["verdict"] != "deny" and not (verdict["verdict"] == "ask" and by_provider):
        return None
    message = verdict.get("message")
    sentence = message[:1000] if isinstance(message, str) else ""
    return Denial(rule, risk, sentence, "provider" if by_provider else "local_policy")


def _rule(commands: Any, wanted: str) -> "tuple[Optional[str], str]":
    for command in commands if isinstance(commands, list) else []:
        facts = command.get("facts") if isinstance(command, dict) and command.get("verdict") == wanted else None
        if isinstance(facts, dict) and isinstance(facts.get("ruleId"), str):
            category = facts.get("category")
            return facts["ruleId"], category if isinstance(category, str) else "other"
    return None, "other"
