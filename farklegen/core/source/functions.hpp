// Every function that Python may call; exports.cpp lists them.
//
// A function takes structs of arrays.hpp and returns a number: what it says in its comment, or less
// than zero where it could not do it (basics.hpp).
#pragma once

#include "arrays.hpp"
#include "work.hpp"

namespace core {

// ---- a match: level.cpp --------------------------------------------------------------------------

// Solve states layer by layer, or apply the equation to them once; 0. See `Solving`. What is done is
// counted in turns.
i64 solve(const Turn& turn, const Prices& prices, const Keep& keep, const Task& task,
          const Solving& solving, const Room& room, const Watch& watch);

// The room that `solve` needs at most, in float64.
i64 solve_room(const Turn& turn, const Prices& prices, const Keep& keep, const Task& task,
               const Solving& solving);

// ---- turns under given prices: turns.cpp ---------------------------------------------------------

// Solve lanes; 0. See `LanePrices` and `Lanes`.
i64 turns(const Turn& turn, const LanePrices& prices, const Lanes& lanes, const Room& room);

// The room that `turns` needs, in float64.
i64 turns_room(const Turn& turn, const Lanes& lanes);

// ---- a turn under prices for every row and column: table.cpp -------------------------------------

// Fill in `rolled` and `values` below the rows above; 0. See `TurnTable`.
i64 fill_table(const Turn& turn, const TurnTable& table, const Room& room);

// The room that `fill_table` needs, in float64.
i64 fill_table_room(const Turn& turn, const TurnTable& table);

// ---- how functions are called: trials.cpp --------------------------------------------------------

// For tests: adds up offsets and probabilities into sum[0] and sum[1]; how many there are.
struct Sums { Floats sum; };
i64 add_up(const Turn& turn, const Sums& sums);

// For benchmarks: runs over `values` again and again, `steps` times MAXIMA vectors of 64 bytes that
// are loaded and compared with the largest so far, and writes those to `out`: what a processor can do
// at best. How many numbers were loaded.
struct Loads { Floats values, out; i64 steps; };
i64 load_and_compare(const Loads& loads);

// For tests: counts up to `limit`, or for ever if that is less than zero; CANCELLED if cancelled.
struct Count { i64 limit; };
i64 count(const Count& count, const Watch& watch);

}  // namespace core
