// A match solved layer by layer, in double precision, or roughly in single precision.
#include "level.hpp"

namespace core {
namespace {

template <class Real>
struct Precision {
    using In = Solver<Real>;
};

}  // namespace

i64 solve_room(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Proven& proven,
               const Task& task, const Solving& solving) {
    const auto measured = [&](auto solver_in) {
        Work work;
        typename decltype(solver_in)::In solver(turn, payoffs, keep, proven, task, solving, work);
        solver.measure();
        return work.needed();
    };
    return solving.check == ROUGH ? measured(Precision<float>()) : measured(Precision<double>());
}

i64 solve(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
          const Solving& solving, const Room& room, const Watch& watch) {
    if (solving.result.size < 4) return NO_ROOM;
    const auto solved = [&](auto solver_in) {
        Work work(room);
        const Proven nothing = {};
        typename decltype(solver_in)::In solver(turn, payoffs, keep, nothing, task, solving, work);
        if (!work.fits()) return i64(NO_ROOM);
        solver.prepare();
        return solver.solve(0, task.layers.size - 1, 0, task.beating.size, watch);
    };
    return solving.check == ROUGH ? solved(Precision<float>()) : solved(Precision<double>());
}

}  // namespace core
