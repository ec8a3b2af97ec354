"""Makes visitors with windows of their own, and closes them when a test is over."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from support.browsing import Visitor, Visitors
from support.serving import Running


@pytest.fixture
def visitors(browser: Browser, server: Running) -> Iterator[Visitors]:
    made: list[Visitor] = []

    def new(**options: object) -> Visitor:
        made.append(Visitor(browser, server.url, **options))
        return made[-1]

    yield new
    for visitor in made:
        visitor.close()
