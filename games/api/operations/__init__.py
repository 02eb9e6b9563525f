"""Every operation of the API as its document tells of it; a test compares this with the routes."""

from games.api.operations import audit, catalogue, history, identity, lobby, matches, play

OPERATIONS = (
    *identity.OPERATIONS,
    *catalogue.OPERATIONS,
    *matches.OPERATIONS,
    *lobby.OPERATIONS,
    *history.OPERATIONS,
    *audit.OPERATIONS,
    *play.OPERATIONS,
)
