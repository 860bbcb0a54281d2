/**
 * Only the result of a turn: quicker where nobody wants advice.
 */

import { button, el } from "./dom.js";
import { points } from "./words.js";

/**
 * The form.
 *
 * @param {import("./match.js").Match} match
 * @param {import("./hands.js").Hands} hands
 * @param {import("./game.js").Game} game
 * @param {import("./match.js").SolvedTurn} turn
 * @param {(end: import("./match.js").End, said: string) => void} ends is told how the turn ended, and the same in words after a name
 */
export function resultForm(match, hands, game, turn, ends) {
  const { unit, dice: all } = match.moves;
  const { takes_bank, takes_farkle, keeps, exact, first_award, later_award } = match.data;
  const input = /** @type {HTMLInputElement} */ (
    el("input", { type: "number", min: unit, step: unit, inputmode: "numeric", id: "result", "data-key": "result" })
  );
  const dice = /** @type {HTMLInputElement | null} */ (
    takes_bank || takes_farkle || later_award
      ? handInput(hands, "result-dice")
      : null
  );
  const problem = el("p.problem", { role: "alert" });
  const left = () => (dice ? Math.min(Math.max(Math.round(Number(dice.value)) || 1, 1), all) : 1);
  const banked = () => {
    const score = Number(input.value);
    if (!(score > 0) || score % unit) {
      problem.textContent = `Give a multiple of ${unit}.`;
      return;
    }
    if (exact && match.goal !== null && game.state.mine + score > match.goal) {
      problem.textContent = "That would pass the goal.";
      return;
    }
    if (!turn.mayBank(score)) {
      problem.textContent = `The rules do not let ${points(score)} be banked now.`;
      return;
    }
    ends({ kind: "bank", score, dice: left() }, `banked ${points(score)}.`);
  };
  /** @param {boolean} first whether with the first roll */
  const farkled = (first) => {
    const lost = !first && (takes_farkle || keeps) ? Math.max(Number(input.value) || 0, 0) : 0;
    ends({ kind: "farkle", score: lost, dice: first ? all : left(), first }, "farkled.");
  };
  const apart = first_award || takes_farkle || keeps;
  return el(
    "details.result",
    {},
    el("summary", {}, "Enter only how the turn ended"),
    el("label", { for: "result" }, takes_farkle || keeps ? "Points of the turn" : "Points banked"),
    input,
    dice ? el("label", { for: "result-dice" }, "Dice left to roll") : null,
    dice,
    el("div.pair", {}, button("button", banked, { "data-key": "banked" }, "Banked"), button("button", () => farkled(true), { "data-key": "farkled" }, apart ? "Farkled with the first roll" : "Farkled"), apart ? button("button", () => farkled(false), { "data-key": "farkled later" }, "Farkled later") : null),
    problem,
  );
}

/** What is left to roll: a number of dice, of different dice one of the hands. @param {import("./hands.js").Hands} hands @param {string} id */
function handInput(hands, id) {
  if (hands.plain) return el("input", { type: "number", min: 1, max: hands.all, value: 1, inputmode: "numeric", id });
  return el("select", { id }, ...Array.from({ length: hands.all }, (_, i) => el("option", { value: i + 1 }, hands.words(i + 1))));
}
