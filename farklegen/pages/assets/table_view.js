/**
 * At the table: tap the dice, read what to keep and whether to bank, and the score is kept.
 */

import { button, dieButton, el, refill } from "./dom.js";
import {
  bank, beginTurn, chanceOfHolder, endTurn, newGame, removeDie, rollOn, setAside, startAfresh, takeOver, tapDie,
} from "./game.js";
import { keep, recall } from "./kept.js";
import { choiceList, facesToTap } from "./roll_view.js";
import { resultForm } from "./result_form.js";
import { situationForm } from "./situation.js";
import { reachChance } from "./turn.js";
import { apart, percent, points, why } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

const WHO = ["You", "Opponent"];
const UNDO = 200;

export class TableView {
  /**
   * @param {HTMLElement} root
   * @param {{match: import("./match.js").Match, rolls: import("./rolls.js").Rolls, rules: any, id: string}} page
   */
  constructor(root, { match, rolls, rules, id }) {
    this.root = root;
    this.match = match;
    this.rolls = rolls;
    this.hands = rolls.hands;
    this.rules = rules;
    this.key = `farklegen table ${id}`;
    /** @type {Game[]} */
    this.history = this.#recalled();
    /** @type {{key: string, turn: import("./match.js").SolvedTurn} | null} */
    this.known = null;
    this.body = el("div.table");
    this.root.append(this.body);
    document.addEventListener("keydown", (event) => this.#key(event));
    this.show();
  }

  /** @returns {Game[]} */
  #recalled() {
    const found = recall(this.key);
    if (found && typeof found === "object" && found.state) {
      try {
        this.match.turn(found.state);
        return [found];
      } catch {
        // another page kept it: begin anew
      }
    }
    return [newGame(this.match)];
  }

  /** @returns {Game} */
  get game() {
    return this.history[this.history.length - 1];
  }

