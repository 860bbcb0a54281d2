"""What every test shares: settings of the property tests, no store, little done for nothing."""

from __future__ import annotations

import gc
import os
import signal
import sys

# Dozens of tests start the program: it is compiled for the first of them. So are the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# As the program does it: small linear systems are not worth the threads of a library.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A process that ignores Ctrl-C, as jobs in the background do, hands that on; tests need it heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Outputs are computed, never recalled, except where a test is about recalling them.
os.environ["FARKLEGEN_CACHE"] = "off"

# As the program does it: thousands of tests are there to stay, and looking through them again and
# again would take a tenth of the time.
gc.set_threshold(100_000, 20, 1000)

from tests.profiles import load_profile  # noqa: E402

load_profile()


def pytest_collection_finish() -> None:
    gc.freeze()
