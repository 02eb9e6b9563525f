"""A deployment with its real limits, reached directly or through nginx with the shipped configuration, without TLS."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from games.management import listen_address
from games.management.child_process import ChildProcess
from tests.deploy.deploy_files import nginx_config
from tests.deploy.nginx_process import running_nginx
from tests.services.deployment import Deployment


class LimitedDeployment(Deployment):
    """One web server with the default limits, with or without a trusted proxy."""

    def __init__(self, database_url: str | None, redis_url: str, *, proxies: int) -> None:
        self.proxies = proxies
        super().__init__(database_url, redis_url, servers=1)

    def server(self, port: int) -> ChildProcess:
        self.environment |= {"RATE_LIMITS": "1", "TRUSTED_PROXIES": str(self.proxies)}
        return super().server(port)


@dataclass(frozen=True, kw_only=True)
class AbusedService:
    """Where clients reach the service, and the process whose memory counts."""

    port: int
    web_process: psutil.Process
    deployment: Deployment


@contextmanager
def running_service(database_url: str | None, redis_url: str, *, behind_nginx: bool) -> Iterator[AbusedService]:
    with LimitedDeployment(database_url, redis_url, proxies=int(behind_nginx)) as deployment:
        process = psutil.Process(deployment.servers[0].pid)
        if not behind_nginx:
            yield AbusedService(port=deployment.ports[0], web_process=process, deployment=deployment)
            return
        with nginx_without_tls(deployment.ports[0]) as port:
            yield AbusedService(port=port, web_process=process, deployment=deployment)


@contextmanager
def nginx_without_tls(web_port: int) -> Iterator[int]:
    """Run nginx in front of a web server, and yield its port."""
    with tempfile.TemporaryDirectory(prefix="dixit-nginx-", dir="/tmp") as name:
        folder, port = Path(name), listen_address.free_port()
        config = nginx_config(folder, web_port=web_port, http_port=listen_address.free_port(), https_port=port)
        config = re.sub(r"^ *ssl_.*\n", "", config, flags=re.MULTILINE).replace(" ssl http2;", ";")
        with running_nginx(folder, config, port):
            yield port
