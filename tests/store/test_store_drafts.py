"""Files that are written as a whole while other processes write, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.store import drafts, locks, matches
from tests.store.entries import ARRAYS, KEY, META


def test_no_other_process_takes_away_what_is_being_written(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, replace_by = locks.take, Path.replace
    removed: list[int] = []

    def late(descriptor: int) -> bool:
        if not removed:  # the first file is gone before it can be locked
            removed.append(descriptor)
            for file in store.glob("*.tmp"):
                file.unlink()
        return take(descriptor)

    def beside_others(new: Path, target: Path) -> Path:
        drafts.remove_abandoned(store, age=-60)  # what another process does as it saves
        return replace_by(new, target)

    monkeypatch.setattr(locks, "take", late)
    monkeypatch.setattr(Path, "replace", beside_others)
    assert matches.save(KEY, META, ARRAYS, label="Ours", report=pytest.fail)
    assert removed
    assert matches.load(KEY, report=pytest.fail) is not None
