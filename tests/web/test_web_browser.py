"""The page in a real browser: form to card to link and back, errors, small screens, the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import httpx2 as httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import browsing, violations, watched
from tests.web.served import served

pytestmark = pytest.mark.slow

TINY = "name: Tiny\ndice: 2\ngoal: 600\ncombinations: {1: 100, 5: 50}\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as opened:
        yield opened


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("store")) as (_, found):
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page with a card on it."""
    with watched(browser, address, viewport={"width": 1300, "height": 900}) as page:
        page.goto(address)
        expect(page.locator("#card table").first).to_be_visible()
        yield page


def write(page: Page, yaml: str) -> None:
    """Paste a file, and wait for its card."""
    page.click("#tab-yaml")
    page.fill("#yaml", yaml)
    expect(page.locator("#status")).to_contain_text("Tiny")


OWN_DICE = """\
name: Own dice
goal: 600
die_types: {lucky: [3, 1, 1, 1, 2, 1], imp: {weights: [1, 2, 1, 1, 1, 1], joker: 1}}
dice: {lucky: 1, imp: 1, ordinary: 1}
combinations: {1: 100, 5: 50, AAA: 300}
"""


def test_from_the_form_to_a_link_and_back(page: Page, browser: Browser) -> None:
    page.goto(urljoin(page.url, "#rules=AAAA"))
    expect(page.locator("#status")).to_contain_text("damaged: copy the whole link again")
    expect(page.locator("#status")).to_contain_text("These are Basic Farkle")
    page.fill("#field-farkle-streak", "3")
    expect(page.locator("#field-farkle-streak-note .warning")).to_be_visible()
    page.fill("#field-farkle-penalty", "1000")
    expect(page.locator("#field-farkle-penalty-note")).to_contain_text("cost 1,000 points")
    combinations = page.input_value("#field-combinations")
    page.fill("#field-combinations", f"{combinations}\nfull house: 1250\n")
    expect(page.locator("#status")).to_have_text("Basic Farkle")
    yaml = page.input_value("#yaml")
    assert "  full house: 1250\n" in yaml
    expect(page.locator(".notes .reads").last).to_contain_text("Full house: 1,250")
    page.focus("text=Skip to the card")
    page.keyboard.press("Enter")  # which takes nothing out of the address
    again = browser.new_page()
    again.goto(page.url)
    expect(again.locator("#field-farkle-penalty")).to_have_value("1000")
    assert again.input_value("#yaml") == yaml
    again.goto(page.url.removesuffix("%0A").rpartition("%0A")[0] + "%0A")  # whole lines are cut off
    expect(again.locator("#status")).to_contain_text("damaged: copy the whole link again")
    again.close()


