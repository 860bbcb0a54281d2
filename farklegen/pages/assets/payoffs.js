/**
 * What the ends of a turn are worth: as core/payoffs.py looks them up.
 */

/**
 * @typedef {object} Found
 * @property {number} goalRow first row that reaches the goal, or wins the game
 * @property {number} shown rows that can be asked about
 * @property {import("./turn.js").Payoffs} payoffs
 */

/** Whether a turn score of so many rows may be banked. @param {import("./match.js").Match} match @param {number} row @param {number} least */
function legal(match, row, least) {
  return row >= least && (row * match.moves.unit) % match.data.multiple_of === 0;
}

/**
 * What the ends of a turn are worth, from the starts of turns that follow.
 *
 * @param {import("./match.js").Match} match
 * @param {import("./match.js").State} state
 * @returns {Found}
 */
export function payoffs(match, state) {
  const { data, moves } = match;
  const { step, forced, past, takes_bank, takes_farkle } = data;
  const mine = match.units(state.mine);
  const theirs = match.units(state.theirs);
  const previous = data.beats ? Math.round(state.previous / moves.unit) : 0;
  const before = Math.max(data.rows[match.index(state)], previous + 2 + forced);
  const rows = before + past;
  const kinds = takes_bank ? moves.dice : 1;
  const least = Math.max(data.least[data.contexts[state.context].on_board ? 0 : 1], previous + 1);
  const bank = new Float64Array((rows + moves.max_rise) * kinds);
  const most = data.most_rows + moves.max_rise;
  for (let row = 0; row < rows + moves.max_rise; row++) {
    for (let kind = 0; kind < kinds; kind++) {
      const may = row >= rows || legal(match, row, least);
      bank[row * kinds + kind] = may ? match.bankWorth(state, Math.min(row, most), kind) : NaN;
    }
  }
  const everyRow = takes_farkle || data.keeps;
  const lost = [0, 0].map((_, all) => match.farkleWorth(state, 0, all ? moves.dice : 1, false));
  const toGoal = Math.ceil(match.missing(mine, theirs) / step);
  let goalRow = toGoal;
  if (data.is_last[state.context]) {
    const ahead = theirs - mine;
    const wins = Math.ceil((ahead + (data.level_share < 1 ? 1 : 0)) / step);
    goalRow = Math.max(Math.min(toGoal, wins), 0);
  }
  return {
    goalRow,
    shown: before - forced,
    payoffs: {
      rows,
      bank,
      kinds,
      lost: everyRow
        ? (/** @type {number} */ row, /** @type {number} */ column) =>
            match.farkleWorth(state, Math.min(row, most), (column % moves.dice) + 1, false)
        : (/** @type {number} */ _row, /** @type {number} */ column) =>
            lost[column % moves.dice === moves.dice - 1 ? 1 : 0],
      first: match.farkleWorth(state, 0, moves.dice, true),
      ruin: match.disasterWorth(state),
      rolledOn: data.rolled_on,
      room: data.exact ? Math.floor((data.scores - mine) / step) : Infinity,
      exact: data.exact,
    },
  };
}

/**
 * The same in a last turn: only how far the target lies ahead counts.
 *
 * @param {import("./match.js").Match} match
 * @param {import("./match.js").State} state
 * @param {number} asked rows that are asked about, at least
 * @returns {Found}
 */
export function lastPayoffs(match, state, asked) {
  const { data, moves } = match;
  const { step, forced, exact, level_share, keeps, takes_all } = data;
  const ahead = match.units(state.theirs) - match.units(state.mine);
  const previous = data.beats ? Math.round(state.previous / moves.unit) : 0;
  const [streakEnds, onBoard] = data.classes[data.last_class[state.context] - 1];
  const rows =
    Math.max(asked, previous + 2, data.least[1], Math.floor(ahead / step) + 2) + 2 * forced;
  const least = Math.max(previous + 1, data.least[onBoard ? 0 : 1]);
  /** @param {number} points */
  const outcome = (points) => (points > ahead ? 1 : points === ahead ? level_share : 0);
  /** @param {number} award @param {number} row */
  const farkled = (award, row) => {
    if (streakEnds && takes_all) return outcome(-1);
    const points = keeps ? row * step : 0;
    const paid = exact && points + award > ahead ? 0 : award;
    return outcome(points + paid - (streakEnds ? data.penalty : 0));
  };
  const bank = new Float64Array(rows + moves.max_rise);
  for (let row = 0; row < bank.length; row++) {
    bank[row] = row >= rows || legal(match, row, least) ? outcome(row * step) : NaN;
  }
  return {
    goalRow: Math.ceil(ahead / step),
    shown: rows - forced,
    payoffs: {
      rows,
      bank,
      kinds: 1,
      lost: (/** @type {number} */ row, /** @type {number} */ column) =>
        farkled(column % moves.dice === moves.dice - 1 ? data.later_award : 0, row),
      first: farkled(data.first_award, 0),
      ruin: 0,
      rolledOn: data.rolled_on,
      room: exact ? Math.floor(ahead / step) : Infinity,
      exact,
    },
  };
}
