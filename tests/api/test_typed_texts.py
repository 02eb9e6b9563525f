"""The same text is the same whatever keyboard, system or mail program it has come through."""

from unicodedata import normalize
from urllib.parse import quote

import pytest
from django.contrib.auth.hashers import make_password

from games.matches.models import Password
from tests.api.api_client import Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db
COMPOSED, DECOMPOSED = (normalize(form, "Café") for form in ("NFC", "NFD"))


@pytest.mark.parametrize(("chosen", "typed"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED)])
def test_a_match_password_is_the_same_in_either_normal_form(chosen: str, typed: str) -> None:
    match = Player("Ann").open(visibility="private", password=chosen)
    Player("Ben").sit(match, password=typed)


def test_a_password_of_an_older_match_still_opens_it() -> None:
    match = Player("Ann").open(visibility="private", password="sesame")
    Password.objects.filter(match_id=match).update(hash=make_password(DECOMPOSED))
    Player("Ben").sit(match, password=DECOMPOSED)
    assert Player("Cat").command(match, "sit", {"password": "Cafe"}).code == "not_found"


@pytest.mark.parametrize("text", [DECOMPOSED, f"  {COMPOSED}\n", f"{COMPOSED}\u200f"])
def test_a_repeated_request_is_recognized_in_any_spelling(text: str) -> None:
    table = GameTable(ruleset="classic", first="host").start()
    card = table.host.view(table.id)["you"]["hand"][0]

    def give_clue(text: str, key: str = "k") -> bytes:
        response = table.host.command(table.id, "clue", {"card": card, "clue": {"kind": "text", "text": text}}, key=key)
        response.ok()
        return response.content

    assert give_clue(text) == give_clue(COMPOSED)
    mismatch = table.host.command(table.id, "clue", {"card": card, "clue": {"kind": "text", "text": "x"}}, key="k")
    assert mismatch.code == "idempotency_mismatch"


@pytest.mark.parametrize("pasted", ["{}{}", " {}{}", "{}{}\n", "\r\n{}{} ", "{}\n{}"])
def test_an_invite_code_may_be_pasted_with_blanks(pasted: str) -> None:
    host = Player("Ann")
    match = host.open(visibility="private", password="sesame")
    code = str(host.send("POST", f"/matches/{match}/invites", {}).ok(201)["code"])
    text = pasted.format(code[:9], code[9:])
    assert call_in_process("GET", f"/invites/{quote(text)}").ok()["match"]["id"] == match
    Player("Ben").sit(match, invite=text)
