// How turns end under perfect play, in a solved match: a block of turns is solved (solved.hpp), and then
// followed forwards (forward.hpp), with the best option of each set. The block before mostly took the same
// one in the same row, so that is looked at, and not which option is the best. And a game followed turn by
// turn: where the chance to be in each state goes.
#include "forward.hpp"
#include "solved.hpp"

namespace core {

namespace {

constexpr double NEGLIGIBLE = 1e-16;  // chance up to which a way is not followed, but counted as banked

struct Rooms {
    SolvedTurns<> turns;
    i64 high;
    double *mass, *banked, *farkled;
    u32* usual;  // [rows, sets], how far on the option lies that was taken last

    Rooms(const Turn& turn, const Payoffs& payoffs, const Integers& states, Work& work) {
        turns.lay_out(turn, payoffs, states, work, turn.dice);
        high = turn.max_rise;
        for (i64 at = 0; at < states.size; ++at)
            high = max(high, payoffs.rows[states[at]] + turn.max_rise);
        mass = work.take<double>(high * turn.columns * turns.lanes);
        banked = work.take<double>(high * turns.lanes);
        farkled = work.take<double>(2 * high * turns.lanes);
        usual = work.take<u32>(high * turn.probability.size);
    }

    void prepare(const Turn& turn) {
        turns.prepare();
        fill(mass, banked - mass, 0.0);
        const i64 sets = turn.probability.size;
        for (i64 row = 0; row < high; ++row) {
            u32* to = usual + row * sets;
            for (i64 set = 0; set < sets; ++set) *to++ = u32(turn.offset[turn.set_start[set]] * turns.lanes);
        }
    }

    // Solve a block of turns, each row by the moves (moves.hpp) that are left where all bank above it.
    i64 solve(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solved& solved,
              const Integers& states, i64 begin) {
        const i64 filled = turns.look_up(payoffs, keep, solved, states, begin);
        i64 dice = turn.overshoot ? 0 : turn.dice - 1, last = turns.rows + turn.max_rise;
        const auto table_of = [&](i64 row) {
            while (last - 1 > row) dice = all_banked(turn, --last, dice);
            return dice;
        };
        turns.block.solve_by_tables(turns.rows, turns.ends, table_of);
        return filled;
    }

private:
    // The dice, that many at most, with which all turns bank in a row, more points being worth no less.
    i64 all_banked(const Turn& turn, i64 row, i64 most) const {
        const bool top = row + 1 == turns.rows + turn.max_rise;
        if (!top && !each(turns.banks(row + 1, 0), turns.banks(row, 0))) return 0;
        for (i64 k = 0; k < most && row < turns.rows; ++k)
            for (i64 column = k; column < turn.columns; column += turn.dice)
                if (!turn.may_bank[column] || !each(turns.banks(row, column), turns.values(row, column)))
                    return k;
        return most;
    }

    // Whether each lane of one is no less than that of the other.
    static bool each(const double* one, const double* other) {
        M less = {};
        for (i64 i = 0; i < VECTORS; ++i) less |= load<V>(one + i * W) < load<V>(other + i * W);
        return !any(less);
    }
};

// A block of turns, followed.
class Following : public Forward<Following, VECTORS> {
public:
    Following(const Turn& turn, const Rooms& rooms)
        : Forward(turn, rooms.turns.rows + turn.max_rise, rooms.turns.by_row(), rooms.mass, rooms.banked,
                  rooms.farkled),
          rooms(rooms), turns(rooms.turns) {
        begin();
        for (i64 row = 0; row < high; ++row) pass(row);
    }

private:
    friend Forward;

    M stopped(V here, i64 row, i64 column, i64 vector) const {
        if (row >= turns.rows) return splat(i64(-1));
        if (!turn.may_bank[column]) return here <= NEGLIGIBLE;
        const V payoff = load<V>(turns.banks(row, column) + vector * W);
        return (here <= NEGLIGIBLE) | no_less(payoff, turns.value(row * columns + column, vector));
    }

    // The best of each set: mostly the option that was taken in this row by the block before, in all lanes.
    void spread(const V* here, i64 row, i64 column, V* lost) {
        if (turn.overshoot) spread_as<true>(here, row, column, lost);
        else spread_as<false>(here, row, column, lost);
    }

