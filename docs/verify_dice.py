#!/usr/bin/env python3
"""Checks the dice and the transcript of a record.

    python3 docs/verify_dice.py game.adm [pins.json]

Needs nothing but Python's standard library and shares no line with the
program: it follows docs/dice.md. `pins.json` is what a browser kept while the
game was played. Exit code 0 if everything is right; remarks are printed.
"""

import hashlib
import hmac
import json
import re
import sys

TAG = re.compile(r'^\[([A-Za-z0-9._]+) "(.*)"\]$')
ROLL = re.compile(r"^d([0-9]+)=([0-9]+)$")
ENTRY = re.compile(r"^[0-9]+\. (([^ ]+): .* \[([^\[\]]*)\]) #[0-9a-f]{16}$")
KEPT = re.compile(r"^[0-9]+\. ([^ ]+)~ .* \[\] #[0-9a-f]{16}$")
REWIND = re.compile(r"^rewind ([0-9]+)( by .*)$")
ESCAPES = {"n": "\n", "r": "\r", "\\": "\\", '"': '"'}
LINKS = 64


class Wrong(Exception):
    """The first thing that is not as it should be."""


def unescape(text):
    return re.sub(r"\\(.)", lambda match: ESCAPES[match.group(1)], text)


def rolls_in(text):
    for word in text.split():
        faces, value = ROLL.match(word).groups()
        yield int(faces), int(value)


def read(lines):
    """The tags, and the lines with their numbers in the file."""
    tags, body = {}, []
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        if not line or line[0] == ";" or line.startswith("= "):
            continue
        tag = TAG.match(line)
        if tag:
            tags[tag.group(1)] = unescape(tag.group(2))
        else:
            body.append((number, line))
    return tags, body


def fair(key, faces, message):
    limit = (2**64 - 1) - (2**64 - 1) % faces
    attempt = 0
    while True:
        digest = hmac.new(key, f"{message}\n{faces}\n{attempt}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % faces + 1
        attempt += 1


def compare(number, index, faces, value, right):
    if right != value:
        raise Wrong(f"line {number}: roll {index} is d{faces}={value}, but should be {right}")


# Dice of one umpire: records without the tag Dice.


def check_old(tags, body):
    committed = hashlib.sha256(f"admiralty key 1\n{tags['Key']}".encode()).hexdigest()
    if committed != tags["Commitment"]:
        raise Wrong("the key does not fit the commitment")
    key = bytes.fromhex(tags["Key"])
    rolls = [(0, *roll) for roll in rolls_in(tags.get("Begin", ""))]
    for number, line in body:
        entry = ENTRY.match(line)
        if entry:
            rolls += [(number, *roll) for roll in rolls_in(entry.group(3))]
    for index, (number, faces, value) in enumerate(rolls):
        message = f"admiralty roll 1\n{tags.get('Id', '')}\n{tags.get('Salts', '')}\n{index}"
        compare(number, index, faces, value, fair(key, faces, message))
    return len(rolls), [], []


# Drawn dice: records with [Dice "2"].


def before(link, n=1):
    for _ in range(n):
        link = hashlib.sha256(f"admiralty link 2\n{link}".encode()).hexdigest()
    return link


class Audit:
    def __init__(self, tags, body):
        self.id = tags.get("Id", "")
        self.tags = tags
        self.seals = tags["Seals"].split(",")
        drawn = [draw.split(",") for draw in tags["Draws"].split(" ")]
        self.last = len(drawn) + sum(line.startswith("redraw ") for _, line in body)
        if self.last > LINKS or before(tags["Key"], self.last) != tags["Commitment"]:
            raise Wrong("the key does not fit the commitment")
        self.number, self.index, self.head, self.heads = 0, 0, "0" * 64, []
        self.remarks, self.kept = [], {}
        for i, draw in enumerate(drawn):
            self.number += 1
            self.salts = ["-"] * len(self.seals)
            self.settled = [False] * len(self.seals)
            for seat, shown in enumerate(draw):
                if shown not in ("-", "!"):
                    self.show(seat, shown)
            if "!" in draw and i + 1 == len(drawn):
                raise Wrong(f"draw {self.number} holds, but a seat refused it")
            if i + 1 < len(drawn):
                who = [str(seat + 1) for seat, shown in enumerate(draw) if shown == "!"]
                self.remarks.append(
                    f"draw {self.number} was given up: seat {', '.join(who) or 'nobody'} refused"
                )
        start = tags.get("Setup", tags.get("Position", ""))
        first = [tags["Commitment"], tags["Seals"], tags["Draws"], tags.get("Begin", "")]
        self.add("\n".join([f"begin {tags['Game']}", start] + first))
        self.rolls(0, tags.get("Begin", ""))

    def key(self):
        return bytes.fromhex(before(self.tags["Key"], self.last - self.number))

    def show(self, seat, link):
        if self.seals[seat] == "-":
            raise Wrong(f"seat {seat + 1} opens what it never sealed")
        if self.settled[seat]:
            raise Wrong(f"seat {seat + 1} opens too late or twice in draw {self.number}")
        if before(link, self.number) != self.seals[seat]:
            raise Wrong(f"seat {seat + 1} opens in draw {self.number} what it did not seal")
        self.salts[seat], self.settled[seat] = link, True

    def add(self, text):
        message = f"admiralty line 2\n{self.id}\n{self.head}\n{text}"
        self.head = hmac.new(self.key(), message.encode(), hashlib.sha256).hexdigest()
        self.heads.append(self.head)

    def rolls(self, number, text):
        key, salts = self.key(), ",".join(self.salts)
        for faces, value in rolls_in(text):
            message = f"admiralty roll 2\n{self.id}\n{self.number}\n{salts}\n{self.index}"
            compare(number, self.index, faces, value, fair(key, faces, message))
            self.index += 1

    def seat(self, code, seats):
        if code not in seats:
            return None
        return seats.index(code)

    def lines(self, body, seats):
        opened = None
        counted = []  # For each entry that counts: does it stand in the transcript?
        for number, line in body:
            kept = KEPT.match(line)
            if kept:
                if opened is not None:
                    raise Wrong(f"line {number}: what a side keeps to itself opens nothing")
                counted.append(False)
                self.kept[kept.group(1)] = self.kept.get(kept.group(1), 0) + 1
                continue
            entry = ENTRY.match(line)
            if opened is not None and not (entry and entry.group(2) == opened):
                raise Wrong(f"line {number}: an opening must stand before an entry of its seat")
            opened = None
            if entry:
                seat = self.seat(entry.group(2), seats)
                if seat is not None and self.seals[seat] != "-" and not self.settled[seat]:
                    self.settled[seat] = True
                    self.remarks.append(
                        f"line {number}: {entry.group(2)} never showed its salt of draw {self.number}"
                    )
                self.rolls(number, entry.group(3))
                self.add(entry.group(1))
                counted.append(True)
                continue
            rewind = REWIND.match(line)
            if rewind:
                was, counted = sum(counted), counted[: int(rewind.group(1))]
                if sum(counted) < was:
                    self.add(f"rewind {sum(counted)}{rewind.group(2)}")
                continue
            word, rest = line.split(" ", 1)
            if word == "open":
                opened, link = rest.split(" ")
                seat = self.seat(opened, seats)
                if seat is None:
                    raise Wrong(f"line {number}: there is no seat {opened}")
                self.show(seat, link)
            elif word == "redraw":
                if int(rest.split(" ")[0]) != self.number + 1:
                    raise Wrong(f"line {number}: draws do not follow each other")
                self.number += 1
                self.settled = [False] * len(self.seals)
                self.remarks.append(f"line {number}: {line}")
            else:
                raise Wrong(f"line {number}: what is this?")
            self.add(line)


# Ed25519, as in RFC 8032.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recover(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        raise Wrong("a point is not on the curve")
    return P - x if x % 2 != sign else x


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = recover(y, sign)
    return x, y, 1, x * y % P


def plus(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, d - c, d + c, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, a):
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = plus(total, a)
        a, n = plus(a, a), n >> 1
    return total


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover(BASE_Y, 0), BASE_Y, 1, recover(BASE_Y, 0) * BASE_Y % P)