def test_what_is_wrong_stands_beside_its_field(page: Page) -> None:
    page.fill("#field-farkle-streak", "none")
    expect(page.locator("#field-farkle-streak-note .error")).to_be_visible()
    expect(page.locator("#field-farkle-streak")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#status")).to_contain_text("1 thing to fix")
    expect(page.locator("#panel")).to_have_class(re.compile("stale"))
    page.fill("#field-farkle-streak", "")
    expect(page.locator("#status")).to_have_text("Basic Farkle")
    expect(page.locator(".error")).to_have_count(0)


def test_dice_of_different_kinds_have_fields_that_are_read_back(page: Page) -> None:
    page.click("#tab-yaml")
    page.fill("#yaml", OWN_DICE)
    dice, kinds = page.locator("#field-dice"), page.locator("#field-die_types")
    expect(dice).to_have_value("lucky: 1, imp: 1, ordinary: 1")
    joker = "imp: {weights: [1, 2, 1, 1, 1, 1], joker: 1}"
    expect(kinds).to_have_value(f"lucky: [3, 1, 1, 1, 2, 1]\n{joker}")
    dice.fill("lucky: 2, imp: 1")
    kinds.fill(f"lucky: [2, 1, 1, 1, 2, 1]\n\n  {joker}\n")
    expect(page.locator("#status")).to_have_text("Own dice")
    assert "dice: {lucky: 2, imp: 1}\n" in page.input_value("#yaml")
    written = f"die_types:\n  lucky: [2, 1, 1, 1, 2, 1]\n  {joker}\n"
    assert written in page.input_value("#yaml")
    page.fill("#field-instant_win", "AAA, full house")
    expect(page.locator("#field-instant_win-note .error")).to_be_visible()
    page.fill("#field-instant_win", "AAA")
    expect(page.locator("#status")).to_have_text("Own dice")
    assert "instant_win: [AAA]\n" in page.input_value("#yaml")
    page.fill("#field-instant_win", "")
    page.click("#tab-card")
    expect(page.locator("#card")).to_contain_text("For each imp die left")
    dice.fill("lucky: 2, imp: one")
    expect(page.locator("#field-dice-note .error")).to_be_visible()


def test_every_key_of_the_language_has_a_field_with_its_explanation(page: Page) -> None:
    schema = page.evaluate("async () => (await fetch('/api/schema')).json()")
    for key, about in schema["properties"].items():
        assert page.get_by_text(about["description"], exact=True).count() >= 1, key


def test_a_match_takes_the_place_of_another_and_is_compared(page: Page, address: str) -> None:
    job = {"rules": ["ten-thousand"]}
    other = httpx.post(f"{address}api/jobs", json=job, timeout=30).json()["job"]
    write(page, TINY)
    page.click("#tab-match")
    page.click("#match-job button")
    expect(page.locator("#match")).to_contain_text("First player wins", timeout=60_000)
    assert "stopped for another" in httpx.get(f"{address}api/jobs/{other}").text
    expect(page.locator("#card")).to_contain_text("against a perfect player")
    page.fill("#field-name", "Tiny again")
    expect(page.locator("#match h2").first).to_contain_text("Tiny again")
    page.click("#tab-compare")
    page.select_option("#other-1", "five-dice")
    expect(page.locator("#comparison")).to_contain_text("Tiny again")
    page.select_option("#other-1", "pasted")
    page.fill("#other-text", TINY.replace("5: 50", "5: 100"))
    page.click("#compare-job button")
    expect(page.locator("#comparison")).to_contain_text("What skill is worth", timeout=60_000)


def test_a_match_of_rules_without_a_card_says_who_wins_and_can_be_stopped(
    browser: Browser, address: str
) -> None:
    page = browser.new_page()  # one that may complain of the card
    page.goto(address)
    expect(page.locator("#card table").first).to_be_visible()
    write(page, TINY.replace("5: 50", "5: 50, 2: 20, 3: 30, 4: 40, 6: 60"))
    page.click("#tab-match")
    page.click("#match-job button")
    expect(page.locator("#match")).to_contain_text("First player wins", timeout=60_000)
    page.click("#tab-card")
    expect(page.locator("#card .bad")).to_contain_text("never farkle")
    page.select_option("#start", "ten-thousand")
    page.click("#tab-match")
    page.click("#match-job .primary")
    page.click("text=Cancel")
    expect(page.locator("#match-job .primary")).to_be_visible()
    page.close()


def test_print_view_and_page_to_play_with_have_their_styles(page: Page, address: str) -> None:
    write(page, TINY)
    said: list[str] = []
    for link in ("#print", "#play"):
        other = page.context.new_page()
        other.on("console", lambda message: said.append(message.text))
        other.goto(address + str(page.get_attribute(link, "href"))[1:])
        assert "Tiny" in other.inner_text("body")
    assert said == []
    other.wait_for_selector("html[data-ready]")


def test_a_file_and_the_form_follow_each_other(page: Page) -> None:
    page.click("#tab-yaml")
    page.fill("#yaml", TINY)
    page.fill("#field-goal", "400")  # before the server was asked about the file
    expect(page.locator("#status")).to_contain_text("Tiny")
    expect(page.locator("#field-dice")).to_have_value("2")
    expect(page.locator("#field-goal")).to_have_value("400")
    assert page.input_value("#yaml") == TINY.replace("600", "400")
    rules = '{"goal": 600, "dice": 2, "combinations": {"1": 100}}'
    page.fill("#yaml", rules)
    expect(page.locator("#field-goal")).to_have_value("600")
    page.fill("#field-goal", "400")
    expect(page.locator("#status")).to_contain_text("written in braces")
    assert page.input_value("#yaml") == rules


def test_the_card_is_marked_from_a_change_of_the_rules_until_it_is_theirs(page: Page) -> None:
    page.wait_for_selector("#panel[aria-busy=false]")
    old = page.inner_text("#card")
    held: list[Route] = []
    page.route("**/api/table*", lambda route: held.append(route))
    page.fill("#field-name", "Ours")
    panel, status = page.locator("#panel"), page.locator("#status")
    for _ in range(2):  # at once, and while the server works
        expect(panel).to_have_attribute("aria-busy", "true")
        expect(panel).to_have_class(re.compile("stale"))
        expect(status).to_have_text("Working out the card …")
        assert page.evaluate("getComputedStyle(document.querySelector('#card h2')).opacity") < "0.5"
        while not held:
            page.wait_for_timeout(20)
    assert page.inner_text("#card") == old
    held[0].continue_()
    expect(status).to_have_text("Ours")
    expect(panel).to_have_attribute("aria-busy", "false")
    expect(page.locator("#card h2").first).to_contain_text("Ours")


def test_back_brings_the_rules_before_a_choice_back_and_a_source_goes_with_its_rules(
    page: Page,
) -> None:
    assert "source:" in page.input_value("#yaml")
    page.fill("#field-name", "Ours")
    expect(page.locator("#status")).to_have_text("Ours")
    assert "source:" in page.input_value("#yaml")
    page.fill("#field-goal", "5000")
    expect(page.locator("#status")).to_have_text("Ours")
    assert "source:" not in page.input_value("#yaml")
    page.select_option("#start", "facebook")
    expect(page.locator("#status")).to_have_text("Facebook Farkle")
    page.go_back()
    expect(page.locator("#status")).to_have_text("Ours")
    expect(page.locator("#field-goal")).to_have_value("5000")


def test_only_the_last_comparison_asked_for_is_shown(page: Page) -> None:
    page.click("#tab-compare")
    held: list[Route] = []
    page.route("**/api/compare*", lambda route: held.append(route))
    page.select_option("#other-1", "five-dice")
    page.select_option("#other-1", "facebook")
    while len(held) < 2:
        page.wait_for_timeout(20)
    held[1].continue_()
    expect(page.locator("#comparison")).to_contain_text("Facebook Farkle")
    held[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#comparison")).to_contain_text("Facebook Farkle")
    page.select_option("#other-1", "")
    expect(page.locator("#comparison")).to_be_empty()
    expect(page.locator("#compare-job")).to_be_hidden()


def test_every_view_fits_a_phone_is_accessible_and_dark_in_the_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert max(int(part) for part in colour[4:-1].split(",")) < 60
    cut = "boxes => boxes.map(box => box.scrollWidth - box.clientWidth)"
    for width in (1300, 320, 390):
        page.set_viewport_size({"width": width, "height": 740})
        for tab in ("rules", "card", "words", "yaml", "match", "compare")[width == 1300 :]:
            page.click(f"#tab-{tab}")
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width, tab
            if width == 390:
                assert violations(page) == [], tab
    page.click("#tab-rules")
    page.select_option("#start", "facebook")  # three times BANK side by side, and long lines
    expect(page.locator("#status")).to_have_text("Facebook Farkle")
    height = "boxes => boxes.map(box => box.scrollHeight - box.clientHeight)"
    assert set(page.locator("#fields textarea").evaluate_all(height)) == {0}
    page.click("#tab-card")
    assert set(page.locator("#card .wide").evaluate_all(cut)) == {0}
    page.click("#tab-rules")
    page.set_viewport_size({"width": 1300, "height": 740})
    expect(page.locator("#card")).to_be_visible()
