"""The start of the program: `farklegen` and `python -m farklegen`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return the exit code.

    Settings that make the start fast come first, before anything large is imported.
    """
    import gc
    import os
    import signal
    from types import FrameType

    # Importing makes some hundred thousand objects, none of them garbage: looking through them
    # again and again would take a tenth of the time to the first line of output.
    gc.set_threshold(100_000, 20, 20)
    # One command reads one small file: no plugin has business with its validation, and looking for
    # plugins reads the metadata of every installed package. There is no linear algebra here either.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        signal.default_int_handler(number, frame)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    try:
        from farklegen.cli.app import run

        code = run(sys.argv[1:])
        gc.freeze()  # nor is it worth looking through them on the way out
        return code
    except KeyboardInterrupt:
        return 130
    except Exception:
        if stopped:  # pydantic makes errors of its own of Ctrl-C while it builds a model
            return 130
        raise


if __name__ == "__main__":
    sys.exit(main())
