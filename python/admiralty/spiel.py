"""The games as OpenSpiel has them: states with chance nodes, information states, resampling.

>>> from admiralty.spiel import load_game
>>> state = load_game("naval_battle").new_initial_state()
>>> state.is_terminal()
False

Players are the seats by number. An action of a player is a pick by its code; dice are chance
nodes, and their actions are the numbers that fell. The beginning of some games rolls dice, so
the first state may be a chance node too.
"""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping

import numpy as np

from ._admiralty import Dry, Env, Table

__all__ = ["CHANCE", "TERMINAL", "Game", "State", "load_game"]

CHANCE = -1
TERMINAL = -4


class Game:
    """A game and its options."""

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        self.name, self.options = name, dict(options or {})
        # Codes and lengths are those of every table of this set-up.
        self.env = Env(name, self.options, 0, False)

    def num_players(self) -> int:
        return len(self.env.seats)

    def num_distinct_actions(self) -> int:
        return self.env.n_picks

    def observation_tensor_shape(self) -> tuple[int]:
        planes, height, width = self.env.shape
        return (planes * height * width + self.env.n_numbers + self.env.n_picks,)

    def information_state_tensor_shape(self) -> tuple[int]:
        return self.observation_tensor_shape()

    def new_initial_state(self) -> State:
        return State(self)


class State:
    """A moment of a game. Dice that fell so far are kept until they make a whole entry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._table: Table | None = None
        self._env: Env | None = None
        self._dice: list[int] = []
        self._die = 0
        self._pending: tuple[str, str] | None = None
        self._history: list[tuple[int, int]] = []
        self._go_on()

    def _go_on(self) -> None:
        """Tries what is pending with the dice so far; `Dry` makes this a chance node."""
        try:
            if self._table is None:
                self._table = Table(self.game.name, self.game.options, 0, self._dice)
            elif self._pending is not None:
                seat, action = self._pending
                self._table.step(seat, action, self._dice)
        except Dry as dry:
            if dry.die is None:
                raise
            self._die = dry.die
            return
        self._die, self._dice, self._pending = 0, [], None
        if self._env is None:
            self._env = self.game.env.clone()
        self._env.take(self._table)

    def current_player(self) -> int:
        if self._die:
            return CHANCE
        assert self._table is not None
        return TERMINAL if self._table.over else self._walk().seat

    def is_chance_node(self) -> bool:
        return self._die > 0

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def _walk(self) -> Env:
        assert self._env is not None
        return self._env

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self._die:
            return list(range(1, self._die + 1))
        if self.is_terminal() or (player is not None and player != self.current_player()):
            return []
        return sorted(self._walk().codes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1.0 / self._die) for face in range(1, self._die + 1)]

    def apply_action(self, action: int) -> None:
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not legal here")
        self._history.append((self.current_player(), action))
        if self._die:
            self._dice.append(action)
            self._go_on()
            return
        env = self._walk()
        seat = env.seats[env.seat]
        done = env.action_after(action)
        if done is None:
            env.pick(action)
            return
        self._pending = (seat, done)
        self._go_on()

    def returns(self) -> list[float]:
        return list(self._table.returns) if self._table is not None else []

    def rewards(self) -> list[float]:
        return self.returns()

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"d{self._die} shows {action}"
        return self._walk().label(action)

    def observation_string(self, player: int) -> str:
        """The view of the seat as JSON."""
        if self._table is None:
            return ""
        return self._table.view_json(self._table.seats[player])

    def information_state_string(self, player: int) -> str:
        """All that the seat was told and did, and its view."""
        if self._table is None:
            return ""
        seat = self._table.seats[player]
        own = [action for who, action in self._history if who == player]
        return json.dumps([self._table.story(seat), own, self._table.view_json(seat)])

    def observation_tensor(self, player: int) -> np.ndarray:
        """Planes, numbers and the own draft in one row of float32."""
        if self._table is None:
            return np.zeros(self.game.observation_tensor_shape(), np.float32)
        env = self._env or self.game.env
        planes, numbers = env.observe(player)
        draft = np.zeros(env.n_picks, np.float32)
        if env.seat == player:
            draft[env.draft] = 1
        return np.concatenate([planes.ravel(), numbers, draft]).astype(np.float32)

    def information_state_tensor(self, player: int) -> np.ndarray:
        """The same as `observation_tensor`: what is known now, not how it came to be known."""
        return self.observation_tensor(player)

    def resample_from_infostate(self, player: int, seed: int) -> State:
        """A state that the player cannot tell from this one, at a decision without draft."""
        if self._die or self._table is None or self._walk().draft:
            raise ValueError("resampling needs a decision at which nothing is picked yet")
        other = self.clone()
        other._table = self._table.imagine(self._table.seats[player], seed)
        other._walk().take(other._table)
        return other

    def clone(self) -> State:
        other = State.__new__(State)
        other.game = self.game
        other._table = self._table.clone() if self._table is not None else None
        other._env = self._env.clone() if self._env is not None else None
        other._dice, other._die = self._dice[:], self._die
        other._pending, other._history = self._pending, self._history[:]
        return other

    def child(self, action: int) -> State:
        other = self.clone()
        other.apply_action(action)
        return other

    def children(self) -> Iterator[State]:
        return (self.child(action) for action in self.legal_actions())

    def __str__(self) -> str:
        if self._die:
            return f"chance: d{self._die} after {self._dice}"
        return self._table.board() if self._table is not None else ""


def load_game(name: str, options: Mapping[str, Any] | None = None) -> Game:
    """The game of this name."""
    return Game(name, options)
