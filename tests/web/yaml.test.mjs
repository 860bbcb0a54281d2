import assert from "node:assert/strict";
import test from "node:test";

import { keysAt, withKey } from "../../farklegen/web/static/yaml.js";

test("a changed key leaves all other lines as they are", () => {
  const text = "name: Mine # ours\ngoal: 500\ncombinations:\n  1: 100 # one\n# the end\ndice: 5\n";
  assert.equal(withKey(text, "goal", 600), text.replace("500", "600"));
  assert.equal(withKey(text, "dice", undefined), text.replace("dice: 5\n", ""));
  assert.equal(withKey(text, "combinations", { 1: 200 }), text.replace("  1: 100 # one", "  1: 200"));
});

test("a key in quotes is that key, and not written twice", () => {
  assert.equal(withKey('"goal": 500\n\'dice\' : 6\n', "goal", 600), "goal: 600\n'dice' : 6\n");
  assert.equal(withKey('"goal": 500\n\'dice\' : 6\n', "dice", 5), '"goal": 500\ndice: 5\n');
});

test("a name that YAML would read in another way stands in quotes, and is found again", () => {
  const text = withKey("goal: 500\n", "combinations", { "1: 2 #": 5, AAA: [1, 2] });
  assert.equal(text, 'goal: 500\ncombinations:\n  "1: 2 #": 5\n  AAA: [1, 2]\n');
  assert.deepEqual(keysAt(text, 4), ["combinations", "AAA"]);
});
