#!/usr/bin/env python3
"""Computes every die of a record again from the umpire's key.

    python3 docs/verify_dice.py game.adm

Needs nothing but Python's standard library and shares no line with the
program: it follows docs/dice.md. Exit code 0 if every die is right.
"""

import hashlib
import hmac
import re
import sys

TAG = re.compile(r'^\[([A-Za-z0-9._]+) "(.*)"\]$')
ROLL = re.compile(r"^d([0-9]+)=([0-9]+)$")
ESCAPES = {"n": "\n", "r": "\r", "\\": "\\", '"': '"'}


def unescape(text):
    return re.sub(r"\\(.)", lambda match: ESCAPES[match.group(1)], text)


def rolls_in(text):
    for word in text.split():
        faces, value = ROLL.match(word).groups()
        yield int(faces), int(value)


def read(lines):
    """The tags, and the rolls in the order of the file, with their lines."""
    tags, rolls = {}, []
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        if not line or line[0] == ";" or line.startswith(("= ", "rewind ")):
            continue
        tag = TAG.match(line)
        if tag:
            tags[tag.group(1)] = unescape(tag.group(2))
            if tag.group(1) == "Begin":
                rolls += [(number, *roll) for roll in rolls_in(tags["Begin"])]
            continue
        dice = line[line.rindex(" [") + 2 : line.rindex("] #")]
        rolls += [(number, *roll) for roll in rolls_in(dice)]
    return tags, rolls


def derive(key, game_id, salts, index, faces):
    limit = (2**64 - 1) - (2**64 - 1) % faces
    attempt = 0
    while True:
        message = f"admiralty roll 1\n{game_id}\n{salts}\n{index}\n{faces}\n{attempt}"
        digest = hmac.new(key, message.encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % faces + 1
        attempt += 1


def main(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        tags, rolls = read(file)
    if "Key" not in tags or "Commitment" not in tags:
        return "there is no key: the game is not over, or its dice cannot be verified"
    committed = hashlib.sha256(f"admiralty key 1\n{tags['Key']}".encode()).hexdigest()
    if committed != tags["Commitment"]:
        return "the key does not fit the commitment"
    key = bytes.fromhex(tags["Key"])
    for index, (line, faces, value) in enumerate(rolls):
        right = derive(key, tags.get("Id", ""), tags.get("Salts", ""), index, faces)
        if right != value:
            return f"line {line}: roll {index} is d{faces}={value}, but should be {right}"
    print(f"{path}: all {len(rolls)} dice are right")
    return None


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
