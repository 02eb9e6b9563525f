"""A client for a Dixit backend: see `Client`."""

from dixit_client.client import Client
from dixit_client.live_match import Ack, LiveMatch
from dixit_client.live_session import LiveSession
from dixit_client.problem import Problem
from dixit_client.reducer import reduce
from dixit_client.shapes import EventAnswer, MatchSeen

__all__ = ["Ack", "Client", "EventAnswer", "LiveMatch", "LiveSession", "MatchSeen", "Problem", "reduce"]
