// Looks for the tests: reads {rolls, thrown} on standard input, writes what each roll is.
import { unpackAll } from "../../farklegen/pages/assets/codec.js";
import { Rolls } from "../../farklegen/pages/assets/rolls.js";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const looks = [];
for (const { rolls, thrown } of JSON.parse(Buffer.concat(chunks).toString("utf-8"))) {
  const known = new Rolls(await unpackAll(rolls));
  const judge = () => ({ bank: null, roll: 1, banks: false, best: 1 });
  for (const dice of thrown) {
    const look = known.look(dice);
    const hand = known.hands.sizes.findIndex((_, number) => {
      const counts = known.hands.counts[number];
      return counts.every((count, kind) => count === dice.filter((die) => Math.floor(die / 10) === kind).length);
    });
    const choices = known.choices(look.ways, { score: 0, dice: hand, hot: 0 }, judge);
    looks.push({ ...look, hand, words: known.hands.words[hand], text: known.hands.text(dice), left: choices.map(({ keep, dice }) => [keep, dice]) });
  }
}
process.stdout.write(JSON.stringify(looks));
