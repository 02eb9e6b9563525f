"""The matrix's test data: the same people in one match per phase, public and private, created through the API."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import SCOPES, Token, User
from games.rulebook.entropy import digest_of_entropy
from tests.api.api_client import Json, Player
from tests.authorization.declared_matrix import PHASES, REDUCED_SCOPE_ROLES, Situation

MATCH_PASSWORD = "open sesame"
ENTROPY = "a1" * 32
SHORT_RULESET = {"base": "classic", "name": "short", "end": {"points": 1}}
SONG_CLUE = {"kind": "song"}
ALL_SITUATIONS = tuple(
    Situation(phase=phase, visibility=visibility) for visibility in ("public", "private") for phase in PHASES
)


@dataclass(kw_only=True)
class PreparedMatch:
    """A match in some phase, an invite to its lobby, and what each person there could choose: a card of their hand or a
    slot."""

    match_id: str
    invite: str = "none"
    card_by_role: dict[str, str] = field(default_factory=dict)
    slot_by_role: dict[str, int] = field(default_factory=dict)
    actions_by_role: dict[str, list[str]] = field(default_factory=dict)


class MatrixSetup:
    """Everybody in the matrix; `tokens` has each role's token, or None for a role without one."""

    def __init__(self, *situations: Situation) -> None:
        names = ("host", "storyteller", "listener", "resigned", "left", "kicked", "spectator", "stranger", "staff")
        self.players = {name: Player(name.title()) for name in names}
        self.extra_players = [Player(name) for name in ("Hedi", "Ida")]
        User.objects.filter(id=self.players["staff"].id).update(is_staff=True, is_superuser=True)
        self.players["stranger"].open()
        self.tokens: dict[str, str | None] = {name: player.token for name, player in self.players.items()}
        self.tokens |= {
            "anonymous": None,
            "bad token": "dxt_" + "x" * 43,
            **self._invalid_tokens(),
            **self._reduced_scope_tokens(),
        }
        self.prepared_matches = {
            situation: self._prepare_match(situation) for situation in situations or ALL_SITUATIONS
        }
        self.placeholder_values = {"picture": self._picture_file(), "entropy": ENTROPY}
        self.placeholder_values["invite"] = self._create_lobby_invite()

    def _invalid_tokens(self) -> dict[str, str]:
        host = User.objects.get(id=self.players["host"].id)
        disabled_player = Player("Off")
        User.objects.filter(id=disabled_player.id).update(is_active=False)
        expired, revoked = Token.objects.issue(host), Token.objects.issue(host)
        Token.objects.filter(id=expired[0].id).update(expires_at=timezone.now() - timedelta(seconds=1))
        revoked[0].delete()
        return {"expired": expired[1], "revoked": revoked[1], "switched off": disabled_player.token}

    def _reduced_scope_tokens(self) -> dict[str, str]:
        """Return tokens of the host that each lack one scope."""
        host = User.objects.get(id=self.players["host"].id)
        secrets_by_role = {}
        for role, lacking in zip(REDUCED_SCOPE_ROLES, SCOPES, strict=True):
            token, secret = Token.objects.issue(host)
            Token.objects.filter(id=token.id).update(scopes=[scope for scope in SCOPES if scope != lacking])
            secrets_by_role[role] = secret
        return secrets_by_role

    def _prepare_match(self, situation: Situation) -> PreparedMatch:
        prepared = _bring_to_phase(self, situation)
        for name in ("host", "storyteller", "listener", "resigned", "spectator"):
            absent_role = "spectator" if situation.visibility == "private" else "resigned"
            if name == absent_role and (name == "spectator" or situation.phase == "gathering"):
                continue
            view = self.players[name].view(prepared.match_id)
            prepared.actions_by_role[name] = [action["type"] for action in view["actions"] if _is_due(action)]
            if view["you"] and view["you"]["hand"]:
                prepared.card_by_role[name] = view["you"]["hand"][0]
            prepared.slot_by_role[name] = _first_votable_slot(view)
        return prepared

    def _picture_file(self) -> str:
        cards = self.players["host"].get("/decks/base").ok()["cards"]
        return str(cards[0]["picture"].rpartition("/")[2])

    def _create_lobby_invite(self) -> str:
        """Return the invite code of a lobby that nobody else has joined."""
        host = self.players["host"]
        return _create_invite(host.open(), host)


def _is_due(action: Json) -> bool:
    """Return whether the action is possible now, not only from some time on."""
    available_from = action.get("from")
    return available_from is None or datetime.fromisoformat(available_from) <= timezone.now()


def _first_votable_slot(view: Json) -> int:
    return next((int(action["slots"][0]) for action in view["actions"] if action["type"] == "vote"), 1)


def _create_invite(match_id: str, host: Player) -> str:
    return str(host.send("POST", f"/matches/{match_id}/invites", {}).ok(201)["code"])


def _bring_to_phase(setup: MatrixSetup, situation: Situation) -> PreparedMatch:
    """Return a match in this phase, with an invite that was valid while it was in the lobby."""
    phase, players = situation.phase, setup.players
    seated_players = [players[name] for name in ("host", "storyteller", "listener", "resigned")]
    match_id = _open_lobby(setup, situation)
    prepared = PreparedMatch(match_id=match_id, invite=_create_invite(match_id, players["host"]))
    if phase == "gathering":
        return prepared
    players["host"].act(match_id, "start")
    players["resigned"].act(match_id, "resign")
    if phase == "abandoned":
        for player in seated_players[:3]:
            player.act(match_id, "abandon")
    if phase not in ("drawing", "unclaimed", "abandoned"):
        _play_from_claim_to_phase(seated_players[:3], match_id, phase)
    return prepared


def _open_lobby(setup: MatrixSetup, situation: Situation) -> str:
    """Open a lobby that one player has left and from which the host has removed another."""
    phase, players, is_private = situation.phase, setup.players, situation.visibility == "private"
    options: Json = {"ruleset": {"over": SHORT_RULESET, "partners": "team"}.get(phase, "classic"), "seats": 6}
    password_option = {"password": MATCH_PASSWORD} if is_private else {}
    entropy_option = {"entropy_digest": digest_of_entropy(ENTROPY)} if phase == "drawing" else {}
    match_id = players["host"].open(**options, visibility=situation.visibility, **password_option, **entropy_option)
    for name in ("storyteller", "listener", "resigned", "left", "kicked"):
        players[name].sit(match_id, **password_option)
    players["left"].act(match_id, "stand")
    players["host"].act(match_id, "clear", {"seat": 5})
    for player in setup.extra_players if phase == "partners" else ():
        player.sit(match_id, **password_option)
    return match_id


def _play_from_claim_to_phase(seated_players: list[Player], match_id: str, phase: str) -> None:
    """Play from the claim on to the phase; the storyteller is the second player."""
    host, storyteller, listener = seated_players
    storyteller.act(match_id, "claim")
    if phase == "storytelling":
        return
    storyteller.act(match_id, "clue", {"card": storyteller.view(match_id)["you"]["hand"][0], "clue": SONG_CLUE})
    if phase in ("submitting", "partners"):
        return
    for player in (host, listener):
        player.act(match_id, "cards", {"cards": player.view(match_id)["you"]["hand"][:1]})
    if phase == "voting":
        return
    for player in (host, listener):
        player.act(match_id, "vote", {"slots": [_first_votable_slot(player.view(match_id))]})
