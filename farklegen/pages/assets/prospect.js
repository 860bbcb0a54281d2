/**
 * What banking and rolling are worth in a state of a solved turn.
 */

/**
 * What a state of a turn is worth.
 *
 * @typedef {{bank: number | null, roll: number | null, banks: boolean, best: number}} Prospect
 */

/** Chances closer than this are equal: those of the page are kept with eleven digits. */
export const TIE = 1e-10;

/**
 * Banking and rolling in a state; null past an exact goal.
 *
 * @param {import("./match.js").SolvedTurn} turn
 * @param {number} row
 * @param {number} column
 * @returns {Prospect | null}
 */
export function prospect(turn, row, column) {
  const { columns, values, banked, rolled } = turn.solved;
  if (row > turn.room) return null;
  if (row >= turn.shown) {
    const top = values.length / columns - 1;
    const best = probability(values[Math.min(row, top) * columns + column]);
    return { bank: best, roll: null, banks: true, best };
  }
  const at = row * columns + column;
  const roll = probability(rolled[at]);
  if (Number.isNaN(banked[at])) return { bank: null, roll, banks: false, best: roll };
  const bank = probability(banked[at]);
  const banks = banked[at] >= rolled[at] * (1 - TIE);
  return { bank, roll, banks, best: Math.max(bank, roll) };
}

/** Whether a turn score may be banked with some number of dice. @param {import("./match.js").SolvedTurn} turn @param {number} row */
export function mayBank(turn, row) {
  const { columns, banked } = turn.solved;
  return row >= turn.shown || banked.subarray(row * columns, (row + 1) * columns).some((bank) => !Number.isNaN(bank));
}

/** @param {number} value */
function probability(value) {
  return Math.min(Math.max(value, 0), 1);
}
