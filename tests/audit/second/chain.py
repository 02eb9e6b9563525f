"""The level *chain*: lines, order, hashes, openings."""

from hashlib import sha256
from typing import Any

from tests.audit.second import paper, shape
from tests.audit.second.bad import need, never
from tests.audit.second.openings import check_when_opened, opened
from tests.audit.second.record import Record


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
        check_when_opened(record)
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
        opened(record, opening, at)
    order = [(opening["version"], opening["part"]) for opening in line["opened"]]
    need(order == sorted(order), "chain", at, "openings out of order")
    if record.ended:
        check_when_opened(record)


def _check_header(header: Any, terms: Any, blamed: int) -> None:
    rules, decks = terms.get("ruleset"), terms.get("decks")
    need(isinstance(rules, dict) and rules.get("name") == header["ruleset"], "chain", blamed, "another rule set")
    need(terms.get("rulebook") == header["rulebook"], "chain", blamed, "another rulebook")
    need(isinstance(decks, list) and len(decks) == len(header["decks"]), "chain", blamed, "other decks")
    for ours, told in zip(terms["decks"], header["decks"], strict=True):
        cards = ours["cards"] if told["cards"] is None else [card["id"] for card in told["cards"]]
        wanted = {"name": told["name"], "digest": told["digest"], "cards": cards}
        need(ours == wanted, "chain", blamed, f"deck {told['name']} is another one")


def _behind(record: Record, lines: list[bytes], before: list[bytes], rest: bytes) -> None:
    need(lines and rest == b"", "chain", None, "there is no last line")
    for raw in lines[:-1]:
        record.receipts.append(_line(raw, None, shape.RECEIPT)["receipt"])
    end = _line(lines[-1], None, shape.END)
    total = sha256(b"".join(line + b"\n" for line in before)).hexdigest()
    need(end["sha256"] == total, "chain", None, "the last line isn't the SHA-256 of the others")
