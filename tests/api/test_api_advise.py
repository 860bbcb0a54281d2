"""`api.advise` and `api.turn`: the same chances, and an answer of the one wherever of the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.report.document import Paragraph
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import load_text
from farklegen.study.study import Study

PLAIN = "goal: 60\ncombinations: {1: 10, 5: 5, AA: 20}\n"
NAMED = PLAIN + "dice: {odd: 1, ordinary: 1}\ndie_types: {odd: [3, 1, 2, 1, 2, 1]}\n"
JOKER = PLAIN + "dice: {imp: 2}\ndie_types: {imp: {weights: [1, 1, 1, 1, 1, 1], joker: 3}}\n"
BOTH = PLAIN + (
    "dice: [imp, ordinary]\ndie_types: {imp: {weights: [1, 1, 1, 1, 1, 1], joker: [2, 3]}}\n"
)


@pytest.mark.parametrize("piggyback", ["none", "after_bank", "after_farkle", "both"])
@pytest.mark.parametrize("rules", [PLAIN + "dice: 2\n", NAMED, JOKER, BOTH])
def test_advise_answers_wherever_turn_does_and_says_the_same(rules: str, piggyback: str) -> None:
    study = Study(load_text(f"{rules}piggyback: {piggyback}\n"))
    scores: dict[str, Any] = {"mine": 20, "theirs": 35}
    hands = hands_of(study.ruleset)
    states = {
        (state.dice, state.turn_score): state
        for state in api.turn(study, **scores).states
        if state.turn_score
    }
    for (hand, turn_score), state in states.items():
        dice = hand if hands.uniform else hands.text(hand)
        found = api.advise(study, turn_score=turn_score, dice=dice, **scores)
        best = found.advice.options[0]
        assert best.win_probability == pytest.approx(state.win_probability, abs=1e-10)
    roll: Any = (1, 5)
    if not hands.uniform:
        roll = ",".join(f"{kind.name}={face}" for kind, face in zip(hands.kinds, roll, strict=True))
    for option in api.advise(study, roll=roll, **scores).advice.options:
        there = states[option.dice_left, option.turn_score]
        assert option.win_probability == pytest.approx(there.win_probability, abs=1e-10)
    assert api.advise(study, roll=roll).advice.options  # for points


def test_the_card_is_compared_with_perfect_play_once_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    rules = load_text("goal: 200\ndice: 3\ncombinations: {1: 100, 5: 50, 111: 1000}\n")
    asked: dict[str, Any] = {"mine": 0, "theirs": 0}
    assert api.advise(Study(rules), **asked, roll=(1, 5, 5)).card is None
    short = api.table(rules).card
    assert short is not None
    differ = 0
    states = [(state.dice, state.turn_score) for state in api.turn(rules, **asked).states
              if state.turn_score]  # fmt: skip
    rolls: list[dict[str, Any]] = [{"dice": dice, "turn_score": score} for dice, score in states]
    rolls += [{"roll": (one, two, 5)} for one in range(1, 7) for two in range(1, 7)]
    for now in rolls:
        found = api.advise(Study(rules), **asked, **now)
        card, best = found.card, found.advice.options[0]
        assert card is not None
        assert card.numbers == short.numbers
        assert best.win_probability is not None
        assert card.win_probability + card.cost == pytest.approx(best.win_probability, abs=1e-9)
        same = (card.option.keep, card.option.then) == (best.keep, best.then)
        assert not (same and card.cost)
        differ += not same
        said = found.document().blocks
        words = [str(block.text) for block in said if isinstance(block, Paragraph)]
        assert ("Your card says the same." in words) == same
    assert 0 < differ < len(rolls)
