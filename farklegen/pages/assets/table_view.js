/** At the table: tap the dice, read what to set aside and whether to bank, and the score is kept. */

import { button, diceRow, dieButton, el, keep, recall, refill } from "./dom.js";
import { situationForm } from "./situation.js";
import { apart, diceWords, percent, points, why } from "./words.js";

/**
 * A game: who is to move, and where the turn is. Games never change: every tap makes another one, and
 * undoing goes back to the one before.
 *
 * @typedef {object} Game
 * @property {import("./match.js").State} state at the start of the turn, seen by the player to move
 * @property {number} mover 0 is the holder of the page
 * @property {"start" | "roll" | "decide" | "over"} phase
 * @property {number} score turn score
 * @property {number} dice the hand to roll
 * @property {number} hot hot dice that paid a growing bonus
 * @property {boolean} first whether no die of this turn has been rolled
 * @property {number[]} roll dice tapped so far, as they fell
 * @property {number[]} scores of both
 * @property {number | null} won share of the win of the holder of the page, once it is over
 * @property {string} news what happened last
 */

const WHO = ["You", "Opponent"];

/** Choices in view; those of different dice may be some forty. */
const SHOWN = 8;

export class TableView {
  /**
   * @param {HTMLElement} root
   * @param {{match: import("./match.js").Match, rolls: import("./rolls.js").Rolls, id: string}} page
   */
  constructor(root, { match, rolls, id }) {
    this.root = root;
    this.match = match;
    this.rolls = rolls;
    this.hands = rolls.hands;
    this.key = `farklegen table ${id}`;
    /** @type {Game[]} */
    this.history = [this.#recalled()];
    this.turn = match.turn(this.game.state);
    this.body = el("div.table");
    this.root.append(this.body);
    document.addEventListener("keydown", (event) => this.#key(event));
    this.show();
  }

  /** @returns {Game} */
  #recalled() {
    try {
      const found = recall(this.key);
      this.match.turn(found.state);
      return found;
    } catch {
      return this.#begin(this.match.start()); // there is none, or another page kept it
    }
  }

  /** @returns {Game} */
  get game() {
    return this.history[this.history.length - 1];
  }

  /** Go on from the game as it is with these changes. @param {Partial<Game>} changes */
  #go(changes) {
    this.history.push({ ...this.game, news: "", ...changes });
    this.show();
  }

