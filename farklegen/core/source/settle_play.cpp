// Turns of two players settled where they depend on more than the scores (settle.hpp): what their
// ends are worth is looked up, the turns are filled in, and what they come to is written down. And last
// turns, whose payoffs are given.
#include "settle.hpp"

namespace core {

namespace {

// What a bank is worth to the player of the turn after it; kept in brief or not
// (farklegen/solvers/duel/arrivals.py).
double arrival(const PlayerTurns& player, i64 at) {
    if (player.brief.size > 0) return double(u32(player.brief[at])) / 4294967295.0;
    return player.arrivals.size > 1 ? player.arrivals[at] : player.chances[at];
}
void put_arrival(const PlayerTurns& player, i64 at, double worth) {
    if (player.brief.size > 0) player.brief[at] = i32(u32(i64(worth * 4294967295.0 + 0.5)));
    else player.arrivals[at] = worth;
}

constexpr double NEVER_ENDS = 1e-12;  // chance to get out of a cycle of turns below which nobody does

// Both players and what they have in common.
struct Game {
    const Payoffs& payoffs;
    const Keep& keep;
    const Settling& settling;
    const bool coupled = keep.takes_farkle != 0;  // the dice that farkled may be taken over
};

// Solve the turns for perfect play on both sides.
void solve_perfect(const Game& game, Side& side) {
    const Solved known{side.player.best_chances, side.player.best_source, side.player.best_farkled};
    bool by_row = game.coupled;
    for (const i64 state : side.states) by_row = by_row || game.payoffs.lost_rise[state] > 0;
    side.solved.rows = side.rows;
    side.solved.ends.lost_rows = by_row ? side.rows : 1;
    for (i64 lane = 0; lane < W; ++lane)
        side.solved.look_up(game.payoffs, game.keep, known, lane, side.states[lane]);
    side.solved.solve();
}

// The rows, at most as many as the turns may come to, above which the player banks in all lanes.
i64 rows_needed(const Game& game, const Side& side) {
    const Turn& turn = side.turn;
    i64 rows = side.rows;
    bool anywhere = !turn.some_illegal;
    for (i64 column = 0; column < turn.columns; ++column) anywhere = anywhere && turn.may_bank[column];
    i64 least = 1;
    for (const i64 state : side.states) {
        i64 wanted = game.settling.arrive[state];
        if (!side.player.by_value) {
            const bool above = anywhere && side.by_state.past[state] >= turn.sizes[turn.dice - 1];
            wanted = max(wanted, above ? max(side.by_state.stop[state], side.by_state.least[state]) : rows);
        }
        least = max(least, min(game.payoffs.rows[state], wanted));
    }
    if (!side.player.by_value) return least;
    for (; rows > least; --rows)
        for (i64 column = 0; column < turn.columns; ++column) {
            const V value = side.best((rows - 1) * turn.columns + column);
            const V payoff = side.best_bank(rows - 1, column);
            if (!turn.may_bank[column] || any(~no_less(payoff, value))) return rows;
        }
    return rows;
}

// Look up what the ends of the turns are worth.
void look_up(const Game& game, Side& side, const Side& beside) {
    const Payoffs& payoffs = game.payoffs;
    const Keep& keep = game.keep;
    const PlayerTurns& other = beside.player;
    const i64 kinds = payoffs.bank_kinds, dice = side.turn.dice, rows = side.rows;
    const i64 high = rows + side.turn.max_rise;
    const auto after_farkle = [&](i64 target, i64 row, i64 kind) {
        const bool decides = game.settling.writes && row < keep.farkled_rows[target];
        const i64 entry = keep.farkled_base[target] + row * dice + kind;
        return 1.0 - (decides ? other.farkled[entry] : other.chances[target]);
    };
    for (i64 lane = 0; lane < W; ++lane) {
        const i64 state = side.states[lane], partner = side.partners[lane];
        for (i64 kind = 0; kind < kinds; ++kind) side.bank(kind)[lane] = 0.0;
        for (i64 row = 1; row < high; ++row) {
            const i64 at = bank_index(payoffs, state, row);
            for (i64 kind = 0; kind < kinds; ++kind)
                side.bank(row * kinds + kind)[lane] = 1.0 - arrival(other, at + kind);
        }
        const bool fixed = payoffs.lost_rise[state] == 0;
        bool joined[2];
        for (i64 award = 0; award < 2; ++award) {
            joined[award] = fixed && payoffs.lost_base[award * payoffs.rows.size + state] == partner;
            side.joined[award][lane] = joined[award] ? -1 : 0;
        }
        side.joined[2][lane] = payoffs.first[state] == partner ? -1 : 0;
        side.first[lane] = after_farkle(payoffs.first[state], 0, dice - 1);
        side.ruin[lane] = 1.0 - other.chances[payoffs.ruin[state]];
        for (i64 row = 0; row < rows; ++row)
            for (i64 kind = 0; kind < dice; ++kind) {
                const i64 award = kind == dice - 1 ? 1 : 0;
                side.lost(row * dice + kind)[lane] =
                    joined[award] ? 0.0 : after_farkle(lost_index(payoffs, award, state, row), row, kind);
            }
    }
}

// What turns of one's own are worth.
void settle(Side& a, Side& b) {
    const V left = (1.0 - a.start[2]) * (1.0 - b.start[2]) - a.start[1] * b.start[1];
    const M ends = left > NEVER_ENDS;
    a.own = ends ? (a.start[0] * (1.0 - b.start[2]) + a.start[1] * b.start[0]) / left : splat(0.5);
    b.own = ends ? (b.start[0] * (1.0 - a.start[2]) + b.start[1] * a.start[0]) / left : splat(0.5);
}

// Put what turns of one's own are worth into values.
void in_numbers(const Side& side, const Side& beside, V* values, i64 many) {
    for (V* at = values; at < values + many * side.terms; at += side.terms)
        at[0] += beside.own * at[1] + (side.terms > 2 ? side.own * at[2] : V{});
}

// What the turn of a lane is worth if it must beat `low` rows, and so on up to `high`.
void beat_from(const Game& game, const Side& side, const Side& beside, i64 lane, i64 low, i64 high) {
    const i64 dice = side.turn.dice, rows = side.rows;
    const Settling& settling = game.settling;
    const auto handed_on = [&](i64 at) {
        const bool over = game.coupled && beside.takes(at)[lane];
        return 1.0 - (over ? beside.rolled(at)[0][lane] : beside.own[lane]);
    };
    for (i64 row = 0; row < rows; ++row)
        for (i64 kind = 0; kind < dice; ++kind) {
            const i64 at = row * dice + kind, award = kind == dice - 1 ? 1 : 0;
            settling.lost[at] = side.joined[award][lane] ? handed_on(at) : side.lost(at)[lane];
            if (!side.player.by_value) continue;
            settling.best_lost[at] = side.solved.ends.lost_at(side.turn, row, kind)[lane];
        }
    Beaten beaten{};
    if (!side.player.by_value) beaten.aim = side.aims.aim[lane];
    beaten.first = side.joined[2][lane] ? handed_on(dice - 1) : side.first[lane];
    beaten.ruin = side.ruin[lane];
    beaten.room = side.turn.overshoot ? game.payoffs.room[side.states[lane]] : ANYWHERE;
    if (side.player.by_value) {
        beaten.best_first = side.solved.ends.first[lane];
        beaten.best_ruin = side.solved.ends.ruin[lane];
        beaten.best_sure = side.solved.ends.sure[lane];
    }
    beat(side, lane, beaten, low, high, settling);
}

// Write down what the turns are worth; the largest change of one's own.
double keep_worths(const Game& game, const Side& side, const Side& beside, i64 filled) {
    const Keep& keep = game.keep;
    const Payoffs& payoffs = game.payoffs;
    const PlayerTurns& player = side.player;
    const i64 kinds = payoffs.bank_kinds, dice = side.turn.dice, rows = side.rows;
    double moved = 0.0;
    for (i64 lane = 0; lane < filled; ++lane) {
        const i64 state = side.states[lane], theirs = keep.theirs[state];
        const double own = side.own[lane];
        moved = max(moved, abs(own - player.chances[state]));
        player.chances[state] = own;
        if (game.settling.writes)
            for (i64 at = 0; at < keep.farkled_rows[state] * dice; ++at) {
                const bool over = at < rows * dice && side.takes(at)[lane];
                player.farkled[keep.farkled_base[state] + at] = over ? side.rolled(at)[0][lane] : own;
            }
        if (keep.arrival_base[state] < 0) continue;
        const i64 end = theirs / keep.step + 1, low = keep.previous ? payoffs.least[state] : end;
        if (low < end) beat_from(game, side, beside, lane, low, end);
        for (i64 row = 1; row < end; ++row) {
            const bool beats = row >= low;
            const double else_worth = beats ? game.settling.starts[row] : own;
            const i64 run = keep.arrival_run[theirs - row * keep.step];
            const i64 entry = keep.arrival_base[state] + (run + row) * kinds;
            for (i64 kind = 0; kind < kinds; ++kind) {
                const i64 at = row * dice + kind;
                bool over = keep.takes_bank && row < rows && side.takes(at)[lane];
                if (keep.takes_bank && beats && player.by_value)
                    over = row < game.settling.limit[state] &&
                           !(side.turn.overshoot && row > payoffs.room[state]) &&
                           clearly_more(side.best_rolled(at)[lane],
                                        game.settling.best_starts[row]);
                put_arrival(player, entry + kind, over ? side.rolled(at)[0][lane] : else_worth);
            }
        }
    }
    return moved;
}

}  // namespace

i64 settle_room(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Space& space) {
    Work work;
    const PolicyTable table{};
    const StatePolicy by_state{};
    const PlayerTurns player{};
    Side side(turn, table, by_state, player, space);
    lay_out(side, payoffs, keep, space.rows, work);
    return work.needed();
}

i64 settle_turns(const Turn& turn_a, const PolicyTable& table_a, const StatePolicy& by_state_a, const PlayerTurns& player_a,
                   const Space& space_a, const Turn& turn_b, const PolicyTable& table_b, const StatePolicy& by_state_b,
                   const PlayerTurns& player_b, const Space& space_b, const Payoffs& payoffs, const Keep& keep,
                   const Settling& settling, const Watch& watch) {
    const Game game{payoffs, keep, settling};
    const i64 many = settling.states.size;
    Side a(turn_a, table_a, by_state_a, player_a, space_a), b(turn_b, table_b, by_state_b, player_b, space_b);
    Side* const both[] = {&a, &b};
    for (Side* side : both) {
        if (!side->player.by_value) continue;
        Work work(Room{side->space.best});
        lay_out(*side, payoffs, keep, side->space.rows, work);
        if (!work.fits()) return NO_ROOM;
        side->solved.prepare();
    }
    if (settling.partners.size < many || settling.result.size < 1) return NO_ROOM;
    double moved = 0.0;
    for (i64 begin = 0; begin < many; begin += W) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(W, many - begin);
        a.rows = b.rows = 1;
        for (i64 lane = 0; lane < W; ++lane) {
            const i64 at = begin + min(lane, filled - 1), state = settling.states[at];
            const i64 partner = settling.partners[at];
            a.states[lane] = state, a.partners[lane] = partner;
            b.states[lane] = partner >= 0 ? partner : state;
            b.partners[lane] = partner >= 0 ? state : -1;
            for (Side* side : both) side->rows = max(side->rows, payoffs.rows[side->states[lane]]);
        }
        // what is taken over, or must be beaten, is looked up in the turns of the other player
        const bool as_many = game.coupled || keep.previous;
        if (as_many) a.rows = b.rows = max(a.rows, b.rows);
        for (Side* side : both) {
            if (!side->has_room(payoffs.bank_kinds)) return NO_ROOM;
            if (side->player.by_value) solve_perfect(game, *side);
        }
        if (!game.coupled)
            for (Side* side : both) side->rows = rows_needed(game, *side);
        if (as_many) a.rows = b.rows = max(a.rows, b.rows);
        look_up(game, a, b);
        look_up(game, b, a);
        for (Side* side : both) take(payoffs, settling, *side);
        if (game.coupled) fill_in_together(payoffs, a, b);
        else
            for (Side* side : both) fill_in_alone(payoffs, *side);
        settle(a, b);
        for (Side* side : both) {
            const Side& beside = side == &a ? b : a;
            const i64 high = keep.previous ? side->rows + side->turn.max_rise : 0;
            in_numbers(*side, beside, side->value(0), high * side->turn.columns);
            in_numbers(*side, beside, side->rolled(0), side->rows * side->turn.dice);
        }
        moved = max(moved, keep_worths(game, a, b, filled));
        moved = max(moved, keep_worths(game, b, a, filled));
    }
    settling.result[0] = moved;
    return many;
}

