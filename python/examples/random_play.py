"""Random play: a whole game of each kind, with all its words."""

import random
import sys

from admiralty import Table, games


def play(name: str, seed: int) -> Table:
    """A game to its end, each seat walking down its menu at random."""
    chance = random.Random(seed)
    table = Table(name, seed=seed)
    while not table.over and table.entries < 5000:
        seat = table.awaiting()[0]
        draft: list[str] = []
        while True:
            # What a seat may do at any time, such as giving up, is marked as an aside; a note
            # leads only to asides, and where nothing else is left the walk begins anew.
            choices = [c for c in table.menu(seat, draft) if not c.get("aside")]
            if not choices:
                draft = []
                continue
            pick = chance.choice(choices)
            if "action" in pick:
                table.step(seat, pick["action"])
                break
            draft.append(pick["key"])
    return table


if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for game in games():
        table = play(game["id"], seed)
        result = table.outcome["result"] if table.outcome else "cut"
        print(f"{game['id']}: {result} after {table.entries} entries")
