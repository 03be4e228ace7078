"""Private folders and files: 0700 and 0600, ours, never through a link in their place."""

import errno
import os
import stat
import uuid


class NotPrivate(Exception):
    """A folder or file is not what it must be. Says what, never where."""


def home() -> str:
    """The person's home."""
    return os.path.expanduser("~")


def support_folder() -> str:
    """Where the product keeps its own state, the same on macOS and Linux."""
    return os.path.join(home(), "Library", "Application Support", "Silmaril")


def own_folder() -> str:
    """`<home of Hermes>/silmaril-firewall`, beside the folder of the plugins: nothing but our own place says which home this is."""
    here = os.path.dirname(os.path.abspath(__file__))
    return os.path.join(os.path.dirname(os.path.dirname(here)), "silmaril-firewall")


def is_ours(file: str) -> bool:
    """A regular file of this user or root that nobody else can write."""
    try:
        found = os.lstat(file)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_uid in (0, os.geteuid()) and not found.st_mode & 0o022


def ensure_private_folder(folder: str) -> None:
    """Makes it and what is missing above it. Raises NotPrivate where it is a link, a file or somebody else's."""
    missing = []
    place = folder
    while place and not os.path.lexists(place):
        missing.append(place)
        place = os.path.dirname(place)
    for each in reversed(missing):
        try:
            os.mkdir(each, 0o700)
        except FileExistsError:
            pass
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise NotPrivate("not a folder")
    if found.st_uid != os.geteuid():
        raise NotPrivate("somebody else's folder")
    if stat.S_IMODE(found.st_mode) != 0o700:
        os.chmod(folder, 0o700)


def publish(folder: str, name: str, data: bytes, stem: str) -> None:
    """Writes a file that appears whole or not at all. `stem` begins the temporary name; raises OSError."""
    temporary = os.path.join(folder, ".%s.%d.%s.tmp" % (stem, os.getpid(), uuid.uuid4().hex))
    target = os.path.join(folder, name)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(temporary, flags, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise
    os.chmod(target, 0o600)
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some file systems cannot sync a folder.
        if error.errno not in (errno.EBADF, errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)
