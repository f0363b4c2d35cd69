"""Writes docs/observations.md from the layouts of the games: `python observations.py --write`."""

from __future__ import annotations

import sys
from pathlib import Path

import admiralty

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "observations.md"

HEAD = """# Observations, plane by plane

What a learner is shown of each game with its default options, and the codes of its picks. The
numbers come from `games/<game>/src/observe.rs`; `python/tests/observations.py --write` writes this
page from there, and a test compares it. A part of several planes, numbers or codes has them from
its first place on, in the order that its text gives.

Everything is seen with the eyes of the seat that looks: *own* is its side, players are counted
from its seat on. Planes are bytes, numbers are 16 bits wide; what is greater is cut off.
"""


def table(title: str, parts: list[dict]) -> str:
    lines = [f"\n### {title}\n", "| from | how many | name | what |", "| ---: | ---: | --- | --- |"]
    lines += [f"| {p['start']} | {p['n']} | `{p['name']}` | {p['text']} |" for p in parts]
    return "\n".join(lines) + "\n"


def document() -> str:
    text = HEAD
    for game in admiralty.games():
        layout = admiralty.layout(game["id"])
        planes, height, width = layout["shape"]
        numbers = sum(part["n"] for part in layout["numbers"])
        codes = sum(part["n"] for part in layout["picks"])
        text += f"\n## {game['title']}\n\n"
        text += f"`{game['id']}`: {planes} planes of {height} rows by {width} columns, "
        text += f"{numbers} numbers, {codes} codes.\n"
        text += table("Planes", layout["planes"])
        text += table("Numbers", layout["numbers"])
        text += table("Codes of picks", layout["picks"])
    return text


if __name__ == "__main__":
    if "--write" in sys.argv:
        DOCUMENT.write_text(document())
    else:
        print(document(), end="")
