"""Four naval board games by their full rules.

`Table` is a game at one moment, with all its words: menus, actions in notation, views.
`Env` is one table as a learner plays it, pick by pick and by numbers; `Vector` is many of
them. `admiralty.pettingzoo`, `admiralty.gymnasium` and `admiralty.spiel` give them the faces
of PettingZoo, Gymnasium and OpenSpiel. docs/python.md tells all of it.
"""

from ._admiralty import (
    AdmiraltyError,
    Dry,
    Env,
    Illegal,
    Table,
    Vector,
    games,
    layout,
)

__all__ = [
    "AdmiraltyError",
    "Dry",
    "Env",
    "Illegal",
    "Table",
    "Vector",
    "games",
    "layout",
]
