"""What the compiled part of the package has."""

from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

class AdmiraltyError(ValueError):
    """What was asked for cannot be done; nothing has changed."""

class Illegal(AdmiraltyError):
    """The rules forbid it."""

    clause: str
    facts: dict[str, Any]

class Dry(AdmiraltyError):
    """The forced dice ran out: a die of `die` faces is wanted next, after `after` others."""

    die: int | None
    after: int

def games() -> list[dict[str, Any]]:
    """Every game: `id`, `title`, `blurb`, `seats`, `scenarios`, `options`, `bots`."""

def layout(game: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What observations look like: `shape`, and the parts of `planes`, `numbers`, `picks`."""

class Table:
    """A game at one moment."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        dice: Sequence[int] | None = None,
    ) -> None: ...
    @staticmethod
    def load(game: str, position: Any, seed: int = 0) -> Table:
        """Goes on from a position: what `position()` gives, or a text in notation."""
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> list[str]: ...
    @property
    def turn(self) -> int: ...
    @property
    def entries(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def outcome(self) -> dict[str, Any] | None: ...
    @property
    def returns(self) -> list[float]: ...
    @property
    def digest(self) -> str: ...
    def awaiting(self, viewer: str = "umpire") -> list[str]:
        """The seats that must decide, as far as the viewer may know."""
    def menu(self, seat: str, draft: Sequence[str] = ()) -> list[dict[str, Any]]:
        """What may be picked next: `key`, `kind`, `text`, and `more` or the `action` made."""
    def legal(self, seat: str, limit: int = 1000) -> tuple[list[str], bool]:
        """Complete actions in notation, and whether these are all."""
    def sample(self, seat: str, seed: int | None = None) -> str | None:
        """A random action."""
    def check(self, seat: str, action: str) -> str:
        """Raises `Illegal` if the seat may not do this."""
    def step(
        self, seat: str, action: str, dice: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Carries out an action: `action`, `dice`, `events` as the seat is told them."""
    def view(self, viewer: str = "spectator") -> dict[str, Any]: ...
    def view_json(self, viewer: str = "spectator") -> str: ...
    def story(self, viewer: str = "spectator") -> list[str]: ...
    def board(self, viewer: str = "spectator") -> str: ...
    def prompt(self, viewer: str) -> str: ...
    def position(self) -> dict[str, Any]:
        """The whole position, secrets included."""
    def imagine(self, viewer: str, seed: int = 0) -> Table:
        """A table that the viewer cannot rule out."""
    def clone(self, seed: int | None = None) -> Table: ...
    def go(
        self, seat: str, bot: str = "greedy", nodes: int = 4000, seed: int = 0
    ) -> str | None:
        """What a bot would do, from what the seat may know."""

class Env:
    """One table as a learner plays it."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        deal: bool = True,
    ) -> None: ...
    @property
    def seats(self) -> list[str]: ...
    @property
    def shape(self) -> tuple[int, int, int]: ...
    @property
    def n_numbers(self) -> int: ...
    @property
    def n_picks(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def codes(self) -> list[int]: ...
    @property
    def draft(self) -> list[int]: ...
    @property
    def actions(self) -> int: ...
    @property
    def returns(self) -> list[float]: ...
    def reset(self, seed: int) -> None: ...
    def pick(self, code: int) -> bool:
        """Picks; True if that made an action, which has been carried out."""
    def step(self, code: int) -> int | None:
        """Picks: the seat that picks next, -1 when it is over, None if the code is not offered."""
    def label(self, code: int) -> str: ...
    def action_after(self, code: int) -> str | None: ...
    def play(self, action: str) -> None: ...
    def play_bot(self, bot: str = "greedy", nodes: int = 1000, seed: int = 0) -> str: ...
    def observe(self, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.int16]]: ...
    def observation(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat knows, may pick and has picked: `observation`, `numbers`, `draft`,
        `action_mask`, in new arrays."""
    def board(self, seat: int) -> str: ...
    def take(self, table: Table, seed: int = 0) -> None: ...
    def clone(self) -> Env: ...

class Vector:
    """Many tables; the arrays are written in place by every `step`."""

    def __init__(
        self,
        game: str,
        n: int,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        deal: bool = True,
        threads: int = 0,
        longest: int = 20_000,
    ) -> None: ...
    planes: NDArray[np.uint8]
    numbers: NDArray[np.int16]
    mask: NDArray[np.int8]
    draft: NDArray[np.int8]
    seat: NDArray[np.int32]
    reward: NDArray[np.float32]
    done: NDArray[np.uint8]
    acted: NDArray[np.uint8]
    @property
    def n(self) -> int: ...
    @property
    def n_seats(self) -> int: ...
    @property
    def n_picks(self) -> int: ...
    @property
    def shape(self) -> tuple[int, int, int]: ...
    def step(self, codes: NDArray[np.int32]) -> None: ...
    def sample(self, out: NDArray[np.int32]) -> None: ...
    def roll(self, steps: int) -> int: ...
