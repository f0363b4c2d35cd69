"""A server as programs meet it: its description, and the example bot. Run by `cargo xtask test`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("ADMIRALTY_BIN", ROOT / "target/debug/admiralty")).resolve()

# In this order each example can be said; the answers fill the parts of paths.
ORDER = [
    ("put", "/api/me"),
    ("post", "/api/account"),
    ("post", "/api/tokens"),
    ("post", "/api/bots"),
    ("post", "/api/games/{game}/preview"),
    ("post", "/api/tables"),
    ("post", "/api/tables/{id}/join"),
    ("post", "/api/tables/{id}/leave"),
    ("post", "/api/records"),
    ("post", "/api/records/{id}/play"),
    ("post", "/api/tournaments"),
    ("post", "/api/tournaments/{id}/orders"),
    ("post", "/api/login"),
]


class Server:
    """The binary, serving from an empty folder; gone when the test is."""

    def __init__(self, test: unittest.TestCase):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.data = folder.name
        settings = {"ADMIRALTY_LISTEN": "127.0.0.1:0", "ADMIRALTY_LOG": "info", "NO_COLOR": "1"}
        self.child = subprocess.Popen(
            [BINARY, "serve", "--data", self.data, "--bot-pause", "0"],
            env={**os.environ, **settings},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        test.addCleanup(self.stop)
        for line in self.child.stderr:
            if "http://" in line:
                self.address = "http://" + line.split("http://")[1].strip()
                break
        # Whatever else it says is read away, so that it never waits for us.
        self.reader = subprocess.Popen(["cat"], stdin=self.child.stderr, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        self.child.terminate()
        self.child.wait()
        self.reader.wait()
        self.child.stderr.close()

    def admin(self, *words: str) -> dict:
        told = subprocess.run(
            [BINARY, "admin", "--data", self.data, "--json", *words], check=True, capture_output=True
        )
        return json.loads(told.stdout)


class Person:
    """Somebody with a browser's cookie."""

    def __init__(self, server: Server):
        self.address = server.address
        self.cookies = CookieJar()
        self.open = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies)
        ).open
        self.ask("get", "/api/me")

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, object]:
        data = None if body is None else json.dumps(body).encode()
        head = {} if data is None else {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, head, method=method.upper())
        try:
            with self.open(request) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())


class TheDescription(unittest.TestCase):
    def test_a_validator_passes_it_and_its_examples_work(self):
        server = Server(self)
        person, friend = Person(server), Person(server)
        _, api = person.ask("get", "/api/openapi.json")
        validate(api)
        self.assertEqual(set(api["components"]["securitySchemes"]), {"token", "cookie"})
        said = {
            (method, path): operation
            for path, operations in api["paths"].items()
            for method, operation in operations.items()
        }
        for (method, path), operation in said.items():
            named = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
            self.assertEqual(named, {part[1:-1] for part in path.split("/") if part[:1] == "{"}, path)
        with_examples = {
            key
            for key, operation in said.items()
            if "example" in operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        }
        self.assertEqual(with_examples, set(ORDER))
        parts = {"game": "naval_battle"}
        for method, path in ORDER:
            operation = said[method, path]
            example = operation["requestBody"]["content"]["application/json"]["example"]
            # A seat is taken, and given back, by somebody else.
            who = friend if path.endswith(("/join", "/leave")) else person
            status, answer = who.ask(method, path.format(**parts), example)
            self.assertIn(str(status), operation["responses"], f"{path}: {answer}")
            self.assertLess(status, 300, f"{path}: {answer}")
            body = operation["responses"][str(status)].get("content", {}).get("application/json")
            if body:
                schema = {"components": api["components"], **body["schema"]}
                Draft202012Validator(schema).validate(answer)
            if path in ("/api/tables", "/api/records"):
                parts["id"] = answer["id"]
            if path == "/api/tournaments":
                parts["id"] = answer["card"]["id"]


class TheSocket(unittest.TestCase):
    def test_whatever_is_said_fits_the_schema(self):
        """A decision with all that can be asked before it, at a table against a bot."""
        server = Server(self)
        person = Person(server)
        schema = json.loads((ROOT / "docs/schema/socket.json").read_text())
        Draft202012Validator.check_schema(schema)
        from_server = Draft202012Validator(schema)
        to_server = Draft202012Validator({**schema, "$ref": "#/$defs/ToServer"})
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        plan = {"game": "fleet_actions", "start": True, "seats": seats}
        _, preview = person.ask("post", "/api/games/fleet_actions/preview", {"options": {}})
        plan["seats"] += [{"kind": "bot", "level": "random"}] * (len(preview["seats"]) - 2)
        status, table = person.ask("post", "/api/tables", plan)
        self.assertEqual(status, 201, table)
        url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table['id']}/socket?as=0&say=2"
        cookie = "; ".join(f"{kept.name}={kept.value}" for kept in person.cookies)
        heard = set()
        with connect(url, additional_headers={"Cookie": cookie}) as socket:

            def hear(wanted: str) -> dict:
                while True:
                    message = json.loads(socket.recv(timeout=60))
                    from_server.validate(message)
                    heard.add(message["t"])
                    if message["t"] == wanted or message.get("id") == wanted:
                        return message

            def say(message: dict) -> dict:
                to_server.validate(message)
                socket.send(json.dumps(message))
                return hear(message.get("id", "pong"))

            state = hear("state")
            say({"t": "ping"})
            say({"t": "menu", "id": "menu", "draft": [], "deep": 1})
            actions = say({"t": "actions", "id": "list", "limit": 20})["actions"]
            say({"t": "chat", "id": "chat", "text": "good day"})
            say({"t": "act", "id": "nonsense", "n": state["n"], "action": "no such thing"})
            if actions:
                say({"t": "why", "id": "why", "action": actions[0]})
                say({"t": "odds", "id": "odds", "action": actions[0]})
                say({"t": "glance", "id": "glance", "actions": actions[:3]})
                say({"t": "act", "id": "act", "n": state["n"], "action": actions[0]})
        self.assertLessEqual({"state", "pong", "menu", "actions", "no"}, heard)
        for wrong in ({"t": "state"}, {"t": "menu", "id": 1}, {"t": "never"}, {}):
            self.assertFalse(from_server.is_valid(wrong), f"{wrong} is never said")


class TheExampleBot(unittest.TestCase):
    def test_it_takes_a_seat_and_plays(self):
        """Against one of the server's own, at a table of a guest's, to the end."""
        server = Server(self)
        made = server.admin("bot", "Deep Sea")
        script = ROOT / "docs/examples/server_bot.py"
        bot = subprocess.Popen(
            [sys.executable, script, server.address, made["token"], "1"],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(bot.kill)
        plan = {
            "game": "naval_battle",
            "options": {"max_plies": 50},
            "public": True,
            "seats": [{"kind": "open"}, {"kind": "bot", "level": "random"}],
        }
        guest = Person(server)
        status, table = guest.ask("post", "/api/tables", plan)
        self.assertEqual(status, 201, table)
        told, _ = bot.communicate(timeout=300)
        self.assertEqual(bot.returncode, 0)
        self.assertIn("over: ", told)
        _, table = guest.ask("get", f"/api/tables/{table['id']}")
        self.assertEqual(table["status"], "over")
        self.assertEqual(table["seats"][0]["holder"]["name"], "Deep Sea")
        self.assertTrue(table["seats"][0]["holder"]["bot"])


if __name__ == "__main__":
    unittest.main()
