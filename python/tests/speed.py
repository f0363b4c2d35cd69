"""How fast the environments are, in CPU time on one thread, beside PettingZoo's chess.

    python python/tests/speed.py      # chess needs pip install pettingzoo[classic]
"""

from __future__ import annotations

import time
import warnings

import numpy as np

from admiralty import Vector
from admiralty.pettingzoo import env, raw_env


def per_step(make, n: int, seed: int) -> float:
    """Microseconds of CPU time for a random step, observation included."""
    sea, chance, steps = make(), np.random.default_rng(seed), 0
    sea.reset(seed=seed)
    begun = time.process_time()
    while steps < n:
        for _ in sea.agent_iter():
            observation, _, termination, truncation, info = sea.last()
            if termination or truncation:
                sea.step(None)
                continue
            mask = observation.get("action_mask", info.get("action_mask"))
            offered = np.flatnonzero(mask)
            sea.step(int(offered[chance.integers(len(offered))]))
            steps += 1
            if steps == n:
                break
        else:
            sea.reset()
    return (time.process_time() - begun) / n * 1e6


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    runs = {
        "naval_battle, env": (lambda: env("naval_battle"), 4000),
        "naval_battle, raw_env": (lambda: raw_env("naval_battle"), 4000),
    }
    try:
        from pettingzoo.classic import chess_v6

        runs["chess_v6"] = (chess_v6.env, 300)
    except ImportError as error:
        print(f"without chess: {error}")
    for name, (make, n) in runs.items():
        times = [per_step(make, n, seed) for seed in range(3)]
        print(f"{name}: {min(times):.1f} to {max(times):.1f} µs a step")
    tables = Vector("naval_battle", 512, threads=1)
    tables.roll(50)
    for _ in range(3):
        begun = time.process_time()
        moves = tables.roll(200)
        print(f"512 tables: {moves / (time.process_time() - begun):,.0f} moves a second")
