"""A deployment whose servers have a named fault."""

from games.management.child_process import ChildProcess
from tests.services.deployment import Deployment


class FaultyLiveDeployment(Deployment):
    def __init__(self, database_url: str | None, redis_url: str, fault: str, *, servers: int = 2) -> None:
        self.fault = fault
        super().__init__(database_url, redis_url, servers=servers)

    def server(self, port: int) -> ChildProcess:
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "tests.live.faulty_live_asgi") for part in server.command]
        assert server.environment is not None
        server.environment = {**server.environment, "LIVE_FAULT": self.fault}
        return server
