"""How the core is compiled: which files, for which processors, with which options.

Used when the package is built (`hatch_build.py`) and by `just core`, so that it needs nothing but
Python and a compiler: that of the package `ziglang`, or the one that the environment variable
`FARKLEGEN_CXX` names (`g++`, `clang++`).

The core is a library without any other library: no C library, no exceptions, nothing allocated. So
one build serves every Linux, and every version of Python.

A library remembers the *fingerprint* of what it was made from, the sources and how they are
compiled; `farklegen.core.binding` compares it with the sources where these lie beside it.
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
"""Environment variable with the command of another compiler, for the machine it runs on."""

TARGET = "FARKLEGEN_TARGET"
"""Environment variable with the name of a platform to build for: all its variants, as wheels for
others need. Without it only the variant for this machine is built."""

SANITIZE = "FARKLEGEN_SANITIZE"
"""Environment variable with checks to compile in, such as `address,undefined`: for tests, with g++,
whose libraries for that are loaded first then (`just sanitize`)."""

HERE = Path(__file__).parent
SOURCES = HERE / "source"

HEADER = "arrays.hpp"
"""What is made of the NamedTuples, see `header`."""

TYPES = {
    "int": ("i64", "i"),
    "float": ("double", "d"),
    "Floats": ("Floats", "D"),
    "Integers": ("Integers", "I"),
    "Shorts": ("Array<i32>", "H"),
    "NDArray[np.float32]": ("Array<float>", "F"),
    "Booleans": ("Booleans", "B"),
}
"""What an annotation is in the core, and its letter in a layout (`structures.layout_of`)."""

CONSTANTS = ("ENDS", "LINE", "MOST", "FORBIDDEN", "NO_OPTION")
"""Those of `arrays.py` that the core knows."""

FLAGS = (
    "-std=c++20", "-O3", "-fPIC", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden",
    "-fno-threadsafe-statics", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast",
    "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-Wall", "-Wextra", "-Wno-psabi",
    "-Wno-unused-const-variable",
)  # fmt: skip
"""For all files. No `-ffast-math`: sums keep their order, and comparisons their meaning; a product
that is added may be rounded once instead of twice."""

ROUNDED = "-ffp-contract=off"
"""For a file that has this text in it: every product is rounded, so that results are the same on
every processor."""

ONCE = "Compiled once"
"""For a file that has this text in it: it has no vectors, nor anything else that takes long, and is
compiled for the plainest processor only, for all builds."""

LINKED = ("-shared", "-s", "-nostdlib", "-nodefaultlibs")


@dataclass(frozen=True)
class Variant:
    """A build for one kind of processor.

    Attributes:
        name: also the value of `FARKLEGEN_CORE` that chooses it.
        level: of processors that it needs; see `runtime.hpp`.
        zig: the processor as ziglang names it; empty for any of its kind.
        others: options that say the same to g++ and clang++.
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


def file_name(variant: str, target: Target) -> str:
    """Name of the library of a variant."""
    return f"farklegen-core-{variant}.{target.suffix}"


def fingerprint() -> str:
    """SHA-256 of the sources, of the options, and of the variants that can be made."""
    options = [(v.name, v.level, v.zig, v.others) for each in VARIANTS.values() for v in each]
    text = hashlib.sha256(repr((FLAGS, ROUNDED, ONCE, LINKED, options)).encode())
    for file in sorted(SOURCES.glob("*.[ch]pp")):
        text.update(f"{file.name}\n".encode())
        text.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return text.hexdigest()[:32]


