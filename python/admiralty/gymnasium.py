"""One seat against a bot, as a Gymnasium environment.

>>> from admiralty.gymnasium import AgainstBot
>>> sea = AgainstBot("naval_battle", bot="greedy")
>>> observation, info = sea.reset(seed=1)
>>> observation, reward, terminated, truncated, info = sea.step(info["codes"][0])

A pick that is not on the menu (``observation["action_mask"]`` has 0 there) loses the game at
once, with ``info["illegal"]`` True.
"""

from __future__ import annotations

from typing import Any, Mapping

import gymnasium
import gymnasium.spaces as spaces
import numpy as np

from ._admiralty import Env
from .pettingzoo import observation_space

__all__ = ["AgainstBot"]


class AgainstBot(gymnasium.Env):
    """``seat`` is a number, or None to sit in every chair in turn; a bot has all others."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        bot: str = "greedy",
        seat: int | None = None,
        nodes: int = 200,
        options: Mapping[str, Any] | None = None,
        deal: bool = True,
        max_cycles: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        self.table = Env(game, dict(options or {}), 0, deal)
        self.bot, self.nodes, self.max_cycles = bot, nodes, max_cycles
        self.fixed = seat
        self.seat = seat or 0
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table)
        self.action_space = spaces.Discrete(self.table.n_picks)
        self._games = 0
        self._cycles = 0

    def _others(self) -> None:
        """Lets the bot act until the own seat or nobody is awaited."""
        while self.table.seat not in (self.seat, -1):
            self.table.play_bot(self.bot, self.nodes, int(self.np_random.integers(1 << 31)))

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        codes = self.table.codes if self.table.seat == self.seat else []
        return {"codes": codes, "seat": self.table.seats[self.seat], "illegal": illegal}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        if self.fixed is None:
            self.seat = self._games % len(self.table.seats)
        self._games += 1
        self._cycles = 0
        self.table.reset(int(self.np_random.integers(1 << 31)))
        self._others()
        return self.table.observation(self.seat), self._info()

    def step(
        self, action: int
    ) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        if self.table.seat != self.seat:
            raise gymnasium.error.ResetNeeded("the game is over: reset() begins the next")
        if self.table.step(action) is None:
            return self.table.observation(self.seat), -1.0, True, False, self._info(True)
        self._cycles += 1
        self._others()
        over = self.table.seat < 0
        cut = not over and self._cycles >= self.max_cycles
        reward = float(self.table.returns[self.seat])
        return self.table.observation(self.seat), reward, over, cut, self._info()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.table.board(self.seat)
