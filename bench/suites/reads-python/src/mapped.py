"""Purchases and their lines as classes of SQLAlchemy."""

from typing import Any

from sqlalchemy import URL, ForeignKey, create_engine, select, text
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    mapped_column,
    relationship,
    selectinload,
)


class Base(DeclarativeBase):
    pass


class Line(Base):
    __tablename__ = "lines"

    id: Mapped[int] = mapped_column(primary_key=True)
    purchase: Mapped[int] = mapped_column(ForeignKey("purchases.id"))
    product: Mapped[str]
    quantity: Mapped[int]
    price: Mapped[float]
    note: Mapped[str | None]


class Purchase(Base):
    __tablename__ = "purchases"

    id: Mapped[int] = mapped_column(primary_key=True)
    customer: Mapped[str]
    lines: Mapped[list[Line]] = relationship(order_by=Line.id)


def session(server: dict[str, Any]) -> Session:
    url = URL.create(
        "postgresql+psycopg",
        username=server["user"],
        host=server["host"],
        port=server["port"],
        database=server["database"],
    )
    return Session(create_engine(url))


def pid(of: Session) -> int:
    found: int = of.execute(text("SELECT pg_backend_pid()")).scalar_one()
    return found


def purchases(of: Session) -> list[Purchase]:
    query = select(Purchase).options(selectinload(Purchase.lines)).order_by(Purchase.id)
    return list(of.scalars(query))
