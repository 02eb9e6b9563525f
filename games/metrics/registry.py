"""What is counted and measured; no label names a card, a user or a match."""

from django.conf import settings
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

BUILD_INFO = Info("dixit_build", "Always 1; the label `version` is the version that runs.", registry=REGISTRY)
BUILD_INFO.info({"version": settings.VERSION})

COMMANDS_TOTAL = Counter("dixit_commands", "Commands that were played, by type.", ["type"], registry=REGISTRY)
REFUSALS_TOTAL = Counter("dixit_refusals", "Commands that were refused, by code.", ["code"], registry=REGISTRY)
RATE_LIMITED_TOTAL = Counter("dixit_limited", "What was refused as too much, by limit.", ["limit"], registry=REGISTRY)
OPEN_SOCKETS = Gauge("dixit_sockets", "Sockets that are open.", registry=REGISTRY)
HUB_LAG = Histogram(
    "dixit_hub_lag_seconds",
    "From hearing that a match has moved to having its news in every outbox.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)
DEADLINE_LATENESS = Histogram(
    "dixit_deadline_lateness_seconds",
    "From a phase's deadline to its end in the log.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20, 60),
    registry=REGISTRY,
)
