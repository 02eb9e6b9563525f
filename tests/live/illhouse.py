"""A house whose servers are ill in a named way."""

from games.management.child_process import ChildProcess
from tests.services.house import House


class IllHouse(House):
    def __init__(self, database_url: str | None, redis_url: str, ill: str, *, servers: int = 2) -> None:
        self.ill = ill
        super().__init__(database_url, redis_url, servers=servers)

    def server(self, port: int) -> ChildProcess:
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "tests.live.ill") for part in server.command]
        assert server.environment is not None
        server.environment = {**server.environment, "ILL": self.ill}
        return server
