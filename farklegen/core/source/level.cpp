// A match solved layer by layer.
#include "level.hpp"

namespace core {

i64 solve_room(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
               const Solving& solving) {
    Work work;
    Solver solver(turn, payoffs, keep, task, solving, work);
    solver.measure();
    return work.needed();
}

i64 solve(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
          const Solving& solving, const Room& room, const Watch& watch) {
    if (solving.result.size < 4) return NO_ROOM;
    Work work(room);
    Solver solver(turn, payoffs, keep, task, solving, work);
    if (!work.fits()) return NO_ROOM;
    solver.prepare();
    return solver.solve(0, task.layers.size - 1, 0, task.beating.size, watch);
}

}  // namespace core
