/**
 * What a drill asks, and how well it was answered: situations that come up in turns played well, the
 * weak spots again.
 */

/**
 * A question: which dice to keep of a roll, or whether to bank.
 *
 * @typedef {object} Question
 * @property {"keep" | "bank"} kind
 * @property {number} score turn score before the answer
 * @property {number} dice to roll, or rolled
 * @property {number} hot
 * @property {number[]} roll faces, for `keep`
 * @property {Answer[]} answers best first
 */

/**
 * @typedef {{words: string, keep: number[], cost: number}} Answer
 */

/**
 * What is known of the player.
 *
 * @typedef {object} Progress
 * @property {number} asked
 * @property {number} right
 * @property {number} cost lost by all answers
 * @property {{question: Question, due: number, left: number}[]} weak
 */

/** A cost below this is none. */
export const NOTHING = 1e-7;

/** Weak spots that are kept. */
const MOST_WEAK = 40;

/** @returns {Progress} */
export function noProgress() {
  return { asked: 0, right: 0, cost: 0, weak: [] };
}

/** Progress that was kept, or none if it is no such thing. @param {any} found @returns {Progress} */
export function asProgress(found) {
  const known = found && typeof found === "object";
  const fine = known && ["asked", "right", "cost"].every((name) => Number.isFinite(found[name])) && Array.isArray(found.weak);
  return fine ? found : noProgress();
}

/**
 * A question out of a turn that is played well, by dice that fall by chance. Those with a close or
 * likely mistake are preferred: an answer that everybody knows teaches nothing.
 *
 * @param {import("./rolls.js").Rolls} rolls
 * @param {(score: number, dice: number, hot: number) => import("./match.js").Prospect | null} judge
 * @param {number} worthAsking cost of the best mistake up to which a question is hard
 * @param {() => number} random
 * @returns {Question}
 */
export function ask(rolls, judge, worthAsking, random = Math.random) {
  /** @type {Question | null} */
  let found = null;
  for (let tries = 0; tries < 400; tries++) {
    for (const question of turnOf(rolls, judge, random)) {
      const cost = question.answers[1].cost;
      if (cost <= NOTHING) continue;
      found = question;
      if (cost <= worthAsking && random() < 0.5) return question;
    }
    if (found && tries > 30) return found;
  }
  if (!found) throw new Error("these rules leave nothing to decide");
  return found;
}

/**
 * The questions of one turn.
 *
 * @param {import("./rolls.js").Rolls} rolls
 * @param {(score: number, dice: number, hot: number) => import("./match.js").Prospect | null} judge
 * @param {() => number} random
 * @returns {Generator<Question>}
 */
function* turnOf(rolls, judge, random) {
  let now = { score: 0, dice: rolls.rules.dice, hot: 0 };
  for (let throws = 0; throws < 12; throws++) {
    const roll = rolls.throwDice(now.dice, random);
    const look = rolls.look(roll);
    const choices = look ? rolls.choices(look.ways, now, judge) : [];
    if (!choices.length) return;
    if (choices.length > 1) {
      const best = choices[0].worth.best;
      yield {
        kind: "keep",
        ...now,
        roll: [...roll].sort(),
        answers: choices.map(({ keep, points, worth, dice, score }) => ({
          keep,
          words: `${points.toLocaleString("en-US")}, then ${worth.banks ? `bank ${score.toLocaleString("en-US")}` : `roll ${dice}`}`,
          cost: best - worth.best,
        })),
      };
    }
    const { score, dice, hot } = choices[0];
    now = { score, dice, hot };
    const worth = judge(score, dice, hot);
    if (!worth || worth.bank === null) continue;
    if (worth.roll === null) return;
    const answers = [
      { words: "Bank", keep: [], cost: worth.best - worth.bank },
      { words: "Roll", keep: [], cost: worth.best - worth.roll },
    ];
    answers.sort((a, b) => a.cost - b.cost);
    yield { kind: "bank", ...now, roll: [], answers };
    if (worth.banks) return;
  }
}

/** The weak spot that is to be asked again now, if there is one. @param {Progress} progress */
export function again(progress) {
  return progress.weak.find((spot) => spot.due <= progress.asked)?.question ?? null;
}

/**
 * Progress after an answer. What was wrong comes again after three questions, until it was right
 * twice.
 *
 * @param {Progress} progress
 * @param {Question} question
 * @param {number} cost
 * @returns {Progress}
 */
export function answered(progress, question, cost) {
  const right = cost <= NOTHING;
  const name = nameOf(question);
  const before = progress.weak.find((spot) => nameOf(spot.question) === name);
  const others = progress.weak.filter((spot) => spot !== before);
  const left = right ? (before ? before.left - 1 : 0) : 2;
  const asked = progress.asked + 1;
  const due = asked + (right ? 8 : 3);
  return {
    asked,
    right: progress.right + (right ? 1 : 0),
    cost: progress.cost + (right ? 0 : cost),
    weak: left > 0 ? [...others, { question, due, left }].slice(-MOST_WEAK) : others,
  };
}

/** @param {Question} question */
function nameOf({ kind, score, dice, hot, roll }) {
  return [kind, score, dice, hot, ...roll].join(" ");
}