def signed(signer, signature, message):
    signer, signature = bytes.fromhex(signer), bytes.fromhex(signature)
    s = int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + signer + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    left, right = times(s, BASE), plus(point(signature[:32]), times(k, point(signer)))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def statement(game_id, head):
    return f"admiralty head 2\n{game_id}\n{head}".encode()


def check_drawn(tags, body):
    seats = tags["Seats"].split(",")
    audit = Audit(tags, body)
    audit.lines(body, seats)
    for code, n in audit.kept.items():
        audit.remarks.append(f"{n} lines that {code} keeps to itself stand outside the transcript")
    if "Head" in tags:
        if tags["Head"] != audit.head:
            raise Wrong("the head does not follow from the lines")
        if not signed(tags["Signer"], tags["Signature"], statement(audit.id, audit.head)):
            raise Wrong("the signature is not the signer's")
    return audit.index, audit.remarks, audit.heads


def check_pins(tags, heads, pins):
    """What a browser saw must stand in the record, in the same order."""
    for tag, pin in (("Commitment", "commitment"), ("Seals", "seals")):
        if pins.get(pin) and pins[pin] != tags.get(tag):
            raise Wrong(f"the browser saw another {pin}")
    if "Head" not in tags:
        return 0  # Some lines are withheld: the transcript cannot be compared.
    place, lost = -1, 0
    for head, signer, signature in pins.get("heads", []):
        if signer and not signed(signer, signature, statement(tags.get("Id", ""), head)):
            raise Wrong("the browser kept a head that was not signed")
        if head not in heads:
            lost += 1
            continue
        if heads.index(head) < place:
            raise Wrong("the browser saw the lines in another order")
        place = heads.index(head)
    return lost


def main(path, pins=None):
    with open(path, encoding="utf-8", newline="\n") as file:
        tags, body = read(file)
    if "Key" not in tags or "Commitment" not in tags:
        return "there is no key: the game is not over, or its dice cannot be verified"
    try:
        old = "Dice" not in tags
        n, remarks, heads = check_old(tags, body) if old else check_drawn(tags, body)
        if pins:
            with open(pins, encoding="utf-8") as file:
                lost = check_pins(tags, heads, json.load(file))
            if lost and not any(line.startswith("redraw ") for _, line in body):
                raise Wrong(f"{lost} heads the browser saw do not stand in the record")
            if lost:
                remarks.append(f"{lost} heads the browser saw were lost in a restore")
    except Wrong as wrong:
        return str(wrong)
    for remark in remarks:
        print(f"{path}: note: {remark}")
    print(f"{path}: all {n} dice are right")
    return None


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
