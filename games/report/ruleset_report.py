"""The rule behind each reason for points, with the numbers of the match's own rule set (`docs/reference/rules.md`)."""

from games.rulebook.rulesets import Crowd, Ruleset, value_for


def rule_text(why: str, ruleset: Ruleset, player_count: int) -> str:
    """The rule that an award with this reason follows."""
    lone_finder_points, finder_points = value_for(ruleset.lone_finder, player_count), 3
    lone_finder_note = "" if lone_finder_points == finder_points else f", {lone_finder_points} if only one vote did"
    team_note = " What one partner earns counts for both." if ruleset.teams else ""
    match why:
        case "consolation":
            text = "When all or nobody found the storyteller's card, everybody else gets 2 points."
        case "well_told":
            text = f"When some, not all, found the card, the storyteller gets {finder_points} points{lone_finder_note}."
        case "found":
            text = f"When some, not all, found the card, each finder gets {finder_points} points{lone_finder_note}."
        case "fooled":
            cap_note = "" if ruleset.bonus_cap is None else f", at most {ruleset.bonus_cap} a round"
            text = f"Each vote on a card that isn't the storyteller's is a point for whoever gave it{cap_note}."
        case "lone_vote":
            text = f"From {ruleset.single_vote_point_from} players on, a finder with a single vote gets a point more."
        case "with_the_crowd":
            text = _with_the_crowd_rule(ruleset.crowd)
        case _:
            text = "A reason that this page doesn't know."
    return text + team_note


def _with_the_crowd_rule(crowd: Crowd | None) -> str:
    cap_note = f", at most {crowd.cap} a round" if crowd and crowd.cap is not None else ""
    return f"A vote brings as many points as there are votes on its slot{cap_note}; none alone, none on the trap."
