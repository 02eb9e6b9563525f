"""The benchmarks on one database, in a process of their own that `bench.__main__` starts.

python -m bench.measure DATABASE SCALE NAME ...     prints the rows as JSON lines
"""

import signal
import sys
from importlib import import_module

import msgspec

from bench.progress import say
from bench.run_environment import provision_environment
from bench.scale import SCALES


def main(database: str, scale: str, *names: str) -> None:
    # Raise KeyboardInterrupt on SIGTERM, so that the context managers stop the servers.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with provision_environment(database):
        for name in names:
            say(f"{name} on {database}")
            for row in import_module(f"bench.{name}").measure(database, SCALES[scale]):
                print(msgspec.json.encode(row).decode(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
