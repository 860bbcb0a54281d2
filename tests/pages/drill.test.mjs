import assert from "node:assert/strict";
import test from "node:test";

import { answered, noProgress, toAsk } from "../../farklegen/pages/assets/drill.js";
import { Rolls } from "../../farklegen/pages/assets/rolls.js";

const FAIR = [1, 1, 1, 1, 1, 1];
const HANDS = { kinds: [{ name: "", weights: FAIR, jokers: [] }], order: [0], counts: [[0], [1], [2]], words: [] };
const RULES = { dice: 2, bonus: null, hands: HANDS };

/** Two dice: ones are 100, fives 50. */
function rolls() {
  const code = [];
  const fall = [];
  const start = [0];
  const keep = [];
  const points = [];
  const worth = { 1: 100, 5: 50 };
  const add = (faces) => {
    code.push(faces.reduce((sum, face) => sum + (1 << (4 * (face - 1))), 0));
    const single = [...new Set(faces)].filter((face) => worth[face]);
    const ways = single.map((face) => [[face], worth[face]]);
    if (faces.length === 2 && faces.every((face) => worth[face])) ways.unshift([faces, worth[faces[0]] + worth[faces[1]]]);
    for (const [kept, gain] of ways) {
      keep.push(kept.reduce((sum, face) => sum + (1 << (4 * (face - 1))), 0));
      points.push(gain);
    }
    fall.push(ways.length ? 1 : 0);
    start.push(keep.length);
  };
  for (let a = 1; a <= 6; a++) add([a]);
  for (let a = 1; a <= 6; a++) for (let b = a; b <= 6; b++) add([a, b]);
  return new Rolls({ falls: ["farkle", "scores", "wins", "disaster"], code, fall, start, keep, points }, RULES);
}

/** Banks from 100 on. */
function judge({ score, dice }) {
  const roll = score * 0.6 + 20 * dice;
  const best = Math.max(score, roll);
  return { bank: score, roll, banks: score >= roll, best };
}

test("a roll offers every way once, the best first", () => {
  const found = rolls();
  const look = found.look([1, 5]);
  assert.equal(look.fall, "scores");
  const choices = found.choices(look.ways, { score: 0, dice: 2, hot: 0 }, judge);
  assert.deepEqual(choices.map((choice) => choice.keep), [[1, 5], [1], [5]]);
  assert.deepEqual(choices.map((choice) => choice.dice), [2, 1, 1]);
  assert.equal(found.look([2, 3]).fall, "farkle");
  assert.equal(found.look([1, 1, 1]), null);
});

test("the same dice for fewer points are left out", () => {
  const found = rolls();
  const ways = [{ keep: [1], points: 100 }, { keep: [1], points: 50 }];
  const choices = found.choices(ways, { score: 0, dice: 2, hot: 0 }, judge);
  assert.deepEqual(choices.map((choice) => choice.points), [100]);
});

test("a hot-dice bonus is paid where the rules pay it", () => {
  const found = rolls();
  found.rules = { ...RULES, bonus: { points: 500, step: 100, last_die: true } };
  const [last] = found.choices([{ keep: [1], points: 100 }], { score: 50, dice: 1, hot: 2 }, judge);
  assert.deepEqual([last.points, last.score, last.dice, last.hot], [800, 850, 2, 3]);
  const [two] = found.choices([{ keep: [1, 1], points: 200 }], { score: 0, dice: 2, hot: 0 }, judge);
  assert.deepEqual([two.points, two.hot], [200, 0]);
});

test("a wrong answer is asked again after three questions, until it was right twice", () => {
  let progress = answered(noProgress(7), 7, 12);
  assert.deepEqual([progress.next, progress.asked, progress.right, progress.cost], [8, 1, 0, 12]);
  for (const at of [8, 9, 10]) {
    assert.equal(toAsk(progress), at);
    progress = answered(progress, at, 0);
  }
  assert.equal(toAsk(progress), 7);
  progress = answered(progress, 7, 0);
  assert.equal(toAsk(progress), 11);
  assert.equal(progress.weak.length, 1);
  progress = answered(progress, 7, 0);
  assert.deepEqual([progress.next, progress.asked, progress.right], [11, 6, 5]);
  assert.deepEqual(progress.weak, []);
});
