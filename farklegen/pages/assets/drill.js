/**
 * What a drill asks, and how well it was answered: situations that come up in games played well, each
 * the likelier the more a player who makes mistakes loses by it; the weak spots again.
 *
 * Weights are those of farklegen/play/drill.py: a choice that costs c is made as often as
 * exp(-c / slip), in proportion.
 */

import { matchJudge } from "./rolls.js";

/**
 * A question: which dice to keep of a roll, whether to bank, or whether to take a turn over.
 *
 * @typedef {object} Question
 * @property {"keep" | "bank" | "take"} kind
 * @property {import("./match.js").State | null} state at the start of the turn; null by points
 * @property {number} score turn score before the answer
 * @property {number} dice the hand to roll, or rolled
 * @property {number} hot
 * @property {number[]} roll dice as they fell, for `keep`
 * @property {Answer[]} answers best first
 */

/**
 * @typedef {{words: string, keep: number[], cost: number}} Answer
 * @typedef {(score: number, dice: number, hot: number) => import("./prospect.js").Prospect | null} Judge
 * @typedef {Pick<Question, "score" | "dice" | "hot">} Now
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

/** Answers to choose from, the best ones: different dice can be set aside in some forty ways. */
const MOST_ANSWERS = 12;

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
  return fine && found.weak.every(isSpot) ? found : noProgress();
}

/** Whether it is a weak spot. @param {any} spot */
function isSpot(spot) {
  return Array.isArray(spot?.question?.answers) && spot.question.answers.length > 1 && Array.isArray(spot.question.roll);
}

/** Decisions among which a question is drawn. */
const LOOKED_AT = 60;

/** Decisions after which there is nothing to ask. */
const MOST_LOOKED_AT = 20_000;

/**
 * The next question: of the decisions that come up, each as likely as its weight.
 *
 * @param {Iterator<Question>} decisions that games come to, one after the other
 * @param {number} slip what a likely mistake costs
 * @param {() => number} random
 * @returns {Question}
 */
export function ask(decisions, slip, random = Math.random) {
  /** @type {Question | null} */
  let found = null;
  let total = 0;
  for (let looked = 0; looked < LOOKED_AT || !found; looked++) {
    const { value, done } = decisions.next();
    if (done || looked === MOST_LOOKED_AT) throw new Error("these rules leave nothing to decide");
    const weight = loss(value, slip);
    total += weight;
    if (random() * total < weight) found = value;
  }
  return found;
}

/** What a player who makes mistakes loses, on average. @param {Question} question @param {number} slip */
export function loss({ answers }, slip) {
  let often = 0;
  let lost = 0;
  for (const { cost } of answers) {
    const share = Math.exp(-cost / slip);
    often += share;
    if (cost > NOTHING) lost += share * cost;
  }
  return lost / often;
}

/**
 * The decisions of games between two who play best, without end.
 *
 * @param {import("./match.js").Match} match
 * @param {import("./rolls.js").Rolls} rolls
 * @param {() => number} random
 * @returns {Generator<Question>}
 */
export function* decisionsOfGames(match, rolls, random = Math.random) {
  const fresh = { score: 0, dice: match.moves.dice, hot: 0 };
  for (let state = match.start(); ; ) {
    const turn = match.turn(state);
    const taken = state.inherit;
    /** @type {Now} */
    let now = fresh;
    if (taken && turn.taken !== null) {
      const best = Math.max(turn.taken, turn.fresh);
      const left = { score: taken.score, dice: taken.dice, hot: 0 };
      const answers = [
        { words: "Take over", keep: [], cost: best - turn.taken },
        { words: "Start afresh", keep: [], cost: best - turn.fresh },
      ];
      yield { kind: "take", state, ...left, roll: [], answers: answers.sort(dearer) };
      if (turn.taken > turn.fresh) now = left;
    }
    const end = yield* decisionsOfTurn(rolls, matchJudge(match, turn), now, now === fresh, state, random);
    state = match.after(state, end).state ?? match.start();
  }
}

/**
 * The decisions of single turns that are played for points, without end.
 *
 * @param {import("./rolls.js").Rolls} rolls
 * @param {Judge} judge
 * @param {() => number} random
 * @returns {Generator<Question>}
 */
export function* decisionsOfTurns(rolls, judge, random = Math.random) {
  for (;;) yield* decisionsOfTurn(rolls, judge, { score: 0, dice: rolls.hands.all, hot: 0 }, true, null, random);
}

/**
 * The decisions of one turn, and how it ends.
 *
 * @param {import("./rolls.js").Rolls} rolls
 * @param {Judge} judge
 * @param {Now} begin
 * @param {boolean} first whether no die has been rolled
 * @param {import("./match.js").State | null} state
 * @param {() => number} random
 * @returns {Generator<Question, import("./match.js").End>}
 */
function* decisionsOfTurn(rolls, judge, begin, first, state, random) {
  for (let now = begin; ; first = false) {
    const roll = rolls.thrown(now.dice, random);
    const look = rolls.look(roll);
    const end = { score: now.score, dice: now.dice };
    if (look?.fall === "wins" || look?.fall === "disaster") return { kind: look.fall, ...end };
    const choices = look ? rolls.choices(look.ways, now, judge) : [];
    if (!choices.length) return { kind: "farkle", ...end, first };
    const best = choices[0].worth;
    // where every choice is banked, whatever comes, there is nothing to ask
    if (choices.length > 1 && choices.some((choice) => choice.worth.roll !== null)) {
      const answers = choices.slice(0, MOST_ANSWERS).map(({ keep, points, worth, dice, score }) => ({
        keep,
        words: `${points.toLocaleString("en-US")}, then ${worth.banks ? `bank ${score.toLocaleString("en-US")}` : `roll ${rolls.hands.brief(dice)}`}`,
        cost: best.best - worth.best,
      }));
      yield { kind: "keep", state, ...now, roll: rolls.hands.sorted(roll), answers };
    }
    const { score, dice, hot } = choices[0];
    now = { score, dice, hot };
    if (best.bank !== null && best.roll !== null) {
      const answers = [
        { words: "Bank", keep: [], cost: best.best - best.bank },
        { words: "Roll", keep: [], cost: best.best - best.roll },
      ];
      yield { kind: "bank", state, ...now, roll: [], answers: answers.sort(dearer) };
    }
    if (best.banks) return { kind: "bank", score, dice };
  }
}

/** @param {Answer} a @param {Answer} b */
function dearer(a, b) {
  return a.cost - b.cost;
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
function nameOf({ kind, state, score, dice, hot, roll }) {
  return JSON.stringify([kind, state, score, dice, hot, roll]);
}
