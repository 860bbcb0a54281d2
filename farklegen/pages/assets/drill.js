/** The drill: situations that matter, one after the other, and what mistakes in them cost. */

import { button, diceRow, el, keep, recall, refill } from "./dom.js";
import { capital, percent } from "./words.js";

/**
 * What is known of the player.
 *
 * @typedef {object} Progress
 * @property {number} next the situation that comes next; after the last one the first comes again
 * @property {number} asked
 * @property {number} right
 * @property {number} cost of all answers
 * @property {{at: number, due: number, left: number}[]} weak situations to ask again: from which
 *   answer on, and how often
 */

/** @returns {Progress} */
export function noProgress(next = 0) {
  return { next, asked: 0, right: 0, cost: 0, weak: [] };
}

/** The situation to ask now: a weak spot that is due, or the next one. @param {Progress} progress */
export function toAsk(progress) {
  return progress.weak.find((spot) => spot.due <= progress.asked)?.at ?? progress.next;
}

/**
 * Progress after an answer. What was wrong comes again after three questions, until it was right twice.
 *
 * @param {Progress} progress
 * @param {number} at
 * @param {number} cost
 * @returns {Progress}
 */
export function answered(progress, at, cost) {
  const before = progress.weak.find((spot) => spot.at === at);
  const others = progress.weak.filter((spot) => spot !== before);
  const left = cost ? 2 : (before?.left ?? 1) - 1;
  const asked = progress.asked + 1;
  return {
    next: progress.next + (at === progress.next ? 1 : 0),
    asked,
    right: progress.right + (cost ? 0 : 1),
    cost: progress.cost + cost,
    weak: left ? [...others, { at, due: asked + (cost ? 3 : 8), left }] : others,
  };
}

/**
 * @param {HTMLElement} root
 * @param {any} drill of the page's document
 * @param {import("./hands.js").Hands} hands
 * @param {string} id
 */
export function showDrill(root, { unit, exercises }, hands, id) {
  const key = `farklegen exercises ${unit} ${id}`;
  const body = el("div.drill");
  root.append(body);
  /** @type {Progress} */
  let progress = recall(key) ?? noProgress();
  let kept = true;
  /** @param {Progress} found */
  const become = (found) => {
    progress = found;
    kept = keep(key, progress);
  };
  /** @param {number} cost */
  const costs = (cost) => `${cost > 0 && cost < 0.005 ? "less than 0.01" : cost.toFixed(2)} ${unit}`;

  /** @param {number} at @param {number} [chosen] place of the answer */
  const show = (at, chosen) => {
    const { facts, roll, answers } = exercises[at % exercises.length];
    const { asked, right, cost, weak } = progress;
    const open = chosen === undefined;
    const onward = () => show(toAsk(progress));
    const question = roll.length ? "Which dice do you set aside?" : capital(`${answers.map((/** @type {any} */ each) => each.words.toLowerCase()).join(" or ")}?`);
    refill(
      body,
      el(
        "section.now",
        {},
        el("dl.facts", {}, ...facts.map((/** @type {string[]} */ [name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
        roll.length ? el("div.thrown", {}, diceRow(roll, hands)) : null,
        el("h3", {}, question),
        el(
          "ul.answers",
          {},
          ...answers.map((/** @type {{keep: number[], words: string, cost: number}} */ answer, /** @type {number} */ i) => {
            const look = open ? "" : !answer.cost ? ".best" : i === chosen ? ".wrong" : "";
            const choose = () => {
              become(answered(progress, at, answer.cost));
              show(at, i);
            };
            return el(
              "li",
              {},
              button(
                `button.choice${look}`, choose, { disabled: !open, "data-key": `answer ${i}`, "data-focus": i === 0 },
                answer.keep.length ? diceRow(answer.keep, hands) : null,
                el("span.what", {}, answer.words),
                open ? null : el("span.win", {}, answer.cost ? `costs ${costs(answer.cost)}` : "best"),
              ),
            );
          }),
        ),
        el("p.advice", { role: "status", "aria-live": "polite" }, open ? "" : answers[chosen].cost ? `That costs ${costs(answers[chosen].cost)}.` : "Right."),
        open ? null : button("button.primary", onward, { "data-key": "next", "data-focus": true }, "Next"),
      ),
      el(
        "p.note",
        {},
        asked ? `${right} of ${asked} right (${percent(right / asked, 0)}); ${costs(cost / asked)} lost a question. ` : "",
        weak.length ? `${weak.length} weak spot${weak.length > 1 ? "s" : ""} to come again. ` : "",
        kept ? "" : "This browser keeps nothing: progress ends with the page. ",
      ),
      asked ? button("button", () => {
        become(noProgress(progress.next));
        onward();
      }, { "data-key": "forget" }, "Start over") : null,
    );
  };
  show(toAsk(progress));
}
