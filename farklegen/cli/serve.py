"""`farklegen serve`: the web application on this machine."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from farklegen.cli.options import Numbers, option

EXAMPLES = (
    ("farklegen serve --open", "the form in a browser on this machine"),
    ("farklegen serve --host 0.0.0.0 --port 8080", "for everybody in the same network"),
)


def serve(
    host: Annotated[
        str,
        option("--host ADDRESS", "Where to listen; only here by default."),
    ] = "127.0.0.1",
    port: Annotated[str, option("--port N", "The port; 0 for any that is free.")] = "8000",
    open_page: Annotated[
        bool, option("--open", "Open the page in a browser once it is there.")
    ] = False,
    solvers: Annotated[
        str,
        option("--solvers N", "Matches that are solved at the same time."),
    ] = "1",
    minutes: Annotated[
        str | None,
        option("--minutes N", "The longest time for a match: no limit here, 15 with --host."),
    ] = None,
    memory: Annotated[
        str | None,
        option("--memory MB", "Memory of each process; by default most of this machine's."),
    ] = None,
) -> None:
    """House rules, card and match in a browser.

    The page has a form of house rules, reads them back and shows the card at once; it solves the
    match, compares rulesets, prints, and makes links that carry the rules. The same is there as
    JSON under /api. Ctrl-C ends it. docs/hosting.md says how to run it for a club.
    """
    from farklegen.errors import ArgumentError, FarklegenError, install

    numbers = Numbers()
    at = numbers.whole("--port", port, least=0, most=65535)
    many = numbers.whole("--solvers", solvers, least=1, most=64)
    longest = numbers.whole("--minutes", minutes, least=1, most=600)
    megabytes = numbers.whole("--memory", memory, least=200, most=1_000_000)
    numbers.check()
    if not host.strip():
        raise ArgumentError("--host: no address; give one of this machine, such as 127.0.0.1")
    assert at is not None
    assert many

    try:
        from farklegen.web.serving import is_loopback
        from farklegen.web.serving import serve as run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("fastapi", "starlette", "uvicorn"):
            raise
        raise FarklegenError(
            f"the web application needs {error.name}, which is not installed here. Install it: "
            f"{install('farklegen[web]')}"
        ) from None
    from farklegen.cli.output import complain
    from farklegen.solvers.match.match import usable_cores
    from farklegen.web.limits import ServerLimits

    limits = ServerLimits(solvers=many, threads=max(1, usable_cores() // many))
    if longest is None and not is_loopback(host):
        longest = 15
    if longest is not None:
        limits = replace(limits, match_seconds=60.0 * longest)
    if megabytes is not None:
        limits = replace(limits, memory=1e6 * megabytes)

    def ready(address: str) -> None:
        if not is_loopback(host):
            complain(
                f"Everybody who reaches this machine at {host} can use this server, without "
                "password and without encryption. What it gives each is limited; docs/hosting.md "
                "says how."
            )
        complain(f"farklegen is at {address} (Ctrl-C ends it)")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    run(host, at, limits, ready)
