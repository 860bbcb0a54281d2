// Turns whose choices are given, filled in from the top row down: what they bring to everybody, and where they
// may be taken over, what that brings. As in several.hpp, but nothing is chosen by what is filled in: a player
// either looks at the own chance in a solved match, or plays by tables.
//
// Turns whose farkles lead from one to the next and back again make a *team*, a turn of each seat. What those are
// worth to begin, U_i, is not known before all are filled in: every value is a sum
//
//     chances + c_1 U_{i+1} + c_2 U_{i+2} + ...
//
// of which only c_1 is needed unless dice that farkled may be taken over. With those what rolling n dice on at a
// turn score t is worth, R_i, depends on that of the next seat with the same dice and points,
//
//     R_i = a + f (R_{i+1} if the next player takes over there, else U_{i+1})
//
// where f is the chance of a farkle and `a` is in higher rows: as many equations as there are seats.
#include "by_tables.hpp"
#include "levels.hpp"
#include "solved.hpp"

namespace core {
namespace {

constexpr i64 MOST_SEATS = 4;
constexpr i64 MOST_ROUNDS = 2000;  // on a level whose turns depend on each other
constexpr double STILL = 1e-15;    // a round that changes no more than this is the last one

// How the turns of a block are played.
class Player {
public:
    bool plays;      // else what these turns are worth is known
    bool by_values;  // of a solved match; else by tables
    i64 most;        // rows of a turn

    void lay_out(const GivenSeat& seat, const Several& asked, Work& work) {
        of = &seat;
        plays = seat.place.size > 0;
        turn = at<Turn>(seat.turn), looks = at<Several>(seat.looks);
        table = at<PolicyTable>(seat.table), by_state = at<StatePolicy>(seat.by_state);
        tables.turn = turn, tables.table = table;
        by_values = looks != nullptr;
        most = by_values || !plays ? 1 : min(longest(asked), table->rows - turn->max_rise);
        if (!by_values) return;
        for (i64 lane = 0; lane < seat.place.size; ++lane) most = max(most, rows_at(asked, lane));
        block.tie = asked.tie;
        block.lay_out(*turn, asked, most, work);
    }

    void prepare() {
        if (by_values) block.prepare();
    }

    // The rows of a turn: those above are banked, and not offered.
    i64 rows_at(const Several& asked, i64 lane) const {
        const i64 there = of->place[lane], most = asked.rows[lane];
        return by_values ? max(most, looks->rows[there]) : most;
    }

    // Play turns of that many rows.
    void begin(const Several& asked, const i64* lanes, i64 high) {
        rows = high;
        if (by_values) block.lost_rows = asked.by_row ? rows : 1;
        for (i64 lane = 0; lane < W; ++lane) {
            const i64 there = of->place[lanes[lane]], from_row = asked.least[lanes[lane]];
            if (by_values) {
                gather(block, *looks, there, lane, rows);
            } else {
                Aim aim = aim_of(*by_state, there);
                aim.least = max(aim.least, from_row);
                tables.aim_at(lane, aim);
            }
        }
        if (by_values) block.solve(rows);
        else tables.look_over();
    }

    // The rows above which the player banks in all lanes, and nothing is offered.
    i64 rows_needed(const Several& asked, const i64* lanes) const {
        i64 least = 1;
        bool anywhere = !turn->some_illegal;
        for (i64 column = 0; column < turn->columns; ++column) anywhere = anywhere && turn->may_bank[column];
        const bool above = anywhere && (by_values || tables.always_stop());
        for (i64 lane = 0; lane < W; ++lane) {
            const i64 offered = asked.taken_from[lanes[lane]] + asked.taken[lanes[lane]];
            const i64 wanted = !above ? rows : by_values ? 1 : tables.stop[lane];
            least = max(least, min(rows, max(offered, wanted)));
        }
        i64 found = by_values ? rows : least;
        while (found > least && banks_everywhere(found - 1)) --found;
        return found;
    }

    M banks(i64 row, i64 column) const {
        if (by_values) return no_less(load(block.banked(row, column)), load(block.at(row, column)));
        return (tables.least <= row) & tables.banks(row, column);
    }

