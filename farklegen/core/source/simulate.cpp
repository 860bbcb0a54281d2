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

// How a game stands: going on; won by player 0; won by player 1; level after a last turn; nobody can
// end it any more; a last turn is still to be played.
enum : i64 { GOING = 0, MINE = 1, THEIRS = 2, LEVEL = 3, STUCK = 4, LAST = 5 };

// Who wins level scores after a last turn, in place of LEVEL: who has it; the other one.
enum : i64 { CHALLENGER = -1, LEADER = -2 };

// A turn of a perfect player in some games, by the values of a lane; turns may be taken over below `limit`
// rows.
void play_lane(const Turn& turn, const Rolling& rolling, const SolvedTurns<>& solved, i64 lane, i64 limit,
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
        const double rolled = solved.rolled[(row * turn.dice + hands - 1) * SolvedTurns<>::lanes + lane];
        return clearly_more(rolled, solved.values(0, turn.dice - 1)[lane]);
    };
    for (i64 place = first; place < end; ++place) {
        const i64 game = turns.which[place];
        turns.end[place] = play_turn(turn, rolling, games, game, turns.rolls[place], taken_over(game), stops,
                                     takes);
    }
}

// Units that an end of a turn adds to a score, below zero what a first roll costs; an exact goal lies at `limit`.
i64 gain_of(const Match& match, i64 mine, i64 limit, i64 end) {
    const i64 row = end / ENDS, kind = end % ENDS;
    if (kind == BANKED) return row * match.step;
    if (kind == RUINED || kind == WON) return 0;
    const i64 kept = match.keeps ? row * match.step : 0;
    i64 award = kind == FIRST ? match.first_award : kind == AWARDED ? match.later_award : 0;
    if (match.exact && mine + kept + award > limit) award = 0;
    return kept + award;
}

// Who wins when no turn is left, `lead` units ahead of the other player being the one who moved last.
void settle(const Match& match, const Games& games, i64 game, i64 mover, i64 lead) {
    i64& result = games.result[game];
    if (lead > 0 || (lead == 0 && match.level == CHALLENGER)) result = MINE + mover;
    else if (lead < 0 || match.level == LEADER) result = MINE + 1 - mover;
    else result = LEVEL;
}

// What follows a turn that is not a last one; what it added to the score.
i64 go_on(const Match& match, const Payoffs& payoffs, const Games& games, i64 game, i64 mover, i64 end) {
    const i64 n = match.scores, many = games.state.size, state = games.state[game];
    const i64 mine = match.leads ? games.score[mover * many + game] : match.mine[state];
    const i64 theirs = match.leads ? games.score[(1 - mover) * many + game] : match.theirs[state];
    i64 *my_score = &games.score[mover * many + game], *other = &games.score[(1 - mover) * many + game];
    const i64 gain = gain_of(match, mine, n, end);
    const i64 code = min(end / ENDS, match.highest) * ENDS + end % ENDS;
    const i64 target = target_of(payoffs, state, code);
    *other = theirs;
    if (target < 0) {
        *my_score = mine;
        games.result[game] = MINE + mover;
        return gain;
    }
    games.state[game] = target;
    if (target < match.states) {
        // a lead is that of the player who has just moved
        if (match.leads) *my_score = theirs + match.theirs[target];
        else *my_score = match.theirs[target], *other = match.mine[target];
        if (match.over[target]) settle(match, games, game, mover, *my_score - theirs);
        else if (match.dead[target]) games.result[game] = STUCK;
        return gain;
    }
    const i64 last = target - match.states;
    *my_score = theirs + last % match.distances;
    games.result[game] = last < match.distances ? MINE + mover : LAST;
    return gain;
}

// Who wins after a last turn; what it added to the score.
i64 finish(const Match& match, const Games& games, i64 game, i64 mover, i64 end) {
    const i64 many = games.state.size, last = games.state[game] - match.states;
    const i64 ahead = last % match.distances, kind = end % ENDS;
    i64& score = games.score[mover * many + game];
    const i64 before = score, gain = gain_of(match, 0, ahead, end);
    i64& result = games.result[game];
    if (kind == WON) {
        result = MINE + mover;
        return gain;
    }
    i64 now = gain < 0 ? max(before + gain, min(before, 0LL)) : before + gain;
    if (kind == RUINED) now = min(before, match.zero);
    else if (kind != BANKED && match.streak_ends[last / match.distances])
        now = match.takes_all ? min(now, match.zero) : max(now - match.penalty, min(now, 0LL));
    score = now;
    settle(match, games, game, mover, now - (before + ahead));
    return gain;
}

}  // namespace

i64 begin_games(const Games& games, const Begin& begin) {
    const i64 many = games.state.size;
    const u64 base = mixed(u64(begin.seed) + GOLDEN);
    for (i64 game = 0; game < many; ++game) {
        games.state[game] = begin.state;
        games.random[game] = i64(mixed(base + u64(begin.first + game) * GOLDEN));
        games.turns[game] = 0;
        games.result[game] = GOING;
        games.previous[game] = games.offered[game] = games.hands[game] = 0;
        for (i64 player = 0; player < 2; ++player) {
            games.run[player * many + game] = games.longest[player * many + game] = 0;
            games.score[player * many + game] = begin.zero;
        }
    }
    return many;
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
    SolvedTurns<>().lay_out(turn, payoffs, best.states, work);
    return work.needed();
}

i64 play_best(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solved& solved,
              const Rolling& rolling, const Games& games, const Best& best, const Room& room,
              const Watch& watch) {
    const Turns turns{best.which, best.end, best.rolls};
    Work work(room);
    SolvedTurns<> block;
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
SolvedTurns<> lay_out(const Turn& turn, const Given& given, Work& work) {
    SolvedTurns<> block;
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
    SolvedTurns<> block = lay_out(turn, given, work);
    constexpr i64 L = SolvedTurns<>::lanes;
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

i64 move_on(const Match& match, const Payoffs& payoffs, const Games& games, const Counts& counts,
            const Turns& turns) {
    const i64 many = games.state.size, most = counts.gained.size / 2;
    if (too_small(games, turns) || counts.turns.size < 2 || counts.rolls.size < 2 ||
        counts.farkles.size < 2 || counts.disasters.size < 2 || counts.wins.size < 2)
        return NO_ROOM;
    for (i64 place = 0; place < turns.which.size; ++place) {
        const i64 game = turns.which[place], end = turns.end[place], kind = end % ENDS;
        const i64 mover = (game + games.turns[game]) % 2;
        i64& run = games.run[mover * many + game];
        i64& longest = games.longest[mover * many + game];
        ++games.turns[game];
        ++counts.turns[mover];
        counts.rolls[mover] += turns.rolls[place];
        const bool farkled = kind == FARKLED || kind == AWARDED || kind == FIRST;
        run = farkled ? run + 1 : 0;
        longest = max(longest, run);
        if (farkled) ++counts.farkles[mover];
        else if (kind == RUINED) ++counts.disasters[mover];
        else if (kind == WON) ++counts.wins[mover];
        const bool banked = kind == BANKED;
        const bool left = (banked && match.banks_hand_on) || (farkled && match.farkles_hand_on);
        games.previous[game] = banked && match.beats ? end / ENDS : 0;
        games.offered[game] = left ? end / ENDS : 0;
        if (!left) games.hands[game] = 0;
        const i64 gain = games.result[game] == LAST ? finish(match, games, game, mover, end)
                                                     : go_on(match, payoffs, games, game, mover, end);
        ++counts.gained[mover * most + min(max(gain, 0LL), most - 1)];  // a cost is none of it
    }
    return turns.which.size;
}

}  // namespace core
