// What happens to cycles of farkles is explained in farklegen/solvers/game/solver.py, and in duel/table.py for
// given choices.
#include "levels.hpp"

namespace core {
namespace {

constexpr double SETTLED = 1e-14;  // a round that changes less than this is the last one
constexpr double MOVING = 1e-12;   // what moves by more in a sweep has not come to rest
constexpr double TELLING = 1e-9;   // a payoff that moved by more tells how often a turn farkles
constexpr double ENDLESS = 1e-9;   // a cycle that is left with a smaller chance is not closed

constexpr i64 MOST_IMPROVEMENTS = 20, FIRST_ROUNDS = 2;
constexpr i64 DAMPED_ROUNDS = 200;  // of a cycle that does not come to rest, half the way with each
constexpr i64 MOST_ROUNDS = 1000;   // without a point, after which the game is cut off

template <i64 K>
class LevelSolver : public Parts {
    static constexpr i64 N = SeveralBlock<K>::lanes, P = K + 1;

public:
    LevelSolver(const Turn& turn, const Turn& other, const Several& asked, const SeveralLevels& levels,
                const Together& together, const Watch& watch, Work& work)
        // of two players it matters little who is first
        : Parts(asked, levels, together, watch, N, K == 1, work),
          two(levels.second < asked.values.size / K), dice(turn.dice), values(asked.values.data),
          size(asked.values.size / K) {
        first.tie = second.tie = asked.tie;
        first.lay_out(turn, asked, longest(asked), work);
        if (two) second.lay_out(other, asked, longest(asked), work);
        picked = work.take<i64>(most);
        active = work.take<u8>(most);
        change = work.take<double>(most);
        slope = work.take<double>(most);
        worth = work.take<double>(P * most);
        lost = work.take<double>(P * most);
    }

    void prepare() {
        const double won = 1.0 - values[asked.won];
        first.prepare(won);
        if (two) second.prepare(won);
    }

    // Solve a level; less than zero if that was cancelled.
    i64 solve(i64 level) {
        begin(level);
        fill(slope, count, 0.0);
        for (i64 at = 0; at < count; ++at) lost[P * at] = FORBIDDEN;
        i64 done = 0;
        everywhere();
        if (mode == ONCE) {
            done = play(1, 0.0, false);
        } else if (mode == ROUND) {
            done = play(1, levels.damping, false);
            for (i64 at = 0; at < own; ++at) {
                const double moved = change[root[mine[at]]];
                if (moved <= MOVING) residual = max(residual, moved);
                else unsettled += 1.0, moving = max(moving, moved);
            }
        } else {
            if (mode == SETTLE) done = settle();
            else done = play(DAMPED_ROUNDS, 0.0, true);
            if (done >= 0) done = cut_off();
        }
        return done;
    }

    // Whether a bank of more points is worth less in some state of the level, as far as this thread knows.
    bool more_is_less() const {
        for (i64 at = 0; at < own; ++at) {
            const i64 lane = lanes[mine[at]], state = asked.own[lane];
            if (!levels.watched.size || !levels.watched[lane]) continue;
            double more = 0.0;
            for (i64 k = 0; k < K; ++k) more += values[k * size + state + 1] - values[k * size + state];
            if (more > asked.tie) return true;
        }
        return false;
    }

private:
    const bool two;
    const i64 dice;
    SeveralBlock<K> first, second;  // turns are solved by the moves of one of the players or of the other
    double* values;
    const i64 size;

    i64* picked;             // [own], those of this thread's that are active
    u8* active;              // [count]
    double *change, *slope;  // [count]; `change`: at each root
    double *worth, *lost;    // [count, P], what turns came to, and at which payoffs of a farkle

    // ---- rounds --------------------------------------------------------------------------------------

    // All turns of this thread are active.
    void everywhere() {
        for (i64 at = 0; at < own; ++at) active[mine[at]] = 1;
    }

