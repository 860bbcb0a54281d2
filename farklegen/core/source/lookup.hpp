// How turns end.
#pragma once

#include "arrays.hpp"

namespace core {

// Kinds of ends of a turn. An end is a code, row * ENDS + kind: with which turn score, and how.
enum : i64 {
    BANKED = 0,
    FARKLED = 1,   // with some of the dice
    AWARDED = 2,   // with all the dice
    FIRST = 3,     // on the first roll
    RUINED = 4,    // by a disaster
    WON = 5,       // by a win at once
};

}  // namespace core
