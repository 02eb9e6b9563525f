"""Guests, accounts, tokens, and who I am."""

from games.api import answers
from games.api.operations.operation import Operation
from games.wire import bodies

OPERATIONS = (
    Operation(
        id="guest",
        method="post",
        path="/guests",
        summary="Become a guest: play within one call.",
        tag="identity",
        body=bodies.GuestBody,
        example={"name": "Ann"},
        answer=answers.GuestAnswer,
        status=201,
    ),
    Operation(
        id="me",
        method="get",
        path="/me",
        summary="Who the token belongs to.",
        tag="identity",
        scope="match:read",
        answer=answers.UserAnswer,
    ),
    Operation(
        id="forget",
        method="delete",
        path="/me",
        summary="Leave all matches, and erase the account with its names and words; chains and records stay valid.",
        tag="identity",
        scope="match:play",
        answer=answers.Forgotten,
    ),
)
