"""What is sent of scripts and style sheets: everything but comments and indentation."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from summy.web.lean_static import lean_script, lean_style

STATIC = Path(settings.STATICFILES_DIRS[0])


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("let a = 1; // one\n", "let a = 1;\n"),
        (
            "/** what it does\n * @param {string} b\n */\nfunction a(b) {\n  return b;\n}\n",
            "function a(b) {\nreturn b;\n}\n",
        ),
        ('let a = "// no comment";\n', 'let a = "// no comment";\n'),
        ("let a = 'it\\'s /* none */';\n", "let a = 'it\\'s /* none */';\n"),
        ("let a = `// ${b ? `/* ${c} */` : '}'} //`;\n", "let a = `// ${b ? `/* ${c} */` : '}'} //`;\n"),
        ("let a = `one\n   two`;\n", "let a = `one\n   two`;\n"),
        ("x = a / b; // c / d\n", "x = a / b;\n"),
        ("x = a.replace(/[/*]+\\/\\//g, b);\n", "x = a.replace(/[/*]+\\/\\//g, b);\n"),
        ('return /"/.test(a) // quote\n', 'return /"/.test(a)\n'),
        ("a /* one */ + b\n", "a + b\n"),
        ("return /** @type {any} */ (a);\n", "return (a);\n"),
        ("a++\n/* breaks the line\n*/\nb++\n", "a++\nb++\n"),
        ("a /* breaks\nthe line */ b\n", "a\nb\n"),
    ],
)
def test_a_script_keeps_what_it_does(source: str, sent: str) -> None:
    assert lean_script(source) == sent


def test_a_style_sheet_keeps_what_it_says() -> None:
    assert lean_style("/* a */\na{b:c}\n/* d\ne */\n  f{g:h} /* i */\n") == "a{b:c}\nf{g:h}\n"


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.js")), ids=lambda file: file.name)
def test_no_comment_is_sent_and_nothing_else_is_lost(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    sent = lean_script(source)
    assert lean_script(sent) == sent
    assert "@param" not in sent
    code = [line.strip() for line in source.splitlines() if not line.strip().startswith(("//", "/*", "*"))]
    whole = [line for line in code if line and "//" not in line and "/*" not in line and "  " not in line]
    lines = set(sent.splitlines())
    assert [line for line in whole if line not in lines] == []


def test_it_is_sent_compressed_to_those_who_can_read_it() -> None:
    address = f"{settings.STATIC_URL}table/main.js"
    plain = b"".join(Client().get(address))
    answer = Client().get(address, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(answer)) == plain
    assert b"immutable" in answer["Cache-Control"].encode()
    assert plain.decode() == lean_script((STATIC / "table" / "main.js").read_text(encoding="utf-8"))
