"""Plays the cases of corpus/transactions."""

import json
import re
from collections.abc import Callable, Generator
from typing import Any

import pytest

from contract import CORPUS

Steps = Generator[Any, Any, Any]


def cases(engine: str) -> list[dict[str, Any]]:
    """Those of an engine; a pool's are for pools."""
    every = json.loads((CORPUS / "transactions" / "cases.json").read_text("utf-8"))
    found = [
        c
        for c in every
        if engine in c.get("engines", [engine]) and not c.get("pool", False)
    ]
    assert len(found) > 9
    return found


def name_of(case: dict[str, Any]) -> str:
    name: str = case["name"]
    return name


def run(steps: Steps) -> Any:
    """Run what yields what generated code returns."""
    value: Any = None
    while True:
        try:
            value = steps.send(value)
        except StopIteration as end:
            return end.value


async def run_async(steps: Steps) -> Any:
    """Run what yields what an asynchronous driver's code returns, and get its result."""
    value: Any = None
    failure: Exception | None = None
    while True:
        try:
            pending: Any = steps.throw(failure) if failure else steps.send(value)
        except StopIteration as end:
            return end.value
        failure = None
        try:
            value = await pending
        except Exception as error:
            failure = error


OPTIONS = {"readOnly": "read_only"}


class Player:
    """Plays a case with generated code on two connections."""

    def __init__(self, app: Any, other: Any, run: Callable[[Steps], Any]) -> None:
        self._app = app
        self._other = other
        self._run = run
        self._depth = 0
        self._calls = 0

    def play(self, case: dict[str, Any]) -> Steps:
        yield from self._begin(self._app, case)
        assert self._calls == case.get("calls", 1)
        after = case.get("after", [100, 100, 100, 100])
        assert (yield self._app.balances()) == after
        # Nothing is left open.
        yield from self._begin(self._app, {"do": [{"put": [1, 1]}]})
        assert (yield self._other.balances()) == [1, *after[1:]]

    def _begin(self, app: Any, block: dict[str, Any]) -> Steps:
        given: dict[str, Any] = block.get("options", {})
        options = {OPTIONS.get(name, name): value for name, value in given.items()}

        def work(tx: Any) -> Any:
            return self._run(self._steps(tx, block["do"]))

        if "error" not in block:
            result = yield app.transaction(work, **options)
            assert result == "done"
            return
        with pytest.raises(
            Exception, match=re.escape(block["error"]) or None
        ) as failure:
            yield app.transaction(work, **options)  # each driver has errors of its own
        assert not isinstance(failure.value, AssertionError)

    def _steps(self, tx: Any, steps: list[dict[str, Any]]) -> Steps:
        if self._depth == 0:
            self._calls += 1
        self._depth += 1
        try:
            for step in steps:
                yield from self._step(tx, step)
        finally:
            self._depth -= 1
        return "done"

    def _step(self, tx: Any, step: dict[str, Any]) -> Steps:
        match step:
            case {"put": [id_, balance]}:
                yield tx.put(id_, balance)
            case {"rows": rows}:
                yield tx.put_rows_batch([(balance, id_) for id_, balance in rows])
            case {"get": id_}:
                yield tx.balance(id_)
            case {"fail": True}:
                raise RuntimeError("stop")
            case {"in": block}:
                yield from self._begin(tx, block)
            case {"other": block}:
                if self._calls == 1 or not step.get("once"):
                    yield from self._begin(self._other, block)
            case {"isolation": expected}:
                assert (yield tx.isolation()) == expected
            case {"broken": passed}:
                try:
                    yield tx.broken()
                except Exception:
                    if not passed:
                        raise
            case _:
                raise AssertionError(step)
