"""How fast the environments are, in CPU time, in turns with PettingZoo's chess, with OpenSpiel and
with the playout loop of the binary, which makes no observations.

    pip install pettingzoo[classic] open_spiel   # for the others
    ADMIRALTY_BIN=target/dist/admiralty python python/tests/speed.py [ROUNDS]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import warnings

import numpy as np

from admiralty import Vector
from admiralty.pettingzoo import env, raw_env


def per_step(make, n: int, seed: int) -> float:
    """Microseconds of CPU time for a random step of a PettingZoo game, observation included."""
    sea, steps = make(), 0
    sea.reset(seed=seed)
    begun = time.process_time()
    while steps < n:
        for _ in sea.agent_iter():
            observation, _, termination, truncation, info = sea.last()
            if termination or truncation:
                sea.step(None)
                continue
            mask = observation.get("action_mask", info.get("action_mask"))
            # A cheap stand-in for chance, the same for everybody: what is measured is the game.
            offered = mask.nonzero()[0]
            sea.step(offered[(seed + steps * 7919) % len(offered)])
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

    game, steps = pyspiel.load_game(name), 0
    state = game.new_initial_state()
    begun = time.process_time()
    while steps < n:
        if state.is_terminal():
            state = game.new_initial_state()
        actions = state.legal_actions()
        if not state.is_chance_node():
            np.asarray(state.legal_actions_mask())
            np.asarray(state.observation_tensor(state.current_player()))
        state.apply_action(actions[(seed + steps * 7919) % len(actions)])
        steps += 1
    return (time.process_time() - begun) / n * 1e6


def rolled(threads: int, seconds: float, clock=time.process_time) -> float:
    """Moves of Naval Battle a second, observations included; picks are drawn in Rust."""
    tables = Vector("naval_battle", 256, threads=threads)
    tables.roll(60)
    begun, moves = clock(), 0
    while clock() < begun + seconds:
        moves += tables.roll(50)
    return moves / (clock() - begun)


def stepped(threads: int, seconds: float, clock=time.process_time) -> float:
    """The same with an array of picks handed over for every step, as a learner does."""
    tables = Vector("naval_battle", 256, threads=threads)
    picks = np.zeros(256, np.int32)
    begun, moves = clock(), 0
    while clock() < begun + seconds:
        for _ in range(50):
            tables.sample(picks)
            tables.step(picks)
            moves += int(tables.acted.sum())
    return moves / (clock() - begun)


def playouts(binary: str, seconds: float) -> float:
    """Moves a second of the loop without observations."""
    command = [binary, "bench", "playouts", "naval_battle", "--json", "--reps", "1"]
    done = subprocess.run([*command, "--seconds", str(seconds)], capture_output=True, check=True)
    return json.loads(done.stdout)["moves_per_s"]["median"]


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
    binary = os.environ.get("ADMIRALTY_BIN")
    found: dict[str, list[float]] = {name: [] for name in runs}
    many: dict[str, list[float]] = {}
    for seed in range(rounds):
        for name, run in runs.items():
            found[name].append(run(seed))
        speeds = {
            "256 tables, rolled, one thread, CPU time": rolled(1, 1),
            "256 tables, stepped from Python, one thread, CPU time": stepped(1, 1),
            "256 tables, rolled, all cores, by the clock": rolled(0, 1, time.perf_counter),
            "256 tables, stepped, all cores, by the clock": stepped(0, 1, time.perf_counter),
        }
        if binary:
            speeds["the playout loop without observations, one thread"] = playouts(binary, 1)
        for name, speed in speeds.items():
            many.setdefault(name, []).append(speed)
    for name, times in found.items():
        print(f"{name}: {statistics.median(times):.1f} µs a step ({min(times):.1f} to {max(times):.1f})")
    for name, speeds in many.items():
        low, high = min(speeds), max(speeds)
        print(f"{name}: {statistics.median(speeds):,.0f} moves a second ({low:,.0f} to {high:,.0f})")