    // Whether a turn is taken over.
    bool takes(i64 lane, i64 row, i64 kind) const {
        if (by_values) return takes_over(block, lane, row, kind, rows);
        const Aim& one = tables.aim[lane];
        return row > 0 && row < rows && row <= one.room &&
               of->over[(one.situation * table->rows + row) * turn->dice + kind] != 0;
    }

    BestOfSets best(i64 row, i64 column) const {
        return {block.moves.column[column], block.at(row, 0)};
    }

    ByTables::Sets by_table(i64 row, i64 column) const { return {tables, row, column}; }

private:
    const GivenSeat* of;
    const Turn* turn;
    const Several* looks;
    const PolicyTable* table;
    const StatePolicy* by_state;
    SeveralBlock<1, 1> block;
    i64 rows;
    ByTables tables;

    bool banks_everywhere(i64 row) const {
        M rolls{};
        for (i64 column = 0; column < turn->columns; ++column) rolls |= ~banks(row, column);
        return !any(rolls);
    }
};

// Turns of everybody in a game of K + 1, C terms of each value being what turns of others are worth to begin.
template <i64 K, i64 C>
class Teams : public Parts {
    static constexpr i64 P = K + 1, T = K + C, N = W;

public:
    Teams(const Several& asked, const SeveralLevels& levels, const GivenSeat* const (&seats)[MOST_SEATS],
          const Together& together, const Watch& watch, Work& work)
        : Parts(asked, levels, together, watch, N, true, work), size(asked.values.size / (P * K)) {
        for (i64 i = 0; i < P; ++i) {
            sides[i].player.lay_out(*seats[i], asked, work);
            high = max(high, sides[i].player.most);
        }
        for (i64 i = 0; i < P; ++i)
            sides[i].cells.lay_out(*reinterpret_cast<const Turn*>(seats[i]->turn), asked, high, work);
    }

    void prepare() {
        for (Side& side : sides) side.player.prepare();
    }

    // Play the turns of a level; less than zero if that was cancelled.
    i64 solve(i64 level) {
        begin(level);
        bool closed = mode == ONCE;
        for (i64 round = 0; round < MOST_ROUNDS; ++round) {
            bool joined = true;
            moved = 0.0;
            for (i64 at = 0; at < own; at += N) {
                if (watch.cancelled()) return CANCELLED;
                joined = play(mine + at, min(N, own - at)) && joined;
            }
            if (round == 0) residual = moved;
            if (closed || joined || moved <= STILL) break;
        }
        return 0;
    }

    bool more_is_less() const { return false; }

private:
    struct Side {
        Player player;
        Cells<T, N> cells;
        i64 rows, lane[N] = {};
        bool joined[N];  // whether farkles lead to the next side
        double sure[T * N];  // what a win at once is worth, in the first lane
        M banks;             // where it banks
        V acc[T], risk;      // what a roll is worth but for its farkles, and how likely those are
    };

    const i64 size;
    i64 high = 1;  // rows of a turn, at most
    double moved;  // the most that anything has changed
    Side sides[P];

    // Play the turns of some teams; whether farkles lead round in each of them.
    bool play(const i64* which, i64 filled) {
        bool closed = true;
        for (i64 lane = 0; lane < N; ++lane) {
            const i64 first = which[min(lane, filled - 1)];
            i64 there = first;
            for (i64 step = 0; step < P; ++step) there = place[there];
            const bool joined = inside[first] && there == first;
            there = first;
            for (Side& side : sides) {
                side.lane[lane] = lanes[there];
                side.joined[lane] = joined;
                if (joined) there = place[there];
            }
            closed = closed && joined;
        }
        i64 most = 1;
        for (Side& side : sides) {
            side.rows = side.player.plays;
            for (i64 lane = 0; lane < N && side.player.plays; ++lane)
                side.rows = max(side.rows, side.player.rows_at(asked, side.lane[lane]));
            most = max(most, side.rows = min(side.rows, side.player.most));
        }
        for (const Side& side : sides) most = min(most, side.player.most);
        for (Side& side : sides) {
            if (!side.player.plays) continue;
            if (C > 1) side.rows = most;
            side.player.begin(asked, side.lane, side.rows);
            if (C == 1) side.rows = side.player.rows_needed(asked, side.lane);
        }
        for (i64 i = 0; i < P; ++i)
            if (sides[i].player.plays) look_up(i);
        fill_in();
        for (i64 lane = 0; lane < filled; ++lane) write(lane);
        return closed;
    }

