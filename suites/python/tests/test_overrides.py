"""Configured types: decoded and encoded by the configured functions, None untouched."""

from decimal import Decimal
from typing import Any, get_type_hints

import pytest

from contract import opened, value
from contract.app_types import State
from gen.overrides import DocumentRow, Overrides

ROW = DocumentRow(1, {"a": [1, None]}, None, State.DRAFT, Decimal("1.25"))


def test_types() -> None:
    hints = get_type_hints(DocumentRow)
    assert hints["meta"] == dict[str, object]
    assert hints["extra"] == dict[str, object] | None
    assert hints["state"] is State


def test_values() -> None:
    conn, q = opened(Overrides)
    assert (
        q.add_document(
            id=1, meta=ROW.meta, extra=None, state=State.DRAFT, amount=ROW.amount
        )
        == 1
    )
    assert q.bulk_insert_document([DocumentRow(2, {}, {"x": 1}, State.PUBLISHED, None)])
    assert q.get_document(1) == ROW
    assert value(conn, "SELECT meta || state FROM document") == '{"a": [1, null]}d'
    assert q.all_meta() == list(q.all_meta_iter()) == [ROW.meta, {}]
    assert q.extra_of(1) is None
    assert q.extra_of(2) == {"x": 1}
    assert q.extra_of(3) is None
    assert q.set_meta_batch([({"b": 2}, 1), ({"b": 3}, 2)]) == 2
    assert q.find_by_meta({"b": 3}) == [2]
    text = q.document_text(2)
    assert text is not None
    assert (text.meta, text.extra, text.state) == ('{"b": 3}', '{"x": 1}', "p")


def test_errors_name_the_column() -> None:
    _, q = opened(Overrides)
    wrong: Any = {"x": object()}
    with pytest.raises(ValueError, match="^meta: Object of type object is not JSON"):
        q.set_meta(wrong, 1)
    rows = [ROW, DocumentRow(2, wrong, None, State.DRAFT, None)]
    with pytest.raises(ValueError, match="^row 2: meta: Object of type object"):
        q.bulk_insert_document(rows)
    with pytest.raises(ValueError, match="^row 1: meta: Object of type object"):
        q.set_meta_batch([(wrong, 1)])
