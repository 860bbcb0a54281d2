// How turns end under perfect play, in a solved match: a block of turns is solved (solved.hpp), and then
// followed forwards (forward.hpp), with the best option of each set. And a game followed turn by turn:
// where the chance to be in each state goes.
#include "forward.hpp"
#include "solved.hpp"

namespace core {

namespace {

struct Rooms {
    static constexpr i64 lanes = SolvedTurns::lanes;

    SolvedTurns turns;
    double *mass, *banked, *farkled;

    Rooms(const Turn& turn, const Payoffs& payoffs, const Integers& states, Work& work) {
        turns.lay_out(turn, payoffs, states, work);
        i64 high = turn.max_rise;
        for (i64 at = 0; at < states.size; ++at)
            high = max(high, payoffs.rows[states[at]] + turn.max_rise);
        mass = work.take<double>(high * turn.columns * lanes);
        banked = work.take<double>(high * W);
        farkled = work.take<double>(2 * high * W);
    }
};

// A vector of a block of turns, followed.
class Following : public Forward<Following> {
public:
    Following(const Turn& turn, const Rooms& rooms, i64 vector)
        : Forward(turn, rooms.turns.rows + turn.max_rise, rooms.turns.by_row(), rooms.mass + vector * W, VECTORS, rooms.banked,
                  rooms.farkled),
          turns(rooms.turns), vector(vector) {
        begin();
        for (i64 row = 0; row < high; ++row) pass(row);
    }

private:
    friend Forward;

    M stopped(V here, i64 row, i64 column) const {
        if (row >= turns.rows) return splat(i64(-1));
        if (!turn.may_bank[column]) return here <= NEGLIGIBLE;
        const V payoff = load(turns.banks(row, column) + vector * W);
        return (here <= NEGLIGIBLE) | no_less(payoff, turns.value(row * columns + column, vector));
    }

    // The best option of each set.
    V spread(V here, i64 row, i64 column) {
        return take_sets(here, row, turns.values(row, 0) + vector * W,
                         BestOfSets(turns.block.moves.at(turns.block.table[row], column)));
    }

    const SolvedTurns& turns;
    const i64 vector;
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
    SolvedTurns& turns = rooms.turns;
    turns.prepare();
    fill(rooms.mass, rooms.banked - rooms.mass, 0.0);
    Lister lister(listing);
    for (i64 begin = 0; begin < states.size; begin += turns.lanes) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = turns.solve(payoffs, keep, solved, states, begin);
        const i64 high = turns.rows + turn.max_rise;
        if (!lister.has_room(filled, high, turns.by_row() ? high : 1)) break;
        for (i64 vector = 0; vector * W < filled; ++vector) {
            const Following one(turn, rooms, vector);
            for (i64 lane = 0; lane < min(W, filled - vector * W); ++lane) {
                const i64 state = states[begin + vector * W + lane];
                one.write(lister, lane, payoffs.bank_rise_past == 0 ? payoffs.bank_switch[state] : high);
            }
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
