/**
 * A roll at the table: the faces to tap, and what may be kept.
 */

import { button, diceRow, dieButton, el } from "./dom.js";
import { diceWords, percent, points } from "./words.js";

/** Choices in view; those of different dice may be some forty. */
const SHOWN = 8;

/**
 * The faces to tap, of each kind of dice that is still to come.
 *
 * @param {import("./game.js").Game} game
 * @param {import("./hands.js").Hands} hands
 * @param {(die: number) => void} tap
 */
export function facesToTap(game, hands, tap) {
  return hands.each(hands.left(game.dice, game.roll)).map(({ kind, count }) => {
    const { name, weights } = hands.kinds[kind];
    const which = hands.kinds.length === 1 ? "" : name;
    const label = which ? `${which}: ${diceWords(count)} to go` : `${diceWords(count)} to go`;
    return el(
      "div.kind",
      {},
      which ? el("p", { "aria-hidden": "true" }, label) : null,
      el(
        "div.faces",
        { role: "group", "aria-label": `Tap what was rolled: ${label}` },
        ...weights.map((weight, i) => {
          const die = 10 * kind + i + 1;
          return dieButton(die, hands, () => tap(die), "", `face ${die}`, weight === 0);
        }),
      ),
    );
  });
}

/**
 * What may be kept, best first.
 *
 * @param {readonly import("./rolls.js").Choice[]} choices
 * @param {import("./hands.js").Hands} hands
 * @param {(choice: import("./rolls.js").Choice) => void} choose
 * @returns {HTMLElement[]}
 */
export function choiceList(choices, hands, choose) {
  const items = choices.map((choice, i) =>
    el(
      "li",
      {},
      button(
        `button.choice${i ? "" : ".best"}`,
        () => choose(choice),
        { "data-key": `choice ${i}`, "data-focus": i === 0 },
        diceRow(choice.keep, hands),
        el("span.what", {}, `${points(choice.points)}, then ${choice.worth.banks ? "bank" : `roll ${hands.brief(choice.dice)}`}`),
        el("span.win", {}, percent(choice.worth.best, 2)),
      ),
    ),
  );
  const list = [el("h4", {}, "What to keep"), el("ul", {}, ...items.slice(0, SHOWN))];
  if (items.length > SHOWN) {
    list.push(el("details", {}, el("summary", {}, `${items.length - SHOWN} more choices`), el("ul", {}, ...items.slice(SHOWN))));
  }
  return list;
}
