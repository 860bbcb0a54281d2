/**
 * The explorer: any scores by sliders, the whole turn as a coloured table, and where to bank over
 * both scores.
 */

import { button, el } from "./dom.js";
import { prospect } from "./prospect.js";
import { situationForm } from "./situation.js";
import { percent, points } from "./words.js";

const ROWS = 24;
const GRID = 41;
/** Milliseconds of work at a time, so that the page stays quick to answer. */
const SLICE = 12;

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
    this.regions = new Regions(match, hands, (mine, theirs) => this.#jump(mine, theirs));
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
        this.regions.element,
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

  /** @param {number} mine @param {number} theirs */
  #jump(mine, theirs) {
    for (const [name, value] of [["mine", mine], ["theirs", theirs]]) {
      const input = /** @type {HTMLInputElement} */ (this.form.element.querySelector(`#explore-${name}`));
      input.value = String(value);
      input.dispatchEvent(new Event("input"));
    }
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
    const reached = this.match.reachable(turn);
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
        const worth = reached[row * columns + n - 1] ? prospect(turn, row, n - 1) : null;
        paint(cell, worth, row === 0);
      }
    }
    for (let i = 0; i < body.children.length; i++) /** @type {HTMLElement} */ (body.children[i]).hidden = i >= shown;
    this.regions.around(this.state);
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

/** @param {HTMLTableCellElement} cell @param {import("./prospect.js").Prospect | null} worth @param {boolean} start */
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

