/**
 * The solved match: how a game stands, what follows each end of a turn, and what every turn is worth.
 *
 * The starts of turns were solved before; what lies within a turn is worked out here from them. States
 * are numbered as in farklegen/solvers/match/plan.py, and payoffs looked up as in core/payoffs.py.
 */

import { lastPayoffs, payoffs } from "./payoffs.js";
import { reachable, solveTurn } from "./turn.js";

/**
 * The start of a turn, seen by the player to move; scores in points, as `farklegen turn` takes them.
 *
 * @typedef {object} State
 * @property {number} mine
 * @property {number} theirs
 * @property {number} context number of the context
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
 * A turn, solved. Rows and columns as in turn.js.
 *
 * @typedef {object} SolvedTurn
 * @property {import("./turn.js").Solved} solved
 * @property {State} state
 * @property {number} win of the player to move, who takes over or starts afresh as is best
 * @property {number} fresh
 * @property {number | null} taken
 * @property {number} goalRow first row that reaches the goal, or wins the game
 * @property {number} shown rows that can be asked about
 * @property {number} room last row that an exact goal leaves room for
 */

export class Match {
  /**
   * @param {any} data `match` of the page's document, unpacked
   */
  constructor(data) {
    this.data = data;
    /** @type {import("./turn.js").Moves} */
    this.moves = data.moves;
    /** Where each context begins, and how many scores of the other player it has. */
    this.begin = [];
    this.width = [];
    let states = 0;
    for (const context of data.contexts) {
      const [mine, theirs] = [context.on_board, context.their_on_board].map((on_board) => (on_board ? data.scores : data.off_board.length));
      this.begin.push(states);
      this.width.push(theirs);
      states += data.lead === null ? mine * theirs : 2 * data.lead + 1;
    }
    this.states = states;
    this.zero = -data.lowest;
    /** @type {Float64Array} */
    this.chances = data.chances;
    /** Rows of taking over after a farkle, before each state. @type {Float64Array | null} */
    this.farkledBase = null;
    if (data.farkled) {
      const size = this.chances.length;
      const base = (this.farkledBase = new Float64Array(size + 1));
      for (let i = 0; i < size; i++) base[i + 1] = base[i] + this.#farkledRows(i);
    }
  }

  /** Points of the goal; null in games of rounds without one. */
  get goal() {
    return this.data.goal === null ? null : this.data.goal * this.data.unit;
  }

  /** The first turn of a game. @returns {State} */
  start() {
    return { mine: 0, theirs: 0, context: this.data.start, previous: 0, inherit: null };
  }

  /**
   * The number of the context with these fields; what is not given is as in `like`.
   *
   * @param {number} like
   * @param {Partial<{first: boolean, rounds_left: number, my_farkles: number, their_farkles: number, on_board: boolean, their_on_board: boolean}>} fields
   */
  context(like, fields) {
    /** @type {Record<string, unknown>} */
    const wanted = { ...this.data.contexts[like], ...fields };
    const at = this.data.contexts.findIndex((/** @type {Record<string, unknown>} */ context) =>
      Object.keys(wanted).every((name) => context[name] === wanted[name]),
    );
    return at < 0 ? like : at;
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

  /** @param {number} context @param {number} mine @param {number} theirs */
  #index(context, mine, theirs) {
    const { lead, contexts, off_board } = this.data;
    if (lead !== null) return this.begin[context] + Math.min(Math.max(theirs - mine, -lead), lead) + lead;
    const { on_board, their_on_board } = contexts[context];
    const place = (on_board ? mine : off_board.indexOf(mine)) * this.width[context];
    return this.begin[context] + place + (their_on_board ? theirs : off_board.indexOf(theirs));
  }

