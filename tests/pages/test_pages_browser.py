"""The page in a real browser, from a file, as people open it.

One browser and a few small games for all tests. Without a browser they are skipped, and say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from farklegen import api
from farklegen.play.game import Game
from farklegen.play.players import action_of
from farklegen.report.screen import make_screen
from farklegen.solvers.game.game_state import GameState
from farklegen.study.study import Study
from tests.browser import browsing, violations, watched
from tests.pages.small_games import OWN_DICE, RULES, TAKE_OVER
from tests.shared import asked_about

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

PHONE = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as opened:
        yield opened


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(api.load(RULES), kept=False)


@pytest.fixture(scope="module")
def files(study: Study, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Pages by name, made when asked for: whole, without a match, with turns to take over, with
    different dice."""
    folder = tmp_path_factory.mktemp("pages")
    pages: dict[str, Callable[[], str]] = {
        "whole": lambda: api.page(study),
        "quick": lambda: api.page(study, quick=True),
        "taken": lambda: api.page(TAKE_OVER),
        "own": lambda: api.page(OWN_DICE),
    }

    def made(name: str) -> Path:
        file = folder / f"{name}.html"
        if not file.exists():
            file.write_text(pages[name](), encoding="utf-8")
        return file

    return made


Opened = Callable[..., "Page"]


@pytest.fixture
def show(browser: Browser, files: Callable[[str], Path]) -> Iterator[Opened]:
    """Opens a page."""
    with ExitStack() as stack:

        def opened(name: str = "whole", part: str = "table", **how: Any) -> Page:
            address = files(name).as_uri()
            page = stack.enter_context(watched(browser, address, **how))
            page.goto(f"{address}#{part}")
            page.wait_for_selector("html[data-ready]")
            return page

        yield opened


def _roll(page: Page, faces: list[int]) -> None:
    for face in faces:
        page.click(f'#table [data-key="face {face}"]')


def _percent(text: str) -> float:
    found = re.search(r"([\d.]+)%", text)
    assert found, text
    return float(found[1])


def test_the_card_is_there_as_it_is_printed(show: Opened, study: Study) -> None:
    page = show(part="card")
    text = page.inner_text("#card")
    assert "Three dice" in text
    for sentence in make_screen(study.analysis, study.ladder.short).sentences:
        for part in sentence.removesuffix(".").split(": "):
            assert part in " ".join(text.split())
    assert "Most points per turn" not in text
    page.click("text=The full table")
    text = page.inner_text("#card")
    assert f"{study.analysis.expected.points_per_turn:.1f}" in text
    assert "Most points per turn" in text
    assert page.locator("#card table").count() >= 3
    assert page.is_hidden("#table")


def test_the_odds_are_counted(show: Opened, study: Study) -> None:
    text = show(part="odds").inner_text("#odds")
    farkle = study.odds[-1].farkle / study.odds[-1].rolls
    assert f"{100 * farkle:.2f}%" in text


def test_a_game_at_the_table_goes_as_the_solver_says_and_as_it_is_played(
    show: Opened, study: Study
) -> None:
    page, rng, game = show(), Random(20), Game(study.ruleset)
    page.click('#table [data-key="edit"]')  # the last turns, which differ most
    page.fill("#edit-mine", "600")
    page.fill("#edit-theirs", "500")
    page.press("#edit-theirs", "Enter")
    game.stand(GameState((600, 500)))
    turns = 0
    while game.won is None:
        turns += 1
        shown = page.locator("#table .score .points").all_inner_texts()
        assert [int(text.replace(",", "")) for text in shown] == game.scores
        _play_turn(page, study, game, rng)
    assert turns > 2
    expected = {1.0: "You have won", 0.0: "The other player has won", 0.5: "Level"}[game.won]
    assert expected in page.inner_text("#table h3")


def _play_turn(page: Page, study: Study, game: Game, rng: Random) -> None:
    """One turn, played as the page advises; each answer is held against `farklegen advise`."""
    asked = asked_about(game.match_state) | {"rounds_left": None, "previous": None}
    while True:
        score = game.position.score
        roll = [rng.randint(1, 6) for _ in range(game.position.dice)]
        _roll(page, roll)
        advice = api.advise(study, roll=roll, turn_score=score, **asked).advice
        assert bool(advice.options) == (game.throw(roll) is None)
        if not advice.options:
            page.click('#table [data-key="done"]')
            return
        best = advice.options[0]
        assert best.win_probability is not None
        choice = page.locator('#table [data-key="choice 0"]')
        assert _percent(choice.inner_text()) == pytest.approx(100 * best.win_probability, abs=0.006)
        choice.click()
        game.act(action_of(game, best))
        score, dice = best.turn_score, best.dice_left
        judged = api.advise(study, turn_score=score, dice=dice, **asked).advice
        for option in judged.options:
            shown = page.inner_text(f'#table [data-key="{option.then}"]')
            assert option.win_probability is not None
            assert _percent(shown) == pytest.approx(100 * option.win_probability, abs=0.006)
        then = judged.options[0].then
        assert "best" in page.inner_text(f'#table [data-key="{then}"]')
        page.click(f'#table [data-key="{then}"]')
        if game.act(then) is not None:
            return


