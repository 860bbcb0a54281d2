// Turns followed forwards, `W` side by side. With m(t, n) the chance to come to turn score t with n dice
// to roll,
//
//     m(t + s, h(n - k)) += m(t, n) p    for every set of options, of chance p, of which (k dice, s
//                                        points) is taken, unless the turn is banked at (t, n).
//
// All moves rise, so one pass over the rows will do.
//
// How turns end is written down: the chances of the banks of a turn, row by row, and a short list of its
// other ends, as codes (basics.hpp). Turns that are played alike have one list: half of those of a match.
#pragma once

#include "vectors.hpp"
#include "work.hpp"

namespace core {

// The ends of one turn, as they are added up: entry `row * stride` of an array for each row.
struct Added {
    const double* banked;
    const double* farkled[2];  // with some of the dice, with all; one row unless they are kept apart
    i64 rows, farkled_rows, stride;
    double first, ruined, won;
    i64 past;  // the row from which on all banks lead to the same
};

// Writes turns one after the other.
class Lister {
public:
    explicit Lister(const Listing& listing) : to(listing) {
        to.run[0] = 0;
        to.start[0] = 0;
    }

    // Turns.
    i64 written() const { return turns; }

    // Whether that many more turns of that many rows surely find room.
    bool has_room(i64 more, i64 rows, i64 farkled_rows) const {
        return turns + more <= to.of.size && list + more <= to.row.size &&
               list + more < min(to.run.size, to.start.size) &&
               to.run[list] + more * rows <= to.banked.size &&
               to.start[list] + more * (2 * farkled_rows + 3) <= min(to.code.size, to.chance.size);
    }

    void write(const Added& turn) {
        i64 low = 0, high = turn.rows;
        while (low < high && turn.banked[low * turn.stride] <= 0.0) ++low;
        while (high > low && turn.banked[(high - 1) * turn.stride] <= 0.0) --high;
        if (low == high) low = high = 0;
        const i64 run = to.run[list], last = max(low, turn.past);
        for (i64 row = low; row < high; ++row) {
            const double chance = turn.banked[row * turn.stride];
            if (row > last) to.banked[run + last - low] += chance;
            else to.banked[run + row - low] = chance;
        }
        high = min(high, last + 1);
        to.row[list] = low;
        to.run[list + 1] = run + high - low;
        entry = to.start[list];
        for (i64 kind = 0; kind < 2; ++kind)
            for (i64 row = 0; row < turn.farkled_rows; ++row)
                add(row * ENDS + FARKLED + kind, turn.farkled[kind][row * turn.stride]);
        add(FIRST, turn.first);
        add(RUINED, turn.ruined);
        add(WON, turn.won);
        to.start[list + 1] = entry;
        to.of[turns++] = shared();
    }

private:
    static constexpr i64 RECENT = 128;  // lists that a new one is compared with

    // The number of what was written last: that of an earlier list which says the same, if there is one.
    i64 shared() {
        const u64 now = digest();
        for (i64 at = 0; at < min(list, RECENT); ++at)
            if (digests[at] == now && is_like(numbers[at])) return numbers[at];
        digests[list % RECENT] = now;
        numbers[list % RECENT] = list;
        return list++;
    }

    u64 digest() const {
        u64 mixed = u64(to.row[list]);
        const auto mix = [&](u64 bits) { mixed = (mixed ^ bits ^ mixed >> 29) * 0x9E3779B97F4A7C15ull; };
        for (i64 k = to.run[list]; k < to.run[list + 1]; ++k) mix(__builtin_bit_cast(u64, to.banked[k]));
        for (i64 k = to.start[list]; k < entry; ++k)
            mix(__builtin_bit_cast(u64, to.chance[k]) + u64(to.code[k]));
        return mixed;
    }

    // Whether the list that was written last says the same as another.
    bool is_like(i64 other) const {
        const i64 banks = to.run[list], ends = to.start[list], many = to.run[list + 1] - banks;
        if (to.row[other] != to.row[list] || to.run[other + 1] - to.run[other] != many ||
            to.start[other + 1] - to.start[other] != entry - ends)
            return false;
        for (i64 k = 0; k < many; ++k)
            if (to.banked[to.run[other] + k] != to.banked[banks + k]) return false;
        for (i64 k = 0; k < entry - ends; ++k) {
            const i64 at = to.start[other] + k;
            if (to.code[at] != to.code[ends + k] || to.chance[at] != to.chance[ends + k]) return false;
        }
        return true;
    }

