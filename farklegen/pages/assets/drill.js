/** The drill: situations that matter, one after the other, and what mistakes in them cost. */

import { button, diceRow, el, keep, recall, refill } from "./dom.js";
import { capital, percent } from "./words.js";

/**
 * What is known of the player.
 *
 * @typedef {object} Progress
 * @property {number[]} queue the situations to ask, in this order
 * @property {number} asked
 * @property {number} right
 * @property {number} cost of all answers
 */

/** @param {number[]} queue @returns {Progress} */
export function noProgress(queue) {
  return { queue, asked: 0, right: 0, cost: 0 };
}

/** Progress after an answer. What was wrong comes again after three questions. @param {Progress} progress @param {number} cost @returns {Progress} */
export function answered(progress, cost) {
  const [at, ...queue] = progress.queue;
  if (cost) queue.splice(3, 0, at);
  return { queue, asked: progress.asked + 1, right: progress.right + (cost ? 0 : 1), cost: progress.cost + cost };
}

/**
 * @param {HTMLElement} root
 * @param {any} drill of the page's document
 * @param {import("./rolls.js").Hands} hands
 * @param {string} id
 */
export function showDrill(root, { unit, exercises }, hands, id) {
  const key = `farklegen drill ${unit} ${id}`;
  const body = el("div.drill");
  root.append(body);
  /** @type {Progress} */
  let progress = recall(key) ?? noProgress([]);
  let kept = true;
  /** @param {Progress} found */
  const become = (found) => {
    progress = found;
    kept = keep(key, progress);
  };
  /** @param {number} cost */
  const costs = (cost) => `${cost > 0 && cost < 0.005 ? "less than 0.01" : cost.toFixed(2)} ${unit}`;

  const next = () => {
    if (!progress.queue.length) progress.queue = exercises.map((/** @type {unknown} */ _, /** @type {number} */ at) => at);
    show(exercises[progress.queue[0]]);
  };

  /** @param {any} exercise @param {number} [chosen] place of the answer */
  const show = (exercise, chosen) => {
    const { facts, roll, answers } = exercise;
    const { queue, asked, right, cost } = progress;
    const open = chosen === undefined;
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
              become(answered(progress, answer.cost));
              show(exercise, i);
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
        open ? null : button("button.primary", next, { "data-key": "next", "data-focus": true }, "Next"),
      ),
      el(
        "p.note",
        {},
        asked ? `${right} of ${asked} right (${percent(right / asked, 0)}); ${costs(cost / asked)} lost a question. ` : "",
        kept ? "" : "This browser keeps nothing: progress ends with the page. ",
      ),
      asked ? button("button", () => {
        become(noProgress(queue));
        next();
      }, { "data-key": "forget" }, "Start over") : null,
    );
  };
  next();
}
