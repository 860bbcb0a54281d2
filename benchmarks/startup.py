"""From pressing return to the answer: commands against the import of the libraries they need."""

from __future__ import annotations

from benchmarks.timing import Timing, command, in_turns

IMPORTS = "import numpy, pydantic, yaml, typer, rich"

NAMES = ("basic", "facebook", "zilch", "patch")


def measure(rounds: int) -> list[Timing]:
    """The libraries first, then the commands."""
    things = {
        f'python -c "{IMPORTS}"': command(["-c", IMPORTS]),
        "farklegen --help": command(["-m", "farklegen", "--help"]),
    }
    for name in NAMES:
        arguments = ["-m", "farklegen", "table", name, "--quick"]
        things[f"farklegen table {name} --quick"] = command(arguments, FARKLEGEN_CACHE="off")
    return in_turns(things, rounds)