    void add(i64 code, double chance) {
        if (chance <= 0.0) return;
        to.code[entry] = code;
        to.chance[entry++] = chance;
    }

    const Listing& to;
    i64 turns = 0, list = 0, entry = 0;
    u64 digests[RECENT];
    i64 numbers[RECENT];
};

constexpr double NEGLIGIBLE = 1e-16;  // chance up to which a way is not followed, but counted as banked

// What a `Way` to play comes to, which derives from this and has
//
//     M stopped(V here, i64 row, i64 column)       the lanes in which the turn ends here, as a bank
//     V spread(V here, i64 row, i64 column)        moves a roll on to where its sets are taken; what
//                                                  is left of it because no option is legal
template <class Way>
class Forward {
public:
    // Write down how the turn of a lane ends; from the row `past` on all banks lead to the same.
    void write(Lister& lister, i64 lane, i64 past) const {
        const double* some = reinterpret_cast<const double*>(farkled) + lane;
        const i64 rows = by_row ? high : 1;
        lister.write({reinterpret_cast<const double*>(banked) + lane, {some, some + rows * W}, high, rows,
                      W, first[lane], ruined[lane], won[lane], past});
    }

protected:
    // Arrays of the caller's, of `high` rows: mass[columns] of each, 0, `apart` vectors from one to the next;
    // banked; farkled, with some of the dice and with all, one row of each unless they are kept apart.
    Forward(const Turn& turn, i64 high, bool by_row, double* mass, i64 apart, double* banked, double* farkled)
        : turn(turn), columns(turn.columns), high(high), apart(apart), by_row(by_row), mass(as_vectors(mass)),
          banked(as_vectors(banked)), farkled(as_vectors(farkled)) {}

    // A turn begins.
    void begin() {
        mass[(turn.dice - 1) * apart] = splat(1.0);
        first = ruined = won = V{};
        if (!by_row) farkled[0] = farkled[1] = V{};
    }

    // Everything that has come to a row goes on from there.
    void pass(i64 row) {
        Way& way = static_cast<Way&>(*this);
        banked[row] = V{};
        if (by_row) farkled[row] = farkled[high + row] = V{};
        for (i64 column = 0; column < columns; ++column) {
            V& cell = mass[(row * columns + column) * apart];
            const V here = cell;
            if (!any(here > 0.0)) continue;
            cell = V{};
            const M stops = row > 0 ? way.stopped(here, row, column) : M{};
            banked[row] += stops ? here : V{};
            if (!any(~stops & (here > 0.0))) continue;
            const V rolls = stops ? V{} : here;
            const V lost = rolls * turn.farkle[column] + way.spread(rolls, row, column);
            const i64 kind = column % turn.dice == turn.dice - 1 ? 1 : 0;
            if (row == 0) first += lost;
            else farkled[by_row ? kind * high + row : kind] += lost;
            ruined += rolls * turn.disaster[column];
            won += rolls * turn.instant[column];
        }
    }

    // Move a roll on to the options that `sets` takes, in most sets the same in all lanes.
    template <class Sets>
    V take_sets(V here, i64 row, Sets sets) const {
        const M rolls = here > 0.0;
        i64 some = 0;
        while (!rolls[some]) ++some;
        double* const to = reinterpret_cast<double*>(mass + row * columns * apart);
        V lost{};
        while (sets.next()) {
            V moved = here * sets.chance;
            if (turn.overshoot) {
                const M none = sets.none();
                lost += none ? moved : V{};
                moved = none ? V{} : moved;
            }
            const i64 only = same_option(sets, rolls, some);
            if (only >= 0) {
                *as_vectors(to + only) += moved;
                continue;
            }
            for (i64 lane = 0; lane < W; ++lane) {
                if (rolls[lane]) to[sets.option[lane] + lane] += moved[lane];
            }
        }
        return lost;
    }

    const Turn& turn;
    const i64 columns, high, apart;
    const bool by_row;
    V *mass, *banked, *farkled;
    V first{}, ruined{}, won{};
};

}  // namespace core
