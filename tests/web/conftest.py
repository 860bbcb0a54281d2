"""One application for all tests of the interface, with a store of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from farklegen.web.app import application
from farklegen.web.work import Office


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Asks the application as a browser would, from this machine."""
    office = Office(str(tmp_path_factory.mktemp("store")))
    app = application(("testserver",), office)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client
        office.close()