    // Play rounds with what is active, `most` or until nothing changes; how many turns are active still,
    // those of parts at rest left out if that is to be. Values go all the way, but for `damping` of it.
    i64 play(i64 most, double damping, bool rests) {
        i64 many = 0;
        for (i64 at = 0; at < own; ++at)
            if (active[mine[at]]) picked[many++] = mine[at];
        for (i64 round = 0; round < most && many > 0; ++round) {
            for (i64 at = 0; at < many; ++at) change[root[picked[at]]] = 0.0;
            for (i64 at = 0; at < many;) {
                i64 until = at + 1;
                while (until < min(many, at + N) && phase[picked[until]] == phase[picked[at]]) ++until;
                if (watch.cancelled()) return CANCELLED;
                evaluate(picked + at, until - at, damping);
                at = until;
            }
            if (rests) many = still_moving(many);
        }
        return many;
    }

    // Those of the turns whose parts have moved.
    i64 still_moving(i64 many) {
        i64 left = 0;
        for (i64 at = 0; at < many; ++at) {
            const double moved = change[root[picked[at]]];
            active[picked[at]] = moved > SETTLED;
            if (moved > SETTLED) picked[left++] = picked[at];
            else residual = max(residual, moved);
        }
        return left;
    }

    // Solve turns of one phase, and write down what they are worth.
    void evaluate(const i64* which, i64 filled, double damping) {
        i64 rows = 1;
        for (i64 i = 0; i < filled; ++i) rows = max(rows, rows_needed(asked, lanes[which[i]]));
        SeveralBlock<K>& block = in_second(which[0]) ? second : first;
        const i64 all = block.turn->dice - 1;
        block.lost_rows = asked.by_row ? rows : 1;
        for (i64 i = 0; i < N; ++i)
            gather(block, asked, lanes[which[min(i, filled - 1)]], i, rows);
        block.solve(rows);
        for (i64 i = 0; i < filled; ++i) learn(which[i], block.at(0, all) + i);
        for (i64 i = 0; i < filled; ++i) {
            const i64 at = which[i], lane = lanes[at];
            const double* start = block.at(0, all) + i;
            double& moved = change[root[at]];
            if (asked.own[lane] >= 0) write(asked.own[lane], start, damping, moved);
            if (asked.offers[lane] < 0) continue;
            each_offer(block, asked, lane, i, rows, [&](i64 offer, const double* found) {
                const i64 state = offer_index(asked, lane, offer, dice);
                if (mode != SETTLE) write(state, found, damping, moved);
                else put(state, found);  // it follows from the values of turns that are at rest
            });
        }
    }

    void put(i64 state, const double* found) {
        for (i64 k = 0; k < K; ++k) values[k * size + state] = found[k * N];
    }

    void write(i64 state, const double* found, double damping, double& moved) {
        for (i64 k = 0; k < K; ++k) {
            double& value = values[k * size + state];
            moved = max(moved, abs(found[k * N] - value));
            value = damping * value + (1.0 - damping) * found[k * N];
        }
    }

    // Take down what a turn has come to, at such payoffs of a farkle; and how often it farkles.
    void learn(i64 at, const double* start) {
        double now[P], paid[P];
        now[K] = 1.0;
        look_up<K>(asked, asked.after[lanes[at]], paid, 1);
        paid[K] = values[(K - 1) * size + asked.after[lanes[at]]];
        for (i64 k = 0; k < K; ++k) now[k] = start[k * N], now[K] -= now[k];
        const double moved = paid[0] - lost[P * at];
        if (lost[P * at] > NO_OPTION && abs(moved) > TELLING)
            slope[at] = clip((now[0] - worth[P * at]) / moved, 0.0, 1.0);
        copy(worth + P * at, now, P);
        copy(lost + P * at, paid, P);
    }

    // ---- cycles --------------------------------------------------------------------------------------

    // Settle what is in cycles, as far as that helps: what is active afterwards has not come to rest.
    i64 settle() {
        for (i64 at = 0; at < own; ++at) active[mine[at]] = guess(mine[at]);
        if (play(1, 0.0, true) < 0) return CANCELLED;
        for (i64 at = 0; at < own; ++at) active[mine[at]] = levels.near[lanes[mine[at]]] < 0;
        if (play(FIRST_ROUNDS, 0.0, true) < 0) return CANCELLED;
        everywhere();
        for (i64 step = 0, many = own; step < MOST_IMPROVEMENTS && many > 0; ++step) {
            for (i64 at = 0; at < own; ++at)
                if (active[mine[at]]) close(mine[at]);
            many = play(1, 0.0, true);
            if (many < 0) return CANCELLED;
        }
        for (i64 at = 0; at < own; ++at) levels.slopes[asked.state[lanes[mine[at]]]] = slope[mine[at]];
        return 0;
    }

