// Turns followed forwards, `W` side by side. With m(t, n) the chance to come to turn score t with n dice
// to roll,
//
//     m(t + s, h(n - k)) += m(t, n) p    for every set of options, of chance p, of which (k dice, s
//                                        points) is taken, unless the turn is banked at (t, n).
//
// All moves rise, so one pass over the rows will do.
#pragma once

#include "listing.hpp"
#include "vectors.hpp"

namespace core {

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
