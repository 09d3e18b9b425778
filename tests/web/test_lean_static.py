"""What is sent of scripts and style sheets: everything but comments and indentation."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
import rcssmin
import rjsmin
from django.conf import settings
from django.test import Client

STATIC = Path(settings.STATICFILES_DIRS[0])


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.js")), ids=lambda file: file.name)
def test_no_comment_is_sent(file: Path) -> None:
    """What explains the code stays here; texts and template literals are kept whole."""
    source = file.read_text(encoding="utf-8")
    sent = rjsmin.jsmin(source)
    assert "@param" not in sent
    assert "/**" not in sent
    for literal in re.findall(r'gettext\("([^"]+)"\)', source):
        assert literal in sent


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.css")), ids=lambda file: file.name)
def test_a_style_sheet_keeps_its_rules(file: Path) -> None:
    """As many rules are sent as are written."""
    source = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert rcssmin.cssmin(source).count("{") == source.count("{")


def test_it_is_sent_compressed_to_those_who_can_read_it() -> None:
    address = f"{settings.STATIC_URL}table/main.js"
    plain = b"".join(Client().get(address))
    answer = Client().get(address, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(answer)) == plain
    assert b"immutable" in answer["Cache-Control"].encode()
    assert plain.decode() == rjsmin.jsmin((STATIC / "table" / "main.js").read_text(encoding="utf-8"))
