// What the events say about the current round, and the view doesn't: whose moves were made automatically, who called
// time, who has agreed to end the match, why a round has no points, and why the match ended.

export class RoundRecord {
  constructor() {
    this.calledOff = null;
    this.#startRound();
    /** The data of `match_ended`, or null. */
    this.ending = null;
  }

  /** Note an event; each once, in order. */
  note({ type, data }) {
    switch (type) {
      case "round_begun":
        return this.#startRound();
      case "cards_submitted":
        return void (data.automatic && this.cards.add(data.seat));
      case "vote_cast":
        return void (data.automatic && this.votes.add(data.seat));
      case "abandon_agreed":
        return void this.agreed.add(data.seat);
      case "time_called":
        return void (this.timeCall = data);
      case "round_called_off":
        return void (this.calledOff = data);
      case "match_ended":
        return void (this.ending = data);
    }
  }

  /** Whether a card or vote of this seat in this round was chosen at random. */
  isAutomatic(seat) {
    return this.cards.has(seat) || this.votes.has(seat);
  }

  #startRound() {
    // Seats whose moves were made automatically, by kind of move.
    this.cards = new Set();
    this.votes = new Set();
    // Seats that have agreed to end the match. An agreement holds for its round.
    this.agreed = new Set();
    // The data of `time_called` in this round, and of `round_called_off` in this and in the previous one, or null.
    this.timeCall = null;
    this.previousCalledOff = this.calledOff;
    this.calledOff = null;
  }
}
