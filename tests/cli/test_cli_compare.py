"""`farklegen compare`: what it says where rules do not allow everything."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import farklegen


def test_rules_without_points_are_not_said_to_be_played_in_the_same_way(tmp_path: Path) -> None:
    for streak in (1, 2):
        rules = f"farkle: {{streak: {streak}, penalty: all}}\n"
        text = f"goal: 300\ndice: 2\ncombinations: {{1: 100, 5: 50}}\n{rules}"
        (tmp_path / f"streak-{streak}.yaml").write_text(text)
    done = farklegen("compare", "streak-1.yaml", "streak-2.yaml", "--quick", cwd=tmp_path)
    assert done.code == 0
    assert "Nowhere" not in done.out
    assert "Left out: streak-1 and streak-2 cannot be played by points." in done.out
