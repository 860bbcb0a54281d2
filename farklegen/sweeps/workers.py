"""Who measures the rulesets of a sweep: this process, processes of this machine, or a cluster.

Each is an executor of `concurrent.futures`, with how many pieces of work it takes at once. Workers
do one piece each with one thread; they print nothing, and end when the program does, however that
comes about.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any, NamedTuple, ParamSpec, TypeVar

from farklegen.errors import FarklegenError, install, named
from farklegen.version import __version__

Given = ParamSpec("Given")
Found = TypeVar("Found")

PATIENCE = 10
"""Seconds to wait for the scheduler of a cluster."""

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Settings of libraries that would otherwise start a thread for every core in every worker."""

KILLED = "ignore:resource_tracker"
"""Keeps Python from remarking on a sweep that is killed: its helper cleans up all the same."""

# Evaluated by the worker, which may not have the package at all.
_VERSION = "__import__('farklegen.version').version.__version__"


class WorkersError(FarklegenError):
    """Nobody is there to do the work, or nobody any more."""

    slug = "workers"


class Workers(NamedTuple):
    """Whoever does the work.

    Attributes:
        executor: takes it.
        slots: how many pieces of work are done at once, as it stands now.
        ahead: pieces of work handed out for each slot, so that nobody waits for the next one.
    """

    executor: Executor
    slots: Callable[[], int]
    ahead: int


class InProcess(Executor):
    """Does every piece of work at once, in this process."""

    def submit(
        self, fn: Callable[Given, Found], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Found]:
        """The result of the work, done already."""
        future: Future[Found] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def local(jobs: int) -> Iterator[Workers]:
    """Processes of this machine; none of its own for a single job.

    Raises:
        WorkersError: if one of them dies.
    """
    if jobs == 1:
        yield Workers(InProcess(), lambda: 1, 1)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    with _starting():
        # Spawned: a copy of a process that has threads may stand still.
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
        for _ in range(jobs):
            pool.submit(_nothing)
    try:
        yield Workers(pool, lambda: jobs, 2)
    except BaseException as error:
        for child in set(active_children()) - others:
            child.terminate()  # a match may take minutes, and is begun anew next time
        pool.shutdown(cancel_futures=True)
        if isinstance(error, BrokenExecutor):
            raise WorkersError(
                "a worker process died, perhaps for want of memory; "
                + named(
                    "try fewer jobs. If a script calls this, it has to do so under `if __name__ == "
                    "'__main__':`, because every worker reads the script",
                    "try fewer with --jobs",
                )
            ) from None
        raise
    pool.shutdown()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster.

    Args:
        address: of its scheduler.

    Raises:
        WorkersError: if the scheduler is not reached, or there are no workers that could do the
            work, or the cluster goes away.
    """
    if find_spec("distributed") is None:
        raise WorkersError(
            f"{named('scheduler')} needs dask.distributed: {install('distributed')}, or leave it "
            "out"
        )
    from distributed import Client
    from distributed.comm.addressing import get_address_host

    check_form: Callable[[str], str] = get_address_host
    connect: Callable[..., Any] = Client
    with _quiet():
        try:
            check_form(address)  # a client that is made for no address at all is never got rid of
            client = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise WorkersError(
                f"there is no scheduler at {address} ({reason}); start one with: dask scheduler"
            ) from None
        try:
            _check_workers(client, address)
            executor = client.get_executor(pure=False)
            yield Workers(executor, lambda: max(1, sum(client.ncores().values())), 2)
        except (CancelledError, OSError) as error:
            if isinstance(error, OSError) and not _lost(error):
                raise
            raise WorkersError(
                f"the scheduler at {address} went away; what is finished is kept, the same command "
                "goes on from there"
            ) from None
        except Exception as error:
            if type(error).__name__ != "KilledWorker":
                raise
            raise WorkersError(
                "several workers died over the same ruleset, perhaps for want of memory; what is "
                "finished is kept, the same command goes on from there"
            ) from None
        finally:
            with suppress(Exception):  # it may be gone
                client.close(timeout=PATIENCE)


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster that cannot do the work.

    Raises:
        WorkersError: without workers, or with some that have no farklegen or another one.
    """
    import platform

    here = (__version__, platform.python_version_tuple()[:2])
    asked = f"({_VERSION}, __import__('platform').python_version_tuple()[:2])"
    answers: dict[str, Any] = client.run(eval, asked, on_error="return")
    if not answers:
        raise WorkersError(
            f"the scheduler at {address} has no workers; start some with: dask worker {address}"
        )
    other = {worker: said for worker, said in answers.items() if said != here}
    if not other:
        return
    worker, said = next(iter(sorted(other.items())))
    number = "" if len(other) == 1 else f" (and {len(other) - 1} more)"
    if isinstance(said, BaseException):
        what = f"has no farklegen ({said})"
    else:
        version, python = said
        what = f"has farklegen {version} and Python {'.'.join(python)}"
    raise WorkersError(
        f"the worker {worker}{number} {what}, here are farklegen {here[0]} and Python "
        f"{'.'.join(here[1])}; install the same there"
    )


def _lost(error: OSError) -> bool:
    """Whether an error is about the connection: no file is meant."""
    return error.filename is None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from writing to the terminal: what matters is said in our words."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(before)


@contextmanager
def _starting() -> Iterator[None]:
    """While worker processes start: they inherit settings, and that Ctrl-C is not for them."""
    settings = {**dict.fromkeys(ONE_THREAD, "1"), "PYTHONWARNINGS": KILLED}
    before = {name: os.environ.get(name) for name in settings}
    if before["PYTHONWARNINGS"]:
        settings["PYTHONWARNINGS"] = f"{before['PYTHONWARNINGS']},{KILLED}"
    os.environ.update(settings)
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        yield
    finally:
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _begin() -> None:
    """The first thing that a worker process does."""
    import gc

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 20, 20)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    """Leave when the program is gone: a worker that waits for work would never notice."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _nothing() -> None:
    """Work that starts a process."""
