"""What the tests of the pages share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation


@pytest.fixture(autouse=True)
def english_and_nothing_remembered() -> Iterator[None]:
    """A request of another test leaves its language active and its lists in the cache."""
    cache.clear()
    with translation.override("en"):
        yield
