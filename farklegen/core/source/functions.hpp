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
i64 solve(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
          const Solving& solving, const Room& room, const Watch& watch);

// Solve levels one after the other, or apply the equation to them, in one of several threads that do so
// together, each with a task of its own; 0. See `SharedSweep`.
i64 sweep_levels(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
                 const SharedSweep& sweep, const Guesses& guesses, const Solving& solving, const Room& room,
                 const Together& together, const Watch& watch);

// The room that `solve` or `sweep_levels` needs at most, in float64.
i64 solve_room(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
               const Solving& solving);

// ---- games of several players: several.cpp --------------------------------------------------------

// Lanes of a game of several players; see `farklegen.core.several`. What is done is counted in turns.
struct Several {
    i64 players, by_row, most_rise;
    double tie;
    Integers rows, room, least, bank_until, bank_base, bank_rise;
    Integers lost_until, lost_base, lost_rise, award_rows, first, ruin;
    Floats values;
    i64 winner;
    Integers taken_from;
    i64 taken;
    Floats start, offered, whole;
};
i64 several(const Turn& turn, const Several& asked, const Room& room, const Watch& watch);

// The same lanes twice: choices are made by the payoffs of `asked`, and `paying` is told what they come
// to in its own. Both have their lanes in the same order.
i64 several_paid(const Turn& turn, const Several& asked, const Several& paying, const Room& room,
                 const Watch& watch);
i64 several_paid_room(const Turn& turn, const Several& asked, const Several& paying);

// The room that `several` needs, in float64.
i64 several_room(const Turn& turn, const Several& asked);

// Levels of such lanes, one after the other, in one of several threads that do so together; how many were
// solved: fewer than all where `watched` asks to stop. See `farklegen.core.several`. What is done is counted in turns.
struct SeveralLevels {
    Integers begin, order, mode, states, after, own, offers, near, higher;
    Booleans watched;
    Array<float> slopes;
    i64 phases, chains, damped_rounds, most_rounds;
    double damping, stop_risk;
    Floats result;
};
i64 several_levels(const Turn& turn, const Several& asked, const SeveralLevels& levels, const Room& room,
                   const Together& together, const Watch& watch);
i64 several_levels_room(const Turn& turn, const Several& asked, const SeveralLevels& levels);

// ---- turns under given payoffs: turns.cpp ---------------------------------------------------------

// Solve lanes; 0. See `LanePayoffs` and `Lanes`.
i64 turns(const Turn& turn, const LanePayoffs& payoffs, const Lanes& lanes, const Room& room);

// The room that `turns` needs, in float64.
i64 turns_room(const Turn& turn, const Lanes& lanes);

// ---- a turn under payoffs for every row and column: table.cpp -------------------------------------

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

// ---- a turn that is played by a table: passing.cpp -----------------------------------------------

// How often a turn that begins at a row and a column, where it is rolled, comes to every state: fill in
// `visits`, [rows, columns]; how many rows. The last rows, as many as a move can rise, only collect.
struct Passing {
    i64 row, column, max_rise;
    Floats worth;
    Integers banks;
    double tolerance;
    Integers ahead, order, option_start, column_start;
    Floats probability;
    Integers chosen;
    Floats visits;
};
i64 pass_on(const Passing& passing);

// ---- policies that play by tables: policy.cpp ----------------------------------------------------

// Fill in what the tables take from each set, and how far the sets rise: `choice`, `highest` and `top`
// of a PolicyTable; the number of situations.
struct Choices { Array<i32> choice; Integers highest, top; };
i64 choices(const Turn& turn, const PolicyTable& table, const Choices& out);

// Points that a turn brings which is rolled on from each state, with no goal: `rolling`[rows,
// columns], of `unit` points a row, `paid` points being left after a farkle; the number of states.
struct Points {
    i64 situation;
    double unit;
    Floats paid, worth, rolling;
};
i64 points(const Turn& turn, const PolicyTable& table, const Points& out);

// ---- how turns end: ends.cpp, follow.cpp ---------------------------------------------------------

// Where lists of ends are written, fields as of Ends, and the number of the list of each turn.
struct Listing { Integers of, row, run; Floats banked; Integers start, code; Floats chance; };

// How turns end: lists of chances, for banks row by row, and which list holds in each state. Lists in
// brief (farklegen/solvers/duel/brief.py) have, in place of `banked`, `brief`, and `tail` for what
// follows, `unit` and, by state, `rest`.
struct Ends {
    Array<i32> place;
    Integers row, run;
    Floats banked;
    Array<i32> brief;
    Integers tail_run;
    Array<u16> tail;
    Floats unit, rest;
    Integers start, code;
    Floats chance;
};

