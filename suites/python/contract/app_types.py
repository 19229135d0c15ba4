"""Types of an application, which sqg.yaml maps columns to."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from uuid import UUID


class State(Enum):
    """Stored as its initial letter."""

    DRAFT = "d"
    PUBLISHED = "p"

    @staticmethod
    def parse(letter: str) -> "State":
        return State(letter)

    def text(self) -> str:
        return self.value


@dataclass(frozen=True, order=True)
class Key:
    """Stored as a UUID."""

    number: int

    @staticmethod
    def of(stored: UUID) -> "Key":
        return Key(stored.int)

    def uuid(self) -> UUID:
        if self.number < 0:
            raise ValueError(f"{self.number} is no key")
        return UUID(int=self.number)


@dataclass(frozen=True, order=True)
class Day:
    """Stored as a date."""

    number: int

    @staticmethod
    def of(stored: date) -> "Day":
        return Day(stored.toordinal())

    def date(self) -> date:
        return date.fromordinal(self.number)
