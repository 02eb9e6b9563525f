"""Second implementations, written from `docs/reference` alone, to compare the service's output with.

`verifier` reads match records, `independent_luck_check` repeats shuffles, `reference_scorer` scores rounds,
`naive_statistics` counts what a match came to, and `seat_knowledge` folds the events that one seat got. They share no
code with `games` beyond the wire format (`test_independence.py`): where one of them and the service disagree, one of
the two or the documentation is wrong. A rule that changes is changed here, too, from its text and not from the code.
"""
