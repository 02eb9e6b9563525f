"""Why a command can be refused: a closed list of stable codes."""

from enum import StrEnum
from typing import Self


class Reason(StrEnum):
    """A stable code; its value is what clients branch on, its text is for people."""

    message: str

    def __new__(cls, code: str, message: str) -> Self:
        reason = str.__new__(cls, code)
        reason._value_ = code
        reason.message = message
        return reason

    WRONG_PHASE = "wrong_phase", "This can't be done in the present phase."
    PHASE_OVER = "phase_over", "The phase this was meant for is over."
    ALREADY_DONE = "already_done", "You have done this already."
    ALREADY_SEATED = "already_seated", "You sit at this table already."
    MATCH_FULL = "match_full", "Every seat is taken."
    SEAT_TAKEN = "seat_taken", "Somebody sits there."
    NOBODY_THERE = "nobody_there", "Nobody sits there."
    YOUR_OWN_SEAT = "your_own_seat", "You sit there yourself: stand up instead."
    NO_SUCH_SEAT = "no_such_seat", "There is no such seat at this table."
    WRONG_PLAYER_COUNT = "wrong_player_count", "These rules are not for so many players."
    NOT_ENOUGH_CARDS = "not_enough_cards", "The decks have too few cards to deal to everyone."
    UNSOUND_RULES = "unsound_rules", "These rules can't be played to an end."
    NOT_SEATED = "not_seated", "You have no seat at this table."
    NOT_THE_HOST = "not_the_host", "Only the host can do this."
    NOT_A_PERSON = "not_a_person", "Only a person who is still there can be the host."
    NOT_THE_STORYTELLER = "not_the_storyteller", "Somebody else is the storyteller."
    YOU_ARE_THE_STORYTELLER = "you_are_the_storyteller", "The storyteller has no part in this."
    CARD_NOT_IN_HAND = "card_not_in_hand", "That card is not in your hand."
    YOUR_OWN_CARD = "your_own_card", "Nobody may vote for a card of their own."
    NOT_ON_THE_TABLE = "not_on_the_table", "There is no such slot on the table."
    WRONG_NUMBER = "wrong_number", "That is not the number asked for."
    CHOSEN_TWICE = "chosen_twice", "The same was chosen twice."
    NOT_A_VOTER = "not_a_voter", "You have no vote in this round."
    CLUE_WITHOUT_CARD = "clue_without_card", "A clue needs a card of your hand."
    TRAP_MISSING = "trap_missing", "The storyteller's vote comes with the trap."
    NOT_YET = "not_yet", "The time of this phase isn't over yet."
    CLUE_WITHOUT_WORDS = "clue_without_words", "A clue of this kind needs its text."
    NOTHING_COMMITTED = "nothing_committed", "You have committed to no entropy for this draw."
    WRONG_ENTROPY = "wrong_entropy", "This is not the entropy that you have committed to."
    NOT_IN_THESE_RULES = "not_in_these_rules", "The rule set of this match has no such thing."


class Refused(Exception):
    """The rules don't allow this command now; nothing has happened."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(detail or reason.message)
        self.reason = reason
        self.detail = detail or reason.message

    def with_phase(self, phase: str) -> "Refused":
        """The same, with the phase that the match is in, where that is what was wrong."""
        if self.reason not in (Reason.WRONG_PHASE, Reason.PHASE_OVER):
            return self
        return Refused(self.reason, f"{self.detail} The match is in {phase}.")
