"""A bot for a server: takes seats that are offered and plays at random.

    pip install websockets
    python3 server_bot.py http://127.0.0.1:8640 adm_...       # the address, the bot's token
    python3 server_bot.py http://127.0.0.1:8640 adm_... 3     # ends after three games
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect

address, token = sys.argv[1:3]
games = int(sys.argv[3]) if len(sys.argv) > 3 else None
head = {"Authorization": f"Bearer {token}"}


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    kind = {"Content-Type": "application/json"} if data else {}
    request = urllib.request.Request(address + path, data, {**head, **kind}, method=method)
    return urllib.request.urlopen(request)


def hear(socket, wanted):
    """The next message for which this is true."""
    while True:
        message = json.loads(socket.recv())
        if wanted(message):
            return message


def decide(table, seat):
    """Looks at the table through its seat, and acts once."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket?as={seat}"
    with connect(url, additional_headers=head) as socket:
        state = hear(socket, lambda message: message["t"] == "state")
        socket.send(json.dumps({"t": "actions", "id": "list", "limit": 100}))
        answer = hear(socket, lambda message: message.get("id") == "list")
        actions = answer.get("actions", [])  # none if the game has ended meanwhile
        # state["view"] is what the seat sees; a better bot would read it here.
        if actions:
            act = {"t": "act", "id": f"n{state['n']}", "n": state["n"], "action": random.choice(actions)}
            socket.send(json.dumps(act))
            hear(socket, lambda message: message.get("id") == act["id"])


for line in ask("GET", "/api/events"):
    event = json.loads(line)
    if event["t"] == "offered":
        try:
            ask("POST", f"/api/tables/{event['table']}/join", {"seat": event["seat"]})
        except urllib.error.HTTPError as error:
            print("not this one:", json.load(error)["says"])  # somebody was faster
    elif event["t"] == "turn":
        decide(event["table"], event["seat"])
    elif event["t"] == "over":
        print("over:", event["result"]["verdict"], event["result"]["reason"], flush=True)
        games = games and games - 1
        if games == 0:
            break
