/**
 * What a roll is, the ways to set dice aside of it, and what each is worth.
 */

import { Hands, JOKER } from "./hands.js";

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
export function codeOf(faces) {
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