    // What has not come to rest begins again from equal chances, half the way with each round; then the
    // game is cut off after that many rounds.
    i64 cut_off() {
        const i64 most[] = {DAMPED_ROUNDS, MOST_ROUNDS};
        i64 many = 0;
        for (i64 go = 0; go < 2; ++go) {
            many = 0;
            for (i64 at = 0; at < own; ++at) {
                if (!active[mine[at]]) continue;
                ++many;
                const i64 lane = lanes[mine[at]];
                if (asked.own[lane] >= 0) make_equal(asked.own[lane]);
                for (i64 offer = 0; asked.offers[lane] >= 0 && offer < asked.taken[lane] * dice; ++offer)
                    make_equal(offer_index(asked, lane, offer, dice));
            }
            if (many == 0) return 0;
            many = play(most[go], go == 0 ? 0.5 : 0.0, true);
            if (many < 0) return CANCELLED;
        }
        for (i64 at = 0; at < many; ++at) {
            if (anchor[picked[at]] == picked[at]) unsettled += 1.0;
            moving = max(moving, change[root[picked[at]]]);
        }
        return 0;
    }

    void make_equal(i64 state) {
        for (i64 k = 0; k < K; ++k) values[k * size + state] = 1.0 / double(P);
    }

    // Guess the value and the slope of a turn from states with one or more of the scores a unit higher, as
    // if no score says how much the others do together; whether that was to be had.
    bool guess(i64 at) {
        const i64 lane = lanes[at], state = asked.state[lane], row = levels.near[lane];
        if (row < 0) return false;
        constexpr i64 corners = (1 << P) - 1;
        double found[K] = {}, total = 0.0, steep = 0.0;
        for (i64 corner = 1; corner <= corners; ++corner) {
            const i64 there = state + levels.higher[row * corners + corner - 1];
            const double sign = __builtin_popcountll(u64(corner)) % 2 ? 1.0 : -1.0;
            for (i64 k = 0; k < K; ++k) found[k] += sign * values[k * size + there];
            steep += sign * levels.slopes[there];
        }
        for (i64 k = 0; k < K; ++k) found[k] = clip(found[k], 0.0, 1.0), total += found[k];
        for (i64 k = 0; k < K; ++k) values[k * size + state] = found[k] / max(total, 1.0);
        slope[at] = clip(steep, 0.0, 1.0);
        return true;
    }

    // The value of a turn as if nobody on its cycle changed a choice.
    void close(i64 at) {
        double total[P] = {}, factor = 1.0;
        for (i64 step = 0, there = at; step < P; ++step, there = place[there]) {
            const double here = inside[there] ? slope[there] : 0.0;
            for (i64 p = 0; p < P; ++p) {
                const i64 from = P * there + (p - step + P) % P;
                total[p] += factor * (worth[from] - here * lost[from]);
            }
            factor *= here;
        }
        const bool left = factor < 1.0 - ENDLESS;
        for (i64 k = 0; k < K; ++k)
            values[k * size + asked.state[lanes[at]]] = left ? total[k] / (1.0 - factor) : worth[P * at + k];
    }
};

// Chances where choices are given: how turns end is known, so that they are linear. `values` are those of
// all seats but the last wherever any of them is to move, [P, K, states].
template <i64 K>
class GivenSolver : public Parts {
public:
    GivenSolver(const Several& asked, const SeveralLevels& levels, const Ends* const (&seats)[4],
                const Together& together, const Watch& watch, Work& work)
        : Parts(asked, levels, together, watch, 1, true, work), seats(seats), values(asked.values.data),
          players(asked.players), size(asked.values.size / (players * K)) {
        paid = work.take<double>(players * K * most);
        stays = work.take<double>(players * most);
    }

    void prepare() {}

