"""`farklegen simulate`: games played with rolled dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import Floor, read_floor
from farklegen.cli.options import Format, Me, Numbers, Opponent, Rules, Target, option, reference
from farklegen.cli.table_of import Sitting, read_players, read_table, refuse_for_two

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farklegen.cli.output import Destination

EXAMPLES = (
    ("farklegen simulate basic", "the card against perfect play"),
    ("farklegen simulate ours.yaml --me card --opponent bank-at-300", "against a simple habit"),
    ("farklegen simulate basic --games 1,000,000 --seed 7", "more games, with other dice"),
    ("farklegen simulate basic --players 5 --opponent bank-at-300", "against four such habits"),
)


def simulate(
    rules: Rules,
    me: Me = "card",
    opponent: Opponent = "optimal",
    games: Annotated[
        str,
        option("--games N", "Games to play; half of them you begin."),
    ] = "100,000",
    seed: Annotated[str, option("--seed S", "The same number rolls the same dice.")] = "1",
    players: Sitting = "2",
    floor: Floor = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """Play games with rolled dice, and count.

    Counts who wins, with the confidence that so many games give, how long games are, what turns
    bring, how often they farkle, and by how much games are won. It checks the exact commands, and
    measures what they leave out. Perfect play solves the match first, once.
    """
    from farklegen.cli.output import complain, destination
    from farklegen.policies.reference import parse

    numbers = Numbers()
    many = numbers.whole("--games", games)
    dice = numbers.whole("--seed", seed)
    lowest = read_floor(numbers, floor)
    table_of = read_players(numbers, players)
    if table_of > 2:
        refuse_for_two(numbers, {"--floor": floor is not None})
        everybody = read_table(numbers, me, opponent, table_of)
    numbers.check()
    assert many is not None
    assert dice is not None
    if table_of > 2:
        _table(rules, everybody, many, dice, destination(format, target, keep=[rules, *everybody]))
        return
    place = destination(format, target, keep=[rules, me, opponent])
    recipes = [parse(me), parse(opponent)]

    from farklegen import api
    from farklegen.cli.progress import progress_bar
    from farklegen.report.simulate import simulate_document
    from farklegen.study.forecast import Work, forecast
    from farklegen.study.study import Study

    loaded = api.load(reference(rules))
    for warning in loaded.warnings:
        complain(str(warning))
    wanted: tuple[Work, ...] = ()
    if any(recipe.needs_go_for_it for recipe in recipes):
        wanted = ("price",)
    elif any(recipe.optimal for recipe in recipes):
        wanted = ("match",)
    study = Study(loaded, floor=lowest)
    ahead = forecast(study, wanted)
    with progress_bar("playing", ahead) as bar:
        result = api.simulate(
            study,
            me=me,
            opponent=opponent,
            games=many,
            seed=dice,
            progress=bar,
            report=bar.say,
        )
    place.emit(simulate_document(result))


def _table(rules: str, names: Sequence[str], games: int, seed: int, place: Destination) -> None:
    """Games of several players."""
    from farklegen import api
    from farklegen.cli.output import complain
    from farklegen.cli.progress import progress_bar
    from farklegen.report.several import several_games_document
    from farklegen.study.forecast import forecast_table
    from farklegen.study.study import Study

    loaded = api.load(reference(rules))
    for warning in loaded.warnings:
        complain(str(warning))
    study = Study(loaded)
    ahead = forecast_table(study, len(names)) if "optimal" in names else None
    with progress_bar("playing", ahead) as bar:
        found = api.simulate_several(
            study, players=names, games=games, seed=seed, progress=bar, report=bar.say
        )
    place.emit(several_games_document(found))
