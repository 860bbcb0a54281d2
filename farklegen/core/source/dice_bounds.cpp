// What a turn is worth at most with dice that are chosen in part; see `farklegen.solvers.dice_bounds`.
#include "functions.hpp"

namespace core {
namespace {

constexpr double UNKNOWN = -1.0;
constexpr i64 SIDE = 8;  // kinds that are compared side by side; so many of no chance follow the last

// The turn scores of the grid: every one up to twice `linear`, then `linear` for each doubling.
struct Grid {
    i64 linear, size;

    i64 row_of(i64 at) const {
        if (at < linear) return at;
        const i64 doubling = at / linear - 1;
        return (linear << doubling) + ((at % linear) << doubling);
    }

    // The last point that is not above a turn score.
    i64 below(i64 row) const {
        if (row < linear) return row;
        const i64 doubling = 63 - __builtin_clzll(static_cast<unsigned long long>(row / linear));
        return (doubling + 1) * linear + ((row - (linear << doubling)) >> doubling);
    }

    // A convex function of the turn score, not above the chord between two points of the grid; above
    // the grid it is the turn score. `here` and all above are known.
    template <class At>
    double chord(i64 row, At&& at) const {
        const i64 low = below(row);
        if (low >= size - 1) return double(row);
        const i64 from = row_of(low), to = row_of(low + 1);
        const double share = double(row - from) / double(to - from);
        return share == 0.0 ? at(low) : (1.0 - share) * at(low) + share * at(low + 1);
    }
};

// The worth of a turn on the grid, `whole`[columns, grid], from the highest turn score down: at least
// what it is. A move leads to an earlier column or, after hot dice, to the last one, which is that of
// a fresh turn: where it does not rise to the next point of the grid, what is known so far is taken,
// which is at most what the next point is worth, and then less. Less than zero if one would roll at
// the top.
template <class Rolled>
double from_the_top(const Grid& grid, i64 columns, double* whole, Rolled&& rolled) {
    const auto worth = [&](i64 column, i64 row) {
        const double* of = &whole[column * grid.size];
        return grid.chord(row, [&](i64 at) { return of[at]; });
    };
    for (i64 at = grid.size - 1; at >= 0; --at) {
        const i64 row = grid.row_of(at);
        const bool top = at == grid.size - 1;
        double& fresh = whole[(columns - 1) * grid.size + at];
        fresh = top ? double(row) : (&fresh)[1];
        for (i64 pass = !top && grid.row_of(at + 1) > row + 1 ? 3 : 1; pass > 0; --pass) {
            for (i64 column = 0; column < columns; ++column) {
                const double on = rolled(column, row, worth);
                if (top && on > double(row)) return UNKNOWN;
                double& here = whole[column * grid.size + at];
                here = column + 1 < columns ? max(on, double(row)) : min(here, max(on, double(row)));
            }
        }
    }
    return whole[(columns - 1) * grid.size];
}

class Bounder {
public:
    Bounder(const DiceRules& rules, const DiceBounds& asked, Work& work)
        : rules(rules), asked(asked), dice(rules.dice), grid{rules.linear, rules.grid} {
        largest = 0;
        for (i64 r = 0; r <= dice; ++r) {
            largest = max(largest, rules.begin[r + 1] - rules.begin[r]);
            pairs = max(pairs, rules.pair_begin[r + 1] - rules.pair_begin[r]);
        }
        for (i64 r = 0; r <= dice; ++r) {
            stack[r] = work.take<double>((2 * dice + 3) * largest);
            value[r] = work.take<double>(pairs);
        }
        known = work.take<double>(dice * rules.rows);
        whole = work.take<double>(dice * grid.size);
    }

    void choose(i64 node) {
        count = 0;
        while (count < dice && asked.chosen[node * dice + count] >= 0) {
            chosen[count] = asked.chosen[node * dice + count];
            ++count;
        }
        first = &asked.first[node * dice];
    }

    // The worth of a fresh turn, given what one is worth after hot dice.
    double once() {
        fill(known, dice * rules.rows, UNKNOWN);
        return rolled(dice, 0, [&](i64 left, i64 row) {
            if (left) return reached(left, row);
            return grid.chord(row, [&](i64 at) { return asked.hot[at]; });
        });
    }

    // The same with hot dice followed; fills in `asked.worth`. Less than zero if the grid ends too soon.
    double all() {
        const double start = from_the_top(grid, dice, whole, [&](i64 column, i64 row, auto&& worth) {
            return rolled(column + 1, row, [&](i64 left, i64 to) {
                return worth((left ? left : dice) - 1, to);
            });
        });
        copy(asked.worth.data, &whole[(dice - 1) * grid.size], grid.size);
        return start;
    }

private:
    const DiceRules& rules;
    const DiceBounds& asked;
    i64 dice;
    Grid grid;
    i64 largest, pairs = 0, count = 0;
    i64 chosen[MOST_DICE];
    const i64* first = nullptr;
    double *stack[MOST_DICE + 1], *value[MOST_DICE + 1], *known, *whole;

    double reached(i64 r, i64 row) {
        double& kept = known[(r - 1) * rules.rows + row];
        if (kept < 0) {
            const double on = rolled(r, row, [&](i64 left, i64 to) {
                if (left) return reached(left, to);
                return grid.chord(to, [&](i64 at) { return asked.hot[at]; });
            });
            kept = max(on, double(row));
        }
        return kept;
    }

