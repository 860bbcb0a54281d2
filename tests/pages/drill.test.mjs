import assert from "node:assert/strict";
import test from "node:test";

import { again, answered, asProgress, ask, decisionsOfTurns, loss, noProgress } from "../../farklegen/pages/assets/drill.js";
import { Rolls } from "../../farklegen/pages/assets/rolls.js";

const FAIR = [1, 1, 1, 1, 1, 1];
const HANDS = { kinds: [{ name: "", weights: FAIR, jokers: [] }], order: [0], counts: [[0], [1], [2]] };
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
function judge(score, dice) {
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

/** Numbers that look like chance, the same each time. */
function numbers(seed = 1) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

test("questions have a best answer, and others that cost", () => {
  const random = numbers();
  const decisions = decisionsOfTurns(rolls(), judge, random);
  for (let i = 0; i < 50; i++) {
    const question = ask(decisions, 20, random);
    assert.equal(question.answers[0].cost, 0);
    assert.ok(question.answers[1].cost > 0);
    assert.equal(question.state, null);
  }
});

test("a question weighs what mistakes lose: neither what nobody gets wrong nor what makes no difference", () => {
  const weight = (cost) => loss({ answers: [{ cost: 0 }, { cost }] }, 10);
  assert.equal(weight(0), 0);
  assert.ok(Math.abs(weight(10) - (10 * Math.exp(-1)) / (1 + Math.exp(-1))) < 1e-12);
  assert.ok(weight(10) > weight(1) && weight(10) > weight(100));
});

test("questions come as often as their weight", () => {
  const asked = { rare: 0, often: 0 };
  const make = (name, cost) => ({ name, answers: [{ cost: 0 }, { cost }] });
  const random = numbers(7);
  function* decisions() {
    for (;;) yield random() < 0.25 ? make("rare", 10) : make("often", 10);
  }
  for (let i = 0; i < 2000; i++) asked[ask(decisions(), 10, random).name] += 1;
  assert.ok(Math.abs(asked.rare / 2000 - 0.25) < 0.05, JSON.stringify(asked));
});

test("where nothing is to be decided, it is said", () => {
  function* decisions() {
    for (;;) yield { answers: [{ cost: 0 }, { cost: 0 }] };
  }
  assert.throws(() => ask(decisions(), 10), /nothing to decide/);
});

test("a wrong answer is asked again after three questions, until it was right twice", () => {
  const question = { kind: "bank", score: 100, dice: 1, hot: 0, roll: [], answers: [] };
  const other = { ...question, score: 150 };
  let progress = answered(noProgress(), question, 12);
  assert.deepEqual([progress.asked, progress.right, progress.cost], [1, 0, 12]);
  assert.equal(again(progress), null);
  for (let i = 0; i < 3; i++) progress = answered(progress, other, 0);
  assert.equal(again(progress), question);
  progress = answered(progress, question, 0);
  assert.equal(again(progress), null);
  assert.equal(progress.weak.length, 1);
  progress = answered(progress, question, 0);
  assert.equal(progress.weak.length, 0);
  assert.equal(progress.right, 5);
});

test("what was kept is looked at before it is used", () => {
  assert.deepEqual(asProgress(null), noProgress());
  assert.deepEqual(asProgress({ asked: "many" }), noProgress());
  const fine = { asked: 2, right: 1, cost: 3, weak: [] };
  assert.equal(asProgress(fine), fine);
  assert.deepEqual(asProgress({ ...fine, weak: [{ question: {} }] }), noProgress());
});

test("one die left is thrown again until it scores, so often at most", () => {
  const thrown = rolls();
  thrown.rules = { ...RULES, last_die_throws: 3 };
  /** @param {number[]} faces */
  const falls = (faces) => () => (Number(faces.shift()) - 0.5) / 6;
  assert.deepEqual(thrown.thrown(1, falls([2, 5])), [5]);
  assert.deepEqual(thrown.thrown(1, falls([2, 3, 4, 1])), [4]);
  assert.deepEqual(thrown.thrown(2, falls([2, 3, 1, 1])), [2, 3]);
  thrown.look = ([face]) => ({ fall: face === 6 ? "wins" : "farkle", ways: [] });
  assert.deepEqual(thrown.thrown(1, falls([2, 6, 1])), [6], "a face that wins at once stands");
});
