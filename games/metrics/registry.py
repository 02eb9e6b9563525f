"""The metrics of this process. No label names a card, a user or a match."""

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

# `_created` would be one more series for each counter and histogram, and nothing uses it.
disable_created_metrics()  # type: ignore[no-untyped-call]
# Not the global registry, which libraries may add to and which exposes the Python runtime by default.
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

BUILD_INFO = Info("dixit_build", "Always 1. The label `version` is the version of the process.", registry=REGISTRY)
BUILD_INFO.info({"version": settings.VERSION})

COMMANDS_TOTAL = Counter("dixit_commands", "Accepted commands by type.", ["type"], registry=REGISTRY)
REFUSALS_TOTAL = Counter("dixit_refusals", "Refused commands by error code.", ["code"], registry=REGISTRY)
RATE_LIMITED_TOTAL = Counter(
    "dixit_limited", "Requests and connections rejected by limit.", ["limit"], registry=REGISTRY
)
OPEN_SOCKETS = Gauge("dixit_sockets", "Open WebSockets.", registry=REGISTRY)
HUB_LAG = Histogram(
    "dixit_hub_lag_seconds",
    "Seconds from learning that a match has changed to having its events in every send buffer.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)
DEADLINE_LATENESS = Histogram(
    "dixit_deadline_lateness_seconds",
    "Seconds from a phase's deadline to the end of the phase in the event log.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20, 60),
    registry=REGISTRY,
)
