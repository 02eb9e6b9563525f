"""A deployment of the application in `deterministic_asgi.py`."""

import json
from collections.abc import Mapping

from games.management.child_process import ChildProcess
from games.rulebook.cards import Pile
from tests.services.deployment import Deployment

DRAWS_FOLDER_VARIABLE, LEAK_VARIABLE = "ARRANGED", "LEAK"


class DeterministicDeployment(Deployment):
    """A deployment of this application; `predefine_draws` sets the randomness of a match before it starts."""

    def __init__(self, database_url: str, redis_url: str, leak: str = "") -> None:
        self.leak = leak
        super().__init__(database_url, redis_url, servers=1)

    def server(self, port: int) -> ChildProcess:
        server = super().server(port)
        server.command = [
            part.replace("dixit.asgi", "tests.interference.deterministic_asgi") for part in server.command
        ]
        assert server.environment is not None
        server.environment = {**server.environment, DRAWS_FOLDER_VARIABLE: str(self.folder), LEAK_VARIABLE: self.leak}
        return server

    def predefine_draws(self, match_id: str, draws: Mapping[str, Pile]) -> None:
        (self.folder / match_id).write_text(json.dumps(draws))
