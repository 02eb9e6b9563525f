"""The audit page and the staff's page of a running match show who is skipped, at rest, and who has called time."""

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.api.game_table import GameTable
from tests.api.passing_time import database_clock_ahead_by, end_phase
from tests.api.test_absence import play_cards, table_in_submitting, table_with_skipped_seats
from tests.api.test_audit import audit_data, audit_page
from tests.staff.test_staff_pages import match_admin_url

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _open_matches_under_rulebook_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NEW_MATCH_RULEBOOK", 2)


def page_text(html: str) -> str:
    """Return the text of a page without its tags, with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def staff_page(table: GameTable, settings: Settings) -> str:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    User.objects.create_superuser("root", "a long password")
    client = Client()
    client.post("/admin/login/?next=/admin/", {"username": "root", "password": "a long password"})
    answer = client.get(f"{match_admin_url(table)}change/")
    assert answer.status_code == 200, answer.headers
    return answer.content.decode()


def resting_table() -> GameTable:
    """Return a match that rests, because seat 1 is skipped and the others have resigned."""
    table = table_with_skipped_seats()
    for player in (table.players[0], table.players[2]):
        player.act(table.id, "resign")
    return table


def test_skipped_seats_and_a_rest_are_shown(settings: Settings) -> None:
    table = resting_table()
    page, data = audit_page(table.players[1], table.id), audit_data(table.players[1], table.id)
    save_for_a_look("resting-audit", page)
    text = page_text(page)
    assert "Skipped Ben" in text
    assert "Resigned Ada , Cleo" in text
    assert "At rest until 20" in text
    assert "No one is left to play: the match rests." in text
    assert data["absence"]["skipped"] == [1] and data["absence"]["resigned"] == [0, 2]
    assert data["absence"]["rest_ends_at"] == table.players[1].view(table.id)["phase"]["deadline_at"]
    staff_html = staff_page(table, settings)
    save_for_a_look("resting-staff", staff_html)
    text = page_text(staff_html)
    assert "At rest every player is absent; the match ends at " in text
    assert text.count(" skipped ") >= 1 and text.count(" resigned ") >= 2


def test_called_time_is_shown_until_the_phase_ends(settings: Settings) -> None:
    table = table_in_submitting()
    ben = table.players[1]
    play_cards(ben, table.id)
    assert "Time called" not in page_text(audit_page(ben, table.id))
    with database_clock_ahead_by(timedelta(seconds=60)):
        ben.act(table.id, "call_time")
    page = audit_page(ben, table.id)
    save_for_a_look("called-audit", page)
    assert "Time called by Ben , until 20" in page_text(page)
    called = audit_data(ben, table.id)["absence"]["time_called"]
    assert called == {"seat": 1, "deadline_at": ben.view(table.id)["phase"]["deadline_at"]}
    staff_html = staff_page(table, settings)
    save_for_a_look("called-staff", staff_html)
    assert "Time called by seat 1, until " in page_text(staff_html)
    end_phase(table.id)
    assert "Time called" not in page_text(audit_page(ben, table.id))
    assert audit_data(ben, table.id)["absence"]["time_called"] is None


def test_moments_tell_of_skips_rests_and_returns() -> None:
    table = resting_table()
    ben = table.players[1]
    ben.act(table.id, "resume")
    moments = ben.send("GET", f"/matches/{table.id}/moments").ok()["results"]
    kinds_and_seats = [(moment["kind"], moment["seat"]) for moment in moments]
    assert [each for each in kinds_and_seats if each[0] in ("skipped", "rest", "resumed")] == [
        ("skipped", 1),
        ("rest", None),
        ("resumed", 1),
    ]


def save_for_a_look(name: str, html: str) -> None:
    """Keep a page, if the variable DIXIT_SAVED_PAGES names a folder for it."""
    if folder := os.environ.get("DIXIT_SAVED_PAGES"):
        (Path(folder) / f"{name}.html").write_text(html)