// Whether they are in brief: for duels only.
inline bool is_brief(const Ends& ends) { return ends.unit.size > 0; }

// What turns come to whose ends are known, `place` being by lane: several.cpp.
i64 several_ended(const Ends& ends, const Several& paying);

// Add to `following`, by state, where such turns lead that are begun so often, `mass` being by lane.
struct Spread { Floats mass, following; };
i64 several_spread(const Ends& ends, const Several& lanes, const Spread& spread);

// The ends of turns under a policy; how many turns were written before there was no more room.
struct Follow {
    Integers which;
    i64 by_row;
    double negligible;
    Floats mass, banked, farkled;
};
i64 ends_of(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const Follow& follow,
            const Listing& listing, const Watch& watch);

// A solved match: chances, those that payoffs of banking are looked up in, values of taking over.
struct Solved { Floats chances, source, farkled; };

// The ends of turns under perfect play; how many turns were written before there was no more room.
struct Outcomes { Integers states; };
i64 outcomes(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solved& solved,
             const Outcomes& asked, const Listing& listing, const Room& room, const Watch& watch);

// The room that `outcomes` needs, in float64; with some of the states it needs no more.
i64 outcomes_room(const Turn& turn, const Payoffs& payoffs, const Outcomes& asked);

// One turn of a game: adds what follows the chance to be in each state, and what is won at once.
struct Advance { Integers states; Floats mass, following, won; };
i64 advance(const Payoffs& payoffs, const Ends& ends, const Advance& move);

// What a sweep would change, given what the last one has changed, see carry.cpp: `change`, of all
// states, in and out; `others` and `slope` are room for as many. `order` and `layers` are those of a
// sweep. 0.
struct Carry {
    Integers order, layers;
    Floats change, constant;
    double sign;
    Floats others, slope;
};
i64 carry(const Payoffs& payoffs, const Ends& ends, const Carry& asked, const Watch& watch);

// ---- duels by lists of ends: duel.cpp, visits.cpp ------------------------------------------------

// States by level, the highest first, and the level of each, -1 for last turns, which begin at `last`
// and are told apart by so many distances.
struct Levels {
    Integers states, begin;
    Array<i32> level;
    i64 last, distances;
};

// Settle every level once; `result` says the largest change of a chance, and the largest one that the
// states of a level still made when they were left. The number of levels.
struct Meeting {
    Floats a, b, constant;
    Integers begin, local;
    Floats weight;
    Array<i32> place;
    Floats before, result;
};
i64 sweep(const Payoffs& payoffs, const Ends& ends_a, const Ends& ends_b, const Levels& levels,
          const Meeting& meeting, const Watch& watch);

// Write lists in brief that hold in these states, given the chances `other` of the other player with
// which they are worth what they were, the other fields being as those of Ends; how many they are.
struct Brief {
    Integers states;
    Floats other;
    Integers run;
    Array<i32> brief;
    Integers tail_run;
    Array<u16> tail;
    Floats unit, rest;
};
i64 in_brief(const Payoffs& payoffs, const Ends& ends, const Levels& levels, const Brief& to);

// What last turns are worth that end as lists say, under given payoffs; how many they are.
struct LastTurns { Array<i32> place; Floats bank, lost, first, ruin, worth; };
i64 last_turn_worths(const Ends& ends, const LastTurns& last);

// What turns bring, given the chances of the other player; the number of levels.
struct TurnWorths {
    Floats other, value, constant;
    Integers begin, local;
    Floats weight;
};
i64 turn_values(const Payoffs& payoffs, const Ends& ends, const Levels& levels, const TurnWorths& values,
                const Watch& watch);

// Follow both players from the lowest level up; the number of levels.
struct Visits { Floats coming, often, here; };
i64 spread(const Payoffs& payoffs, const Ends& ends_a, const Ends& ends_b, const Levels& levels,
           const Visits& visits, const Watch& watch);

// ---- games played with rolled dice: simulate.cpp -------------------------------------------------

// How dice fall, and what a roll is.
struct Rolling { Integers bounds, grown, roll, sets, kinds, first; };

// Games side by side; players move first in turn, as the games are numbered.
struct Games {
    Integers state, random, turns, left, previous, offered, hands, score, on_board, run, longest, top;
};

// Begin the random numbers of games numbered from `first` on; how many.
struct Begin { i64 first, seed; };
i64 begin_games(const Games& games, const Begin& begin);

