"""A bot of one's own against the greedy one: it imagines tables and plays them out a little.

For each of a few random actions it imagines tables that its seat cannot rule out, carries the
action out there, and counts what was captured and lost.
"""

import sys

from admiralty import Table


def captures(table: Table, seat: str) -> int:
    """What the seat has captured less what it has lost, as the view shows it."""
    racks = table.view(seat)["racks"]
    other = "R" if seat == "W" else "W"
    worth = {"A": 100, "M": 1, "S": 3}
    value = lambda rack: sum(worth.get(kind, 2) for kind in rack)
    return value(racks[seat]) - value(racks[other])


def choose(table: Table, seat: str, seed: int) -> str:
    """The best of up to 12 actions over 2 imagined tables each."""
    best, chosen = -1000.0, None
    seen = set()
    for i in range(12):
        action = table.sample(seat, seed * 100 + i)
        if action is None or action in seen:
            continue
        seen.add(action)
        score = 0.0
        for world in range(2):
            there = table.imagine(seat, seed * 10 + world)
            there.step(seat, action)
            score += captures(there, seat) / 2
        if score > best:
            best, chosen = score, action
    assert chosen is not None
    return chosen


def match(seed: int, longest: int) -> tuple[str, int]:
    """One game; greedy has Red. The result, and what White has captured more."""
    table = Table("naval_battle", seed=seed)
    while not table.over and table.entries < longest:
        seat = table.awaiting()[0]
        if seat == "W":
            deploying = table.view(seat)["phase"] == "deploy"
            action = (
                table.go(seat, "random", seed=table.entries)
                if deploying
                else choose(table, seat, table.entries)
            )
        else:
            action = table.go(seat, "greedy", nodes=100, seed=table.entries)
        table.step(seat, action)
    result = table.outcome["result"] if table.outcome else "cut"
    return result, captures(table, "W")


if __name__ == "__main__":
    longest = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    result, ahead = match(1, longest)
    print(f"against greedy: {result}, captures ahead by {ahead}")