    Side& after(i64 i) { return sides[(i + 1) % P]; }

    // What the ends of the turns of a side are worth.
    void look_up(i64 i) {
        Side& side = sides[i];
        const i64 rows = side.rows;
        const double* const next = asked.values.data + (i + 1) % P * K * size;
        side.cells.lost_rows = asked.by_row ? rows : 1;
        for (i64 lane = 0; lane < N; ++lane) {
            const i64 own = side.lane[lane], there = after(i).lane[lane], offers = asked.offers[there];
            const i64 low = C > 1 ? offers : asked.after[own];
            const i64 many = !side.joined[lane] ? 0 : C > 1 ? asked.taken[there] * side.cells.turn->dice : 1;
            const auto look = [&](i64 index, double* cell) {
                const bool inside = low <= index && index < low + many;
                for (i64 k = 0; k < K; ++k) cell[k * N] = inside ? 0.0 : next[k * size + index];
                for (i64 t = K; t < T; ++t) cell[t * N] = inside && t == K ? 1.0 : 0.0;
            };
            const auto look_at_bank = [&](i64 index, double* cell) {
                if (C > 1) return look(index, cell);
                for (i64 k = 0; k < K; ++k) cell[k * N] = next[k * size + index];
            };
            gather(side.cells, asked, own, lane, rows, look, look_at_bank);
            if (lane == 0) look(asked.won, side.sure);
        }
    }

    // The turns of some teams: where they need each other all have as many rows.
    void fill_in() {
        i64 rows = 1;
        for (Side& side : sides) {
            const Cells<T, N>& cells = side.cells;
            rows = max(rows, side.rows);
            for (i64 row = side.rows; row < side.rows + cells.turn->max_rise; ++row)
                for (i64 column = 0; column < cells.turn->columns; ++column)
                    for (i64 t = 0; t < T; ++t)
                        store(cells.at(row, column) + t * N, paid_at(cells, row, column, t));
        }
        for (i64 row = rows - 1; row > 0; --row)
            for (i64 column = 0; column < sides[0].cells.turn->columns; ++column) {
                roll(row, column);
                for (i64 i = 0; i < P; ++i) {
                    if (row < sides[i].rows) bank(sides[i], row, column);
                }
            }
        const i64 all = sides[0].cells.turn->dice - 1;
        roll(0, all);
        for (i64 i = 0; i < P; ++i) {
            if (!sides[i].player.plays) continue;
            add_up(sides[i], 0, all);
            hand_on(i, 0, all, sides[i].cells.first);
            keep(sides[i].cells.at(0, all), sides[i].acc);
        }
    }

    // A term of what a bank is worth: it leads to turns of others only where dice that farkled are taken over.
    static V paid_at(const Cells<T, N>& cells, i64 row, i64 column, i64 t) {
        return C > 1 || t < K ? load(cells.banked(row, column) + t * N) : V{};
    }

    // What is in a state from which a side may bank.
    void bank(Side& side, i64 row, i64 column) {
        for (i64 t = 0; t < T; ++t)
            side.acc[t] = side.banks ? paid_at(side.cells, row, column, t) : side.acc[t];
        keep(side.cells.at(row, column), side.acc);
    }

    const double* lost(i64 i, i64 row, i64 column) const {
        return sides[i].cells.lost_at(row, sides[i].cells.turn->lost_kind[column]);
    }

    static void keep(double* to, const V (&sum)[T]) {
        for (i64 t = 0; to != nullptr && t < T; ++t) store(to + t * N, sum[t]);
    }

    // Whether what rolling is worth is wanted: not where all bank, and take nothing over.
    bool rolls(Side& side, i64 row, i64 column) {
        const bool may = row > 0 && side.cells.turn->may_bank[column] != 0;
        side.banks = may ? side.player.banks(row, column) : M{};
        bool found = C > 1 || any(~side.banks);
        const bool offered = side.cells.rolled_at(row, column) != nullptr;
        for (i64 lane = 0; lane < W && offered && !found; ++lane) found = side.player.takes(lane, row, column);
        return found;
    }