  /** A game at the start of a turn. @param {import("./match.js").State} state @returns {Game} */
  #begin(state, mover = 0, news = "") {
    const scores = mover ? [state.theirs, state.mine] : [state.mine, state.theirs];
    const fresh = { score: 0, dice: this.match.moves.dice, hot: 0, first: true, roll: [], won: null };
    return { state, mover, phase: state.inherit ? "start" : "roll", ...fresh, scores, news };
  }

  /**
   * End the turn.
   *
   * @param {import("./match.js").End["kind"]} kind
   * @param {string} did what the player did, in words
   * @param {Partial<import("./match.js").End>} how what of the end is not as in the game
   */
  #end(kind, did, how = {}) {
    const { state, mover, score, dice, first } = this.game;
    const news = `${WHO[mover]} ${did}.`;
    const after = this.match.after(state, { kind, score, dice, first, ...how });
    if (after.state) return this.#go(this.#begin(after.state, 1 - mover, news));
    const scores = mover ? [after.theirs, after.mine] : [after.mine, after.theirs];
    const share = after.won ?? 0.5;
    this.#go({ phase: "over", roll: [], scores, won: mover ? 1 - share : share, news });
  }

  /** Keys 1 to 6 tap dice. @param {KeyboardEvent} event */
  #key(event) {
    const elsewhere = event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("input, select, dialog");
    if (elsewhere || !/^[1-6]$/.test(event.key) || !this.hands.plain || !this.body.offsetParent) return;
    const face = /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-key="face ${event.key}"]`));
    face?.focus();
    face?.click();
  }

  show() {
    const { game } = this;
    keep(this.key, game);
    if (this.turn.state !== game.state) this.turn = this.match.turn(game.state);
    const phase = {
      start: () => this.#inherit(),
      roll: () => (game.roll.length < this.hands.sizes[game.dice] ? this.#tap() : this.#choose()),
      decide: () => this.#decide(),
      over: () => this.#over(),
    }[game.phase]();
    refill(this.body, this.#scores(), el("p.news", { role: "status", "aria-live": "polite" }, game.news), phase, this.#tools());
  }

  #scores() {
    const { mover, state, won, scores, phase } = this.game;
    const win = won ?? (mover ? 1 - this.#winNow() : this.#winNow());
    const farkles = [state.my_farkles, state.their_farkles];
    const meter = el("span");
    meter.style.width = `${100 * win}%`;
    return el(
      "div.scores",
      {},
      ...[0, 1].map((player) => {
        const moves = phase !== "over" && mover === player;
        const streak = farkles[player === mover ? 0 : 1];
        return button(
          `button.score${moves ? ".moves" : ""}`,
          () => this.#edit(),
          { "data-key": `score ${player}` },
          el("span.who", {}, WHO[player], moves && " · to move"),
          el("span.points", {}, points(scores[player])),
          el("span.unseen", {}, " points, "),
          el("span.win", {}, `wins ${percent(player ? 1 - win : win)}`),
          streak ? el("span.farkles", {}, `${streak} farkle${streak > 1 ? "s" : ""} in a row`) : null,
          el("span.unseen", {}, ". Change the scores"),
        );
      }),
      el("div.meter", { "aria-hidden": "true" }, meter),
    );
  }

  /** The chance to win of the player to move, now. */
  #winNow() {
    const { game, turn } = this;
    if (game.phase === "start") return turn.win;
    const found = game.first ? null : turn.prospect(game);
    if (!found) return turn.fresh;
    return game.phase === "decide" ? found.best : (found.roll ?? found.best);
  }

  /** @param {string} heading @param {...import("./dom.js").Child} children */
  #now(heading, ...children) {
    return el("section.now", {}, el("h3", {}, heading), ...children);
  }

  /** @param {string} words */
  #advice(words) {
    return el("p.advice", { role: "status", "aria-live": "polite" }, words);
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

  /** Take the turn over that was left, or not. */
  #inherit() {
    const { game, turn, hands } = this;
    const { score, dice } = /** @type {{score: number, dice: number}} */ (game.state.inherit);
    const over = turn.taken ?? 0;
    const better = over > turn.fresh * (1 + 1e-10);
    return this.#now(
      `${WHO[game.mover]} may take over ${points(score)} points and roll ${hands.words[dice]}`,
      this.#advice(
        `${better ? "Take over" : "Start afresh"}: that wins ${apart(Math.abs(over - turn.fresh))} games in a hundred more.`,
      ),
      el(
        "div.pair",
        {},
        this.#answer("Take over", over, better, () => this.#go({ phase: "roll", score, dice, first: false }), "take"),
        this.#answer("Start afresh", turn.fresh, !better, () => this.#go({ phase: "roll" }), "fresh"),
      ),
    );
  }

  /** @param {...import("./dom.js").Child} children */
  #roll(...children) {
    const { game, hands } = this;
    const { score, roll } = game;
    return this.#now(
      score ? this.#aside() : `${WHO[game.mover]}: roll ${hands.words[game.dice]}`,
      el(
        "div.tray",
        { role: "group", "aria-label": "Dice rolled; tap one to take it away" },
        ...roll.map((die, i) =>
          dieButton(die, hands, () => this.#go({ roll: roll.filter((_, place) => place !== i) }), "take away", `tray ${i}`),
        ),
        ...Array.from({ length: hands.sizes[game.dice] - roll.length }, () => el("span.slot", { "aria-hidden": "true" })),
      ),
      ...children,
    );
  }

  #aside() {
    return `${points(this.game.score)} points set aside, ${this.hands.words[this.game.dice]} to roll`;
  }

  /** The faces to tap, of each kind of dice that is still to come. */
  #tap() {
    const { game, hands } = this;
    const { dice, roll, first } = game;
    const kinds = hands.each(hands.left(dice, roll)).map(({ kind, count }) => {
      const { name, weights } = hands.kinds[kind];
      const label = `${hands.kinds.length > 1 ? `${name}: ` : ""}${diceWords(count)} to go`;
      const faces = weights.map((weight, i) => {
        const die = 10 * kind + i + 1;
        return dieButton(die, hands, () => this.#go({ roll: [...roll, die] }), "", `face ${die}`, weight === 0);
      });
      return el(
        "div.kind",
        {},
        hands.kinds.length > 1 ? el("p", { "aria-hidden": "true" }, label) : null,
        el("div.faces", { role: "group", "aria-label": `Tap what was rolled: ${label}` }, ...faces),
      );
    });
    if (roll.length) return this.#roll(...kinds);
    return this.#roll(...kinds, first ? this.#result() : button("button", () => this.#end("farkle", "farkled"), { "data-key": "farkled" }, "Farkled"));
  }

  /** Only the result of a turn: quicker where nobody wants advice. */
  #result() {
    const { match, hands, game, turn } = this;
    const { takes_bank, takes_farkle, keeps, exact, first_award, later_award } = match.data;
    const { unit, dice: all } = match.moves;
    const score = el("input", {
      type: "number", required: true, min: unit, step: unit, inputmode: "numeric", id: "result", "data-key": "result",
      max: exact && match.goal !== null && match.goal - game.state.mine,
    });
    const options = Array.from({ length: hands.all }, (_, i) => el("option", { value: i + 1 }, hands.words[i + 1]));
    const left = takes_bank || takes_farkle || later_award ? el("select", { id: "result-dice" }, ...options) : null;
    const dice = () => Number(left?.value ?? 1);
    const problem = el("p.problem", { role: "alert" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const banked = Number(score.value);
      if (turn.mayBank(banked)) this.#end("bank", `banked ${points(banked)}`, { score: banked, dice: dice() });
      else problem.textContent = `The rules do not let ${points(banked)} be banked now.`;
    };
    const later = () => {
      const lost = takes_farkle || keeps ? Math.max(Number(score.value), 0) : 0;
      this.#end("farkle", "farkled", { score: lost, dice: dice(), first: false });
    };
    const apart = first_award || takes_farkle || keeps;
    return el(
      "details.result",
      {},
      el("summary", {}, "Enter only how the turn ended"),
      el(
        "form",
        { submit },
        el("label", {}, takes_farkle || keeps ? "Points of the turn" : "Points banked", score),
        left && el("label", {}, "Dice left to roll", left),
        el(
          "div.pair",
          {},
          el("button", { "data-key": "banked" }, "Banked"),
          button("button", () => this.#end("farkle", "farkled", { dice: all }), { "data-key": "farkled" }, apart ? "Farkled with the first roll" : "Farkled"),
          apart && button("button", later, { "data-key": "farkled later" }, "Farkled later"),
        ),
        problem,
      ),
    );
  }

  /** What a complete roll is, and what may be kept of it, best first. */
  #choose() {
    const { game, turn, hands } = this;
    const roll = this.rolls.look(game.roll);
    if (roll?.fall === "wins") return this.#done("This roll wins at once", "wins", "won at once");
    if (roll?.fall === "disaster") return this.#done("A disaster: the turn and all banked points are lost", "disaster", "lost all points");
    const choices = roll ? this.rolls.choices(roll.ways, game, (now) => turn.prospect(now)) : [];
    if (!choices.length) {
      return this.#done(roll?.ways.length ? "Every scoring would pass the goal: a farkle" : "A farkle: nothing scores", "farkle", "farkled");
    }
    const best = choices[0];
    const second = choices.find((choice) => best.worth.best - choice.worth.best > 1e-9);
    const then = best.worth.banks ? `bank ${points(best.score)}` : `roll ${hands.words[best.dice]}`;
    const items = choices.map(({ keep, points: gain, score, dice, hot, worth }, i) =>
      el(
        "li",
        {},
        button(
          `button.choice${i ? "" : ".best"}`,
          () => this.#go({ phase: "decide", score, dice, hot, first: false, roll: [] }),
          { "data-key": `choice ${i}`, "data-focus": i === 0 },
          diceRow(keep, hands),
          el("span.what", {}, `${points(gain)}, then ${worth.banks ? "bank" : `roll ${hands.brief(dice)}`}`),
          el("span.win", {}, percent(worth.best, 2)),
        ),
      ),
    );
    const more = items.splice(SHOWN);
    return this.#roll(
      this.#advice(
        `Set aside ${hands.text(best.keep)} for ${points(best.points)} and ${then}` +
          (second ? `. Setting aside ${hands.text(second.keep)} would lose ${apart(best.worth.best - second.worth.best)} more games in a hundred.` : "."),
      ),
      el("h4", {}, "What to set aside"),
      el("ul.answers", {}, ...items),
      more.length ? el("details", {}, el("summary", {}, `${more.length} more choices`), el("ul.answers", {}, ...more)) : null,
    );
  }

  /** @param {string} words @param {import("./match.js").End["kind"]} kind @param {string} did */
  #done(words, kind, did) {
    const end = button("button.primary", () => this.#end(kind, did), { "data-key": "done", "data-focus": true }, "End the turn");
    return this.#roll(this.#advice(`${words}.`), end);
  }

  #decide() {
    const { game, match, turn, hands } = this;
    const { score, dice, state } = game;
    const worth = turn.prospect(game);
    if (!worth) return el("p", {}, "This turn score would pass the goal.");
    return this.#now(
      this.#aside(),
      this.#advice(
        why({
          worth,
          dice: hands.words[dice],
          score,
          farkle: this.rolls.data.farkle[dice],
          keeps: match.data.keeps,
          costs: this.#penalty(),
          wins: match.after(state, { kind: "bank", score, dice }).won === 1,
        }),
      ),
      el(
        "div.pair",
        {},
        this.#answer(`Bank ${points(score)}`, worth.bank, worth.banks, () => this.#end("bank", `banked ${points(score)}`), "bank"),
        this.#answer(`Roll ${hands.words[dice]}`, worth.roll, !worth.banks, () => this.#go({ phase: "roll" }), "roll"),
      ),
    );
  }

  /** What one more farkle costs of the banked score. */
  #penalty() {
    const { state } = this.game;
    if (!this.match.completes(state)) return 0;
    const after = this.match.after(state, { kind: "farkle", score: 0, dice: 1 });
    return Math.max(state.mine - after.mine, 0);
  }

  /** @param {string} text @param {number} mover @param {import("./dom.js").Attributes} attributes */
  #newGame(text, mover, attributes) {
    return button("button", () => this.#go(this.#begin(this.match.start(), mover)), attributes, text);
  }

  #over() {
    const { won } = this.game;
    return this.#now(
      won === 1 ? "You have won." : won === 0 ? "The other player has won." : "Level scores: half a win each.",
      el(
        "div.pair",
        {},
        this.#newGame("New game, you begin", 0, { "data-key": "again", "data-focus": true, class: "primary" }),
        this.#newGame("New game, they begin", 1, { "data-key": "again other" }),
      ),
    );
  }

  #tools() {
    const undo = () => {
      this.history.pop();
      this.show();
    };
    return el(
      "div.tools",
      {},
      button("button", undo, { disabled: this.history.length < 2, "data-key": "undo" }, "Undo"),
      button("button", () => this.#edit(), { "data-key": "edit" }, "Set the scores"),
      this.game.phase === "over" ? null : this.#newGame("New game", 0, { "data-key": "new" }),
    );
  }

  #edit() {
    const { game, match } = this;
    const mover = el("select", { id: "edit-mover" }, ...WHO.map((name, i) => el("option", { value: i, selected: i === game.mover }, name)));
    const form = situationForm(match, game.phase === "over" ? match.start() : game.state, "edit");
    const problem = el("p.problem", { role: "alert" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const state = form.read();
      if (typeof state === "string") problem.textContent = state;
      else {
        dialog.close();
        this.#go(this.#begin(state, Number(mover.value)));
      }
    };
    const dialog = el(
      "dialog",
      { "aria-labelledby": "edit-title", close: () => dialog.remove() },
      el(
        "form",
        { submit },
        el("h3", { id: "edit-title" }, "How the game stands"),
        el("div.field", {}, el("label", { for: "edit-mover" }, "To move"), mover),
        form.element,
        problem,
        el("div.pair", {}, el("button.primary", {}, "Done"), button("button", () => dialog.close(), {}, "Cancel")),
      ),
    );
    this.root.append(dialog);
    dialog.showModal();
  }
}
