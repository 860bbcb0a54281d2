// Answers for the tests: reads {data, states} on standard input, writes what the page's module finds.
import { unpackAll } from "../../farklegen/pages/assets/codec.js";
import { Match } from "../../farklegen/pages/assets/match.js";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const asked = JSON.parse(Buffer.concat(chunks).toString("utf-8"));
const answers = [];
for (const { data, states } of asked) {
  const match = new Match(await unpackAll(data));
  for (const { ends, ...state } of states) {
    const turn = match.turn(state);
    answers.push({
      win: turn.win,
      fresh: turn.fresh,
      taken: turn.taken,
      goal_row: turn.goalRow,
      value: pack(turn.solved.values),
      rolled: pack(turn.solved.rolled),
      banked: pack(turn.solved.banked),
      reachable: Buffer.from(turn.reachable()).toString("base64"),
      after: ends.map((end) => match.after(state, end)),
    });
  }
}
process.stdout.write(JSON.stringify(answers));

function pack(values) {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
}
