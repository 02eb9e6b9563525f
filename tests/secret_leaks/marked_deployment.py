"""A deployment in which every secret is marked, with the most verbose logging."""

import secrets
from urllib.request import urlopen

from cryptography.fernet import MultiFernet
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from games.management import programs
from games.management.valkey import Valkey
from games.matches import match_random
from games.receipts.receipt_signing import private_key
from tests.secret_leaks import data_dumps
from tests.secret_leaks.marked_secrets import (
    MarkedSecret,
    NamedContents,
    binary_credential_encodings,
    credential_encodings,
)
from tests.timers.worker_deployment import WorkerDeployment

SECRET_SETTINGS = ("SECRET_KEY", "RECEIPT_KEY", "SEED_KEYS", "METRICS_TOKEN")


class MarkedDeployment(WorkerDeployment):
    """Web server, worker and beat at DEBUG, with a Valkey that records all its commands."""

    def __init__(self, database_url: str | None) -> None:
        super().__init__(database_url)
        self.valkey.stop()
        self.valkey = Valkey(self.folder / "valkey", self.folder / "valkey.log")
        self.secret_settings = {name: f"canary{secrets.token_hex(24)}" for name in SECRET_SETTINGS}
        self.environment |= {"LOG_LEVEL": "DEBUG", "REDIS_URL": self.valkey.url, **self.secret_settings}
        self.servers = [self.server(port) for port in self.ports]
        self.worker = programs.worker_process(self.folder / "worker.log", self.environment)
        self.beat = programs.beat_process(self.folder / "beat-schedule", self.folder / "beat.log", self.environment)
        for child in (self.worker, self.beat):
            child.command = [*child.command, "-l", "DEBUG"]

    def marked_secrets(self) -> list[MarkedSecret]:
        """Return the secrets of the settings, and the keys derived from them."""
        marked = [canary for name, text in self.secret_settings.items() for canary in credential_encodings(name, text)]
        signing_key = private_key(self.secret_settings["RECEIPT_KEY"])
        marked += binary_credential_encodings(
            "the receipt key", signing_key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        )
        seed_cipher = match_random._fernet(self.secret_settings["SEED_KEYS"])
        return marked + binary_credential_encodings(
            "the seeds' key", seed_cipher._signing_key + seed_cipher._encryption_key
        )

    def marked_seeds(self) -> list[MarkedSecret]:
        """Return every seed, which only the holder of the key can read."""
        keys = MultiFernet([match_random._fernet(self.secret_settings["SEED_KEYS"])])
        sealed = [text for place, text in data_dumps.dump_database(self.database_url) if place == "table_seed.sealed"]
        return [canary for text in sealed for canary in binary_credential_encodings("a seed", keys.decrypt(text))]

    @property
    def database_url(self) -> str:
        return self.environment["DATABASE_URL"]

    def dump_everything(self, monitor_output: bytes | bytearray) -> NamedContents:
        """Return everything of this deployment that could be exfiltrated."""
        yield from data_dumps.dump_database(self.database_url)
        yield from data_dumps.dump_redis(self.valkey.url)
        yield "commands sent to Redis", bytes(monitor_output)
        yield from data_dumps.dump_files(self.folder / "valkey")
        yield from data_dumps.dump_files(self.folder, "*.log")
        yield from data_dumps.dump_files(self.folder, "beat-schedule*")
        with urlopen(f"{self.base_urls[0]}/metrics") as answer:
            yield "/metrics", answer.read()
        yield from data_dumps.dump_process_arguments()
