/**
 * The dice of the rules: what can be left to roll is a *hand*, each with a number, as in
 * farklegen/rules/hands.py. With dice of one kind the number of a hand is its number of dice.
 *
 * A die as it fell is `10 * kind + face`: the face itself, where all dice are of one kind.
 */

/** The face of a joker, which stands for any other. */
export const JOKER = 7;

/** @typedef {{name: string, weights: number[], jokers: number[]}} Kind */

export class Hands {
  /** @param {{kinds: Kind[], order: number[], counts: number[][], words: string[]}} data `rolls.hands` of the page's document */
  constructor({ kinds, order, counts, words }) {
    this.kinds = kinds;
    this.order = order;
    this.counts = counts;
    /** `3 dice`; of different kinds `2 lucky and 1 odd`, by hand. */
    this.words = words;
    this.all = counts.length - 1;
    /** Whether all dice are of one kind and have no joker. */
    this.plain = kinds.length === 1 && kinds[0].jokers.length === 0;
    this.numbers = new Map(counts.map((each, number) => [each.join(), number]));
    /** How many dice, by hand. */
    this.sizes = counts.map((each) => each.reduce((sum, count) => sum + count, 0));
  }

  /** The words beside other numbers: `3`; of different kinds `2 lucky and 1 odd`. @param {number} hand @returns {string} */
  brief(hand) {
    return this.kinds.length === 1 ? String(hand) : this.words[hand];
  }

  /** The kinds of a hand, in the order of the rules. @param {number} hand */
  each(hand) {
    const found = this.order.map((kind) => ({ kind, count: this.counts[hand][kind] }));
    return found.filter(({ count }) => count > 0);
  }

  /** What is left of a hand without some of its dice; 0 is no dice. @param {number} hand @param {readonly number[]} dice */
  left(hand, dice) {
    const counts = [...this.counts[hand]];
    for (const die of dice) counts[kindOf(die)]--;
    return this.numbers.get(counts.join()) ?? 0;
  }

  /** What a die shows: a face, or `JOKER`. @param {number} die */
  shown(die) {
    return this.kinds[kindOf(die)].jokers.includes(die % 10) ? JOKER : die % 10;
  }

  /** The name of the kind of a die; nothing where there is but one. @param {number} die */
  nameOf(die) {
    return this.kinds.length === 1 ? "" : this.kinds[kindOf(die)].name;
  }

  /** Dice as they fell: `1 5 5`; of different kinds `lucky 1, odd 5`. @param {readonly number[]} dice */
  text(dice) {
    if (this.plain) return dice.join(" ");
    const words = dice.map((die) => {
      const shown = this.shown(die);
      return `${this.nameOf(die)} ${shown === JOKER ? "joker" : shown}`.trim();
    });
    return words.join(", ");
  }

  /** Dice as they fell, smallest face first. @param {readonly number[]} dice */
  sorted(dice) {
    return [...dice].sort((a, b) => this.shown(a) - this.shown(b) || a - b);
  }
}

/** The number of the kind of a die as it fell. @param {number} die */
export function kindOf(die) {
  return Math.floor(die / 10);
}
