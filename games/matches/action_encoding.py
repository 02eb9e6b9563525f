"""The actions of a view as they are encoded. Two of them have a member `from`, which can't be an attribute's name."""

from datetime import datetime
from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from games.rulebook import actions
from games.rulebook.actions import Action, MayCallTime, MayStart

StartSeen = TypedDict("StartSeen", {"type": Literal["start"], "from": datetime | None})
StartSeen.__doc__ = "`from` is from when players other than the host may start the match; null for the host."
CallTimeSeen = TypedDict("CallTimeSeen", {"type": Literal["call_time"], "from": datetime})
CallTimeSeen.__doc__ = "`from` is from when time may be called."

ActionSeen: TypeAlias = (
    actions.MaySit
    | actions.MayStand
    | actions.MayMove
    | actions.MayHandOver
    | actions.MaySeatBot
    | actions.MayClear
    | StartSeen
    | actions.MayAddEntropy
    | actions.MayClaim
    | actions.MayTell
    | actions.MaySubmit
    | actions.MaySignal
    | actions.MayVote
    | actions.MayReady
    | actions.MayAbandon
    | actions.MayResign
    | CallTimeSeen
    | actions.MayResume
    | actions.MayRematch
)


def encodable_action(action: Action) -> ActionSeen:
    """Return the action in the form in which it is encoded."""
    match action:
        case MayStart():
            return {"type": action.type, "from": action.from_}
        case MayCallTime():
            return {"type": action.type, "from": action.from_}
        case _:
            return action
