"""A tool call as a letter to silmaril-checker: which commands and files it is about."""

import os
import re
import shlex
import sys
import uuid
from typing import Any, Dict, List, Optional, Tuple

MAX_COMMANDS = 64
#: The checker refuses longer folders.
MAX_CWD_CHARS = 4096

_SHELLS = ("terminal", "process", "shell", "bash", "run_shell_command", "execute_command", "run_command")
_CODE = ("execute_code", "python", "run_python", "run_code", "code_execution")
_WRITES = ("write_file", "edit_file", "create_file", "append_to_file", "move_file", "rename_file", "copy_file", "delete_file", "remove_file", "create_directory", "write", "edit")
_READS = ("read_file", "search_files", "read_text_file", "read_multiple_files", "read_media_file", "open_file", "read")
_PATH_KEYS = ("path", "file_path", "filePath", "source", "destination", "target_file", "old_path", "new_path")
_COMMAND_KEYS = ("command", "cmd", "script", "data", "text", "input")
_PATCH_LINE = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$", re.MULTILINE)
_MCP = re.compile(r"mcp__(?:.+?)__(.+)|mcp_[a-zA-Z0-9-]+_(.+)")


def local_name(tool_name: str) -> str:
    """The tool's part of an MCP tool's name, lower case."""
    found = _MCP.fullmatch(tool_name)
    return (found.group(1) or found.group(2) if found else tool_name).lower()


def asked_about(tool_name: str, args: Any) -> Optional[Tuple[str, List[str]]]:
    """The checker's action and what it is about; None where no rule concerns the call."""
    if not isinstance(args, dict):
        return None
    name = local_name(tool_name)
    if name in _CODE:
        code = args.get("code") or args.get("script")
        return ("shell", ["python3 -c " + shlex.quote(code)]) if isinstance(code, str) and code else None
    if name == "patch" or name == "apply_patch":
        patch = next((args[key] for key in ("patch", "input") if isinstance(args.get(key), str)), "")
        paths = [path.strip() for path in _PATCH_LINE.findall(patch)] + _paths(args)
        return ("edit", paths) if paths else None
    if name in _WRITES or name in _READS:
        paths = _paths(args)
        return ("write" if name in _WRITES else "read", paths) if paths else None
    # A tool that is not known but takes a command is taken for a shell: a new name is no way round.
    if name in _SHELLS or ("command" in args and not tool_name.startswith("mcp_")):
        command = next((text for text in (_command_text(args.get(key)) for key in _COMMAND_KEYS) if text), None)
        return ("shell", [command]) if command is not None else None
    return None


def _command_text(value: Any) -> str:
    """A command as one text, also where it comes as a list of words; '' for anything else."""
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        return " ".join(shlex.quote(word) for word in value)
    return value if isinstance(value, str) else ""


def _paths(args: Dict[str, Any]) -> List[str]:
    found = [args[key] for key in _PATH_KEYS if isinstance(args.get(key), str) and args[key]]
    listed = args.get("paths")
    if isinstance(listed, list):
        found += [item for item in listed if isinstance(item, str) and item]
    return found


def working_folder(args: Any, task_id: Optional[str]) -> str:
    """Where the host runs a command: the call's own folder, else where the session's `cd` has gone, else where it began."""
    now = _recorded_folder(task_id) or session_folder()
    own = args.get("workdir") if isinstance(args, dict) else None
    return os.path.normpath(os.path.join(now, os.path.expanduser(own))) if isinstance(own, str) and own else now


def _recorded_folder(task_id: Optional[str]) -> Optional[str]:
    """The host's own record of the session's working folder, in versions that keep one; never loaded for our sake."""
    terminal = sys.modules.get("tools.terminal_tool")
    approval = sys.modules.get("tools.approval")
    try:
        key = approval.get_current_session_key(default="") if approval is not None else ""
        found = terminal.get_session_cwd(key or task_id or "") if terminal is not None else None
    except Exception:  # Another version, which keeps it elsewhere.
        return None
    return found if isinstance(found, str) and os.path.isabs(found) else None


def session_folder() -> str:
    """The session's working folder, absolute."""
    told = os.path.expanduser(os.getenv("TERMINAL_CWD", "").strip())
    return told if os.path.isabs(told) else os.getcwd()


def letter_of(tool_name: str, args: Any, session_id: Optional[str], task_id: Optional[str] = None) -> Optional[Dict[str, Any]]:
    """The letter, protocol version 1; None where there is nothing to ask."""
    about = asked_about(tool_name, args)
    if about is None:
        return None
    action, raws = about
    folder, root = working_folder(args, task_id), session_folder()
    if len(folder) > MAX_CWD_CHARS or len(root) > MAX_CWD_CHARS:
        return None
    return {
        "version": 1,
        "invocation": {"id": uuid.uuid4().hex, "sessionID": (session_id or "")[:4096], "agent": "hermes", "projectDir": root},
        "action": action,
        "commands": [{"index": index, "raw": raw, "cwd": folder} for index, raw in enumerate(raws[:MAX_COMMANDS])],
    }