def test_undo_goes_back_and_a_game_is_there_after_a_reload(show: Opened) -> None:
    page = show()
    _roll(page, [1, 2, 3])
    page.click('#table [data-key="choice 0"]')
    assert "100 points set aside" in page.inner_text("#table h3")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert "100 points set aside" in page.inner_text("#table h3")
    page.click('#table [data-key="roll"]')
    page.click('#table [data-key="undo"]')
    assert page.is_visible('#table [data-key="roll"]')


def test_the_scores_can_be_set_and_impossible_ones_are_refused(show: Opened, study: Study) -> None:
    page = show()
    page.click('#table [data-key="edit"]')
    page.fill("#edit-mine", "275")
    page.click("dialog .primary")
    assert page.locator("#edit-mine:invalid").count() == page.locator("dialog").count() == 1
    page.fill("#edit-mine", "600")
    page.fill("#edit-theirs", "800")  # who has points has banked
    page.press("#edit-theirs", "Enter")
    page.wait_for_selector("dialog", state="detached")
    expected = api.turn(study, mine=600, theirs=800).turn.win_probability
    assert _percent(page.inner_text("#table .moves .win")) == pytest.approx(
        100 * expected, abs=0.06
    )


def test_a_turn_is_taken_over_where_that_is_better(show: Opened) -> None:
    page = show("taken")
    _roll(page, [1, 2])
    page.click('#table [data-key="choice 0"]')
    page.click('#table [data-key="bank"]')
    turn = api.turn(TAKE_OVER, mine=0, theirs=100, inherit=(100, 1)).turn
    assert turn.taken is not None
    over = page.inner_text('#table [data-key="take"]')
    assert _percent(over) == pytest.approx(100 * turn.taken, abs=0.006)
    assert "best" in page.inner_text(
        f'#table [data-key="{"take" if turn.taken > turn.fresh else "fresh"}"]'
    )
    page.click('#table [data-key="take"]')
    assert "100 points set aside, 1 die to roll" in page.inner_text("#table h3")


def test_a_turn_that_nobody_leaves_is_not_taken_over(show: Opened) -> None:
    page = show("taken")
    page.click('#table [data-key="edit"]')
    page.select_option("#edit-left_dice", "1")
    page.fill("#edit-left_score", "0")
    page.click("dialog .primary")
    assert "No turn leaves" in page.inner_text("dialog .problem")


def test_different_dice_are_tapped_and_kept_by_name(show: Opened) -> None:
    page = show("own")
    thrown = {"lucky": 5, "imp": 1, "ordinary": 5}
    assert page.locator("#table .kind").count() == 3
    for name, face in thrown.items():
        shown = "joker" if name == "imp" else "five"
        page.get_by_role("button", name=f"{name} {shown}", exact=True).click()
        assert page.locator("#table .kind", has_text=f"{name}:").count() == 0, face
    roll = ",".join(f"{name}={face}" for name, face in thrown.items())
    advice = api.advise(OWN_DICE, mine=0, theirs=0, roll=roll).advice
    shown_chances = [_percent(each) for each in page.locator("#table .choice").all_inner_texts()]
    offered = [option for option in advice.options if not option.fewer]
    expected = [100 * (option.win_probability or 0) for option in offered]
    assert shown_chances == pytest.approx(expected, abs=0.006)
    best = advice.options[0]
    assert f"{best.points} and roll all 3 dice" in page.inner_text("#table .advice")
    kept = page.locator('#table [data-key="choice 1"]')
    names = kept.locator(".dice").get_attribute("aria-label") or ""
    assert "lucky five" in names or "ordinary five" in names
    kept.click()
    assert re.search(r"aside, 1 \w+( and 1 \w+)? to roll", page.inner_text("#table h3"))


