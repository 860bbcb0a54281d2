/**
 * The drill: a situation, the answers to choose from, and what the chosen one costs.
 */

import { button, diceRow, el, refill } from "./dom.js";
import {
  again, answered, asProgress, ask, decisionsOfGames, decisionsOfTurns, NOTHING, noProgress,
} from "./drill.js";
import { keep, recall } from "./kept.js";
import { pointsJudge } from "./rolls.js";
import { stateWords } from "./situation.js";
import { percent, points } from "./words.js";

/** Chance to win that a likely mistake costs, and the part of a turn's points; as in farklegen/play/drill.py. */
const CHANCE_SLIP = 0.01;
const POINTS_SLIP = 0.05;

export class DrillView {
  /**
   * @param {HTMLElement} root
   * @param {object} page
   * @param {import("./match.js").Match | null} page.match judges by the chance to win
   * @param {any} page.expected `points` of the page's document: judges by points where there is no match
   * @param {import("./rolls.js").Rolls} page.rolls
   * @param {any} page.rules
   * @param {string} page.id
   */
  constructor(root, { match, expected, rolls, rules, id }) {
    this.match = match;
    this.rules = rules;
    this.hands = rolls.hands;
    this.decisions = match ? decisionsOfGames(match, rolls) : decisionsOfTurns(rolls, pointsJudge(expected, rules));
    this.slip = match ? CHANCE_SLIP : POINTS_SLIP * expected.points_per_turn;
    this.key = `farklegen drill ${match ? "games" : "points"} ${id}`;
    this.progress = asProgress(recall(this.key));
    this.kept = true;
    /** @type {import("./drill.js").Question} */
    this.question = this.#next();
    /** @type {import("./drill.js").Answer | null} */
    this.answer = null;
    this.body = el("div.drill");
    root.append(this.body);
    this.show();
  }

  #next() {
    return again(this.progress) ?? ask(this.decisions, this.slip);
  }

  /** @param {import("./drill.js").Answer} answer */
  #choose(answer) {
    this.answer = answer;
    this.progress = answered(this.progress, this.question, answer.cost);
    this.kept = keep(this.key, this.progress);
    this.show();
  }

  #onward() {
    this.answer = null;
    this.question = this.#next();
    this.show();
  }

  #forget() {
    this.progress = noProgress();
    this.kept = keep(this.key, this.progress);
    this.#onward();
  }

  /** @param {number} cost */
  #cost(cost) {
    if (!this.match) return `${cost >= 9.95 ? points(cost) : cost.toFixed(1)} points`;
    return `${(100 * cost).toFixed(2)} games in a hundred`;
  }

  show() {
    const { kind, state, score, dice, roll, answers } = this.question;
    const { asked: count, right, cost, weak } = this.progress;
    // in an order that says nothing about which is best
    const order = [...answers].sort((a, b) => (a.keep.join("") + a.words < b.keep.join("") + b.words ? -1 : 1));
    refill(
      this.body,
      el(
        "section.now",
        {},
        this.match && state ? el("p.stands", {}, stateWords(this.match, this.rules, state)) : null,
        el("h3", {}, asked(this.question, this.hands)),
        kind === "keep" ? el("div.thrown", {}, diceRow(roll, this.hands)) : null,
        el(
          "ul.answers",
          {},
          ...order.map((answer, i) =>
            el(
              "li",
              {},
              button(
                `button.choice${this.answer ? (answer.cost <= NOTHING ? ".best" : answer === this.answer ? ".wrong" : "") : ""}`,
                () => this.#choose(answer),
                { disabled: this.answer !== null, "data-key": `answer ${i}`, "data-focus": i === 0 && !this.answer },
                answer.keep.length ? diceRow(answer.keep, this.hands) : null,
                el("span.what", {}, kind !== "bank" ? answer.words : answer.words === "Bank" ? `Bank ${points(score)}` : `Roll ${this.hands.words(dice)}`),
                this.answer ? el("span.win", {}, answer.cost <= NOTHING ? "best" : `costs ${this.#cost(answer.cost)}`) : null,
              ),
            ),
          ),
        ),
        el("p.advice", { role: "status", "aria-live": "polite" }, this.answer ? this.#verdict(this.answer) : ""),
        this.answer ? button("button.primary", () => this.#onward(), { "data-key": "next", "data-focus": true }, "Next") : null,
      ),
      el(
        "p.note",
        {},
        count ? `${right} of ${count} right (${percent(right / count, 0)}); ${this.#cost(cost / count)} lost a question. ` : "",
        weak.length ? `${weak.length} weak spot${weak.length > 1 ? "s" : ""} to come again. ` : "",
        this.kept ? "" : "This browser keeps nothing: progress ends with the page. ",
      ),
      count ? button("button", () => this.#forget(), { "data-key": "forget" }, "Start over") : null,
    );
  }

  /** @param {import("./drill.js").Answer} answer */
  #verdict(answer) {
    const { kind, score, dice } = this.question;
    const farkle = this.rules.farkle[dice];
    const risk = kind === "bank" && !this.rules.keeps_turn_score ? ` ${this.hands.words(dice)} ${this.hands.size(dice) === 1 ? "farkles" : "farkle"} ${percent(farkle)} of the time, with ${points(score)} points at stake.` : "";
    if (answer.cost <= NOTHING) return `Right.${risk}`;
    return `That costs ${this.#cost(answer.cost)}.${risk}`;
  }
}

/** The question in words. @param {import("./drill.js").Question} question @param {import("./hands.js").Hands} hands */
function asked({ kind, score, dice }, hands) {
  const aside = `${points(score)} points set aside`;
  if (kind === "take") return `You may take over ${points(score)} points and roll ${hands.words(dice)}, or start afresh.`;
  if (kind === "bank") return `${aside}, ${hands.words(dice)} to roll: bank or roll?`;
  return `${score ? aside : `A roll of ${hands.words(dice)}`}. Which dice do you keep?`;
}
