"""A second verifier of match records, written from `record.md`, `luck.md` and `rules.md` in `docs/reference` alone.

It shares no line and no idea with `games`: a record is read as a tape, and the match is a procedure that says what must
be on it next. Where the two disagree on a record, one of three is wrong: the library, this one, or the documentation.
"""
