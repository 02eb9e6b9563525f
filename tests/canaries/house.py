"""A house whose every secret is marked, that says all it can say."""

import secrets
from urllib.request import urlopen

from cryptography.fernet import MultiFernet
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from games.management import programs
from games.management.valkey import Valkey
from games.matches import match_random
from games.receipts.receipt_signing import private_key
from tests.canaries import dumps
from tests.canaries.canary import Canary, Places, key, secret
from tests.timers.clockwork import ClockHouse

SETTINGS = ("SECRET_KEY", "RECEIPT_KEY", "SEED_KEYS", "METRICS_TOKEN")


class CanaryHouse(ClockHouse):
    """Web server, worker and beat at DEBUG, with a Valkey that writes down all it is told."""

    def __init__(self, database_url: str | None) -> None:
        super().__init__(database_url)
        self.valkey.stop()
        self.valkey = Valkey(self.folder / "valkey", self.folder / "valkey.log")
        self.secrets = {name: f"canary{secrets.token_hex(24)}" for name in SETTINGS}
        self.environment |= {"LOG_LEVEL": "DEBUG", "REDIS_URL": self.valkey.url, **self.secrets}
        self.servers = [self.server(port) for port in self.ports]
        self.worker = programs.worker(self.folder / "worker.log", self.environment)
        self.beat = programs.beat(self.folder / "beat-schedule", self.folder / "beat.log", self.environment)
        for child in (self.worker, self.beat):
            child.command = [*child.command, "-l", "DEBUG"]

    def canaries(self) -> list[Canary]:
        """The secrets of the settings, and the keys that are made of them."""
        found = [canary for name, text in self.secrets.items() for canary in secret(name, text)]
        signing = private_key(self.secrets["RECEIPT_KEY"])
        found += key("the receipt key", signing.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()))
        sealing = match_random._fernet(self.secrets["SEED_KEYS"])
        return found + key("the seeds' key", sealing._signing_key + sealing._encryption_key)

    def seeds(self) -> list[Canary]:
        """Every seed, as only who has the key can read it."""
        keys = MultiFernet([match_random._fernet(self.secrets["SEED_KEYS"])])
        sealed = [text for place, text in dumps.database(self.url) if place == "table_seed.sealed"]
        return [canary for text in sealed for canary in key("a seed", keys.decrypt(text))]

    @property
    def url(self) -> str:
        return self.environment["DATABASE_URL"]

    def places(self, heard: bytes | bytearray) -> Places:
        """All that could be carried away of this house."""
        yield from dumps.database(self.url)
        yield from dumps.redis(self.valkey.url)
        yield "what Redis was told", bytes(heard)
        yield from dumps.files(self.folder / "valkey")
        yield from dumps.files(self.folder, "*.log")
        yield from dumps.files(self.folder, "beat-schedule*")
        with urlopen(f"{self.addresses[0]}/metrics") as answer:
            yield "/metrics", answer.read()
        yield from dumps.processes()