    i64 solve(i64 level) {
        begin(level);
        for (i64 i = 0; i < own; ++i) {
            const i64 at = mine[i];
            for (i64 seat = 0; seat < players; ++seat)
                if (plays(at, seat)) look(at, seat);
            // a farkle may lead back to the same state, with the other seat to move
            for (i64 seat = 0; mode != SETTLE && seat < players; ++seat)
                if (plays(at, seat)) write(at, seat, paid_to(at, seat));
            if (i % 256 == 0 && watch.cancelled()) return CANCELLED;
        }
        for (i64 i = 0; mode == SETTLE && i < own; ++i)
            for (i64 seat = 0; seat < players; ++seat)
                if (plays(mine[i], seat)) close(mine[i], seat);
        return 0;
    }

    bool more_is_less() const { return false; }

private:
    const Ends* const (&seats)[4];
    double* values;
    const i64 players, size;
    double *paid, *stays;  // [count, P, K], what turns of a seat bring elsewhere; [count, P], and what is left

    double* paid_to(i64 at, i64 seat) const { return paid + (players * at + seat) * K; }

    // Whether a seat has a turn there; where players have different moves, it may be the other one's.
    bool plays(i64 at, i64 seat) const { return seats[seat]->place[lanes[at]] >= 0; }

    // What a turn of a seat comes to: where cycles are closed, without the farkles that bank nothing.
    void look(i64 at, i64 seat) {
        const i64 lane = lanes[at], farkled = mode == SETTLE && inside[at] ? asked.after[lane] : -1;
        const Ends& ends = *seats[seat];
        const double* next = values + (seat + 1) % players * K * size;
        double* total = paid_to(at, seat);
        double left = 0.0;
        for (i64 k = 0; k < K; ++k) total[k] = bank_sum(ends, asked, lane, next + k * size);
        if (ends.rest.size > 0) total[0] += ends.rest[lane];
        each_other(ends, asked, lane, [&](double chance, i64 index) {
            if (index == farkled) left += chance;
            else
                for (i64 k = 0; k < K; ++k) total[k] += chance * next[k * size + index];
        });
        stays[players * at + seat] = left;
    }

    // The value of a turn on a cycle; of one without an end it is the same for all.
    void close(i64 at, i64 seat) {
        double total[K] = {}, factor = 1.0;
        for (i64 step = 0, there = at; step < levels.phases; ++step, there = place[there]) {
            const i64 moves = (seat + step) % players;
            for (i64 k = 0; k < K; ++k) total[k] += factor * paid_to(there, moves)[k];
            factor *= stays[players * there + moves];
        }
        const bool ends = factor <= 1.0 - NO_END;
        for (double& worth : total) worth = ends ? worth / (1.0 - factor) : 1.0 / double(players);
        write(at, seat, total);
    }

    void write(i64 at, i64 seat, const double* found) {
        for (i64 k = 0; k < K; ++k) {
            double& value = values[(seat * K + k) * size + asked.own[lanes[at]]];
            residual = max(residual, abs(found[k] - value));
            value = found[k];
        }
    }
};

// How often turns are begun, from the lowest level up: the transpose of `GivenSolver`. What is on a level is
// followed, and taken away; what leads back to lower ones is left in `coming`.
class Spreader : public Parts {
public:
    Spreader(const Several& asked, const SeveralLevels& levels, const Ends* const (&seats)[4], const Visits& visits,
             const Together& together, const Watch& watch, Work& work)
        : Parts(asked, levels, together, watch, 1, true, work), seats(seats), players(asked.players),
          size(visits.coming.size / players), coming(visits.coming.data), often(visits.often.data) {
        stays = work.take<double>(players * most);
        played = work.take<double>(players * most);
    }

    i64 spread(i64 level) {
        begin(level);
        if (mode == SETTLE) go_round();
        for (i64 i = own; i-- > 0;)
            for (i64 seat = 0; seat < players; ++seat)
                if (seats[seat]->place[lanes[mine[i]]] >= 0) follow(mine[i], seat);
        return watch.cancelled() ? CANCELLED : 0;
    }

private:
    const Ends* const (&seats)[4];
    const i64 players, size;
    double *coming, *often;
    double *stays, *played;  // [count, players], the chance that a turn leads on along its cycle; how often it is begun

