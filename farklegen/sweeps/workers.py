"""Who measures the rulesets of a sweep: this process, processes of this machine, or a Dask cluster.

Each is an executor of `concurrent.futures`. A worker takes one piece of work at a time, with one
thread, and ends when the program does.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from multiprocessing import active_children, get_context, parent_process
from typing import Any, NamedTuple, ParamSpec, TypeVar

from farklegen.errors import FarklegenError, install, named
from farklegen.version import __version__

Given = ParamSpec("Given")
Result = TypeVar("Result")

PATIENCE = 10
"""Seconds to wait for the scheduler of a cluster."""


class WorkersError(FarklegenError):
    """Nobody is there to do the work, or nobody any more."""

    slug = "workers"


class Workers(NamedTuple):
    """Whoever does the work.

    Attributes:
        executor: takes it.
        slots: pieces of work that are done at once.
    """

    executor: Executor
    slots: int


class InProcess(Executor):
    """Does every piece of work at once, in this process."""

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The result of the work, done already."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def local(jobs: int) -> Iterator[Workers]:
    """Processes of this machine; this one alone for a single job.

    Raises:
        WorkersError: if one of them dies.
    """
    if jobs == 1:
        yield Workers(InProcess(), 1)
        return
    others = set(active_children())
    # Spawned: a copy of a process that has threads may stand still.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    with _ctrl_c_is_not_for_children():
        for _ in range(jobs):
            pool.submit(os.getpid)  # which starts a process
    try:
        yield Workers(pool, jobs)
    except BaseException as error:
        for child in set(active_children()) - others:
            child.terminate()
        pool.shutdown(cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            script = (
                "try fewer jobs. If a script calls this, it has to do so under `if __name__ == "
                "'__main__':`, because every worker reads the script"
            )
            raise WorkersError(
                "a worker process died, perhaps because memory ran out; "
                + named(script, "try fewer with --jobs")
            ) from None
        raise
    pool.shutdown()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster, by the address of its scheduler.

    Raises:
        WorkersError: if nobody is there, if a worker has another farklegen, or if they go away.
    """
    if find_spec("distributed") is None:
        raise WorkersError(
            f"{named('scheduler')} needs dask.distributed: {install('distributed')}, or leave it "
            "out"
        )
    from distributed import Client
    from distributed.comm.addressing import get_address_host

    with _quiet():
        try:
            get_address_host(address)  # refuses what is no address
            client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError, ImportError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise WorkersError(
                f"there is no scheduler at {address} ({reason}); start one with: dask scheduler"
            ) from None
        try:
            slots = _slots(client, address)
            yield Workers(client.get_executor(pure=False), slots)
        except (CancelledError, OSError) as error:
            if isinstance(error, OSError) and error.filename is not None:
                raise  # a file of ours
            raise WorkersError(
                f"the scheduler at {address} went away; finished rows are kept, and the same "
                "command goes on from there"
            ) from None
        finally:
            with suppress(Exception):  # it may be gone
                client.close(timeout=PATIENCE)


def _slots(client: Any, address: str) -> int:
    """Cores of the cluster.

    Raises:
        WorkersError: without workers, or with some that have no farklegen or another one.
    """
    versions = client.run(_version, on_error="return")
    if not versions:
        raise WorkersError(
            f"the scheduler at {address} has no workers; start some with: dask worker {address}"
        )
    for worker, version in sorted(versions.items()):
        if version != __version__:
            raise WorkersError(
                f"the worker {worker} has no farklegen {__version__} ({version}); install the "
                "same there"
            )
    return max(1, int(sum(client.ncores().values())))


def _version() -> str:
    return __version__


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from writing to the terminal."""
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
def _ctrl_c_is_not_for_children() -> Iterator[None]:
    """While worker processes start, which take over that Ctrl-C is ignored."""
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        yield
    finally:
        if handler is not None:
            signal.signal(signal.SIGINT, handler)


def _begin() -> None:
    """The first thing that a worker process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    """Leave when the program is gone: a worker that waits for work would never notice."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
