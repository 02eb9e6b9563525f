"""The rule behind each reason for points, with the numbers of the match's own rule set (`docs/rules.md`)."""

from games.rulebook.rulesets import Crowd, Ruleset, value_for


def rule_of(why: str, rules: Ruleset, players: int) -> str:
    """The rule that an award with this reason follows."""
    lone, several = value_for(rules.lone_finder, players), 3
    alone = "" if lone == several else f", {lone} if only one vote did"
    shared = " What one partner earns counts for both." if rules.teams else ""
    match why:
        case "consolation":
            told = "When all or nobody found the storyteller's card, everybody else gets 2 points."
        case "well_told":
            told = f"When some, not all, found the card, the storyteller gets {several} points{alone}."
        case "found":
            told = f"When some, not all, found the card, each finder gets {several} points{alone}."
        case "fooled":
            most = "" if rules.bonus_cap is None else f", at most {rules.bonus_cap} a round"
            told = f"Each vote on a card that isn't the storyteller's is a point for whoever gave it{most}."
        case "lone_vote":
            told = f"From {rules.single_vote_point_from} players on, a finder with a single vote gets a point more."
        case "with_the_crowd":
            told = _with_the_crowd(rules.crowd)
        case _:
            told = "A reason that this page doesn't know."
    return told + shared


def _with_the_crowd(crowd: Crowd | None) -> str:
    most = f", at most {crowd.cap} a round" if crowd and crowd.cap is not None else ""
    return f"A vote brings as many points as there are votes on its slot{most}; none alone, none on the trap."
