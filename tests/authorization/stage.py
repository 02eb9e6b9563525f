"""The stage: the same people at one match in each phase, public and private, brought there through the API itself."""

from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from accounts.models import SCOPES, Token, User
from games.records import imports
from games.rulebook.entropy import digest_of_entropy
from tests.api.client import Json, Player
from tests.authorization.declared import NARROW, PHASES, Situation

PASSWORD = "open sesame"
ENTROPY = "a1" * 32
SHORT = {"base": "classic", "name": "short", "end": {"points": 1}}
CLUE = {"kind": "song"}
ALL = tuple(Situation(phase=phase, visibility=visibility) for visibility in ("public", "private") for phase in PHASES)


@dataclass(kw_only=True)
class Scene:
    """A match in some phase, an invite of its lobby, and what each person there could choose: a card of the own hand, a
    slot."""

    match_id: str
    invite: str = "none"
    card: dict[str, str] = field(default_factory=dict)
    slot: dict[str, int] = field(default_factory=dict)
    actions: dict[str, list[str]] = field(default_factory=dict)


class Stage:
    """Everybody of the matrix: `tokens` has what each shows, None for who shows nothing."""

    def __init__(self, *situations: Situation) -> None:
        names = ("host", "storyteller", "listener", "resigned", "left", "kicked", "spectator", "stranger", "staff")
        self.people = {name: Player(name.title()) for name in names}
        self.extras = [Player(name) for name in ("Hedi", "Ida")]
        User.objects.filter(id=self.people["staff"].id).update(is_staff=True, is_superuser=True)
        self.people["stranger"].open()
        self.tokens: dict[str, str | None] = {name: player.token for name, player in self.people.items()}
        self.tokens |= {"anonymous": None, "bad token": "dxt_" + "x" * 43, **self._spoiled(), **self._narrow()}
        self.scenes = {situation: self._scene(situation) for situation in situations or ALL}
        self.values = {"picture": self._picture(), "import": self._imported(), "entropy": ENTROPY}
        self.values["invite"] = self._invite()

    def _spoiled(self) -> dict[str, str]:
        host = User.objects.get(id=self.people["host"].id)
        off = Player("Off")
        User.objects.filter(id=off.id).update(is_active=False)
        expired, revoked = Token.objects.issue(host), Token.objects.issue(host)
        Token.objects.filter(id=expired[0].id).update(expires_at=timezone.now() - timedelta(seconds=1))
        revoked[0].delete()
        return {"expired": expired[1], "revoked": revoked[1], "switched off": off.token}

    def _narrow(self) -> dict[str, str]:
        """The host with tokens that each lack one scope."""
        host = User.objects.get(id=self.people["host"].id)
        found = {}
        for role, lacking in zip(NARROW, SCOPES, strict=True):
            token, secret = Token.objects.issue(host)
            Token.objects.filter(id=token.id).update(scopes=[scope for scope in SCOPES if scope != lacking])
            found[role] = secret
        return found

    def _scene(self, situation: Situation) -> Scene:
        scene = _brought_to(self, situation)
        for name in ("host", "storyteller", "listener", "resigned", "spectator"):
            absent = "spectator" if situation.visibility == "private" else "resigned"
            if name == absent and (name == "spectator" or situation.phase == "gathering"):
                continue
            view = self.people[name].view(scene.match_id)
            scene.actions[name] = [action["type"] for action in view["actions"]]
            if view["you"] and view["you"]["hand"]:
                scene.card[name] = view["you"]["hand"][0]
            scene.slot[name] = _slot(view)
        return scene

    def _picture(self) -> str:
        cards = self.people["host"].get("/decks/base").ok()["cards"]
        return str(cards[0]["picture"].rpartition("/")[2])

    def _invite(self) -> str:
        """The code of a lobby that nobody else has come to."""
        host = self.people["host"]
        return _invite_to(host.open(), host)

    def _imported(self) -> str:
        """A match of the stage as a record from elsewhere."""
        host = self.people["host"]
        match_id = host.open(ruleset="classic")
        host.act(match_id, "abandon")
        found, _ = imports.import_record(host.get(f"/matches/{match_id}/record").content)
        return found.id


def _slot(view: Json) -> int:
    return next((int(action["slots"][0]) for action in view["actions"] if action["type"] == "vote"), 1)


def _invite_to(match_id: str, host: Player) -> str:
    return str(host.send("POST", f"/matches/{match_id}/invites", {}).ok(201)["code"])


def _brought_to(stage: Stage, situation: Situation) -> Scene:
    """A match that is in this phase, and an invite that was good as long as it gathered."""
    phase, people = situation.phase, stage.people
    seated = [people[name] for name in ("host", "storyteller", "listener", "resigned")]
    match_id = _gathered(stage, situation)
    found = Scene(match_id=match_id, invite=_invite_to(match_id, people["host"]))
    if phase == "gathering":
        return found
    people["host"].act(match_id, "start")
    people["resigned"].act(match_id, "resign")
    if phase == "abandoned":
        for player in seated[:3]:
            player.act(match_id, "abandon")
    if phase not in ("drawing", "unclaimed", "abandoned"):
        _play(seated[:3], match_id, phase)
    return found


def _gathered(stage: Stage, situation: Situation) -> str:
    """A lobby that somebody has left and the host has sent somebody from."""
    phase, people, private = situation.phase, stage.people, situation.visibility == "private"
    options: Json = {"ruleset": {"over": SHORT, "partners": "team"}.get(phase, "classic"), "seats": 6}
    key = {"password": PASSWORD} if private else {}
    digest = {"entropy_digest": digest_of_entropy(ENTROPY)} if phase == "drawing" else {}
    match_id = people["host"].open(**options, visibility=situation.visibility, **key, **digest)
    for name in ("storyteller", "listener", "resigned", "left", "kicked"):
        people[name].sit(match_id, **key)
    people["left"].act(match_id, "stand")
    people["host"].act(match_id, "clear", {"seat": 5})
    for player in stage.extras if phase == "partners" else ():
        player.sit(match_id, **key)
    return match_id


def _play(seated: list[Player], match_id: str, phase: str) -> None:
    """From the claim on to the phase; the storyteller is the second."""
    host, storyteller, listener = seated
    storyteller.act(match_id, "claim")
    if phase == "storytelling":
        return
    storyteller.act(match_id, "clue", {"card": storyteller.view(match_id)["you"]["hand"][0], "clue": CLUE})
    if phase in ("submitting", "partners"):
        return
    for player in (host, listener):
        player.act(match_id, "cards", {"cards": player.view(match_id)["you"]["hand"][:1]})
    if phase == "voting":
        return
    for player in (host, listener):
        player.act(match_id, "vote", {"slots": [_slot(player.view(match_id))]})
