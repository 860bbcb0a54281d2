"""The page itself: modules, style and document in one HTML file that asks for nothing else; and an
index of several pages.

The page also holds its name, icon and colour for phones that put it on their home screen. What it
knows is one plain document that JavaScript works out every turn from:

    rolls       dice, what every roll is, and every way to set dice aside of it
    match       the starts of turns of the solved match, and what turns lead to
    drill       situations that matter, with what every choice in them costs
    missing     what the page cannot do, in sentences

`match` and `drill` are None where the rules allow no answer, or the page would become too large.
Arrays are packed: bytes of equal rank side by side, deflated, in base64. The numbers of `match` are
those of the solver, in the same units, rows and columns; `assets/match.js` finds them as
`solvers.game.layout` says.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from random import Random
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.card import MatchPrice
from farklegen.errors import UnsolvableError
from farklegen.play.drill import Exercise, situations
from farklegen.render.html import blocks_html, card_html, framed, plain, style_sheet
from farklegen.report.advise import By, DrillResult
from farklegen.report.card import CardResult, pocket_card
from farklegen.report.document import Block, Heading, attributes
from farklegen.report.numbers import points
from farklegen.report.odds import OddsResult
from farklegen.rules.hands import Hands, hands_of, refuse_mixed, rolled_on
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.patterns import FACES
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import ends_at, upper_first
from farklegen.scoring.compile import ScoringTables, faces_of, roll_weights
from farklegen.scoring.rolls import looker
from farklegen.solvers.game.lanes import corners, turn_rows
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.moves import TurnMoves
from farklegen.study.study import Study
from farklegen.version import __version__

PARTS = {
    "table": "At the table",
    "card": "Card",
    "explorer": "Explorer",
    "odds": "Odds",
    "drill": "Drill",
}
"""Ids of the parts of a page, and what they are called."""

MADE = f"Made by farklegen {__version__}."

ENTRY = "main.js"

COLOUR = "#0f6b4f"
"""Colour of the icon, and of the bar above a page on a phone."""

_IMPORT = re.compile(r'^import\s*\{[^}]*\}\s*from\s*"\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)

Data = dict[str, Any]

MOST_VALUES = 3_000_000
"""Chances that a page of eight megabytes has room for."""

EXERCISES, DECISIONS = 200, 2000
"""Situations of a drill, and decisions that they are drawn from."""

ANSWERS = 12
"""Choices in a situation that are shown: different dice can be set aside in some forty ways."""

FALLS = ("farkle", "scores", "wins", "disaster")
"""What may come of a roll, in the order of the numbers in `rolls`."""

SIGNIFICANT_BITS = 36
"""Significant bits of every chance that a page keeps, a relative error of 7e-12 at most: what a
page works out from them agrees with the program to some 1e-11, and they take half the room."""


def build_page(study: Study, *, quick: bool = False) -> str:
    """The page of a ruleset as HTML.

    Args:
        quick: leave the match out: the page then has the card, the odds and the drill.
    """
    name, data = study.loaded.name, page_data(study, quick=quick)
    odds = OddsResult(study.loaded, study.odds).document()
    card = _card(study, quick=quick or data["match"] is None)
    bodies = {"card": card, "odds": _lowered(odds.blocks)}
    # within a script element, only what might end it needs care
    document = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    body = [f"<header><h1>{plain(name)}</h1></header>", '<nav aria-label="Parts of this page"><ul>']
    body += [f'<li><a href="#{id}">{title}</a></li>' for id, title in PARTS.items()]
    body += ["</ul></nav>", "<main>"]
    for id, title in PARTS.items():
        # the card has a heading of its own
        heading = "" if id == "card" else f"<h2>{title}</h2>"
        body += [f'<section id="{id}" aria-label="{title}">{heading}', *bodies.get(id, ())]
        body.append("</section>")
    perfect = "<p>Chances to win assume perfect play by both.</p>" if data["match"] else ""
    body += [
        "</main>",
        "<noscript><p>Without JavaScript this page is the card and the odds.</p></noscript>",
        f'<footer class="about">{perfect}<p>{MADE} The page asks for nothing from the network.</p>'
        "</footer>",
        f'<script type="application/json" id="data">{document}</script>',
        f'<script type="module">\n{script()}</script>',
    ]
    return _html(name, body)


def build_index(pages: Iterable[tuple[LoadedRuleset, bool]]) -> str:
    """A page that lists pages.

    Args:
        pages: rulesets, and whether the page of each has advice. The pages are in the same folder,
            named by their slugs.
    """
    title = "Farkle: play it best"
    says = (
        "Choose your rules. Each page keeps the score, says what to do at every roll and why, has "
        "the card and the odds, and drills you."
    )
    body = [f"<header><h1>{title}</h1>", f"<p>{says}</p></header>", "<main><ul>"]
    for loaded, advice in pages:
        about = f"{loaded.ruleset.dice} dice, {ends_at(loaded.ruleset)} points"
        about += "" if advice else "; card, odds and drill only"
        link = f'<a href="{quote(loaded.slug)}.html">{plain(loaded.name)}</a>'
        body.append(f"<li>{link}: {plain(about)}</li>")
    body += ["</ul></main>", f'<footer class="about"><p>{MADE}</p></footer>']
    return _html(title, body)


def _card(study: Study, *, quick: bool) -> Iterator[str]:
    price: MatchPrice | None = None
    try:
        analysis = study.analysis
    except UnsolvableError as error:
        yield f"<h2>{plain(study.loaded.name)}</h2>"
        yield f'<p class="missing">No card: {plain(str(error))}</p>'
        return
    ladder = study.points_ladder
    if not quick:
        with suppress(UnsolvableError):
            price, ladder = study.price, study.ladder
    card = CardResult(analysis, ladder, ladder.short)
    yield from card_html(pocket_card(card), level=2)
    yield '<details class="whole"><summary>The full table</summary>'
    yield from _lowered(CardResult(analysis, price=price).document().blocks)
    yield "</details>"


def _lowered(blocks: Iterable[Block]) -> Iterator[str]:
    """Blocks of a document below a heading of the page."""
    return blocks_html([b._replace(level=3) if isinstance(b, Heading) else b for b in blocks])


def script() -> str:
    """All modules as one: each follows the modules that it imports, and shares their names."""
    return "".join(_modules(ENTRY, set()))


def _modules(name: str, done: set[str]) -> Iterator[str]:
    done.add(name)
    text = _asset(name)
    for imported in _IMPORT.findall(text):
        if imported not in done:
            yield from _modules(imported, done)
    yield _EXPORT.sub("", _IMPORT.sub("", text))


def _asset(name: str) -> str:
    return files("farklegen.pages").joinpath("assets", name).read_text(encoding="utf-8")


def policy_of(page: str) -> str:
    """The content security policy of a page. It allows the styles and scripts in the page, by their
    digests, and nothing else."""
    found = []
    for tag in ("script", "style"):
        inside = re.findall(rf"<{tag}(?: [^>]*)?>(.*?)</{tag}>", page, re.DOTALL)
        digests = (b64encode(sha256(text.encode()).digest()).decode() for text in inside)
        found.append(" ".join([f"{tag}-src", *map("'sha256-{}'".format, digests)]))
    return (
        f"default-src 'none'; {'; '.join(found)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _html(name: str, body: Iterable[str]) -> str:
    picture = files("farklegen.pages").joinpath("assets", "icon-192.png").read_bytes()
    icon = f"data:image/png;base64,{b64encode(picture).decode()}"
    style = _asset("base.css") + _asset("page.css") + style_sheet("panels")
    head = [
        f'<meta name="theme-color" content="{COLOUR}">',
        f'<link rel="icon" type="image/png" href="{icon}">',
        f'<link rel="apple-touch-icon" href="{icon}">',
        f"<style>\n{style}</style>",
    ]
    policy = policy_of("\n".join([*head, *body]))
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return framed(name, head, body, [allowed])


# what a page knows


def page_data(study: Study, *, quick: bool = False) -> Data:
    missing: list[str] = []
    match = None
    if quick:
        missing.append(
            "No advice yet: this page was made without the solved match. In the browser, press "
            "Solve the match and open this page again; at the command line, leave --quick out."
        )
    else:
        try:
            check_room(study)
            study.expect("match", "price", "ladder")
            match = match_data(study.solution)
        except UnsolvableError as error:
            study.report(f"No advice at the table and no explorer on this page: {error}.")
            missing.append(f"No advice at the table and no explorer: {error}.")
    try:
        drill = _drill(study, "points" if match is None else "match")
    except UnsolvableError as error:
        drill = None
        missing.insert(0, f"No best play for points: {error}")
    return {
        "id": study.loaded.fingerprint,
        "rolls": rolls_data(study.ruleset, study.tables),
        "match": match,
        "drill": drill,
        "missing": missing,
    }


def rolls_data(ruleset: Ruleset, tables: ScoringTables) -> Data:
    """The dice, every roll by its code (`scoring`), and the ways to set dice aside of it, one after
    the other. Dice of different kinds that show the same face are not kept apart; a joker is a face
    of its own, the last digit."""
    look, hands = looker(ruleset), hands_of(ruleset)
    shown = _shown(hands)
    codes, falls, starts, keeps, points = [], [], [0], [], []
    every = (faces_of(code) for layer in roll_weights(hands) for code in layer)
    for code in dict.fromkeys(every):
        found = look([d for place, d in shown.items() for _ in range(code >> 4 * place & 15)])
        codes.append(code)
        falls.append(FALLS.index(found.fall))
        for way in found.ways:
            keeps.append(sum(1 << 4 * _place(hands, die) for die in way.keep))
            points.append(way.points)
        starts.append(len(keeps))
    bonus = ruleset.hot_dice_bonus
    return {
        "hands": {
            "kinds": [
                {"name": kind.name, "weights": list(kind.weights), "jokers": sorted(kind.joker)}
                for kind in hands.kinds
            ],
            "order": list(hands.order),
            "counts": [list(counts) for counts in hands.counts],
            "words": [hands.words(hand) for hand in range(hands.all + 1)],
        },
        "bonus": bonus and bonus.model_dump(),
        "farkle": tables.farkle_probability(instant_wins=True).tolist(),
        "falls": list(FALLS),
        "code": packed_integers(codes),
        "fall": packed_integers(falls),
        "start": packed_integers(starts),
        "keep": packed_integers(keeps),
        "points": packed_integers(points),
    }


def _shown(hands: Hands) -> dict[int, int]:
    """Place of the digit of everything that a die can show -> a die that shows it."""
    dice = [
        10 * number + face
        for number, kind in enumerate(hands.kinds)
        for face, weight in enumerate(kind.weights, start=1)
        if weight
    ]
    return {_place(hands, die): die for die in reversed(dice)}


def _place(hands: Hands, die: int) -> int:
    """The digit of a die as it fell in the code of a roll: its face, or that of jokers."""
    return FACES if hands.is_joker(die) else die % 10 - 1


def _moves(moves: TurnMoves, every: TurnMoves) -> Data:
    return {
        **attributes(moves, "dice", "unit", "hot_counts", "max_rise"),
        "rise": packed_integers(moves.rise),
        "target": packed_integers(moves.target),
        "option_start": packed_integers(np.append(moves.option_start, len(moves.rise))),
        "column_start": packed_integers(np.append(moves.column_start, len(moves.option_start))),
        "probability": packed_chances(moves.set_probability),
        "farkle": moves.farkle_probability.tolist(),
        "disaster": moves.disaster_probability.tolist(),
        "instant": moves.instant_probability.tolist(),
        "steps": packed_integers(np.array(every.distinct())),
    }


def _drill(study: Study, by: By) -> Data | None:
    """The situations that `farklegen drill` would draw; None if there is nothing to decide."""
    match = by == "match"
    drawn = situations(study, EXERCISES, Random(1), match=match, decisions=DECISIONS)
    result = DrillResult(study.loaded, by, "", "", 1, DECISIONS, drawn)
    unit, scale = ("games in a hundred", 100) if match else ("points", 1)
    asked = [_exercise(result, exercise, scale) for exercise in drawn]
    return {"unit": unit, "exercises": asked} if asked else None


def _exercise(result: DrillResult, exercise: Exercise, scale: int) -> Data:
    """How the game stands, the roll, and the best choices, in an order that gives no hint."""
    answers = [
        {
            "keep": option.keep,
            "words": f"{points(option.points)}, then {option.then}"
            if option.keep
            else upper_first(option.then),
            "cost": round(scale * exercise.cost(place), 4),
        }
        for place, option in enumerate(exercise.options[:ANSWERS])
    ]
    return {
        "facts": result.question(exercise),
        "roll": exercise.now.roll,
        "answers": sorted(answers, key=lambda each: (each["keep"], each["words"])),
    }


def check_room(study: Study) -> None:
    """Refuse a match that a page has no room for, or does not play."""
    if study.ruleset.piggyback != "none":
        refuse_mixed(study.ruleset, "taking a turn over")
    values = _values(study)
    if values <= MOST_VALUES:
        return
    helps, farkle = "", study.ruleset.farkle
    if farkle.falls_below_zero:
        kept = farkle.model_copy(update={"lowest_score": 0})
        above = study.with_rules(study.ruleset.model_copy(update={"farkle": kept}))
        helps = ". With lowest_score: 0 it has room" * (_values(above) <= MOST_VALUES)
    raise UnsolvableError(
        f"the match has at least {values:,} chances, and a page holds {MOST_VALUES:,}; the "
        f"commands turn and advise answer{helps}"
    )


def _values(study: Study) -> int:
    """Chances that a page of this match would hold."""
    return Layout(study.match_rules, 2).size


def match_data(solution: MatchSolution) -> Data:
    """The starts of turns of a solved match, and what turns lead to."""
    layout, rules = solution.layout, solution.rules
    ruleset = rules.ruleset
    places = {group.begin: number for number, group in enumerate(layout.groups)}
    before = [group for group in layout.groups if group.left is None]
    rows = [turn_rows(layout, group, corners(group)) for group in before]
    return {
        "moves": _moves(rules.moves, rules.every_move),
        **attributes(rules, "unit", "step", "lowest", "scores", "lead", "extent", "takes_farkle"),
        **attributes(rules, "penalty", "takes_all", "first_award", "later_award", "takes_bank"),
        **attributes(rules, "has_last_turn", "zero"),
        "goal": None if ruleset.goal is None else rules.goal,
        "off_board": rules.off_board.tolist(),
        "exact": rules.exact_goal,
        "beats": ruleset.bank.beat_previous,
        "level_share": ruleset.level_share,
        **attributes(rules.turn, "keeps", "multiple_of"),
        "rolled_on": list(rolled_on(ruleset)),
        "opening": ruleset.bank.has_opening,
        "streak": layout.streak,
        "rounds": ruleset.rounds,
        "turns": layout.turns,
        # whether the player who moved second, or first, answers one who has reached the goal
        "answers": [ruleset.last_turns(2, later) > 0 for later in (1, 0)],
        "least": [
            rules.least_row(ruleset.bank.minimum),
            rules.least_row(ruleset.bank.opening_minimum),
        ],
        "groups": [
            attributes(group, "begin", "shape", "strides", "axes", "hands", "first", "folded")
            for group in layout.groups
        ],
        "kinds": {
            json.dumps(kind, separators=(",", ":")): places[group.begin]
            for kind, group in layout.kinds.items()
            if group.left != 0
        },
        # of turns: as many as the longest before the last ones has, and those that it may go on in
        "rows": max(int(each.max()) for each in rows) + rules.past + 2,
        "values": packed_chances(solution.values),
    }


def packed_chances(chances: NDArray[np.float64]) -> Data:
    """float64[...], each rounded to `SIGNIFICANT_BITS`, but never to 1."""
    fraction, exponent = np.frexp(chances)
    scale = float(1 << SIGNIFICANT_BITS)
    rounded = np.ldexp(np.rint(fraction * scale) / scale, exponent)
    return _packed(np.where(rounded == 1.0, chances, rounded), "float64")


def packed_integers(numbers: Any) -> Data:
    """Integers of at most 32 bits."""
    return _packed(np.asarray(numbers, np.int32), "int32")


def _packed(array: NDArray[Any], kind: str) -> Data:
    flat = np.ascontiguousarray(array.ravel(), np.dtype(kind).newbyteorder("<"))
    planes = flat.view(np.uint8).reshape(-1, flat.itemsize).T
    data = b64encode(zlib.compress(planes.tobytes(), 9)).decode("ascii")
    return {"kind": kind, "length": len(flat), "data": data}
