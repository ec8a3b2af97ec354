"""Provide visitors with their own windows, closed after each test."""

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
