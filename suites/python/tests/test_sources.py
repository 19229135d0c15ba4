"""File sources are quoted and joined into the text."""

import pytest

from contract import opened
from gen.sources import Sources

PATHS = [
    "data/events.parquet",
    "it's '' here",
    'say "x"',
    "$1 ${x} \\ \\' ? %s",
    "größe/名前 😀",
    "",
    "'; DROP TABLE counter; --",
]


@pytest.mark.parametrize("path", PATHS)
def test_arrives(path: str) -> None:
    _, q = opened(Sources)
    row = q.source_path(path)
    assert row is not None
    assert (row.path, row.bytes_) == (path, path.encode().hex().upper())
    joined = q.source_and_parameters(
        prefix="a", sources_events=path, suffix="b", sources_users=path
    )
    assert joined is not None
    assert joined.joined == f"a{path}b{path}"
    assert q.remember_source(1, path) == 0
