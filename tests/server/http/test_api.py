"""The API compared with its own description: schemathesis sends valid and invalid requests to a real server."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from support.matches import SOAK
from support.serving import Client, Running, key_of

from lostcities.server.app import unguarded
from lostcities.server.settings import Settings

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 300 if SOAK else 12

DESCRIPTION = schemathesis.openapi.from_dict(unguarded(Settings(data=Path()), Path("no page")).openapi())
OPERATIONS = [found.ok() for found in DESCRIPTION.get_all_operations() if found.ok().method != "delete"]


@pytest.fixture(scope="module")
def opened(server: Running) -> Iterator[dict[str, Any]]:
    """An existing table, so that not every request is about one that does not exist."""
    client = Client(server.url)
    yield client.open(seats=["me", "open"], listed=True)
    client.close()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_as_described(operation: Any, mode: GenerationMode, server: Running, opened: dict[str, Any]) -> None:
    @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=not SOAK, suppress_health_check=list(HealthCheck), database=None)
    def ask(case: Any, known: bool) -> None:
        if known and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = opened["id"]
            if isinstance(case.query, dict) and "key" in case.query:
                case.query["key"] = key_of(opened["watch"])
        if known and mode is GenerationMode.POSITIVE and isinstance(case.body, dict) and "game" in case.body:
            case.body |= {"game": "card", "options": {}, "seats": ["me", "open"], "hints": None}  # otherwise no table would ever be opened
        case.call_and_validate(base_url=server.url, checks=CHECKS, session=session)

    with requests.Session() as session, contextlib.suppress(Unsatisfiable):  # an operation without parameters has no invalid requests
        ask()
