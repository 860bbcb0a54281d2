"""Bad input: one clear line for each thing wrong, exit code 2, and never a traceback."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.command import BROKEN, ROOT, environment, farklegen, process, program


def test_without_a_command_the_help_is_shown_as_an_error() -> None:
    result = farklegen()
    assert (result.code, result.out) == (2, "")
    assert "Commands:\n" in result.err


INTERRUPTED = (
    "import os, signal, time, farklegen.api\n"
    "def interrupted(_):\n"
    "    try:\n"
    "        %s\n"
    "        time.sleep(10)\n"
    "    except KeyboardInterrupt as error:\n"
    "        raise %s\n"
    "farklegen.api.check = interrupted\n"
    "sys.exit(main())\n"
)
CTRL_C = "os.kill(os.getpid(), signal.SIGINT)"


@pytest.mark.parametrize("raised", ["error", "ValueError('of a library') from error"])
def test_ctrl_c_is_exit_code_130_without_noise(raised: str) -> None:
    result = program(INTERRUPTED % (CTRL_C, raised), "check", "basic")
    assert (result.code, result.out, result.err) == (130, "", "")


def test_an_error_of_a_library_without_ctrl_c_is_not_hidden() -> None:
    result = program(INTERRUPTED % ("raise ValueError('of a library')", "error"), "check", "basic")
    assert result.code == 1
    assert "ValueError: of a library" in result.err


def test_a_reader_that_stops_reading_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = process("rulesets", stdout=writing)
    assert (result.code, result.err) == (0, "")
    for arguments, code in ((("check", BROKEN), 1), (("--help",), 0)):
        pipe = os.fdopen(os.dup(writing), "wb")
        result = farklegen(*arguments, stdout=pipe)
        with suppress(BrokenPipeError):
            pipe.close()
        assert (result.code, result.err) == (code, "")
    os.close(writing)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("line", ["rulesets", "--help", "-V", "schema", "rulesets -o /dev/full"])
def test_a_full_disk_is_said(line: str) -> None:
    with Path("/dev/full").open("wb") as full:
        if line == "rulesets":
            result = process(line, stdout=full.fileno())
        else:
            result = farklegen(*line.split(), stdout=None if "-o" in line else full)
    assert (result.code, result.out) == (2, "")
    place = "/dev/full cannot be written" if "-o" in line else "cannot write to standard output"
    assert place in result.err
    assert result.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_closed_stdout_is_said() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec '{sys.executable}' -m farklegen rulesets >&-"],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"standard output" in done.stderr
