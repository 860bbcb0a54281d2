// Games played with dice that are really rolled.
//
// Dice are drawn one by one and looked up as a multiset of faces, so that nothing here uses the chances
// by which matches are solved. Games go forward side by side, one turn at a time; every game draws from
// numbers of its own, so that it does not matter which games are played together (rolling.hpp).
#include "policy.hpp"
#include "rolling.hpp"
#include "solved.hpp"

namespace core {

namespace {

// Players who still have a last turn, while nobody has reached the goal.
enum : i64 { OPEN = -1 };

// A turn of a perfect player in some games, by the values of a lane; turns may be taken over below `limit`
// rows.
void play_lane(const Turn& turn, const Rolling& rolling, const SolvedTurns& solved, i64 lane, i64 limit,
               const Games& games, const Turns& turns, i64 first, i64 end) {
    const auto stops = [&](i64 row, i64 column) {
        if (row >= solved.rows) return true;
        if (!turn.may_bank[column]) return false;
        return no_less(solved.banks(row, column)[lane], solved.values(row, column)[lane]);
    };
    const auto takes = [&](i64 row, i64, i64 set) {
        double best = NO_OPTION;
        i64 taken = -1;
        for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option) {
            const double found = solved.values(row, turn.offset[option])[lane];
            if (clearly_more(found, best)) {
                best = found;
                taken = option;
            }
        }
        return taken;
    };
    const auto taken_over = [&](i64 game) {
        const i64 row = games.offered[game], hands = games.hands[game];
        if (hands == 0 || row >= limit || (row == 0 && hands < turn.dice)) return false;
        const double rolled = solved.rolled[(row * turn.dice + hands - 1) * SolvedTurns::lanes + lane];
        return clearly_more(rolled, solved.values(0, turn.dice - 1)[lane]);
    };
    for (i64 place = first; place < end; ++place) {
        const i64 game = turns.which[place];
        turns.end[place] = play_turn(turn, rolling, games, game, turns.rolls[place], taken_over(game), stops,
                                     takes);
    }
}

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
                          row < min(taking.limit[games.state[game]], table.rows) &&
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

i64 play_best_room(const Turn& turn, const Payoffs& payoffs, const Best& best) {
    Work work;
    SolvedTurns().lay_out(turn, payoffs, best.states, work);
    return work.needed();
}

i64 play_best(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solved& solved,
              const Rolling& rolling, const Games& games, const Best& best, const Room& room,
              const Watch& watch) {
    const Turns turns{best.which, best.end, best.rolls};
    Work work(room);
    SolvedTurns block;
    block.lay_out(turn, payoffs, best.states, work);
    if (too_small(games, turns) || !work.fits()) return NO_ROOM;
    block.prepare();
    for (i64 begin = 0; begin < best.states.size; begin += block.lanes) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = block.solve(payoffs, keep, solved, best.states, begin);
        const i64* start = &best.start[begin];
        for (i64 lane = 0; lane < filled; ++lane)
            play_lane(turn, rolling, block, lane, 0, games, turns, start[lane], start[lane + 1]);
    }
    return best.states.size;
}

// Turns under given payoffs.
SolvedTurns lay_out(const Turn& turn, const Given& given, Work& work) {
    SolvedTurns block;
    block.lay_out(turn, given.rows, given.bank_kinds, given.rows, given.lost_kinds, work);
    block.rolled = work.take<double>(given.rows * turn.dice * block.lanes);
    return block;
}

i64 play_given_room(const Turn& turn, const Given& given) {
    Work work;
    lay_out(turn, given, work);
    return work.needed();
}

i64 play_given(const Turn& turn, const Rolling& rolling, const Given& given, const Games& games,
                   const Best& best, const Room& room) {
    const Turns turns{best.which, best.end, best.rolls};
    Work work(room);
    SolvedTurns block = lay_out(turn, given, work);
    constexpr i64 L = SolvedTurns::lanes;
    const i64 lanes = best.states.size, high = given.rows + turn.max_rise;
    const i64 lost_rows = given.lost.size / (given.lost_kinds * L);
    if (too_small(games, turns) || !work.fits() || lanes > L ||
        given.bank.size < high * given.bank_kinds * L || (lost_rows != 1 && lost_rows < given.rows) ||
        min(given.first.size, min(given.ruin.size, given.sure.size)) < L ||
        min(given.room.size, given.limit.size) < L)
        return NO_ROOM;
    block.prepare();
    block.rows = given.rows;
    Worths<>& ends = block.ends;
    ends.lost_rows = min(lost_rows, given.rows);
    copy(ends.bank, given.bank.data, high * given.bank_kinds * L);
    copy(ends.lost, given.lost.data, ends.lost_rows * given.lost_kinds * L);
    copy(ends.first, given.first.data, L);
    copy(ends.ruin, given.ruin.data, L);
    copy(ends.sure, given.sure.data, L);
    for (i64 lane = 0; lane < L; ++lane) ends.room[lane] = double(given.room[lane]);
    block.solve();
    for (i64 lane = 0; lane < lanes; ++lane)
        play_lane(turn, rolling, block, lane, min(given.limit[lane], given.rows), games, turns,
                  best.start[lane], best.start[lane + 1]);
    return lanes;
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