    template <bool EXACT>
    void spread_as(const V* here, i64 row, i64 column, V* lost) {
        const Column<double>& sets = turns.block.moves.column[column];
        const double *values = turns.values(row, 0), *chance = sets.chance;
        const u32 *offset = sets.offset, *fresh = sets.fresh;
        u32* usual = rooms.usual + row * turn.probability.size + turn.column_start[column];
        double* base = reinterpret_cast<double*>(mass + row * columns * VECTORS);
        M rolls[VECTORS];
        for (i64 i = 0; i < VECTORS; ++i) rolls[i] = here[i] > 0.0;
        for (i64 chain = 0; chain < sets.chains; ++chain) {
            const u32* options = offset;
            V best[VECTORS];
            for (i64 i = 0; i < VECTORS; ++i) best[i] = splat(NEVER);
            for (u32 left = sets.chain[chain]; left > 0; --left, ++chance, ++usual) {
                for (u32 more = *fresh++; more > 0; --more) inner::larger(best, values + *offset++);
                V moved[VECTORS];  // to be multiplied by the chance, where it arrives
                M apart[VECTORS];
                for (i64 i = 0; i < VECTORS; ++i) {
                    moved[i] = here[i];
                    apart[i] = rolls[i] & (load<V>(values + *usual + i * W) < as_good(best[i]));
                    if constexpr (EXACT) {
                        const M none = best[i] < NO_OPTION;
                        lost[i] += (none ? moved[i] : V{}) * *chance;
                        moved[i] = none ? V{} : moved[i];
                        apart[i] &= ~none;
                    }
                }
                u32 next = *usual;
                if (any(apart[0] | apart[1] | apart[2])) [[unlikely]]
                    next = move_apart(base, values, options, best, apart, moved, *chance);
                for (i64 i = 0; i < VECTORS; ++i) {
                    double* to = base + *usual + i * W;
                    store(to, load<V>(to) + moved[i] * *chance);
                }
                *usual = next;
            }
        }
    }

    // Move the lanes that are apart to the first of the options that is as good; where the last one goes.
    static u32 move_apart(double* base, const double* values, const u32* options, const V* best,
                          const M* apart, V* moved, double chance) {
        u32 next = 0;
        for (i64 i = 0; i < VECTORS; ++i) {
            const V least = as_good(best[i]);
            for (i64 lane = 0; lane < W; ++lane) {
                if (!apart[i][lane]) continue;
                const u32* to = options;
                while (values[*to + i * W + lane] < least[lane]) ++to;
                base[*to + i * W + lane] += moved[i][lane] * chance;
                next = *to;
            }
            moved[i] = apart[i] ? V{} : moved[i];
        }
        return next;
    }

    static V as_good(V best) { return best - TIE * magnitude(best); }

    static constexpr double NEVER = 2 * FORBIDDEN;  // less than any value

    const Rooms& rooms;
    const SolvedTurns<>& turns;
};

}  // namespace

i64 outcomes_room(const Turn& turn, const Payoffs& payoffs, const Outcomes& asked) {
    Work work;
    Rooms(turn, payoffs, asked.states, work);
    return work.needed();
}

i64 outcomes(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solved& solved,
             const Outcomes& asked, const Listing& listing, const Room& room, const Watch& watch) {
    const Integers& states = asked.states;
    Work work(room);
    Rooms rooms(turn, payoffs, states, work);
    if (!work.fits()) return NO_ROOM;
    SolvedTurns<>& turns = rooms.turns;
    rooms.prepare(turn);
    Lister lister(listing);
    for (i64 begin = 0; begin < states.size; begin += turns.lanes) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = rooms.solve(turn, payoffs, keep, solved, states, begin);
        const i64 high = turns.rows + turn.max_rise;
        if (!lister.has_room(filled, high, turns.by_row() ? high : 1)) break;
        const Following block(turn, rooms);
        for (i64 lane = 0; lane < filled; ++lane) {
            const i64 state = states[begin + lane];
            block.write(lister, lane, payoffs.bank_rise_past == 0 ? payoffs.bank_switch[state] : high);
        }
    }
    return lister.written();
}

i64 advance(const Payoffs& payoffs, const Ends& ends, const Advance& move) {
    if (is_brief(ends) || min(move.mass.size, move.following.size) < ends.place.size || move.won.size < 1)
        return NO_ROOM;
    double won = 0.0;
    for (i64 number = 0; number < move.states.size; ++number) {
        const i64 state = move.states[number], list = ends.place[state];
        const double here = move.mass[state];
        if (here <= 0.0 || list < 0) continue;
        for (i64 k = ends.run[list]; k < ends.run[list + 1]; ++k)
            move.following[bank_index(payoffs, state, ends.row[list] + k - ends.run[list])] +=
                here * ends.banked[k];
        for (i64 entry = ends.start[list]; entry < ends.start[list + 1]; ++entry) {
            const i64 target = target_of(payoffs, state, ends.code[entry]);
            if (target < 0) won += here * ends.chance[entry];
            else move.following[target] += here * ends.chance[entry];
        }
    }
    move.won[0] = won;
    return move.states.size;
}

}  // namespace core
