// Dice that are rolled, and a turn that is played with them.
//
//     random numbers: splitmix64, its state begun with a mixture of the seed and the game's number
//     (G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014)
#pragma once

#include "functions.hpp"

namespace core {

using u64 = unsigned long long;

constexpr i64 FACES = 6;
constexpr u64 GOLDEN = 0x9E3779B97F4A7C15u;

// What a roll is that is no set of options.
enum : i64 { FARKLE = -1, DISASTER = -2, WIN = -3 };

// A bijection of 64-bit numbers that leaves no pattern.
inline u64 mixed(u64 number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

// The multiset of the dice of a column.
inline i64 thrown(const Rolling& rolling, i64 column, u64& random) {
    i64 roll = 0;
    for (i64 die = rolling.first[column]; die < rolling.first[column + 1]; ++die) {
        random += GOLDEN;
        const i64 draw = i64(mixed(random) >> 11), begin = rolling.kinds[die] * FACES;
        i64 face = begin;
        for (i64 bound = begin; bound < begin + FACES - 1; ++bound) face += draw >= rolling.bounds[bound];
        roll = rolling.grown[roll * rolling.bounds.size + face];
    }
    return roll;
}

// Play one turn of a game; how it ends, and how many rolls it took. `over`: whether it is taken over;
// `stops(row, column)`: whether it is banked; `takes(row, column, set)`: the option that is taken, -1 if
// there is none. The dice that are left come to be those that the game hands on.
template <class Stops, class Takes>
i64 play_turn(const Turn& turn, const Rolling& rolling, const Games& games, i64 game, i64& rolls, bool over,
              Stops stops, Takes takes) {
    i64& hands = games.hands[game];
    u64 random = u64(games.random[game]);
    i64 row = over ? games.offered[game] : 0, column = over ? hands - 1 : turn.dice - 1;
    const auto end = [&]() -> i64 {
        for (rolls = 0;; ++rolls) {
            if (rolls > 0 && stops(row, column)) return row * ENDS + BANKED;
            const i64 what = rolling.roll[thrown(rolling, column, random)];
            if (what == WIN || what == DISASTER) return ++rolls, what == WIN ? WON : RUINED;
            i64 option = -1;
            if (what >= 0) option = takes(row, column, rolling.sets[turn.column_start[column] + what]);
            if (option < 0) {
                ++rolls;
                if (row == 0 && !over) return FIRST;
                return row * ENDS + (column % turn.dice == turn.dice - 1 ? AWARDED : FARKLED);
            }
            const i64 there = row * turn.columns + turn.offset[option];
            row = there / turn.columns, column = there % turn.columns;
        }
    }();
    hands = column % turn.dice + 1;
    games.random[game] = i64(random);
    return end;
}

inline bool too_small(const Games& games, const Turns& turns) {
    return min(turns.end.size, turns.rolls.size) < turns.which.size ||
           min(games.random.size, games.turns.size) < games.left.size ||
           min(games.previous.size, min(games.offered.size, games.hands.size)) < games.left.size ||
           games.state.size < games.left.size;
}

}  // namespace core
