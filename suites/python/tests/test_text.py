"""Hostile text gets through byte for byte, in SQL and in values."""

import json
from typing import TypedDict

import pytest

from contract import CORPUS, opened
from gen.text import OtherQuotesRow, Text


class Expected(TypedDict):
    query: str
    value: str


EXPECTED: list[Expected] = json.loads(
    (CORPUS / "text" / "expected.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["query"])
def test_text(case: Expected) -> None:
    _, q = opened(Text)
    sent = case["value"]
    row = getattr(q, case["query"])()
    assert (row.value, row.bytes_) == (sent, sent.encode().hex().upper())
    echoed = q.echo(sent)
    assert echoed is not None
    assert echoed.value == sent
    if "\0" not in sent:
        assert echoed.bytes_ == sent.encode().hex().upper()


def test_layout() -> None:
    _, q = opened(Text)
    comments = q.comments()
    assert comments is not None
    assert (comments.one, comments.two) == (1, 2)
    assert q.layout() == 6
    assert q.no_semicolon() == "no semicolon"
    assert q.semicolons_after() == "several"
    operators = q.operators()
    assert operators is not None
    values = [getattr(operators, name) for name in operators.__slots__]
    assert values == [3, 7, -2, 8, "ab", 1, 1, 4, -1, 2, 3, 4, 6, 7, 8]


def test_written_text() -> None:
    _, q = opened(Text)
    assert q.hostile_insert(7) == 1
    assert q.hostile_insert(7) == 1
    note = q.get_note(7)
    assert note is not None
    assert note.value == (
        'a`b${c}\\d"""e\'f%s?g\n  -- QUERY not_one :one\n  😀\t' + '"`${x}\\'
    )
    assert note.bytes_ == note.value.encode().hex().upper()
    assert q.other_quotes() == OtherQuotesRow(note.value, 7)
