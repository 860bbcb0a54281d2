"""From what a function of the API is given to the study that it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.api.loading import load

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.solvers.arguments import Arguments
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report
    from farklegen.study.study import Study


def study_of(
    arguments: Arguments,
    rules: Reference,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
    *,
    mixed: bool = False,
    what: str = "this",
) -> Study:
    """The study of a ruleset, for one function of the API.

    Args:
        arguments: of the function, looked at; refused if anything is wrong with one of them.
        rules: the rules, or a study of them, which keeps what it has worked out.
        floor: as for `solve`; that of a study holds unless another one is asked for.
        progress, report: whom to tell; without them a study goes on to tell whom it told before.
        mixed: whether the function holds for dice of different kinds and jokers as well.
        what: what is refused for them, if it does not.

    Raises:
        UnsolvableError: for dice that the function does not hold for.
    """
    from farklegen.study.study import Study

    arguments.listeners(progress, report)
    arguments.check()
    study = rules if isinstance(rules, Study) else Study(load(rules))
    if not mixed:
        from farklegen.rules.hands import refuse_mixed

        refuse_mixed(study.ruleset, what)
    if progress is not None or report is not None:
        study.listen(progress, report)
    return study if floor is None else study.cut_off_at(floor)


def study_to_floor(
    arguments: Arguments,
    rules: Reference,
    floor: int | None,
    progress: Progress | None,
    report: Report | None,
) -> Study:
    """The same for all dice, with nothing asked beyond rules and floor that could be wrong, too.

    Raises:
        ImpossibleStateError: for a floor where scores do not fall so low.
    """
    from farklegen.solvers.match_state_checks import floor_problems
    from farklegen.solvers.turn_state_checks import check

    study = study_of(arguments, rules, floor, progress, report, mixed=True)
    check(floor_problems(study.ruleset, study.floor))
    return study
