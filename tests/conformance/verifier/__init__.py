"""A second verifier of match records, written from `record.md`, `luck.md` and `rules.md` in `docs/reference` alone.

It shares no code and no design with `games`: it reads a record as a tape, and the match is a procedure that says what
must come next. Where the two disagree on a record, one of three is wrong: the library, this one, or the documentation.
"""