    // Roll in all turns that have the row.
    void roll(i64 row, i64 column) {
        const i64 dice = sides[0].cells.turn->dice;
        bool rolled[P];
        for (i64 i = 0; i < P; ++i) {
            rolled[i] = row < sides[i].rows && rolls(sides[i], row, column);
            if (rolled[i]) add_up(sides[i], row, column);
        }
        if (C > 1 && column < dice) return close(row, column);
        for (i64 i = 0; i < P; ++i) {
            if (!rolled[i]) continue;
            hand_on(i, row, column % dice, lost(i, row, column));
            keep(sides[i].cells.rolled_at(row, column), sides[i].acc);
        }
    }

    // What a roll is worth, whatever a farkle brings.
    void add_up(Side& side, i64 row, i64 column) {
        const Turn& turn = *side.cells.turn;
        for (i64 t = 0; t < T; ++t)
            side.acc[t] = turn.instant[column] * side.sure[t * N] +
                          turn.disaster[column] * load(side.cells.ruin + t * N);
        side.risk = splat(turn.farkle[column]);
        if (side.player.by_values) add_up(side, row, side.player.best(row, column));
        else add_up(side, row, side.player.by_table(row, column));
    }

    template <class Sets>
    ALWAYS_INLINE void add_up(Side& side, i64 row, Sets sets) {
        const bool overshoot = side.cells.turn->overshoot != 0;
        const double* const base = side.cells.at(row, 0);
        V sum[T], risk = side.risk;
        copy(sum, side.acc, T);
        while (sets.next()) {
            V carried[T];
            const i64 only = same_option(sets, splat(i64(-1)), 0);
            if (only >= 0) {
                for (i64 t = 0; t < T; ++t) carried[t] = load(base + only * T + t * N);
            } else {
                for (i64 lane = 0; lane < W; ++lane)
                    for (i64 t = 0; t < T; ++t) carried[t][lane] = base[sets.option[lane] * T + t * N + lane];
            }
            if (overshoot) {
                const M none = sets.none();
                risk += none ? splat(sets.chance) : V{};
                for (i64 t = 0; t < T; ++t) carried[t] = none ? V{} : carried[t];
            }
            for (i64 t = 0; t < T; ++t) sum[t] += sets.chance * carried[t];
        }
        copy(side.acc, sum, T);
        side.risk = risk;
    }

    // Whether the player after a side takes over what farkles there.
    M taken(i64 i, i64 row, i64 kind, const double* paid) {
        M over = load(paid + K * N) > 0.5;
        for (i64 lane = 0; lane < W; ++lane)
            if (over[lane] && !after(i).player.takes(lane, row, kind)) over[lane] = 0;
        return over;
    }

    // Add what farkles lead to: as they pay, or to turns that are taken over, which are known.
    void hand_on(i64 i, i64 row, i64 kind, const double* paid) {
        Side& side = sides[i];
        const M over = C > 1 ? taken(i, row, kind, paid) : M{};
        const double* const theirs = C > 1 ? after(i).cells.rolled_at(row, kind) : paid;
        for (i64 t = 0; t < T; ++t) {
            const V pays = load(paid + t * N);
            side.acc[t] += side.risk * (any(over) ? (over ? load(theirs + turned(t, -1) * N) : pays) : pays);
        }
    }

    // The same where those depend on each other.
    void close(i64 row, i64 kind) {
        V factor = splat(1.0), total[T] = {}, handed[P];
        for (i64 i = 0; i < P; ++i) {
            const double* const paid = lost(i, row, kind);
            const M over = taken(i, row, kind, paid);
            Side& side = sides[i];
            handed[i] = over ? side.risk : V{};
            for (i64 t = 0; t < T; ++t) {
                side.acc[t] += over ? V{} : side.risk * load(paid + t * N);
                total[turned(t, i)] += factor * side.acc[t];
            }
            factor *= handed[i];
        }
        if (any(factor > 0.0)) {
            const M ends = factor < 1.0 - NO_END;
            for (i64 t = 0; t < T; ++t)
                sides[0].acc[t] = ends ? total[t] / (1.0 - factor) : splat(t < K ? 1.0 / double(P) : 0.0);
        } else {
            copy(sides[0].acc, total, T);
        }
        for (i64 i = P - 1; i > 0; --i)
            for (i64 t = 0; t < T; ++t) sides[i].acc[t] += handed[i] * after(i).acc[turned(t, -1)];
        for (Side& side : sides) keep(side.cells.rolled_at(row, kind), side.acc);
    }

