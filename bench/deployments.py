"""Two houses on the present database, each of so many web processes: ours, and the customary one."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from bench.run_environment import DATABASE_URLS
from games.management.child_process import ChildProcess
from tests.services.deployment import Deployment


class ProductDeployment(Deployment):
    """The house as it is; its database is migrated already."""

    def manage(self, *command: str) -> str:
        return ""


class CustomaryDeployment(ProductDeployment):
    """The same servers with the customary view."""

    def server(self, port: int) -> ChildProcess:
        self.environment["DJANGO_SETTINGS_MODULE"] = "bench.customary.settings"
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "bench.customary.asgi") for part in server.command]
        return server


@contextmanager
def running_deployments(servers: int) -> Iterator[tuple[Deployment, Deployment]]:
    """Ours and the customary one, running."""
    ours, theirs = (
        kind(DATABASE_URLS["default"], os.environ["REDIS_URL"], servers=servers)
        for kind in (ProductDeployment, CustomaryDeployment)
    )
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        for deployment in (ours, theirs):
            stack.callback(deployment.stop)
        list(pool.map(Deployment.start, (ours, theirs)))
        yield ours, theirs
