/**
 * The solved match: how a game stands, what follows each end of a turn, and what every turn is worth.
 *
 * The starts of turns were solved before; what is within a turn is worked out here from them, by the
 * recursion of farklegen/core/source/turn.hpp, for one lane. States are numbered as in
 * farklegen/solvers/game/layout.py. A row is the turn score in steps of `unit` points, a column the dice
 * rolled next (and, where a bonus grows, how many hot dice the turn has seen).
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
 * @property {number} goalRow first row that reaches the goal, or wins the game
 */

const NONE = -1;

/**
 * Chances to win in every state of a turn: `banked` (NaN where you may not bank) and `values`, the better of
 * both, are [rows + max_rise, columns]; `rolled` is [rows, columns], in row 0 for a player who takes the turn
 * over; `start` is that of the whole turn.
 *
 * @param {Moves} moves
 * @param {Payoffs} payoffs
 */
function solveTurn(moves, payoffs) {
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

/** Chances closer than this are equal: those of the page are kept with eleven digits. */
const TIE = 1e-10;

/**
 * The start of a turn, seen by the player to move; scores in points, as `farklegen turn` takes them.
 *
 * @typedef {object} State
 * @property {number} mine
 * @property {number} theirs
 * @property {boolean} first whether the player to move moved first in the game; true where nobody asks
 * @property {number} rounds_left turns that the player to move still has; 0 where they are not counted
 * @property {number} my_farkles in a row
 * @property {number} their_farkles
 * @property {boolean} on_board
 * @property {boolean} their_on_board
 * @property {number} previous what the opponent banked on the turn before
 * @property {{score: number, dice: number} | null} inherit a turn that may be taken over
 */

/**
 * How a turn ends.
 *
 * @typedef {{kind: "bank" | "farkle" | "disaster" | "wins", score: number, dice: number, first?: boolean}} End
 */

/**
 * What follows: the opponent's turn, or the end of the game with the share of the win of the player
 * whose turn it was.
 *
 * @typedef {{state: State | null, mine: number, theirs: number, won: number | null}} After
 */

/**
 * What banking and rolling are worth in a state of a turn; null where one may not.
 *
 * @typedef {{bank: number | null, roll: number | null, banks: boolean, best: number}} Prospect
 */

/** A turn, solved. */
export class SolvedTurn {
  /**
   * @param {Match} match
   * @param {State} state
   * @param {Payoffs} payoffs
   */
  constructor({ moves }, state, payoffs) {
    const solved = solveTurn(moves, payoffs);
    const taken = state.inherit;
    const fresh = solved.start;
    this.moves = moves;
    this.state = state;
    this.solved = solved;
    /** The chance of the player to move who starts afresh, or takes over. */
    this.fresh = fresh;
    this.taken = taken ? solved.rolled[Math.round(taken.score / moves.unit) * solved.columns + taken.dice - 1] : null;
    this.win = Math.max(fresh, this.taken ?? 0);
    solved.values[moves.dice - 1] = solved.rolled[moves.dice - 1] = fresh;
    this.goalRow = payoffs.goalRow;
    this.room = payoffs.room;
  }

  /**
   * Banking and rolling in a state; null past an exact goal.
   *
   * @param {number} row
   * @param {number} column
   * @returns {Prospect | null}
   */
  at(row, column) {
    const { rows, columns, values, banked, rolled } = this.solved;
    if (row > this.room) return null;
    if (row >= rows) {
      const best = probability(values[Math.min(row, values.length / columns - 1) * columns + column]);
      return { bank: best, roll: null, banks: true, best };
    }
    const at = row * columns + column;
    const roll = probability(rolled[at]);
    if (Number.isNaN(banked[at])) return { bank: null, roll, banks: false, best: roll };
    const bank = probability(banked[at]);
    return { bank, roll, banks: banked[at] >= rolled[at] - TIE, best: Math.max(bank, roll) };
  }

  /**
   * The same by points: the turn score, the hand to roll, and hot dice so far that paid a growing bonus.
   *
   * @param {{score: number, dice: number, hot: number}} now
   */
  prospect({ score, dice, hot }) {
    const { unit, dice: all, hot_counts } = this.moves;
    return this.at(Math.round(score / unit), Math.min(hot, hot_counts - 1) * all + dice - 1);
  }

  /** Whether a turn score may be banked with some number of dice. @param {number} score */
  mayBank(score) {
    const { rows, columns, banked } = this.solved;
    const row = Math.round(score / this.moves.unit);
    return row >= rows || banked.subarray(row * columns, (row + 1) * columns).some((bank) => !Number.isNaN(bank));
  }

  /** Which states can occur: 1 or 0 in [rows, columns]. */
  reachable() {
    const { moves, state } = this;
    const rows = Math.min(this.solved.rows, this.room + 1);
    const found = reachable(moves, rows);
    if (state.inherit) {
      const also = reachable(moves, rows, Math.round(state.inherit.score / moves.unit), state.inherit.dice - 1);
      for (let i = 0; i < found.length; i++) found[i] |= also[i];
    }
    return found;
  }
}

export class Match {
  /**
   * @param {any} data `match` of the page's document, unpacked
   */
  constructor(data) {
    this.data = data;
    /** @type {Moves} */
    this.moves = data.moves;
  }

  /** Points of the goal; null in games of rounds without one. */
  get goal() {
    return this.data.goal === null ? null : this.data.goal * this.data.unit;
  }

  /** The first turn of a game. @returns {State} */
  start() {
    const { opening, rounds } = this.data;
    const none = { my_farkles: 0, their_farkles: 0, on_board: !opening, their_on_board: !opening };
    return { mine: 0, theirs: 0, first: true, rounds_left: rounds ?? 0, ...none, previous: 0, inherit: null };
  }

  /** Whether the player to move has a last turn if the other one has reached the goal. @param {State} state */
  answers(state) {
    return this.data.answers[Number(state.first)] && !this.#isOver(state);
  }

  /** Whether no turn is left in a game of rounds. @param {{rounds_left: number}} state */
  #isOver({ rounds_left }) {
    return this.data.rounds !== null && rounds_left === 0;
  }

  /** Who moves after a turn, and how many turns that player has. @param {State} state */
  #passed({ first, rounds_left }) {
    const { rounds, turns } = this.data;
    return { first: turns ? !first : first, rounds_left: rounds_left - Number(rounds !== null && !first) };
  }

  /** Whether this is the last turn, the other player having reached the goal. @param {State} state */
  isLastTurn(state) {
    return this.goal !== null && state.theirs >= this.goal;
  }

  /** Whether a player with these points may be off the board. @param {number} points */
  offBoard(points) {
    return this.data.lead === null ? this.data.off_board.includes(this.units(points)) : points <= 0;
  }

  /** Units to where a bank decides the game; scores in units above the lowest.
   * @param {number} mine @param {number} theirs */
  missing(mine, theirs) {
    return this.data.lead === null ? this.data.scores - mine : this.data.lead + 1 - mine + theirs;
  }

  /** The group of a turn, and its place there along the scores. `after` says what it tells of: a
   * "bank" or a "farkle" that matters, else nothing.
   * @param {State} state @param {string} after */
  #group(state, after) {
    const { lead, groups, kinds, turns } = this.data;
    const { on_board, their_on_board, my_farkles, their_farkles } = state;
    const [mine, theirs] = [this.units(state.mine), this.units(state.theirs)];
    /** @param {unknown[]} kind as the layout has it */
    const group = (...kind) => groups[kinds[JSON.stringify(kind)]];
    if (this.missing(theirs, mine) <= 0) {
      const found = group(1, [on_board], 2, 0, [my_farkles], after);
      return { found, at: [Math.min(theirs - mine, found.shape[0] - 1)] };
    }
    const left = turns && 2 * Math.max(state.rounds_left - 1, 0) + 1 + Number(state.first);
    const kind = [null, [on_board, their_on_board], 0, left, [my_farkles, their_farkles]];
    const ahead = lead === null ? 0 : Math.min(Math.max(theirs - mine, -lead), lead) + lead;
    return { found: group(...kind, after) ?? group(...kind, ""), at: lead === null ? [mine, theirs] : [ahead] };
  }

  /** What the player before has banked. @param {State} state */
  #banked({ previous, inherit }) {
    return this.data.takes_farkle ? previous : (inherit?.score ?? previous);
  }

  /** What the turn before has ended with, see `#group`. @param {State} state */
  #after(state) {
    if (this.data.beats && this.#banked(state) > 0) return "bank";
    return state.inherit ? (this.data.takes_farkle ? "farkle" : "bank") : "";
  }

  /** The chance at the start of a turn. @param {State} state */
  #value(state) {
    const { beats, step, values } = this.data;
    const reached = this.missing(this.units(state.theirs), this.units(state.mine)) <= 0;
    if (reached && !this.answers(state)) return 0;
    const after = this.#after(state);
    const { found, at } = this.#group(state, after);
    const rows = found.axes < found.shape.length;
    if (rows) {
      const points = beats && after === "bank" ? this.#banked(state) : (state.inherit?.score ?? 0);
      at.push(Math.min(Math.round(points / this.moves.unit) - found.first, found.shape[found.axes] - 1));
    }
    if (found.hands) at.push((state.inherit?.dice ?? 1) - 1);
    if (found.folded) {
      const [scores, most] = found.shape.slice(1);
      const before = Math.max(at[1] - (at[2] + found.first) * step, 0);
      const odd = at[0] % 2 === 1;
      at.splice(0, 3, Math.floor(at[0] / 2), odd ? scores - 1 - before : before, odd ? most - 1 - at[2] : at[2]);
    }
    return values[at.reduce((sum, place, axis) => sum + place * found.strides[axis], found.begin)];
  }

  /** A score in units above the lowest. @param {number} points */
  units(points) {
    return Math.round(points / this.data.unit) - this.data.lowest;
  }

  /** Whether one more farkle is the last of a row that costs points. @param {State} state */
  completes(state) {
    return state.my_farkles + 1 === this.data.streak;
  }

  /** The score, in units above the lowest, farkles in a row and the board after a farkle.
   * @param {State} state @param {End} end */
  #afterFarkle(state, { score, dice, first }) {
    const { exact, first_award, later_award, keeps, scores, step, penalty, takes_all, lead, streak } = this.data;
    const mine = this.units(state.mine);
    const kept = keeps ? Math.round(score / this.moves.unit) * step : 0;
    const award = first ? first_award : dice === this.moves.dice ? later_award : 0;
    const paid = exact && mine + kept + award > scores ? 0 : award;
    const banked = first ? paid : kept + paid;
    /** A loss takes no score below zero, or further below. @param {number} now @param {number} lost */
    const less = (now, lost) => (lead === null ? Math.max(now - lost, Math.min(now, 0)) : now - lost);
    let now = banked < 0 ? less(mine, -banked) : mine + banked;
    if (this.completes(state)) now = takes_all ? Math.min(now, this.data.zero) : less(now, penalty);
    const paid_any = (keeps && !first) || banked > 0;
    return { now, farkles: (state.my_farkles + 1) % streak, on_board: state.on_board || paid_any };
  }

  /**
   * What follows the end of a turn.
   *
   * @param {State} state
   * @param {End} end
   * @returns {After}
   */
  after(state, end) {
    const data = this.data;
    const { unit, step, takes_bank, takes_farkle } = data;
    const mine = this.units(state.mine);
    const theirs = this.units(state.theirs);
    const row = Math.round(end.score / this.moves.unit);
    let { on_board } = state;
    let farkles = 0;
    let now = mine;
    let previous = 0;
    let inherit = null;
    if (end.kind === "wins") return { state: null, mine: state.mine, theirs: state.theirs, won: 1 };
    if (end.kind === "bank") {
      on_board = true;
      now = mine + row * step;
      previous = data.beats ? end.score : 0;
      if (takes_bank) inherit = { score: end.score, dice: end.dice };
    } else if (end.kind === "farkle") {
      ({ now, farkles, on_board } = this.#afterFarkle(state, end));
      if (takes_farkle) inherit = { score: end.score, dice: end.dice };
    } else {
      now = Math.min(mine, this.data.zero);
    }
    const points = (now + data.lowest) * unit;
    const settled = { mine: points, theirs: state.theirs };
    if (this.isLastTurn(state)) {
      const won = now > theirs ? 1 : now === theirs ? data.level_share : 0;
      return { state: null, ...settled, won: end.kind === "disaster" ? 0 : won };
    }
    // past an exact goal there is nothing to take over
    if (inherit && data.exact && theirs + row * step > data.scores) inherit = null;
    const mover = { mine: state.theirs, my_farkles: state.their_farkles, on_board: state.their_on_board };
    const other = { theirs: points, their_farkles: farkles, their_on_board: on_board };
    const next = { ...this.#passed(state), ...mover, ...other, previous, inherit };
    if (data.goal !== null && now >= data.scores) {
      return this.answers(next) ? { state: next, ...settled, won: null } : { state: null, ...settled, won: 1 };
    }
    if (this.#isOver(next)) {
      const ahead = Math.sign(now - theirs);
      return { state: null, ...settled, won: ahead > 0 ? 1 : ahead < 0 ? 0 : data.level_share };
    }
    return { state: next, ...settled, won: null };
  }

  /** What the end of a turn is worth to the player whose turn it was. @param {State} state @param {End} end */
  #worth(state, end) {
    const { state: next, won } = this.after(state, end);
    if (!next) return won ?? 0;
    return 1 - this.#value(next);
  }

  /** What the ends of a turn are worth. @param {State} state @returns {Payoffs} */
  #payoffs(state) {
    const { data, moves } = this;
    const { step, exact, rolled_on: rolledOn } = data;
    const { unit, dice: all, max_rise } = moves;
    const [mine, theirs] = [this.units(state.mine), this.units(state.theirs)];
    const ahead = theirs - mine;
    const last = this.isLastTurn(state);
    const previous = data.beats ? Math.round(this.#banked(state) / unit) : 0;
    const taken = state.inherit ? Math.round(state.inherit.score / unit) + 2 : 1;
    const least = Math.max(data.least[state.on_board ? 0 : 1], previous + 1);
    const rows = Math.max(data.rows, least + 1, taken, last ? Math.floor(ahead / step) + 2 : 0);
    const kinds = data.takes_bank && !last ? all : 1;
    const bank = new Float64Array((rows + max_rise) * kinds);
    for (let row = 0; row < rows + max_rise; row++) {
      const may = row >= rows || (row >= least && (row * unit) % data.multiple_of === 0);
      for (let kind = 0; kind < kinds; kind++) {
        bank[row * kinds + kind] = may ? this.#worth(state, { kind: "bank", score: row * unit, dice: kind + 1 }) : NaN;
      }
    }
    /** @param {number} row @param {number} dice */
    const farkle = (row, dice, first = false) => this.#worth(state, { kind: "farkle", score: row * unit, dice, first });
    const lost = Array.from({ length: all }, (_, i) => farkle(0, i + 1));
    const everyRow = data.takes_farkle || data.keeps;
    let goalRow = Math.ceil((last ? ahead : this.missing(mine, theirs)) / step);
    if (!last && this.#isOver(this.#passed(state))) {
      const wins = Math.ceil((ahead + (data.level_share < 1 ? 1 : 0)) / step);
      goalRow = Math.max(Math.min(goalRow, wins), 0);
    }
    return {
      goalRow,
      rows,
      bank,
      kinds,
      lost: (row, column) => (everyRow ? farkle(row, (column % all) + 1) : lost[column % all]),
      first: farkle(0, all, true),
      ruin: this.#worth(state, { kind: "disaster", score: 0, dice: all }),
      rolledOn,
      room: exact ? Math.floor((data.scores - mine) / step) : Infinity,
      exact,
    };
  }

  /** One turn, solved. @param {State} state */
  turn(state) {
    return new SolvedTurn(this, state, this.#payoffs(state));
  }
}

/** @param {number} value */
function probability(value) {
  return Math.min(Math.max(value, 0), 1);
}
