// Turns followed forwards, N vectors of them side by side. With m(t, n) the chance to come to turn
// score t with n dice to roll,
//
//     m(t + s, h(n - k)) += m(t, n) p    for every set of options, of chance p, of which (k dice, s
//                                        points) is taken, unless the turn is banked at (t, n).
//
// All moves rise, so one pass over the rows will do.
#pragma once

#include "listing.hpp"
#include "vectors.hpp"

namespace core {

// What a `Way` to play comes to, which derives from this and has
//
//     M stopped(V here, i64 row, i64 column, i64 vector)    the lanes in which the turn ends here, as a bank
//     void spread(const V* here, i64 row, i64 column, V* lost)    moves a roll on to where its sets are
//                                           taken; adds what is left of it because no option is legal
template <class Way, i64 N = 1>
class Forward {
public:
    // Write down how the turn of a lane ends; from the row `past` on all banks lead to the same.
    void write(Lister& lister, i64 lane, i64 past) const {
        const auto at = [&](const V* of) { return reinterpret_cast<const double*>(of) + lane; };
        const i64 rows = by_row ? high : 1;
        lister.write({at(banked), {at(farkled), at(farkled + rows * N)}, high, rows, N * W, *at(first),
                      *at(ruined), *at(won), past});
    }

protected:
    // Arrays of the caller's, of `high` rows: mass[columns] of each, 0; banked; farkled, with some of the
    // dice and with all, one row of each unless they are told apart.
    Forward(const Turn& turn, i64 high, bool by_row, double* mass, double* banked, double* farkled)
        : turn(turn), columns(turn.columns), high(high), by_row(by_row), mass(as_vectors(mass)),
          banked(as_vectors(banked)), farkled(as_vectors(farkled)) {}

    // A turn begins.
    void begin() {
        for (i64 i = 0; i < N; ++i) {
            mass[(turn.dice - 1) * N + i] = splat(1.0);
            first[i] = ruined[i] = won[i] = V{};
            if (!by_row) farkled[i] = farkled[N + i] = V{};
        }
    }

    // Everything that has come to a row goes on from there.
    void pass(i64 row) {
        Way& way = static_cast<Way&>(*this);
        for (i64 i = 0; i < N; ++i) {
            banked[row * N + i] = V{};
            if (by_row) farkled[row * N + i] = farkled[(high + row) * N + i] = V{};
        }
        for (i64 column = 0; column < columns; ++column) {
            V rolls[N], lost[N];
            M rolling = {};
            for (i64 i = 0; i < N; ++i) {
                V& cell = mass[(row * columns + column) * N + i];
                const V here = cell;
                cell = rolls[i] = V{};
                if (!any(here > 0.0)) continue;
                const M stops = row > 0 ? way.stopped(here, row, column, i) : M{};
                banked[row * N + i] += stops ? here : V{};
                rolls[i] = stops ? V{} : here;
                rolling |= rolls[i] > 0.0;
            }
            if (!any(rolling)) continue;
            for (i64 i = 0; i < N; ++i) lost[i] = rolls[i] * turn.farkle[column];
            way.spread(rolls, row, column, lost);
            const i64 kind = column % turn.dice == turn.dice - 1 ? 1 : 0;
            for (i64 i = 0; i < N; ++i) {
                if (row == 0) first[i] += lost[i];
                else farkled[(by_row ? kind * high + row : kind) * N + i] += lost[i];
                ruined[i] += rolls[i] * turn.disaster[column];
                won[i] += rolls[i] * turn.instant[column];
            }
        }
    }

    const Turn& turn;
    const i64 columns, high;
    const bool by_row;
    V *mass, *banked, *farkled;
    V first[N] = {}, ruined[N] = {}, won[N] = {};
};

}  // namespace core
