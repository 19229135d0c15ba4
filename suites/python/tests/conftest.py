"""Closes what tests open, ends what hangs; a skipped test fails where CI=true."""

import os
import signal
from collections.abc import Generator
from typing import Any

import pytest

from contract import OPEN
from contract.postgres import drop_templates


@pytest.fixture(autouse=True)
def close() -> Generator[None, None, None]:
    yield
    while OPEN:
        OPEN.pop().close()


@pytest.fixture(autouse=True)
def patience() -> Generator[None, None, None]:
    """What hangs fails, and shows where; pytest ends what no signal reaches."""

    def give_up(number: int, frame: Any) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(240)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session", autouse=True)
def templates() -> Generator[None, None, None]:
    yield
    drop_templates()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[
    None, pytest.TestReport, pytest.TestReport
]:
    report = yield
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
    return report
