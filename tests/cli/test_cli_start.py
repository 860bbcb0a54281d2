"""Help, version, shell completion, and what they must not load."""

import pytest

from farklegen.cli import commands
from farklegen.cli.app import COMMANDS
from farklegen.version import __version__
from tests.cli.command import farklegen, program

HEAVY = ("numpy", "pydantic", "yaml", "rich", "asyncio", "matplotlib")


@pytest.fixture(scope="module")
def help_text() -> str:
    return farklegen("--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_every_command_with_its_first_line(help_text: str, name: str) -> None:
    summary = getattr(commands, name).__doc__.partition("\n")[0]
    assert f"  {name} " in help_text
    assert summary in help_text
    assert len(summary) <= 65


def test_every_command_has_examples_which_make_it_one() -> None:
    # `asks` writes the signature of each
    assert {name for name in vars(commands) if hasattr(vars(commands)[name], "__signature__")} == {
        *COMMANDS
    }


def test_help_loads_nothing_heavy() -> None:
    code = (
        "try:\n    main()\n"
        f"finally:\n    sys.stderr.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    result = program(code, "--help")
    assert "Commands:" in result.out
    assert result.err == ""


def test_a_command_loads_no_library_that_it_does_not_need() -> None:
    unwanted = ("rich", "asyncio", "unittest", "matplotlib", "numpy")
    loaded = f"sys.stderr.write(' '.join(m for m in {unwanted!r} if m in sys.modules) + '\\n')"
    text = "sys.argv[1:] = ['check', 'basic']"
    code = "\n".join(("main()", loaded, text, "main()", loaded))
    result = program(code, "check", "basic", "--format", "json")
    assert '"valid": true' in result.out
    assert "Valid." in result.out
    assert result.err == "\nrich\n"


def test_a_wrong_command_line_is_told_before_anything_heavy_is_loaded() -> None:
    heavy = [name for name in HEAVY if name != "pydantic"]  # with which typer reads options
    code = f"print(main(), [m for m in {heavy!r} if m in sys.modules])"
    result = program(code, "reach", "basic", "--points", "0", "--off-board")
    assert "--points: '0' is not a whole number of at least 1" in result.err
    assert result.out == "2 []\n"


def test_options_work_in_a_python_without_docstrings() -> None:
    result = program("main()", "odds", "basic", "--dice", "1", PYTHONOPTIMIZE="2")
    assert result.code == 0, result.err


def test_help_of_a_command_has_examples_and_fits_a_narrow_terminal() -> None:
    result = farklegen("check", "-h", COLUMNS="44")
    assert result.code == 0
    assert "farklegen check ours.yaml\n" in result.out
    options, _, _ = result.out.partition("Examples:")
    assert max(map(len, options.splitlines())) <= 44


def test_version() -> None:
    result = farklegen("-V")
    assert (result.code, result.out, result.err) == (0, f"farklegen {__version__}\n", "")


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("farklegen ta", ["table"]),
        ("farklegen table fac", ["facebook"]),
        ("farklegen check ./rulesets/fac", ["./rulesets/facebook.yaml"]),
        ("farklegen check tests/cli/da", ["tests/cli/data/"]),
        ("farklegen odds basic --format m", ["markdown"]),
        ("farklegen new x.yaml --from zil", ["zilch", "zilch-family"]),
    ],
)
def test_shell_completion(line: str, wanted: list[str]) -> None:
    result = farklegen(
        _FARKLEGEN_COMPLETE="complete_bash",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split()) - 1),
    )
    assert result.out.split() == wanted
    assert result.err == ""
