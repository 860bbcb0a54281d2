"""The JSON reference is what the docstrings of the results say."""

import os

from docs.make_json import PAGE, page


def test_the_page_is_up_to_date() -> None:
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/json.md is out of date: just json"
