"""The rule behind each award, with the numbers of the match's own rule set (see `docs/reference/rules.md`)."""

from games.rulebook.rulesets import Crowd, Ruleset, value_for_player_count


def rule_text(why: str, ruleset: Ruleset, player_count: int) -> str:
    """Return the rule for awards with the reason `why`, for a match with this rule set and number of players."""
    # 3 in every rule set: it is no parameter (see `rulebook.scoring`).
    lone_finder_points, finder_points = value_for_player_count(ruleset.lone_finder, player_count), 3
    lone_finder_note = (
        "" if lone_finder_points == finder_points else f", {lone_finder_points} if only one vote found it"
    )
    team_note = " Points earned by one partner count for both." if ruleset.teams else ""
    match why:
        case "consolation":
            text = "If everyone or no one finds the storyteller's card, all other players get 2 points."
        case "well_told":
            text = (
                f"If some, but not all, find the card, the storyteller gets {finder_points} points{lone_finder_note}."
            )
        case "found":
            text = f"If some, but not all, find the card, each finder gets {finder_points} points{lone_finder_note}."
        case "fooled":
            cap_note = "" if ruleset.bonus_cap is None else f", at most {ruleset.bonus_cap} a round"
            text = f"A player gets a point for each vote on their card, unless they are the storyteller{cap_note}."
        case "lone_vote":
            text = f"From {ruleset.single_vote_point_from} players on, a finder with a single vote gets an extra point."
        case "with_the_crowd":
            text = _with_the_crowd_rule(ruleset.crowd)
        case _:
            text = "This page does not know the rule."
    return text + team_note


def _with_the_crowd_rule(party_rules: Crowd | None) -> str:
    cap_note = f", at most {party_rules.cap} a round" if party_rules and party_rules.cap is not None else ""
    return f"A vote earns as many points as its slot has votes{cap_note}; a lone vote or a vote on the trap earns none."
