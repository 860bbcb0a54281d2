// Every function that Python may call, each in a line that begins with its type.
//
// A function takes structs, one for each NamedTuple of the same name in Python, where the fields are
// described; arrays.hpp is made of those when the core is compiled (compiling.py). It returns a number:
// what it says in its comment, or less than zero where it could not do it (basics.hpp). A function that takes
// a Room does nothing without one but say how much it needs (work.hpp).
#pragma once

#include "arrays.hpp"
#include "work.hpp"

namespace core {

#pragma GCC visibility push(default)
extern "C" {

// The fingerprint of the sources, and in a line for each function its name and the layouts of what it takes:
// runtime.cpp.
extern const char* const about[2];

// ---- games of several players: several_levels.cpp, several.cpp -------------------------------------

// Levels of lanes of a game of several players, one after the other, in one of several threads that do so
// together; how many were solved: fewer than all where `watched` asks to stop. See `farklegen.core.several`.
i64 several_levels(const Turn& turn, const Turn& other, const Several& asked, const SeveralLevels& levels,
                   const Room& room, const Together& together, const Watch& watch);

// The same where choices are given: how the turns of each player end, `place` being by lane.
i64 several_given(const Several& asked, const SeveralLevels& levels, const Ends& first, const Ends& second,
                  const Ends& third, const Ends& fourth, const Room& room, const Together& together,
                  const Watch& watch);

// The same for turns that are no lists of ends.
i64 given_turns(const Several& asked, const SeveralLevels& levels, const GivenSeat& first, const GivenSeat& second,
                const GivenSeat& third, const GivenSeat& fourth, const Room& room, const Together& together,
                const Watch& watch);

// How often turns are begun whose ends are known, levels being followed from the last one on; 0.
i64 several_visits(const Several& asked, const SeveralLevels& levels, const Ends& first, const Ends& second,
                   const Ends& third, const Ends& fourth, const Visits& visits, const Room& room,
                   const Together& together, const Watch& watch);

// ---- turns under given payoffs: table.cpp ---------------------------------------------------------

// Fill in `rolled` and `values` below the rows above; 0. See `TurnTable`.
i64 fill_table(const Turn& turn, const TurnTable& table, const Room& room);

// ---- how functions are called: runtime.cpp -------------------------------------------------------

// 1 where this processor has the vectors that the library was made for, else 0.
i64 runs_here();

// For tests: counts in `counted` up to `limit`, or for ever if that is less than zero; how far.
i64 count(const Count& count, const Watch& watch);

// ---- policies that play by tables: policy.cpp ----------------------------------------------------

// Fill in what the tables take from each set, and how far the sets rise: `choice`, `highest` and `top`
// of a PolicyTable; the number of situations.
i64 choices(const Turn& turn, const PolicyTable& table);

// How often a turn that is played by the first table comes to every state: fill in `visits`, [rows, columns]; how
// many. The last rows, as many as a move can rise, only collect.
i64 turn_visits(const Turn& turn, const PolicyTable& table, const TurnVisits& out);

// ---- how turns end: ends.cpp, several.cpp ----------------------------------------------------------

// What turns bring whose ends are known, `place` being by lane: several.cpp.
i64 several_ended(const Ends& ends, const Several& lanes, const Brought& brought);

// The ends of turns under a policy; how many turns were written before there was no more room.
i64 ends_of(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const Follow& follow,
            const Listing& listing, const Room& room, const Watch& watch);

// The ends of turns of a game of several players, each choosing by the first plane; how many turns were
// written before there was no more room.
i64 several_outcomes(const Turn& turn, const Several& asked, const Outcomes& which, const Listing& listing,
                     const Room& room, const Watch& watch);

// ---- games played with rolled dice: simulate.cpp -------------------------------------------------

// Begin the random numbers of games numbered from `first` on; how many.
i64 begin_games(const Games& games, const Begin& begin);

// One turn of a player in each of some games, `place` being by turn: 0 or more. Turns of a player who looks at a
// match stand in the order of its lanes.
i64 roll_turns(const GivenSeat& seat, const Rolling& rolling, const Games& games, const Turns& turns,
               const Room& room, const Watch& watch);

// What follows the turns that some games have played; how many.
i64 move_on(const GameRules& rules, const Games& games, const Counts& counts, const Turns& turns);

}  // extern "C"
#pragma GCC visibility pop

}  // namespace core
