// The structs that callers fill in, one for each NamedTuple of farklegen/core/arrays.py, where the
// fields are described: same names, same order. Python refuses to call where the two differ.
#pragma once

#include "basics.hpp"

namespace core {

constexpr i64 ENDS = 8;               // kinds of ends that a code, row * ENDS + kind, has room for
constexpr i64 LOCAL = 64;             // ends of one turn on its own level, told apart in a duel
constexpr i64 LINE = 8;               // numbers of `Together.arrived` for each thread: a cache line
constexpr double MOST = 0.9999999999999999;  // the chance to win a game that goes on, at most
constexpr double FORBIDDEN = -1e300;  // value of what the rules forbid
constexpr double NO_OPTION = -1e250;  // a best option below this: the set has no legal option

struct Turn {
    i64 dice, columns, max_rise;
    Integers offset, set_start, column_start;
    Floats probability, farkle, disaster, instant;
    Integers may_bank, legal;
    i64 some_illegal;
    Integers lost_kind, bank_kind;
    i64 overshoot;
    Integers sizes;
};

struct Payoffs {
    Integers rows, room, least, bank_base, bank_switch, bank_past;
    i64 bank_rise, bank_rise_past, bank_kinds;
    Integers lost_base, lost_past, lost_switch, lost_rise, lost_floor, lost_most, award_rows, first, ruin;
    Integers partner, place;
    Floats slope;
    Integers counts;
    double stop_risk;
    Integers runs;
    i64 over;
};

struct Keep {
    Integers arrival_base, arrival_run, theirs;
    i64 step, takes_bank, previous, takes_farkle;
    Integers farkled_base, farkled_rows;
};

struct Task {
    Integers order, layers, beating;
};

struct SharedSweep {
    Integers level, layer, beats;
    i64 until, guessed;
    Floats results, before;
};

struct Together {
    i64 thread, threads;
    Integers arrived;
    i64 nap;
};

struct Guesses {
    i64 scores;
    Integers board, begin, target;
    Integers context, mine, theirs, my_place, their_place;
};

struct Solving {
    Floats chances, source, farkled;
    Floats found_chances, found_arrivals, found_farkled;
    Floats result;
    i64 check;
};

struct LanePayoffs {
    Floats bank, lost, first, ruin, sure;
    Integers room;
};

struct Lanes {
    i64 rows, bank_kinds, lost_rows, lost_kinds, kept;
    Floats start, rolled, values;
};

struct TurnTable {
    i64 rows, lanes;
    Floats bank, ended, rolled, values;
};

struct PolicyTable {
    Floats worth;
    Integers banks;
    Floats tolerance;
    Array<i32> choice;
    Integers highest, top, rise, column;
    i64 rows;
};

struct StatePolicy {
    Array<i32> situation, reach, stop, goes_for_it, least, room, past;
};

}  // namespace core
