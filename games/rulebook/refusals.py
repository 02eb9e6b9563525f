"""The reasons for which a command can be refused: a closed list of stable codes."""

from enum import StrEnum
from typing import Self


class Reason(StrEnum):
    """A stable code: clients branch on its value; `message` is for people."""

    message: str

    def __new__(cls, code: str, message: str) -> Self:
        # The member's value is the code alone. The message is an attribute, so it can be reworded without changing the
        # API.
        reason = str.__new__(cls, code)
        reason._value_ = code
        reason.message = message
        return reason

    WRONG_PHASE = "wrong_phase", "This isn't possible in the current phase."
    PHASE_OVER = "phase_over", "The phase this command was meant for is over."
    ALREADY_DONE = "already_done", "You have already done this."
    ALREADY_SEATED = "already_seated", "You already have a seat in this match."
    MATCH_FULL = "match_full", "Every seat is taken."
    SEAT_TAKEN = "seat_taken", "This seat is taken."
    SEAT_RESERVED = "seat_reserved", "This seat is reserved for another player."
    NOBODY_THERE = "nobody_there", "This seat is empty."
    YOUR_OWN_SEAT = "your_own_seat", "This is your own seat; leave it instead."
    NO_SUCH_SEAT = "no_such_seat", "This match has no such seat."
    WRONG_PLAYER_COUNT = "wrong_player_count", "These rules don't support this number of players."
    NOT_ENOUGH_CARDS = "not_enough_cards", "The decks have too few cards for everyone's hand."
    UNSOUND_RULES = "unsound_rules", "A match by these rules could not be played to its end."
    KICKED = "kicked", "The host has removed you; you need an invite to come back."
    NOT_SEATED = "not_seated", "You have no seat in this match."
    NOT_THE_HOST = "not_the_host", "Only the host can do this."
    NOT_A_PERSON = "not_a_person", "Only a person who is still in the match can be the host."
    NOT_THE_STORYTELLER = "not_the_storyteller", "Another player is the storyteller."
    YOU_ARE_THE_STORYTELLER = "you_are_the_storyteller", "The storyteller can't do this."
    CARD_NOT_IN_HAND = "card_not_in_hand", "That card is not in your hand."
    YOUR_OWN_CARD = "your_own_card", "You can't vote for your own card."
    NOT_ON_THE_TABLE = "not_on_the_table", "The tableau has no such slot."
    WRONG_NUMBER = "wrong_number", "Wrong number of choices."
    CHOSEN_TWICE = "chosen_twice", "The same choice was made twice."
    NOT_A_VOTER = "not_a_voter", "You have no vote in this round."
    CLUE_WITHOUT_CARD = "clue_without_card", "A clue needs a card from your hand."
    TRAP_MISSING = "trap_missing", "The storyteller's vote must set the trap."
    NOT_YET = "not_yet", "This phase isn't over yet."
    TOO_EARLY = "too_early", "It's too early for this; the action says from when."
    HAS_DEADLINE = "has_deadline", "This phase already has a deadline."
    YOU_OWE_A_MOVE = "you_owe_a_move", "The match waits for your own move."
    CLUE_WITHOUT_WORDS = "clue_without_words", "A clue of this kind needs its text."
    NOTHING_COMMITTED = "nothing_committed", "You haven't committed to any entropy for this draw."
    WRONG_ENTROPY = "wrong_entropy", "This isn't the entropy you committed to."
    NOT_IN_THESE_RULES = "not_in_these_rules", "The rules of this match don't allow this."


class Refused(Exception):
    """The rules don't allow this command now; nothing has changed."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(detail or reason.message)
        self.reason = reason
        self.detail = detail or reason.message

    def with_phase(self, phase: str) -> "Refused":
        """Return the refusal with the match's phase in its text, if the phase was the reason."""
        if self.reason not in (Reason.WRONG_PHASE, Reason.PHASE_OVER):
            return self
        return Refused(self.reason, f"{self.detail} The match is in {phase}.")
