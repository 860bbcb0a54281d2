// Games played with dice that are really rolled.
//
// Dice are drawn one by one and looked up as a multiset of faces, so that nothing here uses the chances
// by which matches are solved. Games go forward side by side, one turn at a time; every game draws from
// numbers of its own, so that it does not matter which games are played together:
//
//     random numbers: splitmix64, its state begun with a mixture of the seed and the game's number
//     (G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014)
#include "policy.hpp"
#include "several.hpp"

namespace core {

namespace {

constexpr i64 FACES = 6;
constexpr u64 GOLDEN = 0x9E3779B97F4A7C15u;

// What a roll is that is no set of options.
enum : i64 { FARKLE = -1, DISASTER = -2, WIN = -3 };

// A bijection of 64-bit numbers that leaves no pattern.
u64 mixed(u64 number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

// The multiset of the dice of a column.
i64 thrown(const Rolling& rolling, i64 column, u64& random) {
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
// `stops(row, column)`: whether it is banked; `takes(row, set)`: the option that is taken, -1 if
// there is none. The dice that are left come to be those that the game hands on.
template <class Stops, class Takes>
i64 roll_turn(const Turn& turn, const Rolling& rolling, const Games& games, i64 game, i64& rolls, bool over,
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
            if (what >= 0) option = takes(row, turn.column_start[column] + what);
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

bool too_small(const Games& games, const Turns& turns) {
    return min(turns.end.size, turns.rolls.size) < turns.which.size ||
           min(games.random.size, games.turns.size) < games.left.size ||
           min(games.previous.size, min(games.offered.size, games.hands.size)) < games.left.size;
}

// Players who still have a last turn, while nobody has reached the goal.
enum : i64 { OPEN = -1 };

// Units that an end of a turn adds to a score, below zero what a first roll costs.
i64 gain_of(const GameRules& rules, i64 mine, i64 end) {
    const i64 row = end / ENDS, kind = end % ENDS;
    if (kind == BANKED) return row * rules.step;
    if (kind == RUINED || kind == WON) return 0;
    const i64 kept = rules.keeps ? row * rules.step : 0;
    i64 award = kind == FIRST ? rules.first_award : kind == AWARDED ? rules.later_award : 0;
    if (rules.exact && mine + kept + award > rules.goal) award = 0;
    return kept + award;
}

// Hand the dice over after turn number `played` of a game, or end it.
void pass_on(const GameRules& rules, const Games& games, i64 game, i64 mover, i64 played, bool wins) {
    const i64 many = games.left.size, players = rules.players, mine = games.score[mover * many + game];
    i64& left = games.left[game];
    const bool last = left > 0, reached = !last && mine >= rules.goal;
    bool leads = true, level = false;  // beside those who have won so far
    const i64 both = rules.winners[3];  // of those who have won so far and one who draws level, who wins
    for (i64 player = 0; last && player < players; ++player) {
        if (!games.top[player * many + game]) continue;
        leads = leads && mine > games.score[player * many + game];
        level = level || mine == games.score[player * many + game];
    }
    const bool alone = wins || reached || (last && leads);
    level = level && !alone;
    if (alone || (level && !(both & 1)))
        for (i64 player = 0; player < players; ++player) games.top[player * many + game] = 0;
    if (alone || (level && (both & 2))) games.top[mover * many + game] = 1;
    if (last) --left;
    if (wins) left = 0;
    if (wins || !(reached || rules.rounds)) return;
    const i64 later = players - 1 - played % players;
    const bool last_round = rules.rounds > 0 && played / players == rules.rounds - 1;
    if (reached) left = rules.answers[last_round * players + later];
    if (left != OPEN || !last_round || later > 0) return;
    left = 0;
    i64 best = 0, winners = 0;
    for (i64 player = 0; player < players; ++player)
        best = max(best, games.score[player * many + game]);
    for (i64 place = 0; place < players; ++place)  // in the order of moving
        winners |= i64(games.score[(mover + 1 + place) % players * many + game] == best) << place;
    for (i64 place = 0; place < players; ++place)
        games.top[(mover + 1 + place) % players * many + game] = rules.winners[winners] >> place & 1;
}

i64 roll_by_tables(const GivenSeat& seat, const Turn& turn, const Rolling& rolling, const Games& games,
                   const Turns& turns) {
    const PolicyTable& table = *at<PolicyTable>(seat.table);
    const i64 top = table.rows - turn.max_rise, cells = table.rows * turn.dice;
    for (i64 at_turn = 0; at_turn < turns.which.size; ++at_turn) {
        const i64 game = turns.which[at_turn], previous = games.previous[game], row = games.offered[game];
        Aim aim = aim_of(*at<StatePolicy>(seat.by_state), seat.place[at_turn]);
        aim.least = max(aim.least, previous + 1);
        const bool over = games.hands[game] > 0 && row > 0 && row <= aim.room && row < table.rows &&
                          seat.over[aim.situation * cells + row * turn.dice + games.hands[game] - 1];
        turns.end[at_turn] = roll_turn(
            turn, rolling, games, game, turns.rolls[at_turn], over,
            [&](i64 row, i64 column) {
                return row >= top || (row > previous && banks_here(turn, table, aim, row, column));
            },
            [&](i64 row, i64 set) { return option_of(turn, table, aim, set, row); });
    }
    return turns.which.size;
}

// Turns stand in the order of their lanes, so that each lane is solved once.
i64 roll_by_match(const GivenSeat& seat, const Turn& turn, const Rolling& rolling, const Games& games,
                  const Turns& turns, const Room& room, const Watch& watch) {
    const Several& asked = *at<Several>(seat.looks);
    Work work(room);
    SeveralBlock<1> block;
    block.tie = asked.tie;
    block.lay_out(turn, asked, longest(asked), work);
    if (!work.fits()) return work.lacking();
    i64 at_turn = 0;
    const auto roll = [&](i64 begin, i64 filled, i64 rows) {
        for (; at_turn < turns.which.size && seat.place[at_turn] < begin + filled; ++at_turn) {
            const i64 lane = seat.place[at_turn] - begin, game = turns.which[at_turn], hands = games.hands[game];
            const bool over = hands > 0 && asked.taken[begin + lane] &&
                              takes_over(block, lane, games.offered[game], hands - 1, rows);
            const auto stops = [&](i64 row, i64 column) {
                if (row >= rows) return true;
                const double banked = block.banked(row, column)[lane];
                return turn.may_bank[column] != 0 && banked > NO_OPTION &&
                       block.at(row, column)[lane] <= banked + asked.tie;
            };
            const auto takes = [&](i64 row, i64 set) {
                double most = NO_OPTION;
                i64 taken = -1;
                for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option) {
                    const double found = block.at(row, 0)[turn.offset[option] * block.lanes + lane];
                    if (found > most + (taken < 0 ? 0.0 : asked.tie)) most = found, taken = option;
                }
                return taken;
            };
            turns.end[at_turn] = roll_turn(turn, rolling, games, game, turns.rolls[at_turn], over, stops, takes);
        }
        return true;
    };
    return each_block(block, asked, asked.rows.size, watch, [](i64 lane) { return lane; }, roll);
}

}  // namespace

// Begin the random numbers of games numbered from `first` on; how many.
EXPORTED i64 begin_games(const Games& games, const Begin& begin) {
    const u64 base = mixed(u64(begin.seed) + GOLDEN);
    for (i64 game = 0; game < games.random.size; ++game)
        games.random[game] = i64(mixed(base + u64(begin.first + game) * GOLDEN));
    return games.random.size;
}

// One turn of a player in each of some games, `place` being by turn: 0 or more. Turns of a player who looks at a
// match stand in the order of its lanes.
EXPORTED i64 roll_turns(const GivenSeat& seat, const Rolling& rolling, const Games& games, const Turns& turns,
                        const Room& room, const Watch& watch) {
    if (too_small(games, turns) || seat.place.size < turns.which.size) return NO_ROOM;
    const Turn& turn = *at<Turn>(seat.turn);
    if (seat.looks == 0) return roll_by_tables(seat, turn, rolling, games, turns);
    return roll_by_match(seat, turn, rolling, games, turns, room, watch);
}

// What follows the turns that some games have played; how many.
EXPORTED i64 move_on(const GameRules& rules, const Games& games, const Counts& counts, const Turns& turns) {
    const i64 many = games.left.size, players = rules.players, most = counts.gained.size / players;
    if (too_small(games, turns) || games.score.size < players * many || games.top.size < players * many ||
        games.run.size < players * many || games.longest.size < players * many ||
        games.on_board.size < players * many || rules.winners.size < 1 << players ||
        rules.answers.size < 2 * players || counts.turns.size < players || counts.rolls.size < players ||
        counts.farkles.size < players || counts.disasters.size < players || counts.wins.size < players)
        return NO_ROOM;
    for (i64 place = 0; place < turns.which.size; ++place) {
        const i64 game = turns.which[place], end = turns.end[place], kind = end % ENDS;
        const i64 played = games.turns[game]++, mover = (game + played) % players, own = mover * many + game;
        const bool farkled = kind == FARKLED || kind == AWARDED || kind == FIRST, banked = kind == BANKED;
        i64 &run = games.run[own], &score = games.score[own], &longest = games.longest[own];
        run = farkled ? run + 1 : 0;
        longest = max(longest, run);
        ++counts.turns[mover];
        counts.rolls[mover] += turns.rolls[place];
        if (farkled) ++counts.farkles[mover];
        else if (kind == RUINED) ++counts.disasters[mover];
        else if (kind == WON) ++counts.wins[mover];
        const i64 gain = gain_of(rules, score, end);
        ++counts.gained[mover * most + min(max(gain, 0LL), most - 1)];  // a cost is none of it
        score = max(score + gain, min(score, rules.lowest));
        if (farkled && rules.streak && run % rules.streak == 0)
            score = rules.takes_all ? min(score, rules.zero)
                                    : max(score - rules.penalty, min(score, rules.lowest));
        if (kind == RUINED) score = min(score, rules.zero);
        if (banked || gain > 0) games.on_board[own] = 1;
        const bool left = (banked && rules.banks_hand_on) || (farkled && rules.farkles_hand_on);
        games.previous[game] = banked && rules.beats ? end / ENDS : 0;
        games.offered[game] = left ? end / ENDS : 0;
        if (!left) games.hands[game] = 0;
        pass_on(rules, games, game, mover, played, kind == WON);
    }
    return turns.which.size;
}

}  // namespace core
