"""Strategies for playable house rules: random parameters, of which `ruleset_faults` accepts the valid ones."""

from hypothesis import strategies as st

from games.rulebook.ruleset_validation import ruleset_faults
from games.rulebook.rulesets import Crowd, End, Ruleset, StepsByPlayerCount
from tests.rulebook.match_scenarios import ALL_CARDS


def steps_by_player_count(values: st.SearchStrategy[int]) -> st.SearchStrategy[StepsByPlayerCount]:
    """Draw one number for all tables, or different numbers from some number of players on."""
    rows = st.tuples(values, st.none() | st.integers(4, 9), values)
    return rows.map(lambda row: ((1, row[0]),) if row[1] is None else ((1, row[0]), (row[1], row[2])))


END_CONDITIONS = st.one_of(
    st.builds(End, points=st.integers(1, 15)), st.builds(End, laps=st.integers(1, 2)), st.just(End(deck=True))
)
CROWD_RULES = st.builds(
    Crowd,
    cap=st.none() | st.integers(2, 6),
    blind=st.sampled_from(("storyteller", "everyone")),
    pass_hands=st.booleans(),
)
ALWAYS_ONE = st.just(((1, 1),))


@st.composite
def house_rules(draw: st.DrawFn) -> tuple[Ruleset, int]:
    """Draw valid rules, and a number of players who can play by them with the cards of one deck."""
    variant = draw(st.sampled_from(("base", "base", "crowd", "teams")))
    players = draw(st.sampled_from((6, 8, 10)) if variant == "teams" else st.integers(3, 9))
    end_condition = draw(END_CONDITIONS)
    votes = draw(steps_by_player_count(st.integers(1, 3))) if variant == "base" else ((1, 1),)
    rules = Ruleset(
        name="ours",
        players=(players,),
        hand=draw(steps_by_player_count(st.integers(1, 9))),
        submits=draw(steps_by_player_count(st.integers(1, 3)) if variant == "base" else ALWAYS_ONE),
        votes=votes,
        single_vote_point_from=draw(st.none() | st.integers(3, 12)) if variant == "base" else None,
        lone_finder=draw(steps_by_player_count(st.integers(0, 6))),
        bonus_cap=draw(st.none() | st.integers(0, 4)),
        crowd=draw(CROWD_RULES) if variant == "crowd" else None,
        teams=variant == "teams",
        end=end_condition,
        refill="none" if end_condition.deck else draw(st.sampled_from(("reshuffle", "mix"))),
        airship=draw(st.booleans()),
    )
    return rules, players


sound_house_rules = house_rules().filter(lambda drawn: not any(ruleset_faults(drawn[0], drawn[1], len(ALL_CARDS))))