def test_the_explorer_shows_a_whole_turn_and_follows_its_sliders(
    show: Opened, study: Study
) -> None:
    page = show(part="explorer")
    page.fill("#explore-mine", "850")
    page.fill("#explore-theirs", "600")
    turn = api.turn(study, mine=850, theirs=600).turn
    page.wait_for_function(
        "text => document.querySelector('#explorer .advice').textContent.includes(text)",
        arg=f"{100 * turn.win_probability:.2f}%",
    )
    rows = page.locator("#explorer tbody tr:visible")
    for i in range(1, rows.count()):
        cells = rows.nth(i).locator("th, td").all_inner_texts()
        row = int(cells[0].replace(",", "")) // turn.moves.unit
        for dice, cell in zip((3, 2, 1), cells[1:], strict=True):
            assert bool(cell) == bool(turn.reachable[row, dice - 1])
            if cell:
                assert cell.startswith("B" if turn.banks[row, dice - 1] else "R")


def test_only_the_end_of_a_turn_is_taken_as_the_rules_allow_it(show: Opened) -> None:
    page = show()
    page.click("#table .result summary")
    page.fill("#result", "120")
    page.press("#result", "Enter")
    assert page.locator("#result:invalid").count() == 1
    page.fill("#result", "100")
    page.press("#result", "Enter")
    assert "do not let 100 be banked" in page.inner_text("#table .problem")
    page.fill("#result", "150")
    page.click('#table [data-key="banked"]')
    assert "You banked 150." in page.inner_text("#table .news")
    page.click("#table .result summary")
    page.click('#table [data-key="farkled"]')
    assert "Opponent farkled." in page.inner_text("#table .news")


def test_the_drill_judges_answers_and_keeps_progress(show: Opened) -> None:
    page = show(part="drill")
    for _ in range(6):
        costs = page.locator("#drill .choice")
        costs.nth(0).click()
        shown = costs.locator(".win").all_inner_texts()
        assert shown.count("best") >= 1
        assert all("costs" in text for text in shown if text != "best")
        assert re.search(r"you [\d,]+, they [\d,]+", page.inner_text("#drill .facts"))
        first = shown[0] == "best"
        assert ("Right" if first else "That costs") in page.inner_text("#drill .advice")
        page.click('#drill [data-key="next"]')
    assert "of 6 right" in page.inner_text("#drill")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert "of 6 right" in page.inner_text("#drill")


def test_without_a_match_the_page_says_what_is_missing_and_drills(show: Opened) -> None:
    page = show("quick")
    assert "After every roll" in page.inner_text("#card")  # it opens with what it has
    page.click('nav a[href="#table"]')
    assert "--quick" in page.inner_text("#table")
    page.click('nav a[href="#drill"]')
    page.wait_for_selector("#drill .choice")
    assert page.locator("#drill .choice").count() >= 2


def test_nothing_is_kept_where_the_browser_forbids_it(show: Opened) -> None:
    page = show()
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() {throw Error()}})")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click('nav a[href="#drill"]')
    page.locator("#drill .choice").nth(0).click()
    assert "keeps nothing" in page.inner_text("#drill")


def test_a_browser_that_cannot_unpack_shows_the_card(show: Opened) -> None:
    page = show()
    page.add_init_script("delete window.DecompressionStream")
    page.reload()
    assert "newer browser" in page.inner_text("#table")
    page.click('nav a[href="#card"]')
    assert "After every roll" in page.inner_text("#card")


def test_the_table_works_with_the_keyboard_alone(show: Opened) -> None:
    page = show()
    page.focus('#table [data-key="face 1"]')
    for _ in range(3):
        page.keyboard.press("Enter")
    focused = page.evaluate("document.activeElement.dataset.key")
    assert focused == "choice 0"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.key") in ("bank", "roll")
    page.click('#table [data-key="roll"]')
    assert page.evaluate("document.activeElement.dataset.key") == "face 1"
    page.keyboard.press("5")
    assert page.locator("#table .tray .face").count() == 1
    page.click('#table [data-key="undo"]')
    page.click('#table [data-key="farkled"]')
    assert "You farkled." in page.inner_text("#table .news")


@pytest.mark.parametrize(("name", "scheme"), [("whole", "light"), ("own", "dark")])
def test_every_part_fits_a_small_phone_and_is_accessible(
    show: Opened, name: str, scheme: str
) -> None:
    page = show(name, viewport=PHONE, color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 300) == (scheme == "dark")
    for part in ("table", "card", "explorer", "odds", "drill"):
        page.click(f'nav a[href="#{part}"]')
        if part == "table":
            _roll(page, [1, 5, 5] if name == "whole" else [11, 5, 25])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], part
        assert violations(page) == [], part
