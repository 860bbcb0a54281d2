/**
 * One turn under given payoffs: the recursion of farklegen/core/source/turn.hpp, for one lane.
 *
 * A row is the turn score in steps of `unit` points, a column the dice rolled next (and, where a bonus
 * grows, how many hot dice the turn has seen). Values are win probabilities.
 */

/**
 * @typedef {object} Moves
 * @property {number} dice
 * @property {number} unit points of a row
 * @property {number} hot_counts
 * @property {number} max_rise
 * @property {Int32Array} rise rows, of each option
 * @property {Int32Array} target column, of each option
 * @property {Int32Array} option_start first option of each set
 * @property {Int32Array} column_start first set of each column
 * @property {Float64Array} probability of each set
 * @property {number[]} farkle by column
 * @property {number[]} disaster by column
 * @property {number[]} instant by column
 * @property {Int32Array} steps every (column, rise, target) that any play may take
 */

/**
 * What the ends of a turn are worth.
 *
 * @typedef {object} Payoffs
 * @property {number} rows of the turn; above them one banks
 * @property {Float64Array} bank [rows + max_rise, kinds]; NaN where one may not bank
 * @property {number} kinds 1, or one for each number of dice
 * @property {(row: number, column: number) => number} lost after a farkle
 * @property {number} first after a farkle of the first roll
 * @property {number} ruin after a disaster
 * @property {readonly number[]} rolledOn numbers of dice with which one may not bank
 * @property {number} room last row that an exact goal lets a turn come to
 * @property {boolean} exact whether the goal must be hit exactly
 */

/**
 * @typedef {object} Solved
 * @property {number} rows
 * @property {number} columns
 * @property {Float64Array} values [rows + max_rise, columns], the better of banking and rolling
 * @property {Float64Array} rolled [rows, columns]; in row 0 to a player who takes the turn over
 * @property {Float64Array} banked [rows + max_rise, columns]; NaN where one may not
 * @property {number} start what the turn is worth
 */

const NONE = -1;

/**
 * @param {Moves} moves
 * @param {Payoffs} payoffs
 * @returns {Solved}
 */
export function solveTurn(moves, payoffs) {
  const { dice, max_rise: rise, rise: rises, target, option_start, column_start } = moves;
  const { probability, farkle, disaster, instant } = moves;
  const columns = dice * moves.hot_counts;
  const { rows, bank, kinds, room, exact } = payoffs;
  const high = rows + rise;
  const values = new Float64Array(high * columns);
  const banked = new Float64Array(high * columns);
  const rolled = new Float64Array(rows * columns);
  for (let row = 0; row < high; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const mayNot = row < rows && payoffs.rolledOn.includes((column % dice) + 1);
      banked[at] = mayNot || row > room ? NaN : bank[row * kinds + (kinds > 1 ? column % dice : 0)];
      values[at] = exact && row > room ? NONE : banked[at];
    }
  }
  /** How far on the value of each option is. */
  const offset = new Int32Array(rises.length);
  for (let o = 0; o < offset.length; o++) offset[o] = rises[o] * columns + target[o];

  /** @type {(row: number, column: number, lost: number) => number} */
  const roll = (row, column, lost) => {
    let sum = farkle[column] * lost + disaster[column] * payoffs.ruin + instant[column];
    const base = row * columns;
    for (let set = column_start[column]; set < column_start[column + 1]; set++) {
      let best = NONE;
      for (let o = option_start[set]; o < option_start[set + 1]; o++) {
        const value = values[base + offset[o]];
        if (value > best) best = value;
      }
      sum += probability[set] * (best < 0 ? lost : best);
    }
    return sum;
  };

  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const worth = roll(row, column, payoffs.lost(row, column));
      rolled[at] = worth;
      values[at] = exact && row > room ? NONE : banked[at] > worth ? banked[at] : worth;
    }
  }
  const start = roll(0, dice - 1, payoffs.first);
  return { rows, columns, values, rolled, banked, start };
}

/**
 * Which states some play leads to: 1 or 0 in [rows, columns].
 *
 * @param {Moves} moves
 * @param {number} rows
 * @param {number} beginRow
 * @param {number} beginColumn
 * @returns {Uint8Array}
 */
export function reachable(moves, rows, beginRow = 0, beginColumn = moves.dice - 1) {
  const columns = moves.dice * moves.hot_counts;
  const found = new Uint8Array(rows * columns);
  const steps = moves.steps;
  if (beginRow < rows) found[beginRow * columns + beginColumn] = 1;
  for (let row = beginRow; row < rows; row++) {
    for (let i = 0; i < steps.length; i += 3) {
      if (!found[row * columns + steps[i]]) continue;
      const to = row + steps[i + 1];
      if (to < rows) found[to * columns + steps[i + 2]] = 1;
    }
  }
  return found;
}
