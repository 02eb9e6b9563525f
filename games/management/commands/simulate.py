"""`simulate`: computer players play whole matches."""

import secrets
import time
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from games.bots.simulation import Result, Simulation
from games.management.tables import ensure_tables
from games.rulebook.rulesets import EDITIONS, Ruleset


class Command(BaseCommand):
    help = "Let computer players (random legal moves) play whole matches through the table, and tell the results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", default="classic", help="a rule set's name (classic)")
        parser.add_argument("--players", type=int, help="how many play (the fewest the rule set allows)")
        parser.add_argument("--matches", type=int, default=1, help="how many matches (1)")
        parser.add_argument("--seed", help="makes the whole run reproducible, to the byte; drawn and told unless given")
        parser.add_argument("--json", action="store_true", help="one JSON object a match and line, nothing else")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, players = _asked(options["ruleset"], options["players"])
        if options["matches"] < 1:
            raise CommandError("--matches: at least 1")
        ensure_tables()
        seed = options["seed"] or secrets.token_hex(4)
        begun = time.monotonic()
        results = _play(rules, players, seed, options["matches"], as_json=options["json"])
        if not options["json"]:
            _tell(results, seed, time.monotonic() - begun)


def _asked(name: str, players: int | None) -> tuple[Ruleset, int]:
    if name not in EDITIONS:
        raise CommandError(f"--ruleset: there is no {name}; there are {', '.join(EDITIONS)}")
    rules = EDITIONS[name].rules
    if players is None:
        return rules, min(rules.players)
    if players not in rules.players:
        counts = ", ".join(map(str, rules.players))
        raise CommandError(f"--players: {name} is for {counts} players, not for {players}. {EDITIONS[name].note}")
    return rules, players


def _play(rules: Ruleset, players: int, seed: str, matches: int, *, as_json: bool) -> list[Result]:
    results = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=as_json, transient=True) as progress:
        bar = progress.add_task("matches", total=matches)
        for number in range(matches):
            simulation = Simulation(rules, players, seed, number)
            for version in simulation.steps():
                progress.update(bar, description=f"match {number + 1}, event {version}")
            results.append(simulation.result())
            progress.advance(bar)
            if as_json:
                print(msgspec.json.encode(asdict(results[-1])).decode(), flush=True)  # noqa: T201
    return results


def _tell(results: list[Result], seed: str, seconds: float) -> None:
    table = Table(title=f"{results[0].ruleset}, {results[0].players} players, seed {seed}")
    for column in ("match", "rounds", "events", "scores", "winners"):
        table.add_column(column, overflow="fold")
    for one in results:
        scores, winners = " ".join(map(str, one.scores)), " ".join(map(str, one.winners))
        table.add_row(one.match, str(one.rounds), str(one.events), scores, winners)
    console = Console()
    console.print(table)
    events = sum(one.events for one in results)
    console.print(f"{len(results)} matches with {events} events in {seconds:.1f} s; again with --seed {seed}")
