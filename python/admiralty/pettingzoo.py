"""The games as PettingZoo environments: one step per pick, seats as agents.

>>> from admiralty.pettingzoo import env
>>> sea = env("naval_battle", seed=1)
>>> sea.reset()
>>> observation, reward, termination, truncation, info = sea.last()

An observation is a dict:

- ``observation``: planes, uint8, (planes, rows, columns),
- ``numbers``: what has no place on the board, int16,
- ``draft``: 1 for the codes picked since the last action,
- ``action_mask``: 1 for the codes that may be picked now.
"""

from __future__ import annotations

from typing import Any, Mapping

import gymnasium.spaces as spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ._admiralty import AdmiraltyError, Env

__all__ = ["env", "raw_env"]


def observation_space(table: Env) -> spaces.Dict:
    """What an observation of this table looks like."""
    n = table.n_picks
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, table.shape, np.uint8),
            "numbers": spaces.Box(-32768, 32767, (table.n_numbers,), np.int16),
            "draft": spaces.Box(0, 1, (n,), np.int8),
            "action_mask": spaces.Box(0, 1, (n,), np.int8),
        }
    )


class raw_env(AECEnv):
    """Without wrappers: a pick that is not offered raises ``AdmiraltyError``."""

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"],
        "name": "admiralty_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        deal: bool = True,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {**raw_env.metadata, "name": f"admiralty_{game}_v0"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.table = Env(game, dict(options or {}), seed, deal)
        self.possible_agents = list(self.table.seats)
        self._number = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._next_seed = seed
        space, actions = observation_space(self.table), self.table.n_picks
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._n_picks = actions
        self._cycles = 0
        self._over = False

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self._next_seed = seed
        self.table.reset(self._next_seed)
        self._next_seed += 1
        self._cycles = 0
        self._over = False
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.table.seat, 0)]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self.table.observation(self._number[agent])

    def step(self, action: int) -> None:
        if self._over:
            self._was_dead_step(action)
            return
        seat = self.table.step(action)
        if seat is None:
            self._refuse(action)
            return
        self._cycles += 1
        if seat >= 0 and self._cycles != self.max_cycles:
            # While a game goes on nobody is paid: rewards stand as reset() left them.
            self.agent_selection = self.possible_agents[seat]
        else:
            self._end(seat)

    def _end(self, seat: int) -> None:
        """The game is over (-1), or this seat would pick and the cycles are used up."""
        self._over = True
        if seat < 0:
            self.rewards = dict(zip(self.possible_agents, map(float, self.table.returns)))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[seat]
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _refuse(self, action: int) -> None:
        raise AdmiraltyError(f"the code {action} is not on the menu")

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.table.board(self._number[self.agent_selection])

    def close(self) -> None:
        pass


class strict_env(raw_env):
    """What PettingZoo's usual wrappers do, without their cost: a pick that is not offered ends
    the game and loses, a step before ``reset`` raises."""

    _begun = False

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        super().reset(seed, options)
        self._begun = True

    def step(self, action: int) -> None:
        if not self._begun:
            EnvLogger.error_step_before_reset()
        super().step(action)

    def _refuse(self, action: int) -> None:
        loser = self.agent_selection
        if not 0 <= action < self._n_picks:
            raise AssertionError(f"{action} is no code of {loser}")
        EnvLogger.warn_on_illegal_move()
        self._over = True
        self.rewards = {each: -1.0 if each == loser else 0.0 for each in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)


def env(game: str, **settings: Any) -> AECEnv:
    """The environment as PettingZoo's users expect it: a pick that is not offered loses.

    ``settings``: ``options`` (scenario and options of the game), ``seed``, ``deal`` (secret
    deployments and fleets are dealt at random; False lets the agents choose them, pick by
    pick), ``max_cycles`` (truncate after so many picks), ``render_mode`` ("ansi").
    """
    return strict_env(game, **settings)
