"""The files of `deploy/`, read as systemd and a shell would."""

import os
import shlex
from pathlib import Path

from games.management.programs import ROOT

DEPLOY = ROOT / "deploy"
SERVICES = ("web", "worker", "beat")


def unit(name: str) -> dict[str, str]:
    """The settings of a unit of systemd; none that we use may stand there twice."""
    text = (DEPLOY / "systemd" / name).read_text().replace("\\\n", " ")
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def command(service: str) -> list[str]:
    """What a service runs."""
    return shlex.split(unit(f"dixit-{service}.service")["ExecStart"])


def settings() -> dict[str, str]:
    """What env.example sets."""
    lines = (DEPLOY / "env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def nginx(folder: Path, *, web: int, plain: int, secure: int) -> str:
    """nginx.conf as the only site of an nginx that keeps everything in this folder."""
    site = (DEPLOY / "nginx.conf").read_text()
    for theirs, ours in {
        "127.0.0.1:8000": f"127.0.0.1:{web}",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{secure} ssl",
        "dixit.example.org": "localhost",
        "/etc/ssl/dixit": str(folder),
        "/var/log/nginx": str(folder),
    }.items():
        assert theirs in site, theirs
        site = site.replace(theirs, ours)
    kept = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # As root nginx would become somebody who may not enter the folder.
    user = "user root;\n" if os.geteuid() == 0 else ""
    main = f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    return f"{main}http {{\n{kept}{site}}}\n"
