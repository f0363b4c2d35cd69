"""The package as its users meet it. Run by `cargo xtask test`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import admiralty
from admiralty import Env, Table, Vector
from admiralty.gymnasium import AgainstBot
from admiralty.pettingzoo import env, raw_env
from admiralty.spiel import CHANCE, load_game

GAMES = [game["id"] for game in admiralty.games()]
PYTHON = Path(__file__).resolve().parent.parent
BINARY = Path(os.environ.get("ADMIRALTY_BIN", PYTHON.parent / "target/debug/admiralty"))
WITH_BINARY = {**os.environ, "PATH": f"{BINARY.resolve().parent}:{os.environ['PATH']}"}
POSITION = "W:Aa1,1d5,3e2 R:Ah10,6d6,2h9 T:W"


class TheTable(unittest.TestCase):
    def test_every_game_is_played_to_its_end_or_far(self):
        for name in GAMES:
            table = Table(name, seed=3)
            while not table.over and table.entries < 300:
                seat = table.awaiting()[0]
                table.step(seat, table.sample(seat))
            self.assertGreater(table.entries, 20, name)
            self.assertEqual(len(table.returns), len(table.seats))

    def test_the_same_seed_gives_the_same_game(self):
        def play(seed: int) -> str:
            table = Table("sail_epoch", seed=seed)
            for _ in range(60):
                seat = table.awaiting()[0]
                table.step(seat, table.sample(seat))
            return table.digest

        self.assertEqual(play(5), play(5))
        self.assertNotEqual(play(5), play(6))

    def test_menus_lead_to_actions(self):
        table = Table.load("naval_battle", POSITION)
        first = {choice["key"]: choice for choice in table.menu("W")}
        self.assertTrue(first["d5"]["more"])
        second = {choice["key"]: choice.get("action") for choice in table.menu("W", ["d5"])}
        self.assertEqual(second["^d7"], "d5^d7")
        actions, complete = table.legal("W")
        self.assertTrue(complete)
        self.assertIn("d5^d7", actions)
        cut, complete = table.legal("W", 3)
        self.assertEqual((len(cut), complete), (3, False))

    def test_refusals_name_their_clause(self):
        table = Table.load("naval_battle", POSITION)
        with self.assertRaises(admiralty.Illegal) as raised:
            table.step("W", "a1-b2")
        self.assertEqual(raised.exception.clause, "NB-M-08")
        self.assertEqual(raised.exception.facts, {"from": "a1", "to": "b2"})
        self.assertEqual(table.entries, 0)
        with self.assertRaisesRegex(admiralty.AdmiraltyError, "there are: W, R"):
            table.view("X")
        with self.assertRaisesRegex(admiralty.AdmiraltyError, "naval_battle"):
            Table("chess")

    def test_a_copy_goes_its_own_way(self):
        table = Table.load("naval_battle", POSITION)
        copy = table.clone()
        copy.step("W", "d5^d7")
        self.assertEqual((table.turn, copy.turn), (0, 1))
        self.assertEqual(Table.load("naval_battle", copy.position()).digest, copy.digest)

    def test_what_is_imagined_looks_the_same(self):
        table = Table("naval_battle", seed=1)
        for _ in range(40):
            seat = table.awaiting()[0]
            table.step(seat, table.sample(seat))
        worlds = [table.imagine("W", seed) for seed in range(5)]
        self.assertTrue(all(world.view("W") == table.view("W") for world in worlds))
        self.assertGreater(len({world.digest for world in worlds}), 1)

    def test_forced_dice(self):
        table = Table("board_game", {"scenery": "alternate"}, dice=[6, 3])
        self.assertEqual(table.awaiting(), ["S"])
        with self.assertRaises(admiralty.Dry) as raised:
            Table("board_game", {"scenery": "alternate"}, dice=[6])
        self.assertEqual((raised.exception.die, raised.exception.after), (6, 1))


class TheEnvironments(unittest.TestCase):
    def test_pettingzoo_has_nothing_against_them(self):
        from pettingzoo.test import api_test, seed_test

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in GAMES:
                api_test(env(name, seed=1), num_cycles=100)
                seed_test(lambda: env(name), num_cycles=30)

    def test_whoever_picks_what_is_not_offered_loses(self):
        sea = env("naval_battle", seed=1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.assertRaises(AssertionError):
                sea.step(0)
            sea.reset()
            agent = sea.agent_selection
            wrong = int(np.flatnonzero(sea.last()[0]["action_mask"] == 0)[0])
            sea.step(wrong)
        self.assertEqual(sea.rewards[agent], -1)
        self.assertEqual(sum(sea.rewards.values()), -1)
        self.assertTrue(all(sea.terminations.values()))
        with self.assertRaises(AssertionError):
            sea.reset()
            sea.step(10**6)

    def test_a_game_is_cut_after_so_many_cycles(self):
        for name in GAMES:
            sea = raw_env(name, max_cycles=25)
            sea.reset(seed=1)
            picks = 0
            for agent in sea.agent_iter():
                observation, _, termination, truncation, _ = sea.last()
                if termination or truncation:
                    sea.step(None)
                    continue
                sea.step(int(np.flatnonzero(observation["action_mask"])[0]))
                picks += 1
            self.assertEqual(picks, 25, name)
            self.assertEqual(sea.agents, [])

    def test_whole_games_pay_out(self):
        sea = raw_env("naval_battle", seed=4)
        sea.reset()
        chance = np.random.default_rng(1)
        paid = dict.fromkeys(sea.possible_agents, 0.0)
        for agent in sea.agent_iter():
            observation, reward, termination, truncation, _ = sea.last()
            paid[agent] += reward
            done = termination or truncation
            offered = np.flatnonzero(observation["action_mask"])
            sea.step(None if done else int(chance.choice(offered)))
        self.assertEqual(sum(paid.values()), 0)

    def test_fleets_can_be_placed_pick_by_pick(self):
        sea = raw_env("naval_battle", deal=False, max_cycles=60)
        sea.reset(seed=1)
        self.assertEqual(sea.table.observe(0)[1][0], 1, "the phase is deployment")

    def test_gymnasium_has_nothing_against_it(self):
        from gymnasium.utils.env_checker import check_env

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in GAMES:
                check_env(AgainstBot(name, bot="random"), skip_render_check=True)

    def test_a_seat_against_a_bot(self):
        sea = AgainstBot("naval_battle", bot="random", seat=0)
        observation, info = sea.reset(seed=2)
        done, reward, chance = False, 0.0, np.random.default_rng(2)
        while not done:
            observation, reward, over, cut, info = sea.step(chance.choice(info["codes"]))
            done = over or cut
        self.assertIn(reward, (-1.0, 0.0, 1.0))
        sea.reset(seed=2)
        wrong = int(np.flatnonzero(sea.step(sea.table.codes[0])[0]["action_mask"] == 0)[0])
        *_, info = sea.step(wrong)
        self.assertTrue(info["illegal"])

    def test_states_as_openspiel_has_them(self):
        for name in GAMES:
            state = load_game(name).new_initial_state()
            chance = np.random.default_rng(3)
            nodes = 0
            for _ in range(250):
                if state.is_terminal():
                    break
                if state.is_chance_node():
                    nodes += 1
                    self.assertEqual(state.current_player(), CHANCE)
                    self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
                else:
                    player = state.current_player()
                    shape = state.game.observation_tensor_shape()
                    self.assertEqual(state.observation_tensor(player).shape, shape)
                    if not state._walk().draft:
                        other = state.resample_from_infostate(player, 1)
                        self.assertEqual(
                            other.information_state_string(player),
                            state.information_state_string(player),
                        )
                state.apply_action(int(chance.choice(state.legal_actions())))
            self.assertEqual(len(state.history()), len(state.clone().history()))
            if name != "naval_battle":
                self.assertGreater(nodes, 0, name)


class TheVector(unittest.TestCase):
    def test_it_plays_as_one_table_does(self):
        vector = Vector("board_game", 8, seed=1, threads=2)
        planes, picks = vector.planes, np.zeros(8, np.int32)
        for _ in range(200):
            vector.sample(picks)
            self.assertTrue((vector.mask[np.arange(8), picks] == 1).all())
            vector.step(picks)
        self.assertIs(vector.planes, planes, "the buffers stay where they are")
        self.assertTrue((vector.mask.sum(axis=1) > 0).all())

    def test_the_same_seed_gives_the_same_games(self):
        def roll(threads: int) -> Vector:
            # As many as make it worth waking a second thread, and a third.
            vector = Vector("sail_epoch", 41, seed=9, threads=threads)
            vector.roll(100)
            return vector

        one = roll(1)
        for other in (roll(2), roll(3)):
            for part in ("planes", "numbers", "mask", "draft", "seat", "reward", "done", "acted"):
                self.assertTrue((getattr(one, part) == getattr(other, part)).all(), part)

    def test_games_that_end_begin_anew(self):
        vector = Vector("naval_battle", 4, seed=2, longest=30)
        picks, ends = np.zeros(4, np.int32), 0
        for _ in range(300):
            vector.sample(picks)
            vector.step(picks)
            ends += int((vector.done > 0).sum())
        self.assertGreater(ends, 8)

    def test_a_pick_that_is_not_offered_is_refused(self):
        vector = Vector("naval_battle", 2)
        with self.assertRaisesRegex(admiralty.AdmiraltyError, "not on the menu"):
            vector.step(np.zeros(2, np.int32) - 1)
        self.assertTrue((vector.mask.sum(axis=1) > 0).all(), "what is offered is still offered")
        with self.assertRaisesRegex(admiralty.AdmiraltyError, "3 codes for 2 tables"):
            vector.step(np.zeros(3, np.int32))


class TheDocuments(unittest.TestCase):
    def test_the_layout_covers_every_plane_number_and_code(self):
        for name in GAMES:
            shape, table = admiralty.layout(name), Env(name)
            for parts, n in (
                ("planes", table.shape[0]),
                ("numbers", table.n_numbers),
                ("picks", table.n_picks),
            ):
                self.assertEqual(sum(part["n"] for part in shape[parts]), n, name)

    def test_views_fit_their_schemas(self):
        from jsonschema import Draft202012Validator

        for name in GAMES:
            file = PYTHON.parent / "docs" / "schema" / f"{name}.json"
            schema = json.loads(file.read_text())
            Draft202012Validator.check_schema(schema)
            views = Draft202012Validator(schema)
            events = Draft202012Validator({**schema, "$ref": "#/$defs/Event"})
            table = Table(name, seed=2)
            for _ in range(60):
                if table.over:
                    break
                seat = table.awaiting()[0]
                views.validate(table.view(seat))
                for told in table.step(seat, table.sample(seat))["events"]:
                    events.validate(told["event"])

    def test_every_example_of_notation_can_be_read(self):
        for name in GAMES:
            page = (PYTHON.parent / "docs" / "notation" / f"{name}.md").read_text()
            setup, seat = re.search(r"set-up `(\{.*?\})` for the\s+seat `(\w+)`", page).groups()
            table = Table(name, json.loads(setup), seed=1)
            rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \|", page, re.M)
            self.assertGreater(len(rows), 15, name)
            for _, example in rows:
                try:
                    table.check(seat, example)
                except admiralty.Illegal:
                    pass  # It was read, and is not legal just now.
                except admiralty.AdmiraltyError as error:
                    self.fail(f"{name}: {example}: {error}")

    def test_every_example_of_a_position_can_be_loaded(self):
        for name in GAMES:
            page = (PYTHON.parent / "docs" / "notation" / f"{name}.md").read_text()
            examples = re.findall(r"```(json|text)\n(.*?)```", page.split("## Positions")[1], re.S)
            self.assertGreater(len(examples), 0, name)
            digests = set()
            for language, text in examples:
                table = Table.load(name, json.loads(text) if language == "json" else text.strip())
                self.assertFalse(table.over, name)
                self.assertEqual(Table.load(name, table.position()).digest, table.digest)
                digests.add(table.digest)
            self.assertEqual(len(digests), 1, f"{name}: the text and the document are one position")

    def test_whatever_is_played_is_in_the_notation(self):
        for name in GAMES:
            page = (PYTHON.parent / "docs" / "notation" / f"{name}.md").read_text()
            told = {form.split(" ")[0] for form in re.findall(r"^\| `(.+?)` \|", page, re.M)}
            told |= {text.split(" ")[0] for text in re.findall(r"`([a-zA-Z]+ [^`]+)`", page)}
            table = Table(name, seed=11)
            while not table.over and table.entries < 400:
                seat = table.awaiting()[0]
                action = table.sample(seat)
                word = action.split(" ")[0]
                known = word in told or re.fullmatch(r"[a-j]\d+[-*^][a-j]\d+|\^[a-j]\d+", word)
                self.assertTrue(known, f"{name}: {action}")
                table.step(seat, action)

    def test_the_page_of_observations_is_up_to_date(self):
        from observations import DOCUMENT, document

        self.assertEqual(DOCUMENT.read_text(), document(), "observations.py --write writes it")

    def test_every_python_example_of_the_documents_runs(self):
        """With the shell examples before them, in a folder of their own; fewer games do."""
        n = 0
        for file in sorted((PYTHON.parent / "docs").rglob("*.md")):
            blocks = re.findall(r"^(<!-- not run.*?\n)?```(sh|python)\n(.*?)```", file.read_text(), re.S | re.M)
            if all(language != "python" for _, language, _ in blocks):
                continue
            shared: dict = {}
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                for skipped, language, block in blocks:
                    if language == "python":
                        with contextlib.redirect_stdout(io.StringIO()):
                            exec(compile(block, str(file), "exec"), shared)
                        n += 1
                    elif not skipped:
                        block = re.sub(r"-n \d+", "-n 6", block)
                        subprocess.run(["sh", "-ec", block], check=True, env=WITH_BINARY, stdout=subprocess.DEVNULL)
                if file.name == "data.md":
                    self.assertIn("<svg", Path("lengths.svg").read_text())
        self.assertGreater(n, 6)

    def test_the_stub_names_what_there_is(self):
        stub = (PYTHON / "admiralty" / "_admiralty.pyi").read_text()
        for kind in (Table, Env, Vector):
            body = stub[stub.index(f"class {kind.__name__}:") :].split("\nclass ")[0]
            names = set(re.findall(r"def (\w+)|^    (\w+):", body, re.M))
            told = {a or b for a, b in names} - {"__init__"}
            there = {name for name in vars(kind) if not name.startswith("__")}
            self.assertEqual(told, there, kind.__name__)

    def test_the_examples_run(self):
        for script, words in (
            ("random_play.py", ["1"]),
            ("bot_against_greedy.py", ["60"]),
            ("learner.py", ["8", "64"]),
        ):
            done = subprocess.run(
                [sys.executable, str(PYTHON / "examples" / script), *words],
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 0, f"{script}: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    unittest.main()
