"""Parse the files of `deploy/` as systemd and a shell would."""

import os
import shlex
from pathlib import Path

from games.management.programs import PROJECT_ROOT

DEPLOY_DIR = PROJECT_ROOT / "deploy"
SERVICE_NAMES = ("web", "worker", "beat")


def read_unit(name: str) -> dict[str, str]:
    """Return the settings of a systemd unit; no setting that we use may occur twice in it."""
    text = (DEPLOY_DIR / "systemd" / name).read_text().replace("\\\n", " ")
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def service_command(service: str) -> list[str]:
    """Return the command that a service runs."""
    return shlex.split(read_unit(f"dixit-{service}.service")["ExecStart"])


def read_example_settings() -> dict[str, str]:
    """Return the settings of env.example."""
    lines = (DEPLOY_DIR / "env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def nginx_config(folder: Path, *, web_port: int, http_port: int, https_port: int) -> str:
    """Return nginx.conf as the only site of an nginx that stores all its files in this folder."""
    site = (DEPLOY_DIR / "nginx.conf").read_text()
    for original, replacement in {
        "127.0.0.1:8000": f"127.0.0.1:{web_port}",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{http_port};",
        "listen 443 ssl": f"listen 127.0.0.1:{https_port} ssl",
        "dixit.example.org": "localhost",
        "/etc/ssl/dixit": str(folder),
        "/var/log/nginx": str(folder),
    }.items():
        assert original in site, original
        site = site.replace(original, replacement)
    temp_paths = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # As root nginx would switch to a user that may not enter the folder.
    user = "user root;\n" if os.geteuid() == 0 else ""
    main_config = f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
    main_config += "events { worker_connections 4096; }\n"
    return f"{main_config}http {{\n{temp_paths}{site}}}\n"
