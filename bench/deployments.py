"""Two deployments on the default database, each with several web processes: the product and the conventional view."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from bench.run_environment import DATABASE_URLS
from games.management.child_process import ChildProcess
from tests.services.deployment import Deployment


class ProductDeployment(Deployment):
    """The product as it is."""

    def manage(self, *command: str) -> str:
        # The base class would migrate the database, which has been done.
        return ""


class ConventionalDeployment(ProductDeployment):
    """The same servers with the conventional view."""

    def server(self, port: int) -> ChildProcess:
        self.environment["DJANGO_SETTINGS_MODULE"] = "bench.conventional.settings"
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "bench.conventional.asgi") for part in server.command]
        return server


@contextmanager
def running_deployments(servers: int) -> Iterator[tuple[Deployment, Deployment]]:
    """Start the product's deployment and the conventional one, and stop both in the end."""
    ours, theirs = (
        kind(DATABASE_URLS["default"], os.environ["REDIS_URL"], servers=servers)
        for kind in (ProductDeployment, ConventionalDeployment)
    )
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        for deployment in (ours, theirs):
            stack.callback(deployment.stop)
        list(pool.map(Deployment.start, (ours, theirs)))
        yield ours, theirs
