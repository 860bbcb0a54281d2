"""The JSON reference is what the docstrings of the results say."""

import os
from collections.abc import Iterator

from docs.make_json import PAGE, RESULTS, _keys, _reached, page


def test_the_page_is_up_to_date() -> None:
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/json.md is out of date: just json"


def _merged(kind: type) -> Iterator[str]:
    for key, _, inner in _keys(kind):
        yield from {name for each in inner for name in _merged(each)} if key[0] == "*" else [key]


def test_no_key_of_an_object_that_takes_over_others_is_theirs_as_well() -> None:
    for kind, _ in RESULTS.values():
        for each in {kind, *_reached(kind)}:
            keys = list(_merged(each))
            assert len(set(keys)) == len(keys), each
