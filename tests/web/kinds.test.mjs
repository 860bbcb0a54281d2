import assert from "node:assert/strict";
import test from "node:test";

import { combinationsOfLine, diceOfLine, kindsOfLines, lineOfDice, linesOfKinds } from "../../farklegen/web/static/kinds.js";

/** Reads a number as the form does. */
const read = (text) => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim() || undefined);

test("dice are a number, a list of names, or how many of each", () => {
  for (const dice of [6, ["lucky", "lucky", "odd"], { lucky: 3, "King's die": 2 }]) {
    assert.deepEqual(diceOfLine(lineOfDice(dice), read), dice);
  }
  assert.equal(lineOfDice({ lucky: 3, odd: 2 }), "lucky=3, odd=2");
  assert.deepEqual(diceOfLine("lucky=three, odd", read), { lucky: "three", odd: null });
  assert.equal(diceOfLine("", read), null);
});

test("kinds of dice are a line each, jokers at its end", () => {
  const kinds = { lucky: [6, 1, 2, 3, 4, 6], devil: { weights: [1, 1, 1, 1, 1, 1], joker: 1 }, elf: { weights: [1, 1, 0, 2, 0, 1], joker: [2, 6] } };
  const text = linesOfKinds(kinds);
  assert.equal(text, "lucky: 6 1 2 3 4 6\ndevil: 1 1 1 1 1 1 joker 1\nelf: 1 1 0 2 0 1 joker 2 6");
  assert.deepEqual(kindsOfLines(text), kinds);
  assert.deepEqual(kindsOfLines("imp: 1, two\n"), { imp: [1, "two"] });
  assert.equal(kindsOfLines("  \n"), null);
});

test("names of combinations have spaces, patterns stand between them", () => {
  assert.deepEqual(combinationsOfLine("four of a kind, AAAA;2222 "), ["four of a kind", "AAAA", "2222"]);
  assert.deepEqual(combinationsOfLine("AAAA 2222"), ["AAAA", "2222"]);
  assert.deepEqual(combinationsOfLine(""), []);
});
