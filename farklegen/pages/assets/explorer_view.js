/** The explorer: any scores by sliders, and the whole turn as a coloured table. */

import { button, el } from "./dom.js";
import { situationForm } from "./situation.js";
import { percent, points } from "./words.js";

const ROWS = 24;

/**
 * @param {HTMLElement} root
 * @param {{match: import("./match.js").Match, hands: import("./rolls.js").Hands}} page
 */
export function showExplorer(root, { match, hands }) {
  let state = match.start();
  let rows = ROWS;
  let asked = 0;
  const problem = el("p.problem", { role: "alert" });
  const facts = el("p.advice", { role: "status" });
  const body = el("tbody");
  const more = button("button", () => {
    rows = rows === ROWS ? Infinity : ROWS;
    show();
  });
  const dice = Array.from({ length: match.moves.dice }, (_, i) => match.moves.dice - i);

  const show = () => {
    const turn = match.turn(state);
    const { win, fresh, taken } = turn;
    facts.textContent =
      `The player to move wins ${percent(win, 2)}` +
      (taken === null ? "." : `: taking over ${percent(taken, 2)}, starting afresh ${percent(fresh, 2)}.`);
    const reached = turn.reachable();
    const { columns } = turn.solved;
    const high = Math.min(reached.length / columns, turn.goalRow + 1);
    more.hidden = high <= ROWS;
    more.textContent = rows === ROWS ? "Show higher turn scores" : "Show fewer turn scores";
    const lines = [];
    for (let row = 0; row < Math.min(high, rows); row++) {
      const worths = dice.map((n) => (reached[row * columns + n - 1] ? turn.at(row, n - 1) : null));
      if (worths.every((worth) => !worth)) continue;
      lines.push(el("tr", {}, el("th", { scope: "row" }, points(row * match.moves.unit)), ...worths.map((worth) => cell(worth, row === 0))));
    }
    body.replaceChildren(...lines);
  };

  const changed = () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      const found = form.read();
      problem.textContent = typeof found === "string" ? found : "";
      if (typeof found === "string") return;
      state = found;
      show();
    });
  };
  const form = situationForm(match, state, "explore", { sliders: true, changed });
  const heads = ["turn score", ...dice.map((n) => hands.words[n])].map((text) => el("th", { scope: "col" }, text));
  root.append(
    el("div.top", {}, form.element, problem, facts),
    el("p.legend", {}, el("span.key.roll", {}, "R: roll"), el("span.key.bank", {}, "B: bank"), "The number says how many more games in 100 that wins."),
    el("div.wide", { tabindex: 0, role: "region", "aria-label": "The whole turn" }, el("table.turn", {}, el("thead", {}, el("tr", {}, ...heads)), body)),
    more,
  );
  show();
}

/** @param {import("./match.js").Prospect | null} worth @param {boolean} start */
function cell(worth, start) {
  if (!worth) return el("td");
  const { bank, roll, banks, best } = worth;
  const margin = bank === null || roll === null ? 0 : Math.abs(bank - roll);
  const by = bank === null || roll === null || start ? "" : ` ${(100 * margin).toFixed(margin < 0.0995 ? 1 : 0)}`;
  const title = `wins ${percent(best, 3)}` + (bank === null ? "" : `; bank ${percent(bank, 3)}`) + (roll === null ? "" : `; roll ${percent(roll, 3)}`);
  const made = el(`td.${banks ? "bank" : "roll"}`, { title }, (banks ? "B" : "R") + by);
  made.style.setProperty("--strength", `${Math.min(10 + 130 * Math.sqrt(margin), 50)}%`);
  return made;
}
