"""Let one client abuse a deployment in each way, and print what it costs another player and the web process.

`uv run python -m bench.abuse [--seconds 5] [--only KIND …]`: directly on SQLite, and through nginx on PostgreSQL.
"""

import argparse
from contextlib import ExitStack

from tests.abuse.abuse_deployment import running_service
from tests.abuse.abuser import ABUSES
from tests.abuse.measurement import TABLE_HEAD, Player, measure
from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each measurement (default: 5)")
    parser.add_argument("--only", nargs="+", choices=ABUSES, default=list(ABUSES), metavar="KIND")
    options = parser.parse_args()
    with ExitStack() as stack:
        valkey = stack.enter_context(PrivateValkey())
        postgres = PostgreSQL(durable=True)
        stack.callback(postgres.remove)
        for behind_nginx in (False, True):
            database_url = postgres.start().create_database("abuse") if behind_nginx else None
            print(f"\n{'Through nginx, PostgreSQL' if behind_nginx else 'Direct, SQLite'}\n\n{TABLE_HEAD}", flush=True)
            with running_service(database_url, valkey.url, behind_nginx=behind_nginx) as service:
                player = Player(service.port)
                measure(service, player, options.only[0], 0.5)
                for kind in options.only:
                    print(measure(service, player, kind, options.seconds), flush=True)
                player.connection.close()


if __name__ == "__main__":
    main()
