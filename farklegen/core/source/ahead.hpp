// The states of a level lie far apart, and so does what their turns are looked up by. It is fetched while
// the levels before are worked on, or a sweep would mostly wait for memory.
#pragma once

#include "functions.hpp"
#include "lookup.hpp"

namespace core {

// What the turns of some players need on the levels to come.
template <i64 PLAYERS>
class Ahead {
public:
    // `step`: of the levels, 1 or -1.
    Ahead(const Payoffs& payoffs, const Ends* const (&players)[PLAYERS], const Levels& levels, i64 step)
        : payoffs(payoffs), levels(levels), step(step) {
        for (i64 player = 0; player < PLAYERS; ++player) ends[player] = players[player];
    }

    // To be called on each level: the numbers of lists come first, then the lists can be found, and then
    // what they hold.
    void look(i64 level) const {
        each(level + 3 * step, [&](i64 state) {
            fetch(state, levels.level, payoffs.bank_switch, payoffs.bank_base, payoffs.bank_past, payoffs.lost_rise,
                  payoffs.lost_base, payoffs.first);
            fetch(lost_place(payoffs, 1, state), payoffs.lost_base);
            for (const Ends* player : ends) fetch(state, player->place);
        });
        each_player(level + 2 * step, [&](const Ends& player, i64 state) {
            const i64 list = player.place[state];
            if (list < 0) return;
            fetch(list, player.row, player.run, player.start);
            if (!is_brief(player)) return;
            fetch(list, player.tail_run, player.unit);
            fetch(state, player.rest);
        });
        each_player(level + step, [&](const Ends& player, i64 state) {
            const i64 list = player.place[state];
            if (list < 0) return;
            fetch(player.start[list], player.code, player.chance);
            if (is_brief(player)) {
                fetch_run(player.brief, player.run, list);
                fetch_run(player.tail, player.tail_run, list);
            } else {
                fetch_run(player.banked, player.run, list);
            }
        });
    }

private:
    static constexpr i64 LINE = 64;  // bytes

    template <class T>
    static void fetch_run(const Array<T>& chances, const Integers& run, i64 list) {
        for (i64 at = run[list]; at < run[list + 1]; at += LINE / i64(sizeof(T))) fetch(at, chances);
    }

    template <class Work>
    void each(i64 level, const Work& work) const {
        if (level < 0 || level + 1 >= levels.begin.size) return;
        for (i64 at = levels.begin[level]; at < levels.begin[level + 1]; ++at) work(levels.states[at]);
    }

    template <class Work>
    void each_player(i64 level, const Work& work) const {
        each(level, [&](i64 state) {
            for (const Ends* player : ends) work(*player, state);
        });
    }

    const Payoffs& payoffs;
    const Ends* ends[PLAYERS];
    const Levels& levels;
    const i64 step;
};

}  // namespace core
