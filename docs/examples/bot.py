"""A bot over the pipe: takes what it can, else plays at random. Standard library only.

    admiralty arena naval_battle --bots exec:"python3 docs/examples/bot.py",random -n 10
"""

import json
import random
import sys


def ask(question):
    """Puts a question to the table and hears the answer."""
    print(json.dumps(question), flush=True)
    return json.loads(sys.stdin.readline())


for line in sys.stdin:
    request = json.loads(line)
    if request.get("ask") != "decide":
        continue  # {"ask": "refused", "why": ...}: the last action was not legal
    chance = random.Random(request["seed"])
    actions = ask({"sample": 20})["actions"]
    captures = [action for action in actions if "*" in action or "^" in action]
    print(json.dumps({"action": chance.choice(captures or actions)}), flush=True)