    // Where a term of a value stands in that of a side that many before.
    static i64 turned(i64 t, i64 sides) { return t < K ? t : K + (t - K + sides + C) % C; }

    // Find what turns are worth to begin, and write down that and what they may be taken over for.
    void write(i64 lane) {
        double worth[P][K] = {}, left[P][P] = {};
        for (i64 i = 0; i < P; ++i) {
            left[i][i] += 1.0;
            if (!sides[i].player.plays) continue;
            const double* own = sides[i].cells.at(0, sides[i].cells.turn->dice - 1) + lane;
            for (i64 k = 0; k < K; ++k) worth[i][k] = own[k * N];
            for (i64 c = 0; c < C; ++c) left[i][(i + 1 + c) % P] -= own[(K + c) * N];
        }
        solve(worth, left);
        for (i64 i = 0; i < P; ++i) {
            const Side& side = sides[i];
            if (!side.player.plays) continue;
            const i64 of = side.lane[lane], dice = side.cells.turn->dice;
            if (asked.own[of] >= 0) put(i, asked.own[of], worth[i]);
            for (i64 offer = 0; asked.offers[of] >= 0 && offer < asked.taken[of] * dice; ++offer) {
                const i64 row = asked.taken_from[of] + offer / dice, kind = offer % dice;
                const bool occurs = (row > 0 || kind == dice - 1) && row < side.rows;
                if (!occurs || !side.player.takes(lane, row, kind)) {
                    put(i, offer_index(asked, of, offer, dice), worth[i]);
                    continue;
                }
                const double* rolled = side.cells.rolled_at(row, kind) + lane;
                double found[K];
                for (i64 k = 0; k < K; ++k) {
                    found[k] = rolled[k * N];
                    for (i64 c = 0; c < C; ++c) found[k] += rolled[(K + c) * N] * worth[(i + 1 + c) % P][k];
                }
                put(i, offer_index(asked, of, offer, dice), found);
            }
        }
    }

    // Equations of a team: worth = left^-1 worth; without an end it is the same for all.
    static void solve(double (&worth)[P][K], double (&left)[P][P]) {
        bool ends = true;
        for (i64 i = 0; i < P && ends; ++i) {
            ends = left[i][i] > NO_END;
            for (i64 other = 0; other < P && ends; ++other) {
                const double share = other == i ? 0.0 : left[other][i] / left[i][i];
                for (i64 j = i; j < P; ++j) left[other][j] -= share * left[i][j];
                for (i64 k = 0; k < K; ++k) worth[other][k] -= share * worth[i][k];
            }
        }
        for (i64 i = 0; i < P; ++i)
            for (i64 k = 0; k < K; ++k) worth[i][k] = ends ? worth[i][k] / left[i][i] : 1.0 / double(P);
    }

    void put(i64 i, i64 state, const double* found) {
        for (i64 k = 0; k < K; ++k) {
            double& value = asked.values[(i * K + k) * size + state];
            moved = max(moved, abs(found[k] - value));
            value = found[k];
        }
    }
};

}  // namespace

// `several_given` for turns that are no lists of ends.
EXPORTED i64 given_turns(const Several& asked, const SeveralLevels& levels, const GivenSeat& first,
                         const GivenSeat& second, const GivenSeat& third, const GivenSeat& fourth,
                         const Room& room, const Together& together, const Watch& watch) {
    const GivenSeat* const seats[] = {&first, &second, &third, &fourth};
    return by_players(asked, [&]<i64 K>() {
        const auto play = [&]<class Some>() {
            Work work(room);
            Some teams(asked, levels, seats, together, watch, work);
            return solve_all(teams, work, levels, together, watch);
        };
        return first.coupled ? play.template operator()<Teams<K, K + 1>>() : play.template operator()<Teams<K, 1>>();
    });
}

}  // namespace core
