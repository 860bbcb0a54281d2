"""How the core is compiled: which files, for which processors, with which options.

This module is used when the package is built (`hatch_build.py`) and by `just core`, so it needs
only Python and a compiler: the one of the package `ziglang`, or the one that the environment
variable `FARKLEGEN_CXX` names (`g++`, `clang++`).

The core uses no other library: no exceptions, no allocation, and what ziglang calls by itself
(`memcpy`) is in the library. So one build serves every Linux, and every version of Python.

A library remembers the *fingerprint* of what it was made from, the sources and how they are
compiled; `farklegen.core.binding` compares it with the sources if they are beside it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

COMPILER = "FARKLEGEN_CXX"
"""Environment variable with the command of another compiler, which builds for this machine."""

TARGET = "FARKLEGEN_TARGET"
"""Environment variable with the name of a platform to build for. Then all its variants are built,
as wheels for other machines need. Without it only the variant for this machine is built."""

SANITIZE = "FARKLEGEN_SANITIZE"
"""Environment variable with checks to compile in, such as `address,undefined`. It is for tests with
g++, which must load the libraries of g++ for these checks first (`just sanitize`)."""

HERE = Path(__file__).parent
SOURCES = HERE / "source"

HEADER = "arrays.hpp"
"""The file that is made of the NamedTuples, see `header`."""

TYPES = {
    "int": "i64",
    "Address": "i64",
    "float": "double",
    "Floats": "Floats",
    "Integers": "Integers",
    "Shorts": "Array<i32>",
    "Booleans": "Booleans",
}
"""The type in the core of each annotation."""

CONSTANTS = ("ENDS", "LINE", "FORBIDDEN", "NO_OPTION")
"""The constants of `arrays.py` that the core knows."""

FLAGS = (
    "-std=c++20", "-O3", "-fPIC", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden",
    "-fno-threadsafe-statics", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast",
    "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-Wall", "-Wextra", "-Wno-psabi",
    "-Wno-unused-const-variable",
)  # fmt: skip
"""Options for all files. `-ffast-math` is not among them: sums keep their order, and comparisons
their meaning. But a product that is added may be rounded once instead of twice."""

ROUNDED = "-ffp-contract=off"
"""Option for a file that has this text in it: every product is rounded, so results are the same on
every processor."""

LINKED = ("-shared", "-s", "-nostdlib", "-nodefaultlibs", "-lcompiler_rt")
"""How ziglang links: with its own `memcpy`, and with no other library."""


@dataclass(frozen=True)
class Variant:
    """A build for one kind of processor.

    Attributes:
        name: also the value of `FARKLEGEN_CORE` that chooses it.
        level: of processors that it needs; see `basics.hpp`.
        zig: the processor as ziglang names it; empty for any of its kind.
        others: options for the same processor in g++ and clang++.
        needs: what Linux must list among the flags of a processor.
    """

    name: str
    level: int = 0
    zig: str = ""
    others: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()


AVX2 = frozenset({"avx2", "bmi1", "bmi2", "fma", "movbe", "abm"})
"""What Linux lists where the variant v3 runs."""

VARIANTS: dict[str, tuple[Variant, ...]] = {
    "x86_64": (
        Variant("v2", 2, "x86_64_v2", ("-march=x86-64-v2",)),
        Variant("v3", 3, "x86_64_v3", ("-march=x86-64-v3",), AVX2),
        Variant(
            "v4",
            4,
            "x86_64_v4-prefer_256_bit",
            ("-march=x86-64-v4", "-mprefer-vector-width=512"),
            AVX2 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
        ),
    ),
    "arm64": (Variant("arm64"),),
}
"""Builds for each kind of processor, the plainest first."""


@dataclass(frozen=True)
class Target:
    """A platform.

    Attributes:
        processor: a key of `VARIANTS`.
        zig: what ziglang calls it.
        tag: its part of the name of a wheel.
        suffix: of a library.
    """

    processor: str
    zig: str
    tag: str
    suffix: str


TARGETS = {
    "linux-x86_64": Target(
        "x86_64", "x86_64-linux-gnu", "manylinux_2_17_x86_64.musllinux_1_1_x86_64", "so"
    ),
    "linux-arm64": Target(
        "arm64", "aarch64-linux-gnu", "manylinux_2_17_aarch64.musllinux_1_1_aarch64", "so"
    ),
    "macos-x86_64": Target("x86_64", "x86_64-macos.11.0-none", "macosx_11_0_x86_64", "dylib"),
    "macos-arm64": Target("arm64", "aarch64-macos.11.0-none", "macosx_11_0_arm64", "dylib"),
    "windows-x86_64": Target("x86_64", "x86_64-windows-gnu", "win_amd64", "dll"),
    "windows-arm64": Target("arm64", "aarch64-windows-gnu", "win_arm64", "dll"),
}
"""What the core is built for, by names for `FARKLEGEN_TARGET`."""


class CompilingError(Exception):
    """The core could not be compiled. The text says why, and what to do."""


def this_processor() -> str:
    """The key of `VARIANTS` for this machine."""
    machine = platform.machine().lower()
    known = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}
    if machine not in known:
        raise CompilingError(
            f"farklegen's core is built for x86-64 and arm64, and this is {machine!r}"
        )
    return known[machine]


def this_target() -> str:
    """The key of `TARGETS` for this machine."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    return f"{system}-{this_processor()}"


