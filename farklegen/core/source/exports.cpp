// What Python sees of the core: one table, with everything that can be called and what it takes.
//
// To add a function: declare it in functions.hpp and name it in FUNCTIONS; a new struct goes into
// STRUCTS with all its fields. docs/core.md has an example.
#include "functions.hpp"
#include "runtime.hpp"

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

namespace core {
namespace {

// ---- structs: their names, sizes, and fields -----------------------------------------------------

struct Field {
    const char* name;
    i64 offset;
    i64 kind;  // a letter: see KIND
};

struct Struct {
    const char* name;
    i64 size;
    const Field* fields;
    i64 count;
};

template <class T> constexpr char KIND = '?';
template <> constexpr char KIND<i64> = 'i';
template <> constexpr char KIND<double> = 'd';
template <> constexpr char KIND<Integers> = 'I';
template <> constexpr char KIND<Floats> = 'D';
template <> constexpr char KIND<Booleans> = 'B';
template <> constexpr char KIND<Array<i32>> = 'H';
template <> constexpr char KIND<Array<u16>> = 'U';
template <> constexpr char KIND<Array<float>> = 'F';

template <class T> constexpr const char* NAME = nullptr;

#define EACH_AGAIN() EACH_STEP
#define EXPAND(...) EXPAND1(EXPAND1(EXPAND1(EXPAND1(__VA_ARGS__))))
#define EXPAND1(...) EXPAND2(EXPAND2(EXPAND2(EXPAND2(__VA_ARGS__))))
#define EXPAND2(...) EXPAND3(EXPAND3(EXPAND3(EXPAND3(__VA_ARGS__))))
#define EXPAND3(...) __VA_ARGS__
#define PARENTHESES ()
#define EACH(what, which, ...) EXPAND(EACH_STEP(what, which, __VA_ARGS__))
#define EACH_STEP(what, which, first, ...) \
    what(which, first) __VA_OPT__(EACH_AGAIN PARENTHESES(what, which, __VA_ARGS__))

#define FIELD(which, field) \
    {#field, __builtin_offsetof(which, field), KIND<decltype(which::field)>},
#define FIELDS_OF(which, ...) \
    constexpr Field which##_fields[] = {EACH(FIELD, which, __VA_ARGS__)}; \
    template <> constexpr const char* NAME<which> = #which;
#define STRUCT_OF(which, ...) {#which, sizeof(which), which##_fields, \
                               sizeof(which##_fields) / sizeof(Field)},

#define STRUCTS(WITH) \
    WITH(Turn, dice, columns, max_rise, offset, set_start, column_start, probability, farkle, \
         disaster, instant, may_bank, legal, some_illegal, lost_kind, bank_kind, overshoot, sizes) \
    WITH(Payoffs, rows, room, least, bank_base, bank_switch, bank_past, bank_rise, bank_rise_past, \
         bank_kinds, lost_base, lost_past, lost_switch, lost_rise, lost_floor, lost_most, award_rows, first, \
         ruin, partner, place, slope, counts, stop_risk, runs, over) \
    WITH(Keep, arrival_base, arrival_run, theirs, step, takes_bank, previous, takes_farkle, \
         farkled_base, farkled_rows) \
    WITH(Task, order, layers, beating) \
    WITH(SharedSweep, level, layer, beats, until, guessed, results, before) \
    WITH(Together, thread, threads, arrived, nap) \
    WITH(Guesses, scores, board, begin, target, context, mine, theirs, my_place, their_place) \
    WITH(Solving, chances, source, farkled, found_chances, found_arrivals, found_farkled, result, \
         check) \
    WITH(LanePayoffs, bank, lost, first, ruin, sure, room) \
    WITH(Lanes, rows, bank_kinds, lost_rows, lost_kinds, kept, start, rolled, values) \
    WITH(TurnTable, rows, lanes, bank, ended, rolled, values) \
    WITH(Passing, row, column, max_rise, worth, banks, tolerance, ahead, order, option_start, \
         column_start, probability, chosen, visits) \
    WITH(PolicyTable, worth, banks, tolerance, choice, highest, top, rise, column, rows) \
    WITH(StatePolicy, situation, reach, stop, goes_for_it, least, room, past) \
    WITH(Room, bytes) \
    WITH(Choices, choice, highest, top) \
    WITH(Points, situation, unit, paid, worth, rolling) \
    WITH(Listing, of, row, run, banked, start, code, chance) \
    WITH(Ends, place, row, run, banked, brief, tail_run, tail, unit, rest, start, code, chance) \
    WITH(Follow, which, by_row, negligible, mass, banked, farkled) \
    WITH(Solved, chances, source, farkled) \
    WITH(Outcomes, states) \
    WITH(Advance, states, mass, following, won) \
    WITH(Spread, mass, following) \
    WITH(Carry, order, layers, change, constant, sign, others, slope) \
    WITH(Levels, states, begin, level, last, distances) \
    WITH(Meeting, a, b, constant, begin, local, weight, place, before, result) \
    WITH(Brief, states, other, run, brief, tail_run, tail, unit, rest) \
    WITH(LastTurns, place, bank, lost, first, ruin, worth) \
    WITH(TurnWorths, other, value, constant, begin, local, weight) \
    WITH(Visits, coming, often, here) \
    WITH(Rolling, bounds, grown, roll, sets, kinds, first) \
    WITH(Games, state, random, turns, left, previous, offered, hands, score, on_board, run, longest, \
         top) \
    WITH(Taking, over, limit) \
    WITH(Begin, first, seed) \
    WITH(Turns, which, end, rolls) \
    WITH(Best, states, start, which, end, rolls) \
    WITH(Given, rows, bank, bank_kinds, lost, lost_kinds, first, ruin, sure, room, limit) \
    WITH(GameRules, players, goal, lowest, zero, step, exact, keeps, first_award, later_award, \
         penalty, takes_all, streak, stays, joins, rounds, beats, banks_hand_on, farkles_hand_on, \
         answers, winners) \
    WITH(Counts, turns, rolls, farkles, disasters, wins, gained) \
    WITH(PlayerTurns, by_value, over, best_chances, best_source, best_farkled, chances, arrivals, \
         farkled, brief) \
    WITH(Space, rows, value, rolled, takes, bank, lost, best) \
    WITH(Settling, states, partners, limit, arrive, writes, worths, values, lost, best_lost, starts, \
         best_starts, result) \
    WITH(LastPayoffs, begin, into, kept_rows, rows, least, bank, lost, first, ruin) \
    WITH(Several, players, by_row, most_rise, tie, rows, room, least, bank_until, bank_base, bank_rise, \
         lost_until, lost_base, lost_rise, award_rows, first, ruin, values, winner, \
         taken_from, taken, start, offered, whole) \
    WITH(SeveralLevels, begin, order, mode, states, after, own, offers, near, higher, watched, slopes, \
         phases, chains, damped_rounds, most_rounds, damping, stop_risk, result) \
    WITH(Watch, state) \
    WITH(Sums, sum) \
    WITH(Loads, values, out, steps) \
    WITH(Count, limit)

STRUCTS(FIELDS_OF)
constexpr Struct structs[] = {STRUCTS(STRUCT_OF)};

// ---- functions: their names, and the structs that they take --------------------------------------

constexpr i64 MOST_ARGUMENTS = 16;

struct Function {
    const char* name;
    void* address;
    i64 count;
    const char* arguments[MOST_ARGUMENTS];
};

template <class... Taken>
Function function(const char* name, i64 (*address)(const Taken&...)) {
    static_assert(sizeof...(Taken) <= MOST_ARGUMENTS);
    return {name, reinterpret_cast<void*>(address), sizeof...(Taken), {NAME<Taken>...}};
}

#define FUNCTIONS(WITH) \
    WITH(solve) \
    WITH(solve_room) \
    WITH(sweep_levels) \
    WITH(several) \
    WITH(several_room) \
    WITH(several_levels) \
    WITH(several_levels_room) \
    WITH(several_paid) \
    WITH(several_paid_room) \
    WITH(several_ended) \
    WITH(several_spread) \
    WITH(play_several) \
    WITH(turns) \
    WITH(turns_room) \
    WITH(fill_table) \
    WITH(fill_table_room) \
    WITH(pass_on) \
    WITH(choices) \
    WITH(points) \
    WITH(ends_of) \
    WITH(outcomes) \
    WITH(outcomes_room) \
    WITH(advance) \
    WITH(carry) \
    WITH(sweep) \
    WITH(in_brief) \
    WITH(last_turn_worths) \
    WITH(turn_values) \
    WITH(spread) \
    WITH(begin_games) \
    WITH(play_by_table) \
    WITH(play_best) \
    WITH(play_best_room) \
    WITH(play_given) \
    WITH(play_given_room) \
    WITH(move_on) \
    WITH(settle_room) \
    WITH(settle_turns) \
    WITH(settle_last) \
    WITH(add_up) \
    WITH(load_and_compare) \
    WITH(count)

#define FUNCTION_OF(which) function(#which, which),

// ---- the table -----------------------------------------------------------------------------------

struct Exports {
    const char* fingerprint;
    const char* variant;
    i64 (*processor_level)();
    const Struct* structs;
    i64 struct_count;
    const Function* functions;
    i64 function_count;
};

}  // namespace
}  // namespace core

EXPORTED const void* farklegen_core() {
    using namespace core;
    static const Function functions[] = {FUNCTIONS(FUNCTION_OF)};
    static const Exports exports = {
        FINGERPRINT, VARIANT, processor_level,
        structs, sizeof(structs) / sizeof(Struct), functions, sizeof(functions) / sizeof(Function),
    };
    return &exports;
}
