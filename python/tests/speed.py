"""How fast the environments are, in CPU time, in turns with PettingZoo's chess and with OpenSpiel.

    python python/tests/speed.py [ROUNDS]   # pip install pettingzoo[classic] open_spiel for the others
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings

import numpy as np

from admiralty import Vector
from admiralty.pettingzoo import env, raw_env


def per_step(make, n: int, seed: int) -> float:
    """Microseconds of CPU time for a random step of a PettingZoo game, observation included."""
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


def per_spiel_step(name: str, n: int, seed: int) -> float:
    """The same for a game of OpenSpiel, driven from Python: actions, observation, action."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401 (registers the games written in Python)

    game, chance, steps = pyspiel.load_game(name), np.random.default_rng(seed), 0
    state = game.new_initial_state()
    begun = time.process_time()
    while steps < n:
        if state.is_terminal():
            state = game.new_initial_state()
        actions = state.legal_actions()
        if not state.is_chance_node():
            np.asarray(state.legal_actions_mask())
            np.asarray(state.observation_tensor(state.current_player()))
        state.apply_action(actions[chance.integers(len(actions))])
        steps += 1
    return (time.process_time() - begun) / n * 1e6


def moves_per_second(threads: int) -> float:
    """Moves of Naval Battle for a second of CPU time, observations included."""
    tables = Vector("naval_battle", 256, threads=threads)
    tables.roll(60)
    begun = time.process_time()
    moves = tables.roll(400)
    return moves / (time.process_time() - begun)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    runs = {
        "naval_battle, env": lambda seed: per_step(lambda: env("naval_battle"), 3000, seed),
        "naval_battle, raw_env": lambda seed: per_step(lambda: raw_env("naval_battle"), 3000, seed),
    }
    try:
        from pettingzoo.classic import chess_v6

        runs["PettingZoo's chess_v6"] = lambda seed: per_step(chess_v6.env, 200, seed)
    except ImportError as error:
        print(f"without chess: {error}")
    try:
        import pyspiel  # noqa: F401

        for name in ("chess", "python_tic_tac_toe", "python_liars_poker"):
            runs[f"OpenSpiel's {name}"] = lambda seed, name=name: per_spiel_step(name, 1000, seed)
    except ImportError as error:
        print(f"without OpenSpiel: {error}")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    found: dict[str, list[float]] = {name: [] for name in runs}
    speeds = []
    for seed in range(rounds):
        for name, run in runs.items():
            found[name].append(run(seed))
        speeds.append(moves_per_second(1))
    for name, times in found.items():
        print(f"{name}: {statistics.median(times):.1f} µs a step ({min(times):.1f} to {max(times):.1f})")
    print(f"256 tables: {statistics.median(speeds):,.0f} moves a second of one thread's CPU time")
