// Every function that Python may call; exports.cpp lists them.
//
// A function takes structs of arrays.hpp and returns a number: what it says in its comment, or less
// than zero where it could not do it (basics.hpp).
#pragma once

#include "arrays.hpp"

namespace core {

// For tests: adds up offsets and probabilities into sum[0] and sum[1]; how many there are.
struct Sums { Floats sum; };
i64 add_up(const Turn& turn, const Sums& sums);

// For tests: counts up to `limit`, or for ever if that is less than zero; CANCELLED if cancelled.
struct Count { i64 limit; };
i64 count(const Count& count, const Watch& watch);

// ---- policies that play by tables: policy.cpp ----------------------------------------------------

// Fill in what the tables take from each set, and how far the sets rise: `choice` and `highest` of a
// Table; the number of situations.
struct Choices { Integers choice, highest; };
i64 choices(const Turn& turn, const Table& table, const Choices& out);

// Points that a turn brings which is rolled on from each state, with no goal: `rolling`[rows,
// columns], of `unit` points a row, `paid` points being left after a farkle; the number of states.
struct Points {
    i64 situation;
    double unit;
    Floats paid, worth, rolling;
};
i64 points(const Turn& turn, const Table& table, const Points& out);

// ---- how turns end: ends.cpp, follow.cpp ---------------------------------------------------------

// Where lists of ends are written: as Ends, less `place`.
struct Listing { Integers row, run; Floats banked; Integers start, code; Floats chance; };

// How turns end: lists of chances, for banks row by row, and which list holds in each state.
struct Ends { Integers place, row, run; Floats banked; Integers start, code; Floats chance; };

// The ends of turns under a policy; how many lists were written before there was no more room.
struct Follow {
    Integers which;
    i64 by_row;
    double negligible;
    Floats mass, banked, farkled, there;
};
i64 ends_of(const Turn& turn, const Table& table, const Seat& seat, const Follow& follow,
            const Listing& listing, const Watch& watch);

// A solved match: chances, those that prices of banking are looked up in, values of taking over.
struct Solved { Floats chances, source, farkled; };

// The ends of turns under perfect play; how many lists were written before there was no more room.
struct Outcomes { Integers states; Floats values, bank, lost, mass, banked, farkled; };
i64 outcomes(const Turn& turn, const Prices& prices, const Keep& keep, const Solved& solved,
             const Outcomes& work, const Listing& listing, const Watch& watch);

// One turn of a game: adds what follows the chance to be in each state, and what is won at once.
struct Advance { Integers states; Floats mass, following, won; };
i64 advance(const Prices& prices, const Ends& ends, const Advance& move);

// ---- duels by lists of ends: duel.cpp, visits.cpp ------------------------------------------------

// States by level, the highest first, and the level of each, -1 for last turns, which begin at `last`
// and are told apart by so many distances.
struct Levels {
    Integers states, begin, level;
    i64 last, distances;
};

// Settle every level once; `result` says the largest change of a chance, and the largest one that the
// states of a level still made when they were left. The number of levels.
struct Meeting {
    Floats a, b, constant;
    Integers begin, local;
    Floats weight;
    Integers place;
    Floats before, result;
};
i64 sweep(const Prices& prices, const Ends& ends_a, const Ends& ends_b, const Levels& levels,
          const Meeting& meeting, const Watch& watch);

// What last turns are worth that end as lists say, under given prices; how many they are.
struct LastTurns { Integers place; Floats bank, lost, first, ruin, worth; };
i64 last_turn_worths(const Ends& ends, const LastTurns& last);

// What turns bring, given the chances of the other player; the number of levels.
struct Values {
    Floats other, value, constant;
    Integers begin, local;
    Floats weight;
};
i64 turn_values(const Prices& prices, const Ends& ends, const Levels& levels, const Values& values,
                const Watch& watch);

// Follow both players from the lowest level up; the number of levels.
struct Visits { Floats coming, often, here; };
i64 spread(const Prices& prices, const Ends& ends_a, const Ends& ends_b, const Levels& levels,
           const Visits& visits, const Watch& watch);

}  // namespace core
