"""Closes what tests open; a skipped test fails where CI=true."""

import os
from collections.abc import Generator

import pytest

from contract import OPEN
from contract.postgres import drop_templates


@pytest.fixture(autouse=True)
def close() -> Generator[None, None, None]:
    yield
    while OPEN:
        OPEN.pop().close()


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
