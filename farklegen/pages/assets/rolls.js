/**
 * What a roll is, the ways to set dice aside of it, and what each is worth.
 *
 * What can be left to roll is a *hand*, each with a number, as in farklegen/rules/hands.py. With dice of
 * one kind the number of a hand is its number of dice. A die as it fell is `10 * kind + face`: the face
 * itself, where all dice are of one kind.
 */

/** The face of a joker, which stands for any other. */
const JOKER = 7;

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
function kindOf(die) {
  return Math.floor(die / 10);
}

/**
 * @typedef {{keep: number[], points: number}} Way
 * @typedef {{fall: string, ways: Way[]}} Roll
 */

/**
 * One choice after a roll.
 *
 * @typedef {object} Choice
 * @property {number[]} keep dice as they fell, smallest face first
 * @property {number} points with a hot-dice bonus
 * @property {number} score turn score with them
 * @property {number} dice the hand to roll next
 * @property {number} hot hot dice so far that paid a growing bonus
 * @property {import("./match.js").Prospect} worth
 */

/** The faces of a multiset, a joker as one of its own. @param {number} code */
function facesOf(code) {
  const faces = [];
  for (let face = 1; face <= JOKER; face++) {
    for (let left = (code >> (4 * (face - 1))) & 15; left > 0; left--) faces.push(face);
  }
  return faces;
}

/** A multiset of faces as a number. @param {readonly number[]} faces */
function codeOf(faces) {
  return faces.reduce((code, face) => code + (1 << (4 * (face - 1))), 0);
}

export class Rolls {
  /**
   * @param {any} data `rolls` of the page's document, unpacked
   */
  constructor(data) {
    this.data = data;
    this.hands = new Hands(data.hands);
    /** @type {Map<number, number>} */
    this.places = new Map();
    data.code.forEach((/** @type {number} */ code, /** @type {number} */ i) => this.places.set(code, i));
  }

  /** What a roll is; null for one that these dice never show. @param {readonly number[]} dice as they fell @returns {Roll | null} */
  look(dice) {
    const place = this.places.get(codeOf(dice.map((die) => this.hands.shown(die))));
    if (place === undefined) return null;
    const { falls, fall, start, keep, points } = this.data;
    const ways = [];
    for (let i = start[place]; i < start[place + 1]; i++) {
      for (const kept of this.#keeping(dice, facesOf(keep[i]))) ways.push({ keep: kept, points: points[i] });
    }
    return { fall: falls[fall[place]], ways };
  }

  /**
   * Every choice of dice that show these faces: but one, where all dice are of one kind.
   *
   * @param {readonly number[]} dice as they fell
   * @param {readonly number[]} faces smallest first
   * @returns {number[][]}
   */
  #keeping(dice, faces) {
    if (this.hands.plain) return [[...faces]];
    /** @type {number[][]} */
    let found = [[]];
    for (const face of new Set(faces)) {
      const count = faces.filter((each) => each === face).length;
      const among = this.hands.sorted(dice.filter((die) => this.hands.shown(die) === face));
      const parts = partsOf(among, count);
      found = found.flatMap((kept) => parts.map((part) => [...kept, ...part]));
    }
    return found;
  }

  /**
   * Every choice after a roll, best first; those that count the same dice for fewer points, without
   * being better, are left out.
   *
   * @param {readonly Way[]} ways
   * @param {{score: number, dice: number, hot: number}} now before the roll
   * @param {(after: {score: number, dice: number, hot: number}) => import("./match.js").Prospect | null} judge
   * @returns {Choice[]}
   */
  choices(ways, now, judge) {
    const { bonus } = this.data;
    /** @type {Choice[]} */
    const found = [];
    for (const way of ways) {
      const rolled = this.hands.sizes[now.dice];
      const hotDice = way.keep.length === rolled;
      const pays = hotDice && bonus !== null && (bonus.when === "any" || rolled === 1);
      const points = way.points + (pays ? bonus.points + now.hot * bonus.step : 0);
      const hot = now.hot + (pays ? 1 : 0);
      const dice = hotDice ? this.hands.all : this.hands.left(now.dice, way.keep);
      const after = { score: now.score + points, dice, hot };
      const worth = judge(after);
      if (worth) found.push({ keep: way.keep, points, ...after, worth });
    }
    found.sort(better);
    /** @type {Map<string, number>} */
    const most = new Map();
    return found.filter((choice) => {
      const name = choice.keep.join();
      const before = most.get(name) ?? 0;
      most.set(name, Math.max(before, choice.points));
      return choice.points >= before;
    });
  }
}

/**
 * Every different group of `count` of these dice.
 *
 * @param {readonly number[]} dice equal ones side by side
 * @param {number} count
 * @returns {number[][]}
 */
function partsOf(dice, count) {
  if (count === 0) return [[]];
  if (dice.length < count) return [];
  const [first, ...others] = dice;
  const skipped = dice.filter((die) => die !== first);
  return [...partsOf(others, count - 1).map((part) => [first, ...part]), ...partsOf(skipped, count)];
}

/** Best first; among equals where one banks, then more dice, then more points. @param {Choice} a @param {Choice} b */
function better(a, b) {
  const apart = b.worth.best - a.worth.best;
  if (Math.abs(apart) > 1e-10 * Math.max(a.worth.best, b.worth.best)) return apart;
  return Number(b.worth.banks) - Number(a.worth.banks) || b.dice - a.dice || b.points - a.points;
}