  /** The chance of a state, or of a last turn, by its place. @param {number} index */
  #winAt(index) {
    const chance = this.chances[index];
    return chance < 0 ? 1 + chance : chance;
  }

  /** @param {number} context @param {number} theirs @param {number} target */
  #atTarget(context, theirs, target) {
    const { last_class, distances } = this.data;
    const far = Math.min(target - theirs, distances - 1);
    return this.states + last_class[context] * distances + far;
  }

  /** A score in units above the lowest. @param {number} points */
  units(points) {
    return Math.round(points / this.data.unit) - this.data.lowest;
  }

  /** Where the chance at the start of a turn is kept. @param {State} state */
  index(state) {
    const mine = this.units(state.mine);
    const theirs = this.units(state.theirs);
    if (this.isLastTurn(state)) return this.#atTarget(state.context, mine, theirs);
    return this.#index(state.context, mine, theirs);
  }

  /** The score, in units above the lowest, after a farkle that banks so many units.
   * @param {number} context @param {number} mine @param {number} banked */
  #afterFarkle(context, mine, banked) {
    const { completes, penalty, takes_all, lead } = this.data;
    const score = banked < 0 && lead === null ? Math.max(mine + banked, Math.min(mine, 0)) : mine + banked;
    if (!completes[context] || !(penalty || takes_all)) return score;
    if (takes_all) return Math.min(score, this.zero);
    return lead === null ? Math.max(score - penalty, Math.min(score, 0)) : score - penalty;
  }

  /** Units that a farkle banks. @param {State} state @param {number} row @param {number} dice @param {boolean} first */
  #farkleBanks(state, row, dice, first) {
    const { exact, first_award, later_award, keeps, scores, step } = this.data;
    const kept = keeps ? row * step : 0;
    const award = first ? first_award : dice === this.moves.dice ? later_award : 0;
    const paid = exact && this.units(state.mine) + kept + award > scores ? 0 : award;
    return first ? paid : kept + paid;
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
    const { unit, step, takes_bank, takes_farkle, keeps } = data;
    const mine = this.units(state.mine);
    const theirs = this.units(state.theirs);
    const row = Math.round(end.score / this.moves.unit);
    let context = state.context;
    let now = mine;
    let previous = 0;
    let inherit = null;
    if (end.kind === "wins") return { state: null, mine: state.mine, theirs: state.theirs, won: 1 };
    if (end.kind === "bank") {
      context = data.after_bank[context];
      now = mine + row * step;
      previous = data.beats ? end.score : 0;
      if (takes_bank) inherit = { score: end.score, dice: end.dice };
    } else if (end.kind === "farkle") {
      const banked = this.#farkleBanks(state, row, end.dice, end.first ?? false);
      now = this.#afterFarkle(context, mine, banked);
      context = (keeps && !end.first) || banked > 0 ? data.after_paid_farkle[context] : data.after_farkle[context];
      if (takes_farkle) inherit = { score: end.score, dice: end.dice };
    } else {
      context = data.after_disaster[context];
      now = Math.min(mine, this.zero);
    }
    const points = (now + data.lowest) * unit;
    const settled = { mine: points, theirs: state.theirs };
    if (this.isLastTurn(state)) {
      const won = now > theirs ? 1 : now === theirs ? data.level_share : 0;
      return { state: null, ...settled, won: end.kind === "disaster" ? 0 : won };
    }
    // past an exact goal there is nothing to take over
    if (inherit && data.exact && theirs + row * step > data.scores) inherit = null;
    const next = { mine: state.theirs, theirs: points, context, previous, inherit };
    if (data.goal !== null && now >= data.scores) {
      const answered = data.last_class[context] > 0;
      return answered ? { state: next, ...settled, won: null } : { state: null, ...settled, won: 1 };
    }
    if (data.over[context]) {
      const ahead = Math.sign(now - theirs);
      return { state: null, ...settled, won: ahead > 0 ? 1 : ahead < 0 ? 0 : data.level_share };
    }
    return { state: next, ...settled, won: null };
  }

  /** The chance to win of the player to move who starts afresh. @param {State} state */
  fresh(state) {
    return this.#winAt(this.index(state));
  }

  /** What a bank is worth. @param {State} state @param {number} row @param {number} kind */
  bankWorth(state, row, kind) {
    const { storage, arrivals, after_bank, last_class, distances, step } = this.data;
    const context = after_bank[state.context];
    const mine = this.units(state.mine);
    const theirs = this.units(state.theirs);
    const past = row >= Math.ceil(this.missing(mine, theirs) / step);
    if (!arrivals) {
      const now = mine + row * step;
      return 1 - this.#winAt(past ? this.#atTarget(context, theirs, now) : this.#index(context, theirs, now));
    }
    const { kinds, runs, run, begin_last, arrival_rows } = storage;
    let entry;
    if (past) {
      const base = (last_class[context] * distances + mine - theirs) * arrival_rows * kinds;
      entry = begin_last + base + (step * arrival_rows + 1) * kinds * row;
    } else {
      entry = ((storage.contexts[context] * this.data.scores + theirs) * runs + run[mine]) * kinds + kinds * row;
    }
    const chance = arrivals[entry + kind];
    return 1 - (chance < 0 ? 1 + chance : chance);
  }

  /** Where a farkle leads to. @param {State} state @param {number} row @param {number} dice @param {boolean} first */
  #farkleIndex(state, row, dice, first) {
    const { after_paid_farkle, after_farkle, keeps } = this.data;
    const mine = this.units(state.mine);
    const theirs = this.units(state.theirs);
    const banked = this.#farkleBanks(state, row, dice, first);
    const now = this.#afterFarkle(state.context, mine, banked);
    const paid = (keeps && !first) || banked > 0;
    const context = (paid ? after_paid_farkle : after_farkle)[state.context];
    return this.missing(now, theirs) > 0
      ? this.#index(context, theirs, now)
      : this.#atTarget(context, theirs, now);
  }

  /** Rows of taking over after a farkle that are kept for a state. @param {number} index */
  #farkledRows(index) {
    if (index < this.states) return this.data.rows[index];
    return index < this.states + this.data.distances ? 0 : this.data.most_rows;
  }

  /** What a farkle is worth. @param {State} state @param {number} row @param {number} dice @param {boolean} first */
  farkleWorth(state, row, dice, first) {
    const index = this.#farkleIndex(state, row, dice, first);
    const worth = 1 - this.#winAt(index);
    const { farkled } = this.data;
    const kept = this.farkledBase ? this.#farkledRows(index) : 0;
    if (!farkled || !this.farkledBase || !kept) return worth;
    const entry = (this.farkledBase[index] + Math.min(row, kept - 1)) * this.moves.dice + dice - 1;
    const chance = farkled[entry];
    return Math.min(worth, 1 - (chance < 0 ? 1 + chance : chance));
  }

  /** What a disaster is worth. @param {State} state */
  disasterWorth({ mine, theirs, context }) {
    const after = this.data.after_disaster[context];
    return 1 - this.#winAt(this.#index(after, this.units(theirs), Math.min(this.units(mine), this.zero)));
  }

  /**
   * One turn, solved.
   *
   * @param {State} state
   * @returns {SolvedTurn}
   */
  turn(state) {
    const { data, moves } = this;
    const taken = state.inherit;
    const row = taken ? Math.round(taken.score / moves.unit) : 0;
    const asked = taken ? row + 2 : 1;
    const found = this.isLastTurn(state) ? lastPayoffs(this, state, asked) : payoffs(this, state);
    const solved = solveTurn(moves, found.payoffs);
    const fresh = solved.start;
    const over = taken ? solved.rolled[row * solved.columns + taken.dice - 1] : null;
    const begin = moves.dice - 1;
    solved.values[begin] = solved.rolled[begin] = fresh;
    return {
      solved,
      state,
      win: over === null ? fresh : Math.max(fresh, over),
      fresh,
      taken: over,
      goalRow: found.goalRow,
      shown: found.shown,
      room: data.exact ? found.payoffs.room : Infinity,
    };
  }

  /**
   * Which states of a turn can occur: 1 or 0 in [rows, columns].
   *
   * @param {SolvedTurn} turn
   */
  reachable(turn) {
    const { moves } = this;
    const rows = Math.min(turn.shown + moves.max_rise, turn.room + 1);
    const found = reachable(moves, rows);
    const taken = turn.state.inherit;
    if (taken) {
      const also = reachable(moves, rows, Math.round(taken.score / moves.unit), taken.dice - 1);
      for (let i = 0; i < found.length; i++) found[i] |= also[i];
    }
    return found;
  }
}