def wanted_target() -> str:
    """The key of `TARGETS` to build for: the one that is asked for, else this machine's.

    Raises:
        CompilingError: if the core is not built for it.
    """
    name = os.environ.get(TARGET) or this_target()
    if name not in TARGETS:
        known = ", ".join(TARGETS)
        raise CompilingError(f"no core is built for {name!r}; {TARGET} may be one of {known}")
    return name


def file_name(variant: str, target: Target) -> str:
    """Name of the library of a variant."""
    return f"farklegen-core-{variant}.{target.suffix}"


def fingerprint() -> str:
    """SHA-256 of the sources, of the options, and of the variants that can be made."""
    options = [(v.name, v.level, v.zig, v.others) for each in VARIANTS.values() for v in each]
    text = hashlib.sha256(repr((FLAGS, ROUNDED, LINKED, options)).encode())
    for file in sorted(SOURCES.glob("*.[ch]pp")):
        text.update(f"{file.name}\n".encode())
        text.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return text.hexdigest()[:32]


def header() -> str:
    """The structs that functions take: each is the NamedTuple of its name, in this package."""
    import ast
    import re

    text = "".join(file.read_text("utf-8") for file in sorted(SOURCES.glob("*.cpp")))
    takes = {
        name: re.findall(r"const (\w+)&", arguments)
        for name, arguments in re.findall(r"^EXPORTED i64 (\w+)\(([^)]*)\)", text, re.M)
    }
    taken = set().union(*takes.values())
    classes = {
        node.name: node
        for room in (HERE, HERE.parent / "solvers")
        for file in sorted(room.rglob("*.py"))
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
        and node.name in taken
        and any(ast.unparse(base) == "NamedTuple" for base in node.bases)
    }
    if missing := taken - set(classes):
        raise CompilingError(f"the core takes structs that are no NamedTuple: {missing}")
    lines = ["#pragma once", '#include "basics.hpp"', "namespace core {"]
    for node in ast.parse((HERE / "arrays.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and (name := ast.unparse(node.targets[0])) in CONSTANTS:
            value = ast.literal_eval(node.value)
            lines.append(f"constexpr {TYPES[type(value).__name__]} {name} = {value!r};")
    layouts = dict[str, str]()
    for name, node in sorted(classes.items()):
        fields = [
            (ast.unparse(field.target), ast.unparse(field.annotation))
            for field in node.body
            if isinstance(field, ast.AnnAssign)
        ]
        if name != "Watch":  # it has methods: basics.hpp
            types = (re.sub(r"^Written\[(.*)\]$", r"\1", hint) for _, hint in fields)
            members = (
                f"{TYPES[kind]} {one}; " for kind, (one, _) in zip(types, fields, strict=True)
            )
            lines.append(f"struct {name} {{ {''.join(members)}}};")
        layouts[name] = " ".join([name, *(f"{one}:{hint}" for one, hint in fields)])
    functions = [
        "|".join([name, *(layouts[each] for each in names)]) for name, names in takes.items()
    ]
    lines += ['constexpr const char* LAYOUTS = R"(' + "\n".join(functions) + ')";']
    return "\n".join([*lines, "}  // namespace core", ""])


def variants_to_build() -> Sequence[Variant]:
    """All variants if a platform is named, or if the features of this processor are unknown; else
    the best one that runs here."""
    variants = VARIANTS[TARGETS[wanted_target()].processor]
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return variants
    if os.environ.get(TARGET):
        return variants
    line = next((line for line in text.splitlines() if line.startswith("flags")), "")
    has = set(line.split())
    return [variant for variant in variants if variant.needs <= has][-1:]


def build(folder: Path, *, kept: Path | None = None, strict: bool = False) -> list[Path]:
    """Compile the core; returns the libraries.

    Args:
        folder: where they go. A library appears there whole, in one move.
        kept: folder in which ziglang keeps compiled files, so that the next time only what has
            changed is compiled; none by default.
        strict: whether a warning is an error.

    Raises:
        CompilingError: if there is no compiler, or it refuses.
    """
    # only compiling needs these, and comparing fingerprints must cost nothing
    import shlex
    import tempfile
    from concurrent.futures import ThreadPoolExecutor

    name = wanted_target()
    target = TARGETS[name]
    own = shlex.split(os.environ.get(COMPILER, ""))
    if own and name != this_target():
        raise CompilingError(f"{COMPILER} builds for this machine only: unset it, or {TARGET}")
    compiler = own or [sys.executable, "-m", "ziglang", "c++", "-target", target.zig]
    flags, linked = [*FLAGS, *["-Werror"] * strict], list(LINKED[:2] if own else LINKED)
    if checks := os.environ.get(SANITIZE):
        flags += ["-O1", "-g1", f"-fsanitize={checks}", "-fno-sanitize=vptr"]
        linked.remove("-s")  # so that reports name functions and lines
    mark, made = f'-DFINGERPRINT="{fingerprint()}"', list[Path]()
    folder.mkdir(parents=True, exist_ok=True)
    # drafts are in the same folder, so that programs that run the old library may go on
    with (
        tempfile.TemporaryDirectory(dir=folder) as place,
        ThreadPoolExecutor(os.cpu_count() or 1) as pool,
    ):
        cache = kept or Path(place)
        cache.mkdir(parents=True, exist_ok=True)
        (cache / HEADER).write_text(header(), "utf-8")
        for variant in variants_to_build():
            options = list(variant.others) if own else [f"-mcpu={variant.zig}"] * bool(variant.zig)
            compiling, objects = [], list[str]()
            for file in sorted(SOURCES.glob("*.cpp")):
                text = file.read_text("utf-8")
                more = [f'-DVARIANT="{variant.name}"', mark] if "FINGERPRINT" in text else []
                more += [ROUNDED] if ROUNDED in text else []
                objects.append(f"{place}/{file.stem}.o")
                command = [*compiler, *flags, *options, *more, f"-I{cache}", f"-I{SOURCES}"]
                command += ["-c", str(file), "-o", objects[-1]]
                compiling.append(pool.submit(_run, command, cache))
            for one in compiling:
                one.result()
            draft = Path(place, file_name(variant.name, target))
            _run([*compiler, *linked, *options, *objects, "-o", str(draft)], cache)
            made.append(draft.replace(folder / draft.name))
    for old in set(folder.glob("farklegen-core-*")) - set(made):
        old.unlink()
    return made


def _run(command: list[str], cache: Path) -> None:
    """Run a compiler; ziglang keeps its compiled files in `cache`."""
    import shlex
    import subprocess

    kept = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(cache / "zig"))
    try:
        done = subprocess.run(
            command, env=os.environ | kept, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise CompilingError(
            f"there is no compiler {command[0]!r} ({error.strerror}): {COMPILER} names one "
            "that is here; without it that of the package ziglang is used"
        ) from None
    if "No module named ziglang" in done.stderr:
        raise CompilingError(
            "there is no compiler: `pip install ziglang`, or name one with "
            f"{COMPILER} (g++, clang++)"
        )
    if done.returncode:
        raise CompilingError(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")


def main() -> int:
    """Compile the core of a checkout, where it stands."""
    try:
        build(HERE, kept=HERE.parent.parent / "build" / "core", strict=True)
    except CompilingError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
