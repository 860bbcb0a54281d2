/** The explorer: any scores by sliders, and the whole turn as a coloured table. */

import { button, el } from "./dom.js";
import { situationForm } from "./situation.js";
import { percent, points } from "./words.js";

const ROWS = 24;

export class ExplorerView {
  /**
   * @param {HTMLElement} root
   * @param {{match: import("./match.js").Match, hands: import("./hands.js").Hands, rules: any}} page
   */
  constructor(root, { match, hands, rules }) {
    this.match = match;
    this.hands = hands;
    this.rules = rules;
    this.state = match.start();
    this.rows = ROWS;
    this.columns = match.moves.dice;
    this.asked = 0;
    this.problem = el("p.problem", { role: "alert" });
    this.facts = el("p.advice", { role: "status" });
    this.form = situationForm(match, rules, this.state, "explore", { sliders: true, changed: () => this.#changed() });
    /** @type {HTMLTableCellElement[][]} */
    this.cells = [];
    this.table = this.#table();
    this.more = button("button", () => this.#showMore(), {}, "Show higher turn scores");
    root.append(
      el(
        "div.explorer",
        {},
        el("div.top", {}, this.form.element, this.problem, this.facts),
        el(
          "div.whole",
          {},
          el("div.legend", { "aria-hidden": "true" }, el("span.key.roll", {}, "R: roll"), el("span.key.bank", {}, "B: bank"), "the stronger, the more it matters"),
          el("div.wide", { tabindex: 0, role: "region", "aria-label": "The whole turn" }, this.table),
          this.more,
        ),
      ),
    );
    this.show();
  }

  #table() {
    const dice = this.columns;
    const head = el("tr", {}, el("th", { scope: "col" }, "turn score"));
    for (let n = dice; n > 0; n--) head.append(el("th", { scope: "col" }, this.hands.words(n)));
    this.tbody = el("tbody");
    return el("table.turn", {}, el("caption", {}, "Bank (B) or roll (R), and by how many percentage points of the chance to win"), el("thead", {}, head), this.tbody);
  }

  #showMore() {
    this.rows = this.rows === ROWS ? Infinity : ROWS;
    this.more.textContent = this.rows === ROWS ? "Show higher turn scores" : "Show fewer turn scores";
    this.show();
  }

  #changed() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      const state = this.form.read();
      this.problem.textContent = typeof state === "string" ? state : "";
      if (typeof state === "string") return;
      this.state = state;
      this.show();
    });
  }

  show() {
    const begun = performance.now();
    const turn = this.match.turn(this.state);
    const taken = performance.now() - begun;
    const { win, fresh } = turn;
    const over = turn.taken;
    this.facts.textContent =
      `The player to move wins ${percent(win, 2)}` +
      (over === null ? "." : `: taking over ${percent(over, 2)}, starting afresh ${percent(fresh, 2)}.`);
    this.facts.dataset.milliseconds = taken.toFixed(2);
    const reached = turn.reachable();
    const { columns } = turn.solved;
    const high = Math.min(reached.length / columns, turn.shown, turn.goalRow + 1);
    const last = Math.min(high, this.rows);
    this.more.hidden = high <= ROWS;
    const unit = this.match.moves.unit;
    const body = /** @type {HTMLElement} */ (this.tbody);
    let shown = 0;
    for (let row = 0; row < last; row++) {
      let any = false;
      for (let n = 0; n < this.columns; n++) any = any || reached[row * columns + n] > 0;
      if (!any) continue;
      const line = this.#line(shown++);
      line[0].textContent = points(row * unit);
      for (let n = this.columns; n > 0; n--) {
        const cell = line[1 + this.columns - n];
        const worth = reached[row * columns + n - 1] ? turn.at(row, n - 1) : null;
        paint(cell, worth, row === 0);
      }
    }
    for (let i = 0; i < body.children.length; i++) /** @type {HTMLElement} */ (body.children[i]).hidden = i >= shown;
  }

  /** The cells of a line of the table, made if there is none yet. @param {number} at */
  #line(at) {
    if (at === this.cells.length) {
      const head = /** @type {HTMLTableCellElement} */ (el("th", { scope: "row" }));
      const cells = Array.from({ length: this.columns }, () => /** @type {HTMLTableCellElement} */ (el("td")));
      this.cells.push([head, ...cells]);
      /** @type {HTMLElement} */ (this.tbody).append(el("tr", {}, head, ...cells));
    }
    return this.cells[at];
  }
}

/** @param {HTMLTableCellElement} cell @param {import("./match.js").Prospect | null} worth @param {boolean} start */
function paint(cell, worth, start) {
  if (worth === null) {
    cell.className = "";
    cell.textContent = "";
    return;
  }
  const { bank, roll, banks, best } = worth;
  const margin = bank === null || roll === null ? null : Math.abs(bank - roll);
  const strength = margin === null ? 0 : margin >= 0.1 ? 4 : margin >= 0.03 ? 3 : margin >= 0.01 ? 2 : margin >= 0.002 ? 1 : 0;
  cell.className = `${banks ? "bank" : "roll"} s${strength}`;
  cell.textContent = margin === null || start ? (banks ? "B" : "R") : `${banks ? "B" : "R"} ${(100 * margin).toFixed(margin < 0.0995 ? 1 : 0)}`;
  cell.title = `wins ${percent(best, 3)}` + (bank === null ? "" : `; bank ${percent(bank, 3)}`) + (roll === null ? "" : `; roll ${percent(roll, 3)}`);
}
