/**
 * A game at the table: who is to move, where the turn is, and what each tap does to it. Games never
 * change; every tap makes another one, and undoing goes back to the one before.
 */

/**
 * @typedef {object} Game
 * @property {import("./match.js").State} state at the start of the turn, seen by the player to move
 * @property {0 | 1} mover 0 is the holder of the page
 * @property {"start" | "roll" | "decide" | "over"} phase
 * @property {number} score turn score
 * @property {number} dice the hand to roll
 * @property {number} hot hot dice that paid a growing bonus
 * @property {boolean} first whether no die of this turn has been rolled
 * @property {number[]} roll dice tapped so far, as they fell
 * @property {number[]} scores of both at the end of a game
 * @property {number | null} won share of the win of the holder of the page, once it is over
 * @property {string} said what happened last
 */

/** @param {import("./match.js").Match} match @param {0 | 1} mover @returns {Game} */
export function newGame(match, mover = 0) {
  return beginTurn(match, match.start(), mover, "");
}

/**
 * @param {import("./match.js").Match} match
 * @param {import("./match.js").State} state
 * @param {0 | 1} mover
 * @param {string} said
 * @returns {Game}
 */
export function beginTurn(match, state, mover, said) {
  return {
    state,
    mover,
    phase: state.inherit ? "start" : "roll",
    score: 0,
    dice: match.moves.dice,
    hot: 0,
    first: true,
    roll: [],
    scores: mover === 0 ? [state.mine, state.theirs] : [state.theirs, state.mine],
    won: null,
    said,
  };
}

/** Roll the dice of the turn that was left over. @param {Game} game @returns {Game} */
export function takeOver(game) {
  const taken = game.state.inherit;
  if (!taken) return game;
  return { ...game, phase: "roll", score: taken.score, dice: taken.dice, first: false, said: "" };
}

/** Begin with all the dice. @param {Game} game @returns {Game} */
export function startAfresh(game) {
  return { ...game, phase: "roll", said: "" };
}

/** @param {Game} game @param {number} die as it fell @param {number} most dice of the roll @returns {Game} */
export function tapDie(game, die, most) {
  if (game.phase !== "roll" || game.roll.length >= most) return game;
  return { ...game, roll: [...game.roll, die], said: "" };
}

/** @param {Game} game @param {number} place @returns {Game} */
export function removeDie(game, place) {
  return { ...game, roll: game.roll.filter((_, i) => i !== place) };
}

/** @param {Game} game @param {import("./rolls.js").Choice} choice @returns {Game} */
export function setAside(game, choice) {
  const { score, dice, hot } = choice;
  return { ...game, phase: "decide", score, dice, hot, first: false, roll: [], said: "" };
}

/** @param {Game} game @returns {Game} */
export function rollOn(game) {
  return { ...game, phase: "roll", roll: [] };
}

/**
 * End the turn.
 *
 * @param {import("./match.js").Match} match
 * @param {Game} game
 * @param {import("./match.js").End} end
 * @param {string} said
 * @returns {Game}
 */
export function endTurn(match, game, end, said) {
  const after = match.after(game.state, end);
  const other = /** @type {0 | 1} */ (1 - game.mover);
  if (after.state) return beginTurn(match, after.state, other, said);
  const scores = game.mover === 0 ? [after.mine, after.theirs] : [after.theirs, after.mine];
  const share = after.won ?? 0.5;
  return { ...game, phase: "over", roll: [], scores, won: game.mover === 0 ? share : 1 - share, said };
}

/** Bank what is set aside. @param {import("./match.js").Match} match @param {Game} game @param {string} who */
export function bank(match, game, who) {
  const { score, dice } = game;
  return endTurn(match, game, { kind: "bank", score, dice }, `${who} banked ${score.toLocaleString("en-US")}.`);
}

/** The chance to win of the holder of the page. @param {Game} game @param {number} win of the player to move */
export function chanceOfHolder(game, win) {
  return game.mover === 0 ? win : 1 - win;
}
