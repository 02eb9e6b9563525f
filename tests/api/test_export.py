"""Everything that is kept of somebody, told to themselves; what a table has of a person is in it or is named here."""

from typing import Any

import pytest
from django.db import connection

from games.api import export_views
from games.api.export_views import EXPORT_SECTIONS, ExportAnswer
from tests.api.client import Json, Player
from tests.api.people import PASSWORD, fresh, joined, logged_in
from tests.api.table import Table
from tests.api.test_erasure import AIRSHIP, CLUE, NAME, Aviary

pytestmark = pytest.mark.django_db

TABLES = {
    "accounts_user": "account",
    "accounts_token": "tokens",
    "eventlog_opening": "matches",
    "projections_seatrow": "matches",
    "projections_resultrow": "matches",
    "eventlog_command": "commands",
    "table_invite": "invites",
}
"""Every table that names an account, by the part of the export that has what it says."""


def exported(player: Player) -> Json:
    return player.get("/me/export").ok()


def test_it_has_names_and_words_from_every_match_and_how_it_came_out() -> None:
    aviary = Aviary()
    told = exported(aviary.bird)
    assert told["account"]["name"] == NAME
    matches = {match["id"]: match for match in told["matches"]}
    assert set(matches) == set(aviary.matches)
    over, running, left = (matches[each] for each in (aviary.over, aviary.running, aviary.left))
    assert [(each["type"], each["text"]) for each in over["said"]] == [("seat_taken", NAME), ("clue_given", CLUE)]
    assert (over["status"], over["seat"], over["won"]) == ("abandoned", 0, False)
    assert AIRSHIP in [each["text"] for each in running["said"]]
    assert (running["seat"], running["score"], running["ended_at"]) == (0, None, None)
    assert (left["seat"], [each["text"] for each in left["said"]]) == (None, [NAME])
    record = aviary.bird.get(over["record"].removeprefix("/api/v1"))
    assert record.status == 200


def test_it_has_the_invites_that_one_has_made_without_their_codes() -> None:
    aviary = Aviary()
    made = {(each["match"], each["uses_left"]) for each in exported(aviary.bird)["invites"]}
    assert made == {(aviary.over, 1), (aviary.running, 1)}
    text = aviary.bird.get("/me/export").content.decode()
    assert not any(code[4:] in text for code in aviary.codes)
    assert exported(aviary.others[0])["invites"] == []


def test_it_has_nothing_of_anybody_else() -> None:
    aviary = Aviary()
    text = aviary.others[0].get("/me/export").content.decode()
    assert "anary" not in text
    assert aviary.bird.id not in text
    assert "Ben" not in text


def test_it_has_the_account_and_its_tokens_without_a_secret() -> None:
    account = joined(fresh("Ada"), email="ada@example.org")
    bot = logged_in(account.name, label="my bot")
    answer = account.get("/me/export")
    told, text = answer.ok(), answer.content.decode()
    assert told["account"]["email"] == "ada@example.org"
    assert told["account"]["login"] == account.name.casefold()
    assert [token["label"] for token in told["tokens"]] == ["my bot", ""]
    assert not any(secret in text for secret in (account.token[4:], bot.token[4:], PASSWORD, "argon2", "md5"))
    assert answer.headers["cache-control"] == "private, no-store"


def test_it_has_ones_own_tokens_and_commands_and_nobody_elses() -> None:
    ada, ben = joined(), joined()
    for player, key in ((ada, "adas-key"), (ben, "bens-key")):
        logged_in(player.name, label=f"for {key}")
        player.send("POST", "/matches", {"ruleset": "classic"}, key=key).ok(201)
    told = exported(ada)
    assert [token["label"] for token in told["tokens"]] == ["for adas-key", ""]
    assert [(each["command_id"], each["match"]) for each in told["commands"]] == [
        ("adas-key", told["matches"][0]["id"])
    ]


def test_it_tells_of_a_finished_match_what_the_results_say() -> None:
    short = {"base": "classic", "name": "short", "end": {"points": 1}}
    table = Table(3, ruleset=short).start().until("over")
    told = exported(table.host)["matches"][0]
    view = table.host.view(table.id)
    assert (told["score"], told["won"]) == (view["seats"][0]["score"], 0 in view["winners"])
    assert told["ended_at"] is not None


def naming(account: str) -> set[str]:
    """Every table with a row that has this account."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            if account in str(cursor.fetchall()):
                found.add(table)
    return found


def covered(account: str) -> None:
    assert naming(account) <= set(TABLES), "add what the table keeps to games/api/export_views.py, and the table here"


def test_no_table_names_an_account_that_the_export_forgets() -> None:
    aviary = Aviary()
    covered(aviary.bird.id)
    assert naming(aviary.bird.id) == set(TABLES)
    assert set(TABLES.values()) == set(EXPORT_SECTIONS)
    assert set(ExportAnswer.__annotations__) == {"exported_at", *EXPORT_SECTIONS}


def test_control_a_table_that_nobody_has_thought_of_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TABLES, "eventlog_command")
    with pytest.raises(AssertionError, match="export"):
        covered(Aviary().bird.id)


def test_it_is_read_with_the_scope_of_history_and_not_all_the_time(settings: Any, monkeypatch: Any) -> None:
    account = joined()
    bot = logged_in(account.name, scopes=["match:read"])
    assert bot.get("/me/export").json["required_scope"] == "history:read"
    settings.RATE_LIMITS = 1
    monkeypatch.setattr(
        export_views,
        "EXPORT_LIMIT",
        export_views.EXPORT_LIMIT.__class__(name="export", max_requests=2, window_seconds=3600),
    )
    assert [account.get("/me/export").status for _ in range(3)] == [200, 200, 429]