def header() -> str:
    """The structs that functions take: each is the NamedTuple of its name, in this package."""
    import ast
    import re

    functions = "".join(file.read_text("utf-8") for file in SOURCES.glob("functions.hpp"))
    taken = set(re.findall(r"const (\w+)&", functions))
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
        raise CompilingError(f"functions.hpp takes structs that are no NamedTuple: {missing}")
    lines = ["#pragma once", '#include "basics.hpp"', "namespace core {"]
    for node in ast.parse((HERE / "arrays.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and (name := ast.unparse(node.targets[0])) in CONSTANTS:
            value = ast.literal_eval(node.value)
            lines.append(f"constexpr {TYPES[type(value).__name__][0]} {name} = {value!r};")
    lines.append("template <class T> constexpr const char* LAYOUT = nullptr;")
    for name, node in sorted(classes.items()):
        fields, letters = [], []
        for field in node.body:
            if isinstance(field, ast.AnnAssign):
                hint = ast.unparse(field.annotation).removeprefix("Written[")
                hint = hint if hint in TYPES else hint.removesuffix("]")
                kind, letter = TYPES[hint]
                fields.append(f"{kind} {ast.unparse(field.target)};")
                letters.append(f" {letter}:{ast.unparse(field.target)}")
        if name != "Watch":  # it has methods: basics.hpp
            lines.append(f"struct {name} {{ {' '.join(fields)} }};")
        lines.append(
            f'template <> inline constexpr const char* LAYOUT<{name}> = "{name}{"".join(letters)}";'
        )
    called = " ".join(f"WITH({name})" for name in re.findall(r"^i64 (\w+)\(", functions, re.M))
    return "\n".join([*lines, f"#define FUNCTIONS(WITH) {called}", "}  // namespace core", ""])


def variants_to_build() -> Sequence[Variant]:
    """All variants if a platform is named, or if this processor cannot be asked what it has; else
    the best one that runs here."""
    name = os.environ.get(TARGET)
    variants = VARIANTS[TARGETS[name or this_target()].processor]
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return variants
    if name:
        return variants
    line = next((line for line in text.splitlines() if line.startswith("flags")), "")
    has = set(line.split())
    return [variant for variant in variants if variant.needs <= has][-1:]


def build(folder: Path, *, kept: Path | None = None, strict: bool = False) -> list[Path]:
    """Compile the core; the libraries.

    Args:
        folder: where they go. A library appears there whole, in one move.
        kept: folder in which compiled files are kept, so that the next time only what has changed
            is compiled; none by default.
        strict: whether a warning is an error.

    Raises:
        CompilingError: if there is no compiler, or it refuses.
    """
    # what only compiling needs is imported here: to compare fingerprints must cost nothing
    import shlex
    import tempfile

    name = os.environ.get(TARGET) or this_target()
    if name not in TARGETS:
        raise CompilingError(f"{TARGET}={name!r} is none of {', '.join(TARGETS)}")
    target = TARGETS[name]
    command = shlex.split(os.environ.get(COMPILER, ""))
    if command and name != this_target():
        raise CompilingError(f"{COMPILER} builds for this machine only: unset it, or {TARGET}")
    with tempfile.TemporaryDirectory() as place:
        maker = _Compiler(command, target, kept or Path(place), Path(place), strict)
        made = maker.make(folder)
    for old in set(folder.glob("farklegen-core-*")) - set(made):
        old.unlink()
    return made


class _Compiler:
    """Runs the compiler: on as many files at a time as there are processors."""

    def __init__(
        self, command: list[str], target: Target, kept: Path, place: Path, strict: bool
    ) -> None:
        self.others = bool(command)
        self.target = target
        self.kept = kept
        self.place = place
        self.header = header()
        (place / HEADER).write_text(self.header, "utf-8")
        self.flags = [*FLAGS, "-Werror"] if strict else list(FLAGS)
        self.linked = list(LINKED)
        if checks := os.environ.get(SANITIZE):
            self.flags += ["-O1", "-g1", f"-fsanitize={checks}", "-fno-sanitize=vptr"]
            self.linked.remove("-s")  # reports name functions and lines
        self.command = command or [sys.executable, "-m", "ziglang", "c++", "-target", target.zig]
        # ziglang keeps what it makes, by default in the home folder
        cache = str(kept / "zig")
        self.environment = os.environ | {
            "ZIG_GLOBAL_CACHE_DIR": cache,
            "ZIG_LOCAL_CACHE_DIR": cache,
        }

    def make(self, folder: Path) -> list[Path]:
        """The variants of `variants_to_build`."""
        from concurrent.futures import ThreadPoolExecutor

        variants = variants_to_build()
        plainest = VARIANTS[self.target.processor][0]
        files = sorted(SOURCES.glob("*.cpp"))
        headers = b"".join(file.read_bytes() for file in sorted(SOURCES.glob("*.hpp")))
        headers += self.header.encode()
        mark = fingerprint()
        self.kept.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            once = [ONCE.encode() in file.read_bytes() for file in files]
            shared = [
                pool.submit(self._compile, file, plainest, headers, mark)
                for file, is_shared in zip(files, once, strict=True)
                if is_shared
            ]
            objects = [
                [
                    pool.submit(self._compile, file, variant, headers, mark)
                    for file, is_shared in zip(files, once, strict=True)
                    if not is_shared
                ]
                for variant in variants
            ]
            # each variant is linked as soon as its files are there
            return [
                self._link(variant, [one.result() for one in (*parts, *shared)], folder)
                for variant, parts in zip(variants, objects, strict=True)
            ]

    def _for(self, variant: Variant) -> list[str]:
        if self.others:
            return list(variant.others)
        return [f"-mcpu={variant.zig}"] if variant.zig else []

    def _compile(self, file: Path, variant: Variant, headers: bytes, mark: str) -> Path:
        options = [*self.flags, *self._for(variant), f'-DVARIANT="{variant.name}"']
        if ROUNDED.encode() in file.read_bytes():
            options.append(ROUNDED)
        if b"FINGERPRINT" in file.read_bytes():
            options.append(f'-DFINGERPRINT="{mark}"')
        content = hashlib.sha256(repr((self.command, options)).encode())
        content.update(headers)
        content.update(file.read_bytes())
        done = self.kept / f"{file.stem}-{variant.name}-{content.hexdigest()[:16]}.o"
        if not done.exists():
            for old in self.kept.glob(f"{file.stem}-{variant.name}-*.o"):
                old.unlink(missing_ok=True)
            draft = self.place / done.name
            self._run(
                [*options, f"-I{self.place}", f"-I{SOURCES}", "-c", str(file), "-o", str(draft)]
            )
            _move(draft, done)
        return done

    def _link(self, variant: Variant, objects: Sequence[Path], folder: Path) -> Path:
        name = file_name(variant.name, self.target)
        draft = self.place / name
        self._run([*self.linked, *self._for(variant), *map(str, objects), "-o", str(draft)])
        _move(draft, folder / name)
        return folder / name

    def _run(self, arguments: list[str]) -> None:
        import shlex
        import subprocess

        command = [*self.command, *arguments]
        try:
            done = subprocess.run(
                command, env=self.environment, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise CompilingError(
                f"there is no compiler {command[0]!r} ({error.strerror}): {COMPILER} names one "
                "that is here; without it that of the package ziglang is used"
            ) from None
        if done.returncode:
            if "No module named ziglang" in done.stderr:
                raise CompilingError(
                    "there is no compiler: `pip install ziglang`, or name one with "
                    f"{COMPILER} (g++, clang++)"
                )
            raise CompilingError(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")


def _move(draft: Path, place: Path) -> None:
    """Put a finished file where it belongs, all of it at once: programs may be running the old
    one."""
    beside = place.with_name(f".{place.name}-{os.getpid()}")
    beside.write_bytes(draft.read_bytes())
    beside.chmod(0o755)
    beside.replace(place)


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
