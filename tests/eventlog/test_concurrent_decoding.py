"""A freshly started server survives reading its first events in several threads at once."""

import subprocess
import sys

from games.management.programs import PROJECT_ROOT, merge_into_environ

# The first decoding of an event type in a process makes msgspec inspect that type; 60 processes try it.
CONCURRENT_DECODING_SCRIPT = """
import os, sys, threading
import msgspec
import games.eventlog.codec
from games.rulebook.event_names import EVENT_CLASS_BY_NAME

def decode_at_once():
    sys.setswitchinterval(1e-6)
    barrier = threading.Barrier(4)
    def work():
        barrier.wait()
        for event in EVENT_CLASS_BY_NAME.values():
            try:
                msgspec.convert({"unknown": 1, "round": 1, "seat": 0, "awards": [{"seat": 1}]}, event)
            except msgspec.ValidationError:
                pass
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

ends = []
for _ in range(60):
    child = os.fork()
    if not child:
        decode_at_once()
        os._exit(0)
    ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(sum(end != 0 for end in ends))
"""


def test_threads_decoding_their_first_events_concurrently_do_not_crash() -> None:
    environment = merge_into_environ({"DJANGO_SETTINGS_MODULE": "dixit.settings"})
    command = [sys.executable, "-c", CONCURRENT_DECODING_SCRIPT]
    done = subprocess.run(
        command, cwd=PROJECT_ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "0", f"{done.stdout.strip()} of 60 processes have died"
