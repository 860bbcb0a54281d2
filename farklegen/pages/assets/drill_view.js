/**
 * The drill: a situation, the answers to choose from, and what the chosen one costs.
 */

import { button, diceRow, el, refill } from "./dom.js";
import { again, answered, asProgress, ask, NOTHING, noProgress } from "./drill.js";
import { keep, recall } from "./kept.js";
import { diceWords, percent, points } from "./words.js";

export class DrillView {
  /**
   * @param {HTMLElement} root
   * @param {object} page
   * @param {import("./rolls.js").Rolls} page.rolls
   * @param {(score: number, dice: number, hot: number) => import("./match.js").Prospect | null} page.judge
   * @param {any} page.rules
   * @param {string} page.id
   * @param {boolean} page.byPoints whether costs are points; else chances to win the first turn of a game
   */
  constructor(root, { rolls, judge, rules, id, byPoints }) {
    this.rolls = rolls;
    this.judge = judge;
    this.rules = rules;
    this.byPoints = byPoints;
    this.key = `farklegen drill ${id}`;
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
    return again(this.progress) ?? ask(this.rolls, this.judge, this.byPoints ? 60 : 0.01);
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
    if (this.byPoints) return `${cost >= 9.95 ? points(cost) : cost.toFixed(1)} points`;
    return `${(100 * cost).toFixed(2)} % of the chance to win`;
  }

  show() {
    const { kind, score, dice, roll, answers } = this.question;
    const { asked, right, cost, weak } = this.progress;
    // in an order that says nothing about which is best
    const order = [...answers].sort((a, b) => (a.keep.join("") + a.words < b.keep.join("") + b.words ? -1 : 1));
    refill(
      this.body,
      el(
        "section.now",
        {},
        el("h3", {}, kind === "bank" ? `${points(score)} points set aside, ${diceWords(dice)} to roll: bank or roll?` : score ? `${points(score)} points set aside. Which dice do you keep?` : "First roll. Which dice do you keep?"),
        kind === "keep" ? el("div.thrown", {}, diceRow(roll)) : null,
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
                answer.keep.length ? diceRow(answer.keep) : null,
                el("span.what", {}, answer.keep.length ? answer.words : answer.words === "Bank" ? `Bank ${points(score)}` : `Roll ${diceWords(dice)}`),
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
        asked ? `${right} of ${asked} right (${percent(right / asked, 0)}); ${this.#cost(cost / asked)} lost a question. ` : "",
        weak.length ? `${weak.length} weak spot${weak.length > 1 ? "s" : ""} to come again. ` : "",
        this.kept ? "" : "This browser keeps nothing: progress ends with the page. ",
      ),
      asked ? button("button", () => this.#forget(), { "data-key": "forget" }, "Begin anew") : null,
    );
  }

  /** @param {import("./drill.js").Answer} answer */
  #verdict(answer) {
    const { kind, score, dice } = this.question;
    const farkle = this.rules.farkle[dice];
    const risk = kind === "bank" ? ` ${diceWords(dice)} ${dice === 1 ? "farkles" : "farkle"} ${percent(farkle)} of the time, with ${points(score)} points at stake.` : "";
    if (answer.cost <= NOTHING) return `Right.${risk}`;
    return `That costs ${this.#cost(answer.cost)}.${risk}`;
  }
}
