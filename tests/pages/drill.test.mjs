import assert from "node:assert/strict";
import test from "node:test";

import { answered, noProgress } from "../../farklegen/pages/assets/drill.js";
import { Rolls } from "../../farklegen/pages/assets/rolls.js";

const FAIR = [1, 1, 1, 1, 1, 1];
const HANDS = { kinds: [{ name: "", weights: FAIR, jokers: [] }], order: [0], counts: [[0], [1], [2]], words: [] };

/** Banks from 100 on. */
function judge({ score, dice }) {
  const roll = score * 0.6 + 20 * dice;
  const best = Math.max(score, roll);
  return { bank: score, roll, banks: score >= roll, best };
}

test("a hot-dice bonus is paid where the rules pay it", () => {
  const bonus = { points: 500, step: 100, when: "last_die" };
  const found = new Rolls({ bonus, hands: HANDS, code: [] });
  const [last] = found.choices([{ keep: [1], points: 100 }], { score: 50, dice: 1, hot: 2 }, judge);
  assert.deepEqual([last.points, last.score, last.dice, last.hot], [800, 850, 2, 3]);
  const [two] = found.choices([{ keep: [1, 1], points: 200 }], { score: 0, dice: 2, hot: 0 }, judge);
  assert.deepEqual([two.points, two.hot], [200, 0]);
});

test("a wrong answer is asked again after three questions", () => {
  const wrong = answered(noProgress([7, 8, 9, 10, 11]), 12);
  assert.deepEqual(wrong, { queue: [8, 9, 10, 7, 11], asked: 1, right: 0, cost: 12 });
  assert.deepEqual(answered(wrong, 0), { queue: [9, 10, 7, 11], asked: 2, right: 1, cost: 12 });
});
