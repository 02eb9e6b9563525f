"""Progress messages on standard error; standard output has only the results."""

import sys
import time

_start = time.monotonic()


def say(what: str) -> None:
    print(f"{time.monotonic() - _start:6.1f} s  {what}", file=sys.stderr, flush=True)
