import assert from "node:assert/strict";
import test from "node:test";

import { apart, percent, points, why } from "../../farklegen/pages/assets/words.js";

const ABOUT = { dice: "3 dice", score: 350, farkle: 0.2778, keeps: false, costs: 0, wins: false };

test("a chance is never rounded to none or to certainty", () => {
  assert.equal(percent(0.5), "50.0%");
  assert.equal(percent(0), "0.0%");
  assert.equal(percent(1), "100.0%");
  assert.equal(percent(1e-9), "<0.1%");
  assert.equal(percent(1 - 1e-9), ">99.9%");
  assert.equal(percent(0.12345, 2), "12.35%");
});

test("numbers are written as people write them", () => {
  assert.equal(points(12500), "12,500");
  assert.equal(apart(0.019), "1.9");
  assert.equal(apart(1e-9), "less than 0.001");
});

test("the reason says what wins more, and what is at stake", () => {
  const worth = { bank: 0.5, roll: 0.519, banks: false, best: 0.519 };
  assert.equal(
    why({ ...ABOUT, worth }),
    "Rolling wins 1.9 games in a hundred more, though with 3 dice you farkle 27.8% of the time and lose the 350 points.",
  );
  assert.match(why({ ...ABOUT, worth: { bank: 0.5, roll: 0.4, banks: true, best: 0.5 }, costs: 500 }), /^Banking wins 10.0 games in a hundred more: .* 500 more as a penalty\.$/);
});

test("where there is no choice, that is said", () => {
  assert.match(why({ ...ABOUT, worth: { bank: null, roll: 0.4, banks: false, best: 0.4 } }), /^You may not bank here: roll\./);
  assert.equal(why({ ...ABOUT, worth: { bank: 1, roll: 0.9, banks: true, best: 1 }, wins: true }), "Banking wins the game.");
  assert.match(why({ ...ABOUT, worth: { bank: 0.5, roll: 0.5, banks: true, best: 0.5 } }), /equally good/);
});
