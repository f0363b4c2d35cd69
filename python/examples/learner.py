"""A small learner that beats random play at Naval Battle, with NumPy alone.

A linear policy scores every pick by what stands on its square; policy gradients move the
weights by what a move has captured and lost when White is asked again. White learns, Red plays
at random, many tables at a time.
"""

import sys

import numpy as np

from admiralty import Vector, layout

PARTS = ["square", "move", "attack", "hop"]


class Policy:
    """Weights for each kind of pick and each plane, and one for the kind itself."""

    def __init__(self, planes: int) -> None:
        shape = layout("naval_battle")
        self.parts = [next(p for p in shape["picks"] if p["name"] == name) for name in PARTS]
        self.n = planes + 1
        self.weights = np.zeros((len(PARTS) + 1) * self.n, np.float32)

    def features(self, vector: Vector, tables: np.ndarray, codes: np.ndarray) -> np.ndarray:
        """A row per pick: what stands on its square, in the columns of its kind."""
        cells = vector.planes.reshape(vector.n, vector.shape[0], -1)
        out = np.zeros((len(codes), len(PARTS) + 1, self.n), np.float32)
        out[:, -1, -1] = 1
        for i, part in enumerate(self.parts):
            here = (codes >= part["start"]) & (codes < part["start"] + part["n"])
            out[here, i, :-1] = cells[tables[here], :, codes[here] - part["start"]]
            out[here, i, -1] = 1
            out[here, -1, -1] = 0
        return out.reshape(len(codes), -1)

    def choose(self, vector: Vector, which: np.ndarray, chance: np.random.Generator):
        """A code for each of these tables, and the gradient of its logarithm."""
        tables, codes = np.nonzero(vector.mask[which])
        rows = self.features(vector, which[tables], codes)
        starts = np.flatnonzero(np.r_[True, tables[1:] != tables[:-1]])
        scores = rows @ self.weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), np.diff(np.r_[starts, len(codes)]))
        weights = np.exp(scores)
        counts = np.diff(np.r_[starts, len(codes)])
        weights /= np.repeat(np.add.reduceat(weights, starts), counts)
        # The first pick whose share of the sum reaches a random number.
        sums = np.cumsum(weights)
        before = np.repeat(np.r_[0, sums[starts[1:] - 1]], counts)
        reached = (sums - before) >= np.repeat(chance.random(len(starts)), counts)
        firsts = np.array([s + np.argmax(reached[s : s + c]) for s, c in zip(starts, counts)])
        mean = np.add.reduceat(rows * weights[:, None], starts, axis=0)
        return codes[firsts].astype(np.int32), rows[firsts] - mean


def material(vector: Vector, which: np.ndarray) -> np.ndarray:
    """Captured less lost, as the numbers of the seat that picks tell it; the Admiral counts ten."""
    numbers = {part["name"]: part for part in layout("naval_battle")["numbers"]}
    worth = np.ones(9, np.float32)
    worth[7] = 10
    count = lambda name: vector.numbers[which, numbers[name]["start"] :][:, :9] @ worth
    return count("captured") - count("lost")


def games(policy: Policy, n: int, seed: int, longest: int, rate: float) -> np.ndarray:
    """Plays each table to its first end, learning at this rate; the results for White."""
    vector = Vector("naval_battle", n, seed=seed, longest=longest)
    chance = np.random.default_rng(seed)
    picks, results = np.zeros(n, np.int32), np.zeros(n, np.float32)
    stood, running = np.zeros(n, np.float32), np.ones(n, bool)
    gradients = np.zeros((n, len(policy.weights)), np.float32)
    while running.any():
        vector.sample(picks)
        white = np.flatnonzero(running & (vector.seat == 0))
        if len(white):
            asked = white[vector.draft[white].sum(axis=1) == 0]
            if rate > 0 and len(asked):
                now = material(vector, asked)
                gained = now - stood[asked]
                policy.weights += rate * (gained[:, None] * gradients[asked]).mean(axis=0)
                stood[asked], gradients[asked] = now, 0
            codes, gradient = policy.choose(vector, white, chance)
            picks[white] = codes
            gradients[white] += gradient
        vector.step(picks)
        ended = running & (vector.done > 0)
        results[ended] = vector.reward[ended, 0]
        running &= ~ended
    return results


def train(rounds: int, n: int) -> Policy:
    policy = Policy(Vector("naval_battle", 1).shape[0])
    for i in range(rounds):
        results = games(policy, n, 100 + i, 150, 1.0)
        print(f"round {i + 1}: White {results.mean():+.2f}")
    return policy


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    policy = train(rounds, n)
    results = games(policy, 200, 7, 1000, 0.0)
    wins, losses = int((results > 0).sum()), int((results < 0).sum())
    print(f"against random: {wins} won, {losses} lost, {200 - wins - losses} drawn")
    if wins <= 2 * losses:
        sys.exit("the learner does not beat random play")
