"""The level *chain*: lines, order, hashes, openings."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.audit.second import paper, shape
from tests.audit.second.bad import need, never

PERSONAL = ("player", "text")
AT_ONCE = (*PERSONAL, "seed")
WITH_SCORES = ("card", "cards", "slots", "trap")
BEGINS_A_ROUND, SCORES, ENDS = "round_begun", "round_scored", "match_ended"


@dataclass
class Record:
    """What a record says, once it is known to be whole."""

    header: Any
    events: list[Any] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    told: dict[tuple[int, str], Any] = field(default_factory=dict)
    """What sealed parts hold, by version and part."""
    opened_at: dict[tuple[int, str], int] = field(default_factory=dict)
    receipts: list[Any] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return bool(self.events) and self.events[-1]["type"] == ENDS


def whole(raw: bytes) -> Record:
    """A record whose lines all fit together.

    Raises:
        Bad
    """
    *lines, rest = raw.split(b"\n")
    record = Record(header=_line(lines[0] if lines else raw, 0, shape.HEADER))
    _check_decks(record.header)
    count = record.header["version"]
    for at in range(1, count + 1):
        need(at < len(lines), "chain", at, "the record ends before it")
        line = _line(lines[at], at, shape.EVENT)
        need(paper.chained(line["event"]) == line["hash"], "chain", at, "it has another hash")
        named = _named_behind(record, lines, at, line["hash"])
        _succeeds(record, line, at - 1 if named else at)
        _event(record, line, at)
    if not record.ended:
        _check_when_opened(record)
    need(record.hashes[-1] == record.header["head"], "chain", count, "the header names another head")
    more = count + 1 < len(lines) and lines[count + 1].startswith(b'{"event"')
    need(not more, "chain", count + 1, "there are more events than the header says")
    _behind(record, lines[count + 1 :], lines[:-1], rest)
    return record


def _line(raw: bytes, at: int | None, fits: shape.Fits) -> Any:
    try:
        value = paper.read(raw)
    except paper.NotCanonical as error:
        never("chain", at, f"not the canonical text: {error}")
    need(fits(value), "chain", at, "not such a line as it should be")
    return value


def _check_decks(header: Any) -> None:
    for deck in header["decks"]:
        if deck["cards"] is not None:
            manifest = paper.written({"cards": deck["cards"], "name": deck["name"]})
            need(sha256(manifest.encode()).hexdigest() == deck["digest"], "chain", 0, f"deck {deck['name']}")


def _named_behind(record: Record, lines: list[bytes], at: int, digest: str) -> bool:
    """Whether the event behind this one (where nothing follows, the header) says that it belongs here."""
    try:
        behind = paper.read(lines[at + 1]) if at + 1 < len(lines) else None
    except paper.NotCanonical:
        return False
    if isinstance(behind, dict) and "event" in behind:
        return shape.EVENT(behind) and behind["event"]["prev"] == digest
    return bool(record.header["head"] == digest)


def _succeeds(record: Record, line: Any, blamed: int) -> None:
    """It is the next event; `blamed` is the bad one if it belongs here and yet is no successor of the one before."""
    event, at = line["event"], len(record.events) + 1
    before = record.hashes[-1] if record.hashes else "0" * 64
    need(event["match"] == record.header["match"], "chain", blamed if at == 1 else at, "it is of another match")
    if event["version"] == at - 1 and line["hash"] != before and at > 1:
        never("chain", blamed, f"there is another version {at - 1}")
    need(event["version"] == at, "chain", at, f"it says version {event['version']}")
    need(event["prev"] == before, "chain", blamed if at > 1 else at, "prev isn't the one before")
    if at == 1:
        _check_header(record.header, event["data"], blamed)


def _event(record: Record, line: Any, at: int) -> None:
    event = line["event"]
    need(not record.ended, "chain", at, "the match had ended")
    record.events.append(event)
    record.hashes.append(line["hash"])
    for opening in line["opened"]:
        _opening(record, opening, at)
    order = [(opening["version"], opening["part"]) for opening in line["opened"]]
    need(order == sorted(order), "chain", at, "openings out of order")
    if record.ended:
        _check_when_opened(record)


def _check_header(header: Any, opened: Any, blamed: int) -> None:
    rules, decks = opened.get("ruleset"), opened.get("decks")
    need(isinstance(rules, dict) and rules.get("name") == header["ruleset"], "chain", blamed, "another rule set")
    need(opened.get("rulebook") == header["rulebook"], "chain", blamed, "another rulebook")
    need(isinstance(decks, list) and len(decks) == len(header["decks"]), "chain", blamed, "other decks")
    for ours, told in zip(opened["decks"], header["decks"], strict=True):
        cards = ours["cards"] if told["cards"] is None else [card["id"] for card in told["cards"]]
        wanted = {"name": told["name"], "digest": told["digest"], "cards": cards}
        need(ours == wanted, "chain", blamed, f"deck {told['name']} is another one")


def _opening(record: Record, opening: Any, at: int) -> None:
    version, part = key = opening["version"], opening["part"]
    need(version <= at, "chain", at, "it opens what isn't there yet")
    digest = record.events[version - 1]["data"].get("sealed", {}).get(part)
    need(digest is not None, "chain", at, f"there is no {part} in {version}")
    need(key not in record.told, "chain", at, f"{part} of {version} opens twice")
    need(paper.sealed(opening["salt"], opening["value"]) == digest, "chain", at, f"{part} of {version} is another one")
    record.told[key], record.opened_at[key] = opening["value"], at


def _check_when_opened(record: Record) -> None:
    """Each part opens with the event that it has to wait for; name the first line where that fails."""
    faults = []
    for at, part, due in _due(record):
        opened = record.opened_at.get((at, part))
        if opened is None:
            if due is not None and part not in PERSONAL:
                faults.append((due, f"{part} of {at} isn't opened"))
        elif due is not None and (opened > due or (record.ended and opened < due)):
            faults.append((min(opened, due), f"{part} of {at} opens with {opened}, not {due}"))
    for version, why in sorted(faults)[:1]:
        never("chain", version, why)


def _due(record: Record) -> list[tuple[int, str, int | None]]:
    """Version and name of each sealed part, and the version with which it opens."""
    end = len(record.events) if record.ended else None
    found: list[tuple[int, str, int | None]] = []
    scored: dict[Any, int] = {}
    rounds = _rounds(record)
    for event, round_ in zip(reversed(record.events), reversed(rounds), strict=True):
        at = event["version"]
        if event["type"] == SCORES:
            scored[event["data"].get("round")] = at
        for part in event["data"].get("sealed", {}):
            with_scores = scored.get(round_, end) if part in WITH_SCORES else end
            found.append((at, part, at if part in AT_ONCE else with_scores))
    return found


def _rounds(record: Record) -> list[Any]:
    """For each event what the last `round_begun` says."""
    rounds, last = [], None
    for event in record.events:
        last = event["data"].get("round") if event["type"] == BEGINS_A_ROUND else last
        rounds.append(last)
    return rounds


def _behind(record: Record, lines: list[bytes], before: list[bytes], rest: bytes) -> None:
    need(lines and rest == b"", "chain", None, "there is no last line")
    for raw in lines[:-1]:
        record.receipts.append(_line(raw, None, shape.RECEIPT)["receipt"])
    end = _line(lines[-1], None, shape.END)
    total = sha256(b"".join(line + b"\n" for line in before)).hexdigest()
    need(end["sha256"] == total, "chain", None, "the last line isn't the SHA-256 of the others")
