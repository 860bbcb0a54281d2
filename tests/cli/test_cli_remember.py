"""A question asked before is answered from the store, and never with an old or broken answer."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import farklegen

RULES = """\
dice: 2
goal: 100
combinations: {1: 10, 5: 5, AA: 30}
farkle: {streak: 2}
"""


def test_the_second_answer_is_the_first_with_its_warnings(tmp_path: Path) -> None:
    rules = tmp_path / "ours.yaml"
    rules.write_text(RULES)
    cache = str(tmp_path / "cache")
    first = farklegen("table", str(rules), "--quick", FARKLEGEN_CACHE=cache)
    second = farklegen("table", str(rules), "--quick", FARKLEGEN_CACHE=cache)
    assert first.code == 0
    assert "warning" in first.err
    assert second == first
    assert first.out == farklegen("table", str(rules), "--quick").out
    assert len(list(Path(cache, "outputs").iterdir())) == 1


def test_changed_rules_and_options_get_their_own_answer(tmp_path: Path) -> None:
    rules = tmp_path / "ours.yaml"
    cache = str(tmp_path / "cache")
    answers = []
    for text in (RULES, RULES.replace("AA: 30", "AA: 40")):
        rules.write_text(text)
        answers.append(farklegen("table", str(rules), "--quick", FARKLEGEN_CACHE=cache).out)
        answers.append(
            farklegen("table", str(rules), "--quick", "--step", "20", FARKLEGEN_CACHE=cache).out
        )
        answers.append(
            farklegen("table", str(rules), "--quick", "--format", "json", FARKLEGEN_CACHE=cache).out
        )
    assert len(set(answers)) == 6


def test_a_damaged_entry_is_computed_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = farklegen("table", "five-dice", "--quick", FARKLEGEN_CACHE=str(cache))
    (entry,) = (cache / "outputs").iterdir()
    whole = entry.read_bytes()
    for broken in (b"", whole[:70], whole.replace(b"278", b"999"), b"\x00" * len(whole)):
        entry.write_bytes(broken)
        again = farklegen("table", "five-dice", "--quick", FARKLEGEN_CACHE=str(cache))
        assert again == first
        assert entry.read_bytes() == whole


def test_an_invalid_ruleset_is_never_kept(tmp_path: Path) -> None:
    rules = tmp_path / "bad.yaml"
    rules.write_text("goal: ten\n")
    cache = tmp_path / "cache"
    done = farklegen("table", str(rules), "--quick", FARKLEGEN_CACHE=str(cache))
    assert done.code == 2
    assert not cache.exists()
