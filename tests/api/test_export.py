"""The export of personal data: every table with a person's data is in it or listed here as an exception."""

import secrets
from typing import Any

import pytest
from django.db import connection

from games.api import export_views
from games.api.export_views import EXPORT_SECTIONS, ExportAnswer
from games.staff.models import StaffAct
from tests.api.account_helpers import PASSWORD, create_account, log_in, unique_name
from tests.api.api_client import Json, Player
from tests.api.game_table import GameTable
from tests.api.test_erasure import MARKER_AIRSHIP_NAME, MARKER_CLUE, MARKER_NAME, ErasureScenario

pytestmark = pytest.mark.django_db

EXPORT_PART_BY_TABLE = {
    "accounts_user": "account",
    "accounts_token": "tokens",
    "eventlog_opening": "matches",
    "projections_seatrow": "matches",
    "projections_participantrow": "matches",
    "projections_resultrow": "matches",
    "projections_counterchange": "matches",
    "eventlog_command": "commands",
    "table_invite": "invites",
    "table_storedanswer": "answers",
    "staff_staffact": "staff_acts",
}
"""Every table that names an account, by the part of the export that has what it says."""


def get_export(player: Player) -> Json:
    return player.get("/me/export").ok()


def test_the_export_has_names_texts_and_results_of_every_match() -> None:
    scenario = ErasureScenario()
    export_content = get_export(scenario.person)
    assert export_content["account"]["name"] == MARKER_NAME
    matches = {match["id"]: match for match in export_content["matches"]}
    assert set(matches) == set(scenario.matches)
    over, running, left = (matches[each] for each in (scenario.over, scenario.running, scenario.left))
    assert [(each["type"], each["text"]) for each in over["said"]] == [
        ("seat_taken", MARKER_NAME),
        ("clue_given", MARKER_CLUE),
    ]
    assert (over["status"], over["seat"], over["won"]) == ("abandoned", 0, False)
    assert MARKER_AIRSHIP_NAME in [each["text"] for each in running["said"]]
    assert (running["seat"], running["score"], running["ended_at"]) == (0, None, None)
    assert (left["seat"], [each["text"] for each in left["said"]]) == (None, [MARKER_NAME])
    record = scenario.person.get(over["record"].removeprefix("/api/v1"))
    assert record.status == 200


def test_the_export_lists_created_invites_without_their_codes() -> None:
    scenario = ErasureScenario()
    invites = {(each["match"], each["uses_left"]) for each in get_export(scenario.person)["invites"]}
    assert invites == {(scenario.over, 1), (scenario.running, 1)}
    text = scenario.person.get("/me/export").content.decode()
    assert not any(code[4:] in text for code in scenario.invite_codes)
    assert get_export(scenario.others[0])["invites"] == []


def test_the_export_lists_stored_answers_by_the_token_or_the_invite_whose_secret_they_have() -> None:
    ann = Player("Ann")
    token = ann.send("POST", "/tokens", {}, key=secrets.token_hex(16)).ok(201)["id"]
    invite = ann.send("POST", f"/matches/{ann.open()}/invites", {}, key=secrets.token_hex(16)).ok(201)["id"]
    assert [(each["token"], each["invite"]) for each in get_export(ann)["answers"]] == [(token, None), (None, invite)]


def test_the_export_has_no_data_of_other_people() -> None:
    scenario = ErasureScenario()
    text = scenario.others[0].get("/me/export").content.decode()
    assert "anary" not in text
    assert scenario.person.id not in text
    assert "Ben" not in text


def test_the_export_has_the_account_and_its_tokens_without_secrets() -> None:
    account = create_account(unique_name("Ada"), email="ada@example.org")
    bot = log_in(account.name, label="my bot")
    response = account.get("/me/export")
    export_content, text = response.ok(), response.content.decode()
    assert export_content["account"]["email"] == "ada@example.org"
    assert export_content["account"]["login"] == account.name.casefold()
    assert [token["label"] for token in export_content["tokens"]] == ["my bot", ""]
    assert not any(secret in text for secret in (account.token[4:], bot.token[4:], PASSWORD, "argon2", "md5"))
    assert response.headers["cache-control"] == "private, no-store"


def test_the_export_has_only_the_callers_tokens_and_commands() -> None:
    ada, ben = create_account(), create_account()
    for player, key in ((ada, "adas-key"), (ben, "bens-key")):
        log_in(player.name, label=f"for {key}")
        player.send("POST", "/matches", {"ruleset": "classic"}, key=key).ok(201)
    export_content = get_export(ada)
    assert [token["label"] for token in export_content["tokens"]] == ["for adas-key", ""]
    assert [(each["command_id"], each["match"]) for each in export_content["commands"]] == [
        ("adas-key", export_content["matches"][0]["id"])
    ]


def test_the_export_has_what_the_staff_has_done_and_why_but_not_who_did_it() -> None:
    ada = Player()
    for about in (ada.id, "u_2"):
        StaffAct.objects.create(by="u_clerk", act="revoke_token", about=about, detail="t_1", reason=f"why {about}")
    response = ada.get("/me/export")
    (act,) = response.ok()["staff_acts"]
    assert {**act, "at": None} == {"at": None, "act": "revoke_token", "detail": "t_1", "reason": f"why {ada.id}"}
    assert b"u_clerk" not in response.content


def test_the_export_has_the_result_of_a_finished_match() -> None:
    one_round_ruleset = {"base": "classic", "name": "short", "end": {"points": 1}}
    table = GameTable(3, ruleset=one_round_ruleset).start().play_until("over")
    exported_match = get_export(table.host)["matches"][0]
    view = table.host.view(table.id)
    assert (exported_match["score"], exported_match["won"]) == (view["seats"][0]["score"], 0 in view["winners"])
    assert exported_match["ended_at"] is not None


def tables_naming(account: str) -> set[str]:
    """Return every table with a row that refers to this account."""
    tables = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            if account in str(cursor.fetchall()):
                tables.add(table)
    return tables


def assert_tables_are_exported(account: str) -> None:
    assert tables_naming(account) <= set(EXPORT_PART_BY_TABLE), (
        "add what the table keeps to games/api/export_views.py, and the table here"
    )


def test_every_table_naming_an_account_is_exported() -> None:
    scenario = ErasureScenario()
    StaffAct.objects.create(by="u_1", act="ban", about=scenario.person.id, reason="why")
    scenario.person.send("POST", "/tokens", {}, key=secrets.token_hex(16)).ok(201)
    assert_tables_are_exported(scenario.person.id)
    assert tables_naming(scenario.person.id) == set(EXPORT_PART_BY_TABLE)
    assert set(EXPORT_PART_BY_TABLE.values()) == set(EXPORT_SECTIONS)
    assert set(ExportAnswer.__annotations__) == {"exported_at", *EXPORT_SECTIONS}


def test_the_coverage_check_detects_an_unexported_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(EXPORT_PART_BY_TABLE, "eventlog_command")
    with pytest.raises(AssertionError, match="export"):
        assert_tables_are_exported(ErasureScenario().person.id)


def test_the_export_requires_the_history_scope_and_is_rate_limited(settings: Any, monkeypatch: Any) -> None:
    account = create_account()
    bot = log_in(account.name, scopes=["match:read"])
    assert bot.get("/me/export").json["required_scope"] == "history:read"
    settings.RATE_LIMITS = 1
    monkeypatch.setattr(
        export_views,
        "EXPORT_LIMIT",
        export_views.EXPORT_LIMIT.__class__(name="export", max_requests=2, window_seconds=3600),
    )
    assert [account.get("/me/export").status for _ in range(3)] == [200, 200, 429]