i64 settle_last(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const PlayerTurns& player,
                  const Space& space, const Payoffs& payoffs, const Keep& keep, const Settling& settling,
                  const LastPayoffs& last, const Watch& watch) {
    const i64 kinds = payoffs.bank_kinds, dice = turn.dice, rows = last.rows, high = rows + turn.max_rise;
    const i64 distances = last.first.size, lost_rows = last.lost.size / max(dice * distances, 1LL);
    Side side(turn, table, by_state, player, space);
    side.rows = rows;
    if (!side.has_room(kinds) || last.bank.size < high * distances || lost_rows < 1 ||
        last.kept_rows > rows)
        return NO_ROOM;
    for (M& joined : side.joined) joined = M{};
    for (i64 some = 1; some < distances; some += W) {
        const i64 filled = min(W, distances - some);
        for (i64 lane = 0; lane < W; ++lane) {
            const i64 of = some + min(lane, filled - 1);
            side.states[lane] = last.begin + of;
            side.first[lane] = last.first[of], side.ruin[lane] = last.ruin[of];
            for (i64 row = 0; row < high; ++row)
                for (i64 kind = 0; kind < kinds; ++kind)
                    side.bank(row * kinds + kind)[lane] = last.bank[row * distances + of];
            for (i64 at = 0; at < rows * dice; ++at) {
                const i64 from = min(at / dice, lost_rows - 1) * dice + at % dice;
                side.lost(at)[lane] = last.lost[from * distances + of];
            }
        }
        take(payoffs, settling, side);
        fill_in_alone(payoffs, side);
        for (i64 lane = 0; lane < filled; ++lane) {
            if (watch.cancelled()) return CANCELLED;
            const i64 state = side.states[lane];
            const double worth = player.chances[state] = side.start[0][lane];
            const i64 farkled = settling.writes ? keep.farkled_rows[state] * dice : 0;
            for (i64 at = 0; at < farkled; ++at)
                player.farkled[keep.farkled_base[state] + at] =
                    at < rows * dice && side.takes(at)[lane] ? side.rolled(at)[0][lane] : worth;
            const i64 low = keep.previous ? last.least : last.kept_rows;
            if (low < last.kept_rows) {
                for (i64 at = 0; at < rows * dice; ++at) settling.lost[at] = side.lost(at)[lane];
                Beaten beaten{};
                beaten.aim = side.aims.aim[lane];
                beaten.first = side.first[lane], beaten.ruin = side.ruin[lane], beaten.room = ANYWHERE;
                beat(side, lane, beaten, low, last.kept_rows, settling);
            }
            for (i64 row = 0; row < last.kept_rows; ++row) {
                const double else_worth = row >= low ? settling.starts[row] : worth;
                const i64 entry = last.into + ((some + lane) * last.kept_rows + row) * kinds;
                for (i64 kind = 0; kind < kinds; ++kind) {
                    const i64 at = row * dice + kind;
                    const bool over = keep.takes_bank && side.takes(at)[lane];
                    put_arrival(player, entry + kind, over ? side.rolled(at)[0][lane] : else_worth);
                }
            }
        }
    }
    return distances;
}

}  // namespace core
