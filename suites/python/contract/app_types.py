"""Types of an application, which sqg.yaml maps columns to."""

from enum import Enum


class State(Enum):
    """Stored as its initial letter."""

    DRAFT = "d"
    PUBLISHED = "p"

    @staticmethod
    def parse(letter: str) -> "State":
        return State(letter)

    def text(self) -> str:
        return self.value