/** Where to bank, over both scores: filled in from coarse to fine while nothing else is done. */
class Regions {
  /**
   * @param {import("./match.js").Match} match
   * @param {import("./hands.js").Hands} hands
   * @param {(mine: number, theirs: number) => void} jump
   */
  constructor(match, hands, jump) {
    this.match = match;
    this.hands = hands;
    this.jump = jump;
    const { data, moves } = match;
    this.unit = data.unit;
    this.most = (match.goal ?? data.extent * data.unit) - data.unit;
    const units = Math.floor(this.most / this.unit);
    this.side = Math.min(GRID, units + 1);
    /** Scores of the grid. */
    this.scores = Array.from({ length: this.side }, (_, i) => Math.round((i * units) / Math.max(this.side - 1, 1)) * this.unit);
    this.context = -1;
    /** Decisions of each place, one for each row and number of dice: 1 bank, 2 roll. @type {(Uint8Array | null)[]} */
    this.found = [];
    this.timer = 0;
    this.state = match.start();
    const rows = Math.min(Math.ceil((this.most + this.unit) / moves.unit), 100);
    this.rows = rows;
    const id = "regions";
    this.dice = /** @type {HTMLInputElement} */ (el("input", { type: "range", id: `${id}-dice`, min: 1, max: moves.dice, value: Math.min(3, moves.dice), input: () => this.draw() }));
    const usual = Math.min(Math.round(400 / moves.unit) || 4, rows - 1);
    this.score = /** @type {HTMLInputElement} */ (el("input", { type: "range", id: `${id}-score`, min: moves.unit, max: (rows - 1) * moves.unit, step: moves.unit, value: usual * moves.unit, input: () => this.draw() }));
    this.diceOut = el("output", { for: `${id}-dice` });
    this.scoreOut = el("output", { for: `${id}-score` });
    this.canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { role: "img", width: this.side * 8, height: this.side * 8 }));
    this.canvas.addEventListener("pointerdown", (event) => this.#point(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    const scores = `0 to ${points(this.most)} →`;
    this.words = el("p.note", { role: "status" });
    this.element = el(
      "section.regions",
      {},
      el("h3", {}, "Where to bank, over both scores"),
      el("div.situation", {},
        el("div.field", {}, el("label", { for: `${id}-dice` }, "Dice to roll"), this.diceOut, this.dice),
        el("div.field", {}, el("label", { for: `${id}-score` }, "Turn score"), this.scoreOut, this.score),
      ),
      el("div.map", {}, el("span.y", {}, `other player, ${scores}`), this.canvas, el("span.x", {}, `player to move, ${scores}`)),
      this.words,
    );
  }

  /** @param {import("./match.js").State} state */
  around(state) {
    this.state = state;
    if (state.context !== this.context) {
      this.context = state.context;
      this.found = new Array(this.side * this.side).fill(null);
      this.#begin();
    }
    this.draw();
  }

  /** Work through the grid, every eighth place first. */
  #begin() {
    clearTimeout(this.timer);
    /** @type {number[]} */
    const order = [];
    for (const step of [8, 4, 2, 1]) {
      for (let y = 0; y < this.side; y += step) {
        for (let x = 0; x < this.side; x += step) {
          if (step < 8 && y % (2 * step) === 0 && x % (2 * step) === 0) continue;
          order.push(y * this.side + x);
        }
      }
    }
    let next = 0;
    const work = () => {
      if (!this.canvas.offsetParent) {
        this.timer = window.setTimeout(work, 400); // nobody looks
        return;
      }
      const until = performance.now() + SLICE;
      while (next < order.length && performance.now() < until) this.#solve(order[next++]);
      this.draw();
      if (next < order.length) this.timer = window.setTimeout(work, 8);
    };
    this.timer = window.setTimeout(work, 60);
  }

  /** @param {number} place */
  #solve(place) {
    const mine = this.scores[place % this.side];
    const theirs = this.scores[Math.floor(place / this.side)];
    const { on_board, their_on_board } = this.match.data.contexts[this.context];
    const boards = { on_board: on_board || !this.match.offBoard(mine), their_on_board: their_on_board || !this.match.offBoard(theirs) };
    const state = { ...this.match.start(), mine, theirs, context: this.match.context(this.context, boards) };
    const decisions = new Uint8Array(this.rows * this.match.moves.dice);
    this.found[place] = decisions;
    const turn = this.match.turn(state);
    for (let row = 1; row < this.rows; row++) {
      for (let n = 0; n < this.match.moves.dice; n++) {
        const worth = prospect(turn, row, n);
        decisions[row * this.match.moves.dice + n] = worth === null ? 0 : worth.banks ? 1 : 2;
      }
    }
  }

  draw() {
    const { side, canvas } = this;
    const dice = Number(this.dice.value);
    const score = Number(this.score.value);
    const row = Math.round(score / this.match.moves.unit);
    this.diceOut.textContent = this.hands.brief(dice);
    this.scoreOut.textContent = points(score);
    const context = canvas.getContext("2d");
    if (!context) return;
    const style = getComputedStyle(canvas);
    const colours = ["--empty", "--bank", "--roll"].map((name) => style.getPropertyValue(name).trim());
    const size = canvas.width / side;
    let banks = 0;
    let known = 0;
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const found = this.#near(x, y);
        const what = found ? found[row * this.match.moves.dice + dice - 1] : 0;
        if (what) known++;
        if (what === 1) banks++;
        context.fillStyle = colours[what];
        context.fillRect(x * size, (side - 1 - y) * size, size + 0.5, size + 0.5);
      }
    }
    const x = (this.state.mine / Math.max(this.most, 1)) * (side - 1) + 0.5;
    const y = (Math.min(this.state.theirs, this.most) / Math.max(this.most, 1)) * (side - 1) + 0.5;
    context.beginPath();
    context.arc(x * size, (side - y) * size, 7, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = style.getPropertyValue("--ink").trim();
    context.stroke();
    const words = known
      ? `With ${points(score)} points and ${this.hands.words(dice)} to roll: bank at ${percent(banks / known, 0)} of the pairs of scores, else roll.`
      : "Being worked out.";
    this.words.textContent = words;
    canvas.setAttribute("aria-label", words);
  }

  /** The decisions at a place, or at one nearby where it is not known yet. @param {number} x @param {number} y */
  #near(x, y) {
    for (const step of [1, 2, 4, 8]) {
      const found = this.found[(y - (y % step)) * this.side + (x - (x % step))];
      if (found) return found;
    }
    return null;
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const box = this.canvas.getBoundingClientRect();
    const at = (/** @type {number} */ share) => this.scores[Math.min(Math.max(Math.floor(share * this.side), 0), this.side - 1)];
    this.jump(at((event.clientX - box.left) / box.width), at(1 - (event.clientY - box.top) / box.height));
  }
}
