"""Types that COPY has no representation of: their rows go by INSERT, in any number."""

from typing import Any

import pytest

from contract.postgres import DRIVERS, Driver, emptied
from gen.aio import pg_overrides as aio
from gen.pg import pg_overrides as pg


@pytest.mark.parametrize("cls", DRIVERS, ids=lambda cls: cls.name)
def test_bulk_insert_without_copy(cls: type[Driver]) -> None:
    driver = cls(emptied(pg.PgOverrides, "overrides"), True)
    module: Any = {"psycopg": pg, "asyncpg": aio}[driver.name]
    app = driver.app(module.PgOverrides)

    def shape(number: int) -> Any:
        green = module.Colour.GREEN
        return module.ShapeRow(number, "(1.5,-2)", None, '$."a"', None, green, None)

    assert app.bulk_insert_shape(shape(i) for i in range(2500)) == 2500
    with pytest.raises(Exception, match="duplicate key"):
        app.bulk_insert_shape([shape(9001), shape(1)])
    with app.create_shape_appender() as appender:
        appender.append(shape(9002))
    stored = "SELECT count(*) || ' ' || min(at::text) || ' ' || max(id) FROM shape"
    assert driver.value(stored) == "2501 (1.5,-2) 9002"
    found = app.shape_text(9002)
    assert (found.at, found.path, found.colour) == ("(1.5,-2)", '$."a"', "green")
    driver.close()
