"use strict";
// A deal put together by tapping stones and cards into the ring, as they lie on a table.

class Builder {
  constructor(deck, players) {
    Object.assign(this, { deck, players, chosen: 0 });
    this.ring = Array.from({ length: PLACES[players] }, () => ({ label: "", card: "" }));
  }

  get state() {
    return { ring: this.ring, players: this.players, mover: 0, last: null, returns: [], turns: 0 };
  }

  /** What is not placed yet: of the stones all, of the cards those of which there are still copies. */
  left(kind) {
    const used = this.ring.map(stone => stone[kind]);
    const all =
      kind === "label"
        ? this.deck.stones[this.players]
        : this.deck.names.flatMap(name => Array(this.deck.cards[name].copies).fill(name));
    const left = [...all];
    for (const one of used) if (left.includes(one)) left.splice(left.indexOf(one), 1);
    return left;
  }

  /** Put a stone or a card in the chosen place; when that place is full, the next one that is not is chosen. */
  put(kind, what) {
    this.ring[this.chosen] = { ...this.ring[this.chosen], [kind]: what };
    const full = place => this.ring[place].label && this.ring[place].card;
    if (!full(this.chosen)) return;
    const places = [...this.ring.keys()].map(i => (this.chosen + i) % this.ring.length);
    this.chosen = places.find(place => !full(place)) ?? this.chosen;
  }

  /** Take all cards that are not named for unknown ones. */
  hideRest() {
    this.ring = this.ring.map(stone => ({ ...stone, card: stone.card || HIDDEN }));
  }

  empty() {
    this.ring[this.chosen] = { label: "", card: "" };
  }

  get complete() {
    return this.full && openSeats(this.ring, this.players).length > 0;
  }

  get full() {
    return this.ring.every(stone => stone.label && stone.card);
  }

  /** How far it is, in words. */
  get told() {
    const stones = this.left("label"),
      placed = this.ring.length - stones.length;
    const cards = this.ring.filter(stone => stone.card && stone.card !== HIDDEN).length;
    const told = t("build.placed", { placed, cards, places: this.ring.length });
    if (this.full && !this.complete) return `${told} ${t("build.one-seat")}`;
    return this.complete ? told : `${told} ${t("build.next", { place: placeText(this.state, this.chosen) })}`;
  }
}