// One turn in each of some games: how they end, and rolls that they took.
struct Turns { Integers which, end, rolls; };

// Where turns are taken over by tables: by situation and cell, rows below which that may be, by state.
struct Taking { Booleans over; Integers limit; };

// One turn of a player who plays by a table, in each of some games; how many.
i64 play_by_table(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const Taking& taking,
                  const Rolling& rolling, const Games& games, const Turns& turns);

// One turn of a perfect player in each of some games, by the states in which they stand; how many
// states. Not for last turns, and where nothing is handed on.
struct Best { Integers states, start, which, end, rolls; };
i64 play_best(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solved& solved,
              const Rolling& rolling, const Games& games, const Best& best, const Room& room,
              const Watch& watch);

// The room that `play_best` needs, in float64.
i64 play_best_room(const Turn& turn, const Payoffs& payoffs, const Best& best);

// One turn of a player who looks at a match of several players, `best.start` being by lane; 0.
i64 play_several(const Turn& turn, const Several& asked, const Rolling& rolling, const Games& games,
                 const Best& best, const Room& room, const Watch& watch);

// The same for one block of turns under given payoffs.
struct Given {
    i64 rows;
    Floats bank;
    i64 bank_kinds;
    Floats lost;
    i64 lost_kinds;
    Floats first, ruin, sure;
    Integers room, limit;
};
i64 play_given(const Turn& turn, const Rolling& rolling, const Given& given, const Games& games,
               const Best& best, const Room& room);

// The room that `play_given` needs, in float64.
i64 play_given_room(const Turn& turn, const Given& given);

// The rules that matter between turns.
struct GameRules {
    i64 players, goal, lowest, zero, step, exact, keeps, first_award, later_award, penalty, takes_all, streak;
    i64 stays, joins, rounds, beats, banks_hand_on, farkles_hand_on;
    Integers answers, winners;
};

// What the turns of each player came to.
struct Counts { Integers turns, rolls, farkles, disasters, wins, gained; };

// What follows the turns that some games have played; how many.
i64 move_on(const GameRules& rules, const Games& games, const Counts& counts, const Turns& turns);

// ---- duels turn by turn: settle.cpp, settle_play.cpp -----------------------------------------

// How somebody plays, and what it brings: what beginning a turn is worth, after a bank, after a farkle.
struct PlayerTurns {
    i64 by_value;
    Booleans over;
    Floats best_chances, best_source, best_farkled, chances, arrivals, farkled;
    Array<i32> brief;  // in place of `arrivals`: farklegen/solvers/duel/arrivals.py

    // What a bank is worth to whoever begins the turn after it.
    double arrival(i64 at) const {
        if (brief.size > 0) return double(u32(brief[at])) / 4294967295.0;
        return arrivals.size > 1 ? arrivals[at] : chances[at];
    }
    void put_arrival(i64 at, double worth) const {
        if (brief.size > 0) brief[at] = i32(u32(i64(worth * 4294967295.0 + 0.5)));
        else arrivals[at] = worth;
    }
};

// Room for a block of turns of one player.
struct Space {
    i64 rows;
    Floats value, rolled;
    Integers takes;
    Floats bank, lost, best;
};

// The room that `best` must be, in float64: turns of so many rows under perfect play.
i64 settle_room(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Space& space);

// Turns of the first player, and of the second one that farkles lead to and come back from, or -1; room
// for turns that must beat something; `result`: the largest change.
struct Settling {
    Integers states, partners, limit, arrive;
    i64 writes;
    Floats worths, values, lost, best_lost, starts, best_starts, result;
};

// Settle turns of both players; how many.
i64 settle_turns(const Turn& turn_a, const PolicyTable& table_a, const StatePolicy& by_state_a, const PlayerTurns& player_a,
                   const Space& space_a, const Turn& turn_b, const PolicyTable& table_b, const StatePolicy& by_state_b,
                   const PlayerTurns& player_b, const Space& space_b, const Payoffs& payoffs, const Keep& keep,
                   const Settling& settling, const Watch& watch);

// What last turns of one class are worth to a policy that plays by tables; how many distances.
struct LastPayoffs {
    i64 begin, into, kept_rows, rows, least;
    Floats bank, lost, first, ruin;
};
i64 settle_last(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const PlayerTurns& player,
                  const Space& space, const Payoffs& payoffs, const Keep& keep, const Settling& settling,
                  const LastPayoffs& last, const Watch& watch);

}  // namespace core
