"""The level *chain*: lines, order, hashes, openings."""

from hashlib import sha256
from typing import Any

from tests.conformance.verifier import canonical_text, value_shapes
from tests.conformance.verifier.opening_checks import add_opening, check_opening_versions
from tests.conformance.verifier.record_content import RecordContent
from tests.conformance.verifier.record_fault import fail, require


def read_record(raw: bytes) -> RecordContent:
    """Read a record and check that all lines fit together.

    Raises:
        RecordFault
    """
    *lines, remainder = raw.split(b"\n")
    record = RecordContent(header=_parse_line(lines[0] if lines else raw, 0, value_shapes.HEADER_SHAPE))
    _check_deck_digests(record.header)
    count = record.header["version"]
    for version in range(1, count + 1):
        require(version < len(lines), "chain", version, "the record ends before it")
        line = _parse_line(lines[version], version, value_shapes.EVENT_LINE_SHAPE)
        require(canonical_text.event_hash(line["event"]) == line["hash"], "chain", version, "it has another hash")
        is_named = _is_named_by_next_line(record, lines, version, line["hash"])
        _check_succession(record, line, version - 1 if is_named else version)
        _add_event(record, line, version)
    if not record.is_over:
        check_opening_versions(record)
    require(record.hashes[-1] == record.header["head"], "chain", count, "the header names another head")
    has_more_events = count + 1 < len(lines) and lines[count + 1].startswith(b'{"event"')
    require(not has_more_events, "chain", count + 1, "there are more events than the header says")
    _read_trailing_lines(record, lines[count + 1 :], lines[:-1], remainder)
    return record


def _parse_line(raw: bytes, version: int | None, shape_check: value_shapes.ShapeCheck) -> Any:
    try:
        value = canonical_text.decode(raw)
    except canonical_text.NotCanonical as error:
        fail("chain", version, f"not the canonical text: {error}")
    require(shape_check(value), "chain", version, "not such a line as it should be")
    return value


def _check_deck_digests(header: Any) -> None:
    for deck in header["decks"]:
        if deck["cards"] is not None:
            manifest = canonical_text.encode({"cards": deck["cards"], "name": deck["name"]})
            require(sha256(manifest.encode()).hexdigest() == deck["digest"], "chain", 0, f"deck {deck['name']}")


def _is_named_by_next_line(record: RecordContent, lines: list[bytes], version: int, digest: str) -> bool:
    """Return whether the next line (after the last event, the header) confirms that this event belongs here."""
    try:
        next_line = canonical_text.decode(lines[version + 1]) if version + 1 < len(lines) else None
    except canonical_text.NotCanonical:
        return False
    if isinstance(next_line, dict) and "event" in next_line:
        return value_shapes.EVENT_LINE_SHAPE(next_line) and next_line["event"]["prev"] == digest
    return bool(record.header["head"] == digest)


def _check_succession(record: RecordContent, line: Any, blamed_version: int) -> None:
    """Check that it is the next event; `blamed_version` is bad if it belongs here but does not follow the last."""
    event, version = line["event"], len(record.events) + 1
    previous_hash = record.hashes[-1] if record.hashes else "0" * 64
    require(
        event["match"] == record.header["match"],
        "chain",
        blamed_version if version == 1 else version,
        "it is of another match",
    )
    if event["version"] == version - 1 and line["hash"] != previous_hash and version > 1:
        fail("chain", blamed_version, f"there is another version {version - 1}")
    require(event["version"] == version, "chain", version, f"it says version {event['version']}")
    require(
        event["prev"] == previous_hash, "chain", blamed_version if version > 1 else version, "prev isn't the one before"
    )
    if version == 1:
        _check_header_matches_terms(record.header, event["data"], blamed_version)


def _add_event(record: RecordContent, line: Any, version: int) -> None:
    event = line["event"]
    require(not record.is_over, "chain", version, "the match had ended")
    record.events.append(event)
    record.hashes.append(line["hash"])
    for opening in line["opened"]:
        add_opening(record, opening, version)
    order = [(opening["version"], opening["part"]) for opening in line["opened"]]
    require(order == sorted(order), "chain", version, "openings out of order")
    if record.is_over:
        check_opening_versions(record)


def _check_header_matches_terms(header: Any, terms: Any, blamed_version: int) -> None:
    ruleset, decks = terms.get("ruleset"), terms.get("decks")
    require(
        isinstance(ruleset, dict) and ruleset.get("name") == header["ruleset"],
        "chain",
        blamed_version,
        "another rule set",
    )
    require(terms.get("rulebook") == header["rulebook"], "chain", blamed_version, "another rulebook")
    require(isinstance(decks, list) and len(decks) == len(header["decks"]), "chain", blamed_version, "other decks")
    for terms_deck, header_deck in zip(terms["decks"], header["decks"], strict=True):
        cards = terms_deck["cards"] if header_deck["cards"] is None else [card["id"] for card in header_deck["cards"]]
        expected = {"name": header_deck["name"], "digest": header_deck["digest"], "cards": cards}
        require(terms_deck == expected, "chain", blamed_version, f"deck {header_deck['name']} is another one")


def _read_trailing_lines(
    record: RecordContent, lines: list[bytes], preceding_lines: list[bytes], remainder: bytes
) -> None:
    require(lines and remainder == b"", "chain", None, "there is no last line")
    for raw in lines[:-1]:
        record.receipts.append(_parse_line(raw, None, value_shapes.RECEIPT_LINE_SHAPE)["receipt"])
    checksum_line = _parse_line(lines[-1], None, value_shapes.CHECKSUM_LINE_SHAPE)
    checksum = sha256(b"".join(line + b"\n" for line in preceding_lines)).hexdigest()
    require(checksum_line["sha256"] == checksum, "chain", None, "the last line isn't the SHA-256 of the others")
