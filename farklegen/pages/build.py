"""The page itself: modules, style and document in one HTML file that asks for nothing else; and an
index of several pages.

The page also holds its name, icon and colour for phones that put it on their home screen.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from urllib.parse import quote

from farklegen.cards.card import MatchPrice
from farklegen.errors import UnsolvableError
from farklegen.pages.data import page_data
from farklegen.render.html import blocks_html, card_html, framed, plain, style_sheet
from farklegen.report.card import CardResult, pocket_card
from farklegen.report.document import Block, Heading
from farklegen.report.odds import OddsResult
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import ends_at
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


@cache
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


@cache
def style() -> str:
    return _asset("base.css") + _asset("page.css") + style_sheet("panels")


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
    icon = _icon()
    head = [
        f'<meta name="theme-color" content="{COLOUR}">',
        f'<link rel="icon" type="image/png" href="{icon}">',
        f'<link rel="apple-touch-icon" href="{icon}">',
        f"<style>\n{style()}</style>",
    ]
    policy = policy_of("\n".join([*head, *body]))
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return framed(name, head, body, [allowed])


@cache
def _icon() -> str:
    data = files("farklegen.pages").joinpath("assets", "icon-192.png").read_bytes()
    return f"data:image/png;base64,{b64encode(data).decode()}"
