"""Every operation of the API, for the OpenAPI document; a test compares them with the routes."""

from games.api.operations import (
    audit_operations,
    catalogue_operations,
    command_operations,
    history_operations,
    identity_operations,
    lobby_operations,
    match_operations,
)

OPERATIONS = (
    *identity_operations.OPERATIONS,
    *catalogue_operations.OPERATIONS,
    *match_operations.OPERATIONS,
    *lobby_operations.OPERATIONS,
    *history_operations.OPERATIONS,
    *audit_operations.OPERATIONS,
    *command_operations.OPERATIONS,
)
