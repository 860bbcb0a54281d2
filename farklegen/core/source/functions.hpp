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

}  // namespace core
