"""`manage.py simulate`: let computer players play whole matches."""

import secrets
import time
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from games.bots.simulation import Simulation, SimulationResult
from games.management.count_matches import count_matches
from games.management.migrations_check import ensure_migrated
from games.rulebook.rulesets import EDITIONS, Ruleset


class Command(BaseCommand):
    help = "Let computer players, who make random legal moves, play whole matches, and print the results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", default="classic", help="a rule set's name (default: classic)")
        parser.add_argument("--players", type=int, help="number of players (default: the fewest the rule set allows)")
        parser.add_argument("--matches", type=int, default=1, help="number of matches (default: 1)")
        parser.add_argument("--seed", help="makes the run reproducible to the byte (default: random, and printed)")
        parser.add_argument("--json", action="store_true", help="print one JSON object per match and nothing else")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, players = _validate_options(options["ruleset"], options["players"])
        if options["matches"] < 1:
            raise CommandError("--matches: must be at least 1")
        ensure_migrated()
        seed = options["seed"] or secrets.token_hex(4)
        started_at = time.monotonic()
        results = _run_simulations(rules, players, seed, options["matches"], as_json=options["json"])
        if not options["json"]:
            _print_table(results, seed, time.monotonic() - started_at)


def _validate_options(name: str, players: int | None) -> tuple[Ruleset, int]:
    if name not in EDITIONS:
        raise CommandError(f"--ruleset: unknown rule set {name}; choose one of {', '.join(EDITIONS)}")
    rules = EDITIONS[name].rules
    if players is None:
        return rules, min(rules.players)
    if players not in rules.players:
        counts = ", ".join(map(str, rules.players))
        raise CommandError(f"--players: {name} is for {counts} players, not for {players}. {EDITIONS[name].note}")
    return rules, players


def _run_simulations(rules: Ruleset, players: int, seed: str, matches: int, *, as_json: bool) -> list[SimulationResult]:
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
                # One line at a time, flushed: a pipe gets each result when its match is over.
                print(msgspec.json.encode(asdict(results[-1])).decode(), flush=True)  # noqa: T201
    return results


def _print_table(results: list[SimulationResult], seed: str, seconds: float) -> None:
    table = Table(title=f"{results[0].ruleset}, {results[0].players} players, seed {seed}")
    for column in ("match", "rounds", "events", "scores", "winners"):
        table.add_column(column, overflow="fold")
    for result in results:
        scores, winners = " ".join(map(str, result.scores)), " ".join(map(str, result.winners))
        table.add_row(result.match, str(result.rounds), str(result.events), scores, winners)
    console = Console()
    console.print(table)
    events = sum(result.events for result in results)
    matches = f"{count_matches(len(results))} with {events} {ngettext('event', 'events', events)}"
    console.print(f"{matches} in {seconds:.1f} s; repeat with --seed {seed}")
