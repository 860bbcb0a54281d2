"""One application for all tests of the interface, with processes and a store of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from farklegen.web.app import Application
from farklegen.web.limits import ServerLimits

LIMITS = ServerLimits(solvers=1, clerks=1, threads=1, states=50_000, match_seconds=600)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Asks the application as a browser would, from this machine."""
    store = str(tmp_path_factory.mktemp("store"))
    application = Application(LIMITS, ("testserver",), store)
    with TestClient(application.asgi, raise_server_exceptions=False) as client:
        yield client