    i64 after(i64 at) const { return mode == SETTLE && inside[at] ? asked.after[lanes[at]] : -1; }

    // How often turns are begun, given how often cycles are come to.
    void go_round() {
        fill(played, players * count, 0.0);
        for (i64 at = 0; at < count; ++at)
            for (i64 seat = 0; seat < players; ++seat) {
                double& left = stays[players * at + seat] = 0.0;
                if (seats[seat]->place[lanes[at]] < 0) continue;
                each_other(*seats[seat], asked, lanes[at],
                           [&](double chance, i64 index) { left += index == after(at) ? chance : 0.0; });
            }
        for (i64 at = 0; at < count; ++at)
            for (i64 seat = 0; seat < players; ++seat) {
                const double here = coming[seat * size + asked.own[lanes[at]]];
                if (here <= 0.0) continue;
                const auto walk = [&](double factor, double* to) {
                    for (i64 step = 0, there = at; step < levels.phases; ++step, there = place[there]) {
                        const i64 turn = players * there + (seat + step) % players;
                        if (to != nullptr) to[turn] += factor;
                        factor *= stays[turn];
                    }
                    return factor;
                };
                const double factor = walk(1.0, nullptr);
                walk(here / (factor <= 1.0 - NO_END ? 1.0 - factor : 1.0), played);
            }
    }

    void follow(i64 at, i64 seat) {
        const i64 lane = lanes[at], state = seat * size + asked.own[lane], left = after(at);
        const double here = mode == SETTLE ? played[players * at + seat] : coming[state];
        double* next = coming + (seat + 1) % players * size;
        coming[state] = 0.0;
        often[state] += here;
        if (here > 0.0)
            each_end(*seats[seat], asked, lane, [&](double chance, i64 index) {
                if (index != left) next[index] += here * chance;
            });
    }
};

}  // namespace

// Levels of lanes of a game of several players, one after the other, in one of several threads that do so
// together; how many were solved: fewer than all where `watched` asks to stop. See `farklegen.core.several`.
EXPORTED i64 several_levels(const Turn& turn, const Turn& other, const Several& asked,
                            const SeveralLevels& levels, const Room& room, const Together& together,
                            const Watch& watch) {
    return by_players(asked, [&]<i64 K>() {
        Work work(room);
        LevelSolver<K> solver(turn, other, asked, levels, together, watch, work);
        return solve_all(solver, work, levels, together, watch);
    });
}

// The same where choices are given: how the turns of each player end, `place` being by lane.
EXPORTED i64 several_given(const Several& asked, const SeveralLevels& levels, const Ends& first,
                           const Ends& second, const Ends& third, const Ends& fourth, const Room& room,
                           const Together& together, const Watch& watch) {
    const Ends* const seats[] = {&first, &second, &third, &fourth};
    for (const Ends* ends : seats)
        if (ends->place.size < asked.rows.size ||
            (ends->rest.size > 0 && ends->rest.size < asked.rows.size))
            return NO_ROOM;
    return by_players(asked, [&]<i64 K>() {
        Work work(room);
        GivenSolver<K> solver(asked, levels, seats, together, watch, work);
        return solve_all(solver, work, levels, together, watch);
    });
}

// How often turns are begun whose ends are known, levels being followed from the last one on; 0.
EXPORTED i64 several_visits(const Several& asked, const SeveralLevels& levels, const Ends& first,
                            const Ends& second, const Ends& third, const Ends& fourth, const Visits& visits,
                            const Room& room, const Together& together, const Watch& watch) {
    const Ends* const seats[] = {&first, &second, &third, &fourth};
    for (const Ends* ends : seats)
        if (ends->place.size < asked.rows.size) return NO_ROOM;
    Work work(room);
    Spreader spreader(asked, levels, seats, visits, together, watch, work);
    if (!work.fits()) return work.lacking();
    if (visits.often.size < visits.coming.size) return NO_ROOM;
    for (i64 level = levels.mode.size; level-- > 0;)
        if (spreader.spread(level) < 0) return CANCELLED;
    return 0;
}

}  // namespace core