    // What rolling so many dice is worth at most.
    template <class Worth>
    double rolled(i64 r, i64 row, Worth&& worth) {
        double *to = stack[r], *values = value[r];
        const i64 pair = rules.pair_begin[r], many = rules.pair_begin[r + 1] - pair;
        for (i64 i = 0; i < many; ++i) {
            values[i] = worth(rules.pair_left[pair + i], row + rules.pair_rise[pair + i]);
        }
        const i64 begin = rules.begin[r], size = rules.begin[r + 1] - begin;
        for (i64 m = 0; m < size; ++m) {
            double best = 0.0;
            for (i64 o = rules.option_begin[begin + m]; o < rules.option_begin[begin + m + 1]; ++o) {
                best = max(best, values[rules.option[o] - pair]);
            }
            to[m] = best;
        }
        return expected(to, r, 0, dice - count);
    }

    // One die less to roll, of this kind.
    void contract(const double* from, double* to, i64 r, i64 kind) {
        const i64 begin = rules.begin[r - 1], size = rules.begin[r] - begin, symbols = rules.symbols;
        const double* shown = &rules.shown[kind];
        for (i64 m = 0; m < size; ++m) {
            const i64* grown = &rules.grown[(begin + m) * symbols];
            double sum = 0.0;
            for (i64 s = 0; s < symbols; ++s) sum += shown[s * rules.kinds] * from[grown[s]];
            to[m] = sum;
        }
    }

    // The same of the kind from `kind` on for which it is the most, where the other dice show the
    // multiset `at`.
    double most(const double* from, i64 at, i64 kind) {
        double best = 0.0;
        for (; kind < rules.kinds - SIDE; kind += SIDE) {
            double sum[SIDE] = {};
            for (i64 s = 0; s < rules.symbols; ++s) {
                const double* shown = &rules.shown[s * rules.kinds + kind];
                const double value = from[rules.grown[at * rules.symbols + s]];
                for (i64 k = 0; k < SIDE; ++k) sum[k] += shown[k] * value;
            }
            for (i64 k = 0; k < SIDE; ++k) best = max(best, sum[k]);
        }
        return best;
    }

    // The most that is expected of `from`, by the faces of r dice: of those chosen from number i on as
    // many as one likes, and at most so many others, each chosen when the others have fallen.
    double expected(const double* from, i64 r, i64 i, i64 others) {
        if (r == 0) return from[0];
        double* to = const_cast<double*>(from) + largest;
        if (i == count) {
            for (i64 left = r; left > 0; --left) {
                const i64 begin = rules.begin[left - 1], size = rules.begin[left] - begin;
                for (i64 m = 0; m < size; ++m) to[m] = most(from, begin + m, first[left - 1]);
                from = to;
                to += largest;
            }
            return from[0];
        }
        i64 end = i;
        while (end < count && chosen[end] == chosen[i]) ++end;
        const i64 least = max(i64(0), r - others - (count - end));
        double best = 0.0;
        for (i64 used = 0;; ++used) {
            if (used >= least) best = max(best, expected(from, r - used, end, others));
            if (used == min(r, end - i)) break;
            contract(from, to, r - used, chosen[i]);
            from = to;
            to += largest;
        }
        return best;
    }
};

}  // namespace

i64 bound_turn(const TurnBound& turn) {
    const Grid grid{turn.linear, turn.grid};
    const i64 columns = turn.column_begin.size - 1;
    if (turn.whole.size != columns * grid.size || turn.values.size != turn.pair_column.size ||
        turn.option.size != turn.option_begin[turn.option_begin.size - 1]) {
        return NO_ROOM;
    }
    turn.start[0] = from_the_top(grid, columns, turn.whole.data, [&](i64 column, i64 row, auto&& worth) {
        for (i64 i = turn.pair_begin[column]; i < turn.pair_begin[column + 1]; ++i) {
            turn.values[i] = worth(turn.pair_column[i], row + turn.pair_rise[i]);
        }
        double sum = 0.0;
        for (i64 set = turn.column_begin[column]; set < turn.column_begin[column + 1]; ++set) {
            double best = 0.0;
            for (i64 o = turn.option_begin[set]; o < turn.option_begin[set + 1]; ++o) {
                best = max(best, turn.values[turn.option[o]]);
            }
            sum += turn.probability[set] * best;
        }
        return sum;
    });
    return 0;
}

i64 bound_dice_room(const DiceRules& rules, const DiceBounds& asked) {
    Work work;
    Bounder(rules, asked, work);
    return work.needed();
}

i64 bound_dice(const DiceRules& rules, const DiceBounds& asked, const Room& room, const Watch& watch) {
    Work work(room);
    Bounder bounder(rules, asked, work);
    const i64 nodes = asked.start.size;
    if (!work.fits() || rules.dice > MOST_DICE || asked.chosen.size != nodes * rules.dice ||
        asked.first.size != nodes * rules.dice) {
        return NO_ROOM;
    }
    for (i64 node = 0; node < nodes; ++node) {
        if (watch.cancelled()) return CANCELLED;
        bounder.choose(node);
        asked.start[node] = asked.hot.size ? bounder.once() : bounder.all();
        watch.done(1);
    }
    return nodes;
}

}  // namespace core