  /** @param {Game} game */
  #go(game) {
    this.history.push(game);
    if (this.history.length > UNDO) this.history.shift();
    this.show();
  }

  /** Keys 1 to 6 tap dice. @param {KeyboardEvent} event */
  #key(event) {
    const elsewhere = event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("input, select, dialog");
    if (elsewhere || !/^[1-6]$/.test(event.key) || !this.hands.plain || !this.body.offsetParent) return;
    const face = /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-key="face ${event.key}"]`));
    face?.focus();
    face?.click();
  }

  #undo() {
    if (this.history.length > 1) this.history.pop();
    this.show();
  }

  #turn() {
    const key = JSON.stringify(this.game.state);
    if (this.known?.key !== key) this.known = { key, turn: this.match.turn(this.game.state) };
    return this.known.turn;
  }

  show() {
    const { game } = this;
    keep(this.key, game);
    const turn = game.phase === "over" ? null : this.#turn();
    refill(
      this.body,
      this.#scores(turn),
      el("p.said", { role: "status", "aria-live": "polite" }, game.said),
      turn ? this.#phase(turn) : this.#over(),
      this.#tools(),
    );
  }

  /** @param {import("./match.js").SolvedTurn | null} turn */
  #scores(turn) {
    const { game } = this;
    const win = turn ? chanceOfHolder(game, this.#winNow(turn)) : (game.won ?? 0);
    const shares = [win, 1 - win];
    const context = this.match.data.contexts[game.state.context];
    const farkles = game.mover === 0
      ? [context.my_farkles, context.their_farkles]
      : [context.their_farkles, context.my_farkles];
    return el(
      "div.scores",
      {},
      ...[0, 1].map((player) =>
        button(
          `button.score${game.phase !== "over" && game.mover === player ? ".moves" : ""}`,
          () => this.#edit(),
          { "data-key": `score ${player}` },
          el("span.who", {}, WHO[player], game.phase !== "over" && game.mover === player ? " · to move" : ""),
          el("span.points", {}, points(game.scores[player])),
          el("span.unseen", {}, " points, "),
          el("span.win", {}, `wins ${percent(shares[player])}`),
          this.rules.streak && farkles[player]
            ? el("span.farkles", {}, `${farkles[player]} farkle${farkles[player] > 1 ? "s" : ""} in a row`)
            : null,
          el("span.unseen", {}, ". Change the scores"),
        ),
      ),
      this.#meter(shares[0]),
    );
  }

  /** @param {number} share */
  #meter(share) {
    const meter = el("div.meter", { "aria-hidden": "true" }, el("span"));
    /** @type {HTMLElement} */ (meter.firstChild).style.width = `${100 * share}%`;
    return meter;
  }

  /** The chance to win of the player to move, now. @param {import("./match.js").SolvedTurn} turn */
  #winNow(turn) {
    const { game } = this;
    if (game.phase === "start") return turn.win;
    if (game.first) return turn.fresh;
    const found = turn.prospect(game);
    if (!found) return turn.fresh;
    return game.phase === "decide" ? found.best : (found.roll ?? found.best);
  }

  /** @param {import("./match.js").SolvedTurn} turn */
  #phase(turn) {
    const { game } = this;
    if (game.phase === "start") return this.#inherit(turn);
    if (game.phase === "decide") return this.#decide(turn);
    return this.#roll(turn);
  }

  /** @param {import("./match.js").SolvedTurn} turn */
  #inherit(turn) {
    const { game } = this;
    const taken = /** @type {{score: number, dice: number}} */ (game.state.inherit);
    const over = turn.taken ?? 0;
    const better = over > turn.fresh * (1 + 1e-10);
    return el(
      "section.now",
      {},
      el("h3", {}, `${this.#name()} may take over ${points(taken.score)} points and roll ${this.hands.words(taken.dice)}`),
      this.#advice(
        `${better ? "Take over" : "Start afresh"}: that wins ${apart(Math.abs(over - turn.fresh))} games in a hundred more.`,
      ),
      el(
        "div.pair",
        {},
        this.#answer("Take over", over, better, () => this.#go(takeOver(game)), "take"),
        this.#answer("Start afresh", turn.fresh, !better, () => this.#go(startAfresh(game)), "fresh"),
      ),
    );
  }

  /** @param {string} words @param {number | null} chance @param {boolean} best @param {() => void} click @param {string} key */
  #answer(words, chance, best, click, key) {
    return button(
      `button.answer${best ? ".best" : ""}`,
      click,
      { disabled: chance === null, "data-key": key, "data-focus": best },
      el("span", {}, words),
      el("span.win", {}, chance === null ? "not allowed" : `wins ${percent(chance, 2)}`),
      best ? el("span.tag", {}, "best") : null,
    );
  }

  /** @param {import("./match.js").SolvedTurn} turn */
  #roll(turn) {
    const { game } = this;
    const missing = this.hands.size(game.dice) - game.roll.length;
    const heading = game.score
      ? `${points(game.score)} points set aside, ${this.hands.words(game.dice)} to roll`
      : `${this.#name()}: roll ${this.hands.words(game.dice)}`;
    return el(
      "section.now",
      {},
      el("h3", {}, heading),
      el(
        "div.tray",
        { role: "group", "aria-label": "Dice rolled; tap one to take it away" },
        ...game.roll.map((die, i) =>
          dieButton(die, this.hands, () => this.#go(removeDie(game, i)), "take away", `tray ${i}`),
        ),
        ...Array.from({ length: missing }, () => el("span.slot", { "aria-hidden": "true" })),
      ),
      ...(missing ? facesToTap(game, this.hands, (die) => this.#go(tapDie(game, die, this.hands.size(game.dice)))) : [this.#found(turn)]),
      !game.roll.length && !game.first
        ? button("button", () => this.#go(endTurn(this.match, game, { kind: "farkle", score: game.score, dice: game.dice }, `${this.#name()} farkled.`)), { "data-key": "farkled" }, "Farkled")
        : null,
      !game.roll.length && game.first ? resultForm(this.match, this.hands, game, turn, (end, said) => this.#go(endTurn(this.match, game, end, `${this.#name()} ${said}`))) : null,
    );
  }

  /** What a complete roll is. @param {import("./match.js").SolvedTurn} turn */
  #found(turn) {
    const { game } = this;
    const roll = this.rolls.look(game.roll);
    const who = this.#name();
    if (roll?.fall === "wins") {
      return this.#done("This roll wins at once", { kind: "wins", score: game.score, dice: game.dice }, `${who} won at once.`);
    }
    if (roll?.fall === "disaster") {
      return this.#done(
        "A disaster: the turn and all banked points are lost",
        { kind: "disaster", score: game.score, dice: game.dice },
        `${who} lost all points.`,
      );
    }
    const choices = roll ? this.rolls.choices(roll.ways, game, (now) => turn.prospect(now)) : [];
    if (!choices.length) {
      const words = roll?.ways.length ? "Every scoring would pass the goal: a farkle" : "A farkle: nothing scores";
      return this.#done(words, { kind: "farkle", score: game.score, dice: game.dice, first: game.first }, `${who} farkled.`);
    }
    const best = choices[0];
    const second = choices.find((choice) => best.worth.best - choice.worth.best > 1e-9);
    const then = best.worth.banks ? `bank ${points(best.score)}` : `roll ${this.hands.words(best.dice)}`;
    return el(
      "div.choices",
      {},
      this.#advice(
        `Keep ${this.hands.text(best.keep)} for ${points(best.points)} and ${then}` +
          (second ? `. Keeping ${this.hands.text(second.keep)} would lose ${apart(best.worth.best - second.worth.best)} more games in a hundred.` : "."),
      ),
      ...choiceList(choices, this.hands, (choice) => this.#go(setAside(game, choice))),
    );
  }

  /** @param {string} words @param {import("./match.js").End} end @param {string} said */
  #done(words, end, said) {
    return el(
      "div.choices",
      {},
      this.#advice(`${words}.`),
      button("button.primary", () => this.#go(endTurn(this.match, this.game, end, said)), { "data-key": "done", "data-focus": true }, "End the turn"),
    );
  }

  /** @param {import("./match.js").SolvedTurn} turn */
  #decide(turn) {
    const { game, match } = this;
    const worth = turn.prospect(game);
    if (!worth) return el("p", {}, "This turn score would pass the goal.");
    const bankedEnd = match.after(game.state, { kind: "bank", score: game.score, dice: game.dice });
    return el(
      "section.now",
      {},
      el("h3", {}, `${points(game.score)} points set aside, ${this.hands.words(game.dice)} to roll`),
      this.#advice(
        why({
          worth,
          dice: this.hands.words(game.dice),
          one: this.hands.size(game.dice) === 1,
          score: game.score,
          farkle: this.rules.farkle[game.dice],
          keeps: this.rules.keeps_turn_score,
          costs: this.#penalty(),
          theirs: this.#theirChance(),
          wins: bankedEnd.won === 1,
          last: match.isLastTurn(game.state),
        }),
      ),
      el(
        "div.pair",
        {},
        this.#answer(`Bank ${points(game.score)}`, worth.bank, worth.banks, () => this.#go(bank(match, game, this.#name())), "bank"),
        this.#answer(`Roll ${this.hands.words(game.dice)}`, worth.roll, !worth.banks, () => this.#go(rollOn(game)), "roll"),
      ),
    );
  }

  /** What one more farkle costs of the banked score. */
  #penalty() {
    const { data } = this.match;
    const { state } = this.game;
    if (!this.rules.streak || !data.completes[state.context]) return 0;
    const after = this.match.after(state, { kind: "farkle", score: 0, dice: 1 });
    return Math.max(state.mine - after.mine, 0);
  }

  /** The best chance of the other player to reach the goal with the next turn; null where rules make
   * that another question. */
  #theirChance() {
    const { match, game } = this;
    const { exact, takes_bank, takes_farkle, multiple_of, rolled_on, keeps } = match.data;
    if (match.goal === null || exact || takes_bank || takes_farkle || rolled_on.length || keeps) return null;
    if (match.moves.unit % multiple_of) return null;
    const { their_on_board } = match.data.contexts[game.state.context];
    const least = match.data.least[their_on_board ? 0 : 1];
    const rows = Math.max(Math.ceil((match.goal - game.state.theirs) / match.moves.unit), least);
    return rows > 250 ? 0 : reachChance(match.moves, rows);
  }

  /** @param {string} words */
  #advice(words) {
    return el("p.advice", { role: "status", "aria-live": "polite" }, words);
  }

  #name() {
    return WHO[this.game.mover];
  }

  #over() {
    const { won } = this.game;
    const words = won === 1 ? "You have won." : won === 0 ? "The other player has won." : "Level scores: half a win each.";
    return el(
      "section.now",
      {},
      el("h3", {}, words),
      el(
        "div.pair",
        {},
        button("button.primary", () => this.#go(newGame(this.match, 0)), { "data-key": "again", "data-focus": true }, "New game, you begin"),
        button("button", () => this.#go(newGame(this.match, 1)), { "data-key": "again other" }, "New game, they begin"),
      ),
    );
  }

  #tools() {
    return el(
      "div.tools",
      {},
      button("button", () => this.#undo(), { disabled: this.history.length < 2, "data-key": "undo" }, "Undo"),
      button("button", () => this.#edit(), { "data-key": "edit" }, "Set the scores"),
      this.game.phase === "over" ? null : button("button", () => this.#go(newGame(this.match, 0)), { "data-key": "new" }, "New game"),
    );
  }

  #edit() {
    const { game, match } = this;
    const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "edit-title" }));
    const mover = /** @type {HTMLSelectElement} */ (
      el("select", { id: "edit-mover" }, el("option", { value: 0 }, "You"), el("option", { value: 1 }, "Opponent"))
    );
    mover.value = String(game.mover);
    const form = situationForm(match, this.rules, game.phase === "over" ? match.start() : game.state, "edit");
    const problem = el("p.problem", { role: "alert" });
    const done = () => {
      const state = form.read();
      if (typeof state === "string") {
        problem.textContent = state;
        return;
      }
      dialog.close();
      this.#go(beginTurn(match, state, mover.value === "1" ? 1 : 0, ""));
    };
    dialog.append(
      el("h3", { id: "edit-title" }, "How the game stands"),
      el("div.field", {}, el("label", { for: "edit-mover" }, "To move"), mover),
      form.element,
      problem,
      el("div.pair", {}, button("button.primary", done, {}, "Done"), button("button", () => dialog.close(), {}, "Cancel")),
    );
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault(); // else the button that gets the focus back is pressed
      done();
    });
    this.root.append(dialog);
    dialog.showModal();
  }
}
