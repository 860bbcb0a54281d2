"""One store for all pages: they show the same matches again and again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.docs import pages
from tests.shared import shared


@pytest.fixture(scope="package", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = str(shared(tmp_path_factory, "docs"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FARKLEGEN_CACHE", folder)
        patch.setattr(pages, "CACHE", folder)
        yield folder
