/**
 * Fields for how a game stands at the start of a turn: only those that the rules tell apart.
 */

import { el } from "./dom.js";
import { reachable } from "./turn.js";

/**
 * @param {import("./match.js").Match} match
 * @param {any} rules
 * @param {import("./match.js").State} state
 * @param {string} id begins the ids of the fields
 * @param {{sliders?: boolean, changed?: () => void}} how
 * @returns {{element: HTMLElement, read: () => import("./match.js").State | string}}
 */
export function situationForm(match, rules, state, id, { sliders = false, changed = () => {} } = {}) {
  const { data } = match;
  const unit = data.unit;
  const context = data.contexts[state.context];
  const most = (match.goal ?? data.extent * unit) - unit;
  const least = data.lowest * unit;
  /** @type {[string, HTMLElement][]} */
  const fields = [];
  /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
  const inputs = {};
  /** @param {string} name */
  const number = (name) => (inputs[name] ? Number(inputs[name].value) : 0);
  /** @param {string} name @param {string} label @param {HTMLElement} input */
  const add = (name, label, input) => {
    input.id = `${id}-${name}`;
    input.addEventListener("input", changed);
    inputs[name] = /** @type {HTMLInputElement} */ (input);
    fields.push([label, input]);
  };
  /** @param {number} value @param {number} high */
  const score = (value, high) =>
    el("input", { type: sliders ? "range" : "number", min: least, max: high, step: unit, value, inputmode: "numeric" });
  const beyond = data.has_last_turn ? Math.max(state.theirs, most + 40 * unit) : most;
  add("mine", "Score of the player to move", score(state.mine, most));
  add("theirs", "Score of the other player", score(state.theirs, data.exact ? most + (data.has_last_turn ? unit : 0) : beyond));
  /** @param {string} name @param {string} label @param {[string | number, string][]} options @param {string | number} value */
  const choose = (name, label, options, value) => {
    const select = /** @type {HTMLSelectElement} */ (
      el("select", {}, ...options.map(([key, text]) => el("option", { value: key }, text)))
    );
    select.value = String(value);
    add(name, label, select);
  };
  if (rules.streak > 1) {
    /** @type {[number, string][]} */
    const counts = Array.from({ length: rules.streak }, (_, i) => [i, String(i)]);
    choose("my_farkles", "Farkles in a row: player to move", counts, context.my_farkles);
    choose("their_farkles", "Farkles in a row: other player", counts, context.their_farkles);
  }
  if (rules.boards) {
    /** @type {[string, string][]} */
    const boards = [["true", "has banked before"], ["false", "has not banked yet"]];
    choose("on_board", "The player to move", boards, String(context.on_board));
    choose("their_on_board", "The other player", boards, String(context.their_on_board));
    // points come from banks
    inputs.mine.addEventListener("input", () => (inputs.on_board.value = String(!match.offBoard(number("mine")))));
    inputs.theirs.addEventListener("input", () => (inputs.their_on_board.value = String(!match.offBoard(number("theirs")))));
  }
  if (rules.seats) {
    choose("first", "The player to move moved", [["true", "first in this game"], ["false", "second"]], String(context.first));
  }
  if (rules.rounds) {
    /** @type {[number, string][]} */
    const rounds = Array.from({ length: rules.rounds }, (_, i) => [i + 1, String(i + 1)]);
    choose("rounds_left", "Turns left, this one included", rounds, context.rounds_left);
  }
  if (rules.beats) {
    add("previous", "Banked by the other player just now", el("input", { type: "number", min: 0, step: match.moves.unit, value: state.previous, inputmode: "numeric" }));
  }
  if (data.takes_bank || data.takes_farkle) {
    const taken = state.inherit;
    add("left_dice", "Dice that may be taken over (0: none)", el("input", { type: "number", min: 0, max: match.moves.dice, value: taken ? taken.dice : 0, inputmode: "numeric" }));
    add("left_score", "... with this turn score", el("input", { type: "number", min: 0, step: match.moves.unit, value: taken ? taken.score : 0, inputmode: "numeric" }));
  }

  const read = () => {
    /** @param {string} name */
    const truth = (name) => inputs[name].value === "true";
    const mine = number("mine");
    const theirs = number("theirs");
    for (const one of [mine, theirs]) {
      if (!Number.isFinite(one) || one % unit) return `Scores are multiples of ${unit}.`;
      if (one < least) return `No score falls below ${least}.`;
    }
    if (match.goal !== null && mine >= match.goal) return "The player to move has reached the goal: the game is over.";
    const chosen = match.context(state.context, {
      ...(inputs.my_farkles && { my_farkles: number("my_farkles"), their_farkles: number("their_farkles") }),
      ...(inputs.on_board && { on_board: truth("on_board"), their_on_board: truth("their_on_board") }),
      ...(inputs.first && { first: truth("first") }),
      ...(inputs.rounds_left && { rounds_left: number("rounds_left") }),
    });
    if (rules.boards && !match.offBoard(mine) && !truth("on_board")) return `With ${mine} points the player to move has banked before.`;
    if (rules.boards && !match.offBoard(theirs) && !truth("their_on_board")) return `With ${theirs} points the other player has banked before.`;
    if (match.goal !== null && theirs >= match.goal) {
      if (!data.last_class[chosen]) return "The other player has reached the goal: the game is over.";
      if (data.exact && theirs > match.goal) return "Nobody passes an exact goal.";
    }
    const turnUnit = match.moves.unit;
    const previous = number("previous");
    if (previous < 0 || previous % turnUnit) return `Turn scores are multiples of ${turnUnit}.`;
    if (previous > theirs - least) return "The other player cannot have banked so much just now.";
    const dice = number("left_dice");
    const left = number("left_score");
    if (dice && (left < 0 || left % turnUnit)) return `Turn scores are multiples of ${turnUnit}.`;
    if (dice && match.goal !== null && mine + left >= match.goal && data.exact) return "That turn would pass the goal: it cannot be taken over.";
    if (dice && !comesTo(match.moves, left / turnUnit, dice)) return "No turn leaves that many points with those dice.";
    const inherit = dice ? { score: left, dice: Math.min(dice, match.moves.dice) } : null;
    const next = { mine, theirs, context: chosen, previous, inherit };
    return next;
  };
  const element = el(
    "div.situation",
    {},
    ...fields.map(([label, input]) => {
      const output = sliders && input.getAttribute("type") === "range" ? el("output", { for: input.id }, Number(/** @type {HTMLInputElement} */ (input).value).toLocaleString("en-US")) : null;
      if (output) {
        input.addEventListener("input", () => {
          output.textContent = Number(/** @type {HTMLInputElement} */ (input).value).toLocaleString("en-US");
        });
      }
      return el("div.field", {}, el("label", { for: input.id }, label), output, input);
    }),
  );
  return { element, read };
}

/**
 * Whether some turn comes to a row with these dice left.
 *
 * @param {import("./turn.js").Moves} moves
 * @param {number} row
 * @param {number} dice
 */
function comesTo(moves, row, dice) {
  const from = row * moves.dice * moves.hot_counts;
  const found = reachable(moves, row + 1).subarray(from);
  return found.some((reached, column) => reached && column % moves.dice === dice - 1);
}
