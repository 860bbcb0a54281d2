// Games played with dice that are really rolled.
//
// Dice are drawn one by one and looked up as a multiset of faces, so that nothing here uses the chances
// by which matches are solved. Games go forward side by side, one turn at a time; every game draws from
// numbers of its own, so that it does not matter which games are played together (rolling.hpp).
#include "policy.hpp"
#include "rolling.hpp"

namespace core {

namespace {

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
    for (i64 player = 0; last && player < players; ++player) {
        if (!games.top[player * many + game]) continue;
        leads = leads && mine > games.score[player * many + game];
        level = level || mine == games.score[player * many + game];
    }
    const bool alone = wins || reached || (last && leads);
    level = level && !alone;
    if (alone || (level && !rules.stays))
        for (i64 player = 0; player < players; ++player) games.top[player * many + game] = 0;
    if (alone || (level && rules.joins)) games.top[mover * many + game] = 1;
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

}  // namespace

i64 begin_games(const Games& games, const Begin& begin) {
    const u64 base = mixed(u64(begin.seed) + GOLDEN);
    for (i64 game = 0; game < games.random.size; ++game)
        games.random[game] = i64(mixed(base + u64(begin.first + game) * GOLDEN));
    return games.random.size;
}

i64 play_by_table(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const Taking& taking,
                  const Rolling& rolling, const Games& games, const Turns& turns) {
    if (too_small(games, turns)) return NO_ROOM;
    const i64 top = table.rows - turn.max_rise, cells = table.rows * turn.dice;
    for (i64 place = 0; place < turns.which.size; ++place) {
        const i64 game = turns.which[place], previous = games.previous[game], row = games.offered[game];
        Aim aim = aim_of(by_state, games.state[game]);
        aim.least = max(aim.least, previous + 1);
        const bool over = games.hands[game] > 0 && row > 0 && row <= aim.room &&
                          row < table.rows &&
                          taking.over[aim.situation * cells + row * turn.dice + games.hands[game] - 1];
        turns.end[place] = play_turn(
            turn, rolling, games, game, turns.rolls[place], over,
            [&](i64 row, i64 column) {
                return row >= top || (row > previous && banks_here(turn, table, aim, row, column));
            },
            [&](i64 row, i64, i64 set) { return option_of(turn, table, aim, set, row); });
    }
    return turns.which.size;
}

i64 move_on(const GameRules& rules, const Games& games, const Counts& counts, const Turns& turns) {
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
