/** Fields for how a game stands at the start of a turn: only those that the rules tell apart. */

import { el } from "./dom.js";
import { reachable } from "./match.js";
import { points } from "./words.js";

/**
 * @param {import("./match.js").Match} match
 * @param {import("./match.js").State} state
 * @param {string} id begins the ids of the fields
 * @param {{sliders?: boolean, changed?: () => void}} how
 * @returns {{element: HTMLElement, read: () => import("./match.js").State | string}} `read` has the
 *   state, or what is wrong
 */
export function situationForm(match, state, id, { sliders = false, changed = () => {} } = {}) {
  const { data, moves } = match;
  const { unit } = data;
  const most = (match.goal ?? data.extent * unit) - unit;
  const least = data.lowest * unit;
  const element = el("div.situation");
  /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
  const inputs = {};
  /** @template {HTMLInputElement | HTMLSelectElement} T @param {string} name @param {string} label @param {T} input */
  const add = (name, label, input) => {
    input.id = `${id}-${name}`;
    inputs[name] = input;
    const output = input.type === "range" ? el("output", { for: input.id }) : null;
    const show = () => output?.replaceChildren(points(Number(input.value)));
    show();
    input.addEventListener("input", () => {
      show();
      changed();
    });
    element.append(el("div.field", {}, el("label", { for: input.id }, label), output ?? "", input));
    return input;
  };
  /** @param {string} name @param {string} label @param {number} value @param {import("./dom.js").Attributes} limits */
  const number = (name, label, value, limits) =>
    add(name, label, el("input", { type: "number", required: true, inputmode: "numeric", value, ...limits }));
  /** @param {string} name @param {string} label @param {[string | number | boolean, string][]} options @param {any} value */
  const choose = (name, label, options, value) =>
    add(name, label, el("select", {}, ...options.map(([key, text]) => el("option", { value: String(key), selected: key === value }, text))));
  /** @param {number} from @param {number} to @returns {[number, string][]} */
  const counts = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);

  const score = { min: least, step: unit, ...(sliders && { type: "range" }) };
  const beyond = data.exact ? match.goal : Math.max(state.theirs, most + 40 * unit);
  const mine = number("mine", "Score of the player to move", state.mine, { ...score, max: most });
  const theirs = number("theirs", "Score of the other player", state.theirs, { ...score, max: data.has_last_turn ? beyond : most });
  if (data.streak > 1) {
    choose("my_farkles", "Farkles in a row: player to move", counts(0, data.streak - 1), state.my_farkles);
    choose("their_farkles", "Farkles in a row: other player", counts(0, data.streak - 1), state.their_farkles);
  }
  if (data.opening) {
    /** @param {string} name @param {string} label @param {HTMLInputElement} of */
    const board = (name, label, of) => {
      const select = choose(name, label, [[true, "has banked before"], [false, "has not banked yet"]], state[/** @type {"on_board" | "their_on_board"} */ (name)]);
      const follow = () => {
        const off = match.offBoard(Number(of.value));
        select.disabled = !off; // points come from banks
        return off;
      };
      follow();
      of.addEventListener("input", () => (select.value = String(!follow())));
    };
    board("on_board", "The player to move", mine);
    board("their_on_board", "The other player", theirs);
  }
  if (data.turns) choose("first", "The player to move moved", [[true, "first in this game"], [false, "second"]], state.first);
  if (data.rounds) choose("rounds_left", "Turns left, this one included", counts(1, data.rounds), state.rounds_left);
  if (data.beats) number("previous", "Banked by the other player just now", state.previous, { min: 0, step: moves.unit });
  if (data.takes_bank || data.takes_farkle) {
    choose("left_dice", "Dice that may be taken over", [[0, "none"], ...counts(1, moves.dice)], state.inherit?.dice ?? 0);
    number("left_score", "... with this turn score", state.inherit?.score ?? 0, { min: 0, step: moves.unit });
  }

  const read = () => {
    const wrong = Object.values(inputs).find((input) => !input.validity.valid);
    if (wrong) return wrong.validationMessage;
    const given = Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, JSON.parse(value || "0")]));
    const { mine, theirs, previous = 0, left_dice: dice, left_score: left, ...fields } = given;
    const stands = { ...state, ...fields, mine, theirs, previous, inherit: dice ? { score: left, dice } : null };
    if (match.goal !== null && theirs >= match.goal && !match.answers(stands)) return "The other player has reached the goal: the game is over.";
    if (previous > theirs - least) return "The other player cannot have banked that much just now.";
    if (dice && data.exact && mine + left >= (match.goal ?? Infinity)) return "That turn would pass the goal: it cannot be taken over.";
    if (dice && !comesTo(moves, left / moves.unit, dice)) return "No turn leaves that many points with those dice.";
    return stands;
  };
  return { element, read };
}

/**
 * Whether some turn comes to a row with these dice left.
 *
 * @param {import("./match.js").Moves} moves
 * @param {number} row
 * @param {number} dice
 */
function comesTo(moves, row, dice) {
  const from = row * moves.dice * moves.hot_counts;
  const found = reachable(moves, row + 1).subarray(from);
  return found.some((reached, column) => reached && column % moves.dice === dice - 1);
}
