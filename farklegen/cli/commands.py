"""The commands: each takes words from the command line, asks the API, and writes what it finds.

The options and the help of a command are those of its question, and its own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from farklegen import api
from farklegen.api import comparing, matches, players
from farklegen.api.arguments import FOR_TWO, Asked, Flag, Kind, one_of, refuse, whole, yes_or_no
from farklegen.cli import output
from farklegen.cli.options import FORMATS, SUFFIXES, Command, Format, Target, asks
from farklegen.cli.output import Bar, complain, destination, read_rules
from farklegen.errors import ArgumentError, FarklegenError, FileProblemError, RulesetError, need
from farklegen.solvers.game import MOST_PLAYERS, PLACES
from farklegen.solvers.progress import Labelled

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.rules.new import Answer, Question

EXAMPLES = """
table basic # the card for built-in rules
table ours.yaml --full # every situation, not only the card
table basic --numbers 5 # the best card with at most five numbers
table basic --numbers all # the full table
table facebook -o card.md # as Markdown, into a file
table zilch --format json # for a program
table basic -o card.pdf # as one sheet to print; also card.html
table basic -o card.pdf --paper pocket # to cut out and fold
solve basic # who wins, and the fair head start
solve basic --length # and how many turns a game takes
solve basic --players 3 # three players, each playing to win
turn basic --mine 8000 --theirs 9500 # how to play this turn
turn basic --mine 8000 --theirs 9500 -o turn.csv # for a spreadsheet
turn basic --players 3 --mine 8000 --theirs 9500,7000 # against two others
advise basic --mine 8000 --theirs 9500 --roll 1,5,5,2,3,3 # what to set aside?
advise basic --mine 8000 --theirs 9500 --turn-score 500 --dice 3 # bank or roll?
advise basic --turn-score 300 --roll 1,5,2 # for the most points
play basic # against perfect play
play basic --opponent card --seat second # the card moves first
play basic --own-dice # with real dice on the table
play basic --players 3 --opponent card # you and two who play by the card
drill basic # ten situations of a match
drill basic --numbers 2 # if you are learning the card of two numbers
drill basic --by points # without scores, by points
drill basic --questions 50 --format json # fifty with their answers, unasked
duel basic --me card # the card that table prints against perfect play
duel basic --me bank-at-300 --opponent points-only # two others
duel basic --me card --opponent card --best-response # and a player who knows the card
simulate basic # the card against perfect play
simulate ours.yaml --me card --opponent bank-at-300 # against a simple habit
simulate basic --games 1,000,000 --seed 7 # more games, with other dice
simulate basic --players 5 --opponent bank-at-300 # against four such habits
compare basic facebook # what more combinations and a penalty do
compare ours.yaml theirs.yaml # two houses, two games
compare basic facebook zilch --quick # without the match, at once
compare basic zilch -o compare.csv # every number, for a spreadsheet
sweep pairs.yaml # into pairs.csv, with all cores
sweep pairs.yaml -o rows.csv # into another file
sweep pairs.yaml --scheduler 127.0.0.1:8786 # on a Dask cluster
plot basic regions -o regions.svg # when to bank, over both banked scores
plot ours.yaml turn -o turn.png --dpi 200 # what a turn brings
plot zilch win -o win.pdf # the chance to win, over both banked scores
plot basic ours.yaml turn -o both.svg # two rulesets together
page basic -o farkle.html # for a phone or a computer, without a network
page ours.yaml --quick -o ours.html # card, odds and drill, at once
page --all site # every built-in ruleset and an index, for any web host
odds facebook # in percent, and as 1 in how many rolls
odds basic --dice 3 # of a roll of three dice
odds ours.yaml -o odds.csv # for a spreadsheet
dice kingdom-come-2 --own lucky=3,odd=2,ordinary=6 # the best six of eleven
dice kingdom-come-2 --own weighted=1,odd=1,ordinary=6 --best 3 # the three best
reach basic --points 1000 # the best chance of 1,000 points in a turn
reach basic --points 1000 --dice 2 --turn-score 600 # with two dice in hand and 600 points set aside
reach basic --points 5000 --rounds 10 # in ten turns together
check ours.yaml # problems by line, or the rules in plain words
check rules/*.yaml # several files; exit code 1 if any is invalid
check ours.yaml --format json # for an editor or a build
new ours.yaml # every rule with a comment, ready to edit
new ours.yaml --ask # asked for one rule after the other
new ours.yaml --from zilch # starting from built-in rules
rulesets # all of them
rulesets facebook # the file of one
rulesets last turn straight # those that speak of all these words
rulesets --format json # for a program
schema -o ruleset.schema.json # beside your file: editors check as you type
schema | jq .properties.farkle # what a key may hold
cache # where solved matches are, and how large
cache clear # remove all of them
serve --open # the form in a browser on this machine
serve --host 0.0.0.0 --port 8080 # for every phone in the same network
"""
"""Command lines, and what each does; at least one of each command, in the order of the help."""


def shows(
    ask: Callable[..., object], complete: Callable[[dict[str, Any]], None] | None = None
) -> Command:
    """A command that writes what a question finds about a ruleset."""

    @asks(ask, complete)
    def command(
        asked: Asked, *, format: Format | None = None, target: Target | None = None
    ) -> None:
        rules = asked.pop("rules")
        opponent = asked.get("opponent") or ()
        policies = [asked.get("me"), *(opponent if isinstance(opponent, tuple) else [opponent])]
        place = destination(format, target, keep=[rules, *filter(None, policies)])
        place.emit(_found(ask, rules, asked).document())

    return command


def _found(ask: Callable[..., object], rules: str, asked: Asked) -> Any:
    """What a question finds about rules, with a bar that shows how far it is."""
    (loaded,) = read_rules(rules)
    with Bar() as bar:
        return getattr(api, ask.__name__)(bar.study(loaded), **asked)


def _ask_missing(given: dict[str, Any]) -> None:
    """Ask at a terminal for what advice has to know."""
    if not output.at_terminal() or given.keys() & {"roll", "dice", "inherit"}:
        return
    complain("Enter leaves out what is asked. Ctrl-C stops.")
    for name, text in (
        ("mine", "Your banked score, for the chance to win"),
        ("theirs", "The other player's banked score"),
        ("turn_score", "Points set aside in this turn"),
        ("roll", "The roll to set dice aside from, such as 1,5,5,2,3,3"),
        ("dice", "Dice left to roll, to bank or to roll on"),
    ):
        known = name in given and (name, given[name]) != ("turn_score", "0")
        needless = "mine" not in given if name == "theirs" else name == "dice" and "roll" in given
        if known or needless:
            continue
        if line := output.typed(f"{text}: "):
            given[name] = line


solve = shows(matches.solve)
turn = shows(matches.turn)
advise = shows(matches.advise, _ask_missing)
duel = shows(players.duel)
simulate = shows(players.simulate)
odds = shows(matches.odds)
dice = shows(matches.best_dice)
reach = shows(matches.reach)


@asks(comparing.compare)
def compare(asked: Asked, *, format: Format | None = None, target: Target | None = None) -> None:
    rules, quick = asked["rules"], asked["quick"]
    place = destination(format, target, keep=rules)
    studies = api.studies(read_rules(*rules))
    from farklegen.report.compare import match_blocks
    from farklegen.report.document import Document

    def parts() -> Iterator[Document]:
        with Bar("comparing") as bar:
            turns = api.compare(studies, quick=True, progress=bar)
        if quick or place.output.for_people:
            yield turns.document()
        if quick:
            return
        with Bar("solving the matches") as bar:
            match = api.compare(studies, progress=bar, report=bar.say)
        if place.output.for_people:
            yield Document("compare", "", match_blocks(match))
        else:
            yield match.document()

    place.emit_each(parts())


@asks(comparing.sweep)
def sweep(
    asked: Asked,
    spec: Annotated[str, Kind("SPEC")],
    *,
    target: Target | None = None,
    format: Format | None = None,
) -> None:
    """
    Args:
        spec: A YAML file: the rules to start from, the keys to vary, the measures.
        target: The CSV file for the rows. Default: SPEC's name with .csv, in this folder.
        format: Format of the summary: text, markdown, csv, json or html. Default: text.
    """
    place = destination(format, None)
    rows = target or f"{Path(spec).stem}.csv"
    if Path(rows).suffix.lower() not in ("", ".csv"):
        raise ArgumentError(f"-o: the rows are CSV; end {rows} in .csv")

    loaded = api.load_sweep(spec)
    output.check_writable(rows, keep=[spec, loaded.base.file])
    with Bar("starting", tells_stop=True) as bar:
        result = api.sweep(loaded, rows, **asked | {"progress": bar, "report": bar.say})
    place.emit(result.document())


PAPERS = ("a4", "letter", "pocket")


def _several(asked: Asked) -> bool:
    """Whether the card is for a table of several players."""
    return bool(2 < asked["players"] <= MOST_PLAYERS)


def _long(asked: Asked) -> str:
    """The option that asks for more than a card has room for."""
    return "--full" if asked["full"] else "--numbers all" if asked["numbers"] == "all" else ""


def _to_print(asked: Asked) -> Iterator[str]:
    """What is wrong with a card to print."""
    paper, long = asked["paper"], _long(asked)
    form = output.form_of(asked["format"], asked["target"])
    if _several(asked):
        yield from refuse(asked, "paper", FOR_TWO)
    elif asked["their_dice"] is not None:
        if paper is not None or form in ("html", "pdf"):
            yield (
                "a card against other dice is not printed yet; use --format text, markdown, csv or "
                "json without --paper, or leave --their-dice out"
            )
    elif form == "pdf" and long:
        yield f"{long} does not fit on a card; leave it out, or use --format html"
    elif paper is not None and (long or form not in ("html", "pdf")):
        yield "--paper is for cards to print: --format html or pdf, or -o card.pdf"
    elif paper == "pocket" and form == "html":
        yield "--paper pocket is for PDF; use --format pdf, or another paper"


@asks(matches.table, check=_to_print)
def table(
    asked: Asked,
    *,
    paper: Annotated[str, one_of(PAPERS, "PAPER")] | None = None,
    format: Annotated[str, one_of((*FORMATS, "pdf"), "FORMAT")] | None = None,
    target: Target | None = None,
) -> None:
    """
    Args:
        paper: For html and pdf: a4 (the default) or letter; for pdf also pocket, a sheet that is
            folded once, to the size of a bank card.
        format: text, markdown, csv, json, html or pdf; the last two are cards to print. Default: by
            the suffix of -o, else text.
    """
    rules, dice = asked.pop("rules"), asked["their_dice"]
    several, long = _several(asked), _long(asked)
    place = destination(format, target, keep=[rules], pdf=not several)
    form = place.output.name
    if form == "pdf":
        need("typst", "PDF needs")
    from farklegen.report.card import pocket_card
    from farklegen.report.document import Document
    from farklegen.study.study import Study

    (loaded,) = read_rules(rules)
    study = Study(loaded)

    def found(**options: object) -> Any:
        with Bar("solving the match") as bar:
            study.listen(bar, bar.say)
            return api.table(study, **asked | options)

    def in_parts() -> Iterator[Document]:
        """The card of several, or the full table, which is there at once; then what it wins."""
        first = {"price": False} if several else {"quick": True, "match": False}
        yield found(**first).document()
        whole = found()
        yield Document("table", "", whole.in_match, whole)

    if form == "pdf" or (form == "html" and not (long or several)):
        card = found()
        output.complain_all(card.notes)
        render = import_module(f"farklegen.render.{form}").render_card
        place.write(render(pocket_card(card), paper or PAPERS[0]))
        return
    if form == "csv" and not several and dice is None:  # its rows are those of the full table
        asked |= {"numbers": "all", "quick": True, "match": False}
    elif several or not (place.output.for_people or asked["quick"]):
        asked |= {"match": True, "price": True}
    in_two = several or (long and not asked["quick"] and dice is None)
    if in_two and place.output.for_people and place.path is None:
        place.emit_each(in_parts())
    else:
        known = "RULES" if rules == "-" else quote(rules)  # which cannot be read twice
        place.emit(found().document(**({} if several else {"rules": known})))


@asks(players.play_match)
def play(
    asked: Asked,
    *,
    seed: players.Seed | None = None,
    own_dice: Flag = False,
    no_hints: Flag = False,
) -> None:
    """Play a match, and see what your decisions cost.

    You type which dice to set aside, then b to bank or r to roll. h gives a hint, c shows costs at
    once, ? explains, q ends the match. At the end you see every decision that cost some chance to
    win, and what was best.

    Args:
        own_dice: You roll real dice, for both players, and type what they show.
        no_hints: Do not solve the match: no waiting, no hints, and nobody judges your decisions.
            Without `opponent` you play against points-only.
    """
    rules, players_in_all = asked.pop("rules"), asked["players"]
    if rules == "-":
        raise ArgumentError("RULES: - is standard input, where you answer; give a file")

    from farklegen.cli.playing import PlayTable

    number = Random().randrange(10**6) if seed is None else seed
    dice = Random(number)
    if asked["seat"] == "random":
        asked["seat"] = PLACES[dice.randrange(players_in_all)]
    me = PLACES.index(asked["seat"])
    asked["hints"] = not no_hints
    match = _found(players.play_match, rules, asked)
    PlayTable(match, me, number, None if own_dice else dice).play()


@asks(players.drill)
def drill(
    asked: Asked,
    *,
    seed: players.Seed | None = None,
    format: Format | None = None,
    target: Target | None = None,
) -> None:
    """Practise: situations that matter, and what mistakes in them cost.

    It asks which dice to set aside, whether to bank or roll, whether to take a turn over. It says
    at once what is right and what a mistake costs, and at the end what to look at again. With
    --format or -o it prints the situations with their answers, and asks nothing.
    """
    rules = asked.pop("rules")
    asked["seed"] = Random().randrange(10**6) if seed is None else seed
    waits = format is None and target is None
    if rules == "-" and waits:
        raise ArgumentError("RULES: - is standard input, where you answer; give a file")
    place = destination(format, target, keep=[rules])

    from farklegen.cli import playing

    result = _found(players.drill, rules, asked)
    if waits:
        playing.drill(result)
    else:
        place.emit(result.document())


@asks(comparing.picture)
def plot(
    asked: Asked,
    *,
    dpi: comparing.Dpi = 300,
    target: Target | None = None,
) -> None:
    """A picture, for print or screen.

    regions: when to bank, over both banked scores, for each number of dice. value: what rolling on
    is worth, over the turn score. turn: what a turn brings, and how often. win: the chance to win,
    over both banked scores. length: how many turns a game takes. turn and length draw several
    rulesets together, a line for each.

    Args:
        target: The file to write, ending in .svg, .png or .pdf (required; replaced as a whole, or
            not at all).
    """
    form = Path(target or "").suffix.lower().removeprefix(".")
    if target is None or form not in comparing.FORMATS:
        endings = ", ".join(f".{name}" for name in comparing.FORMATS)
        raise ArgumentError(f"-o: name the file to write, ending in one of: {endings}")
    output.check_writable(target, keep=asked["rules"])

    need("matplotlib", "pictures need")
    every = read_rules(*asked["rules"])
    with Bar() as bar:
        picture = api.picture([bar.study(each) for each in every], asked["kind"])
    output.write_file(target, api.draw(picture, form, dpi=dpi))
    output.say_written(target)


@asks(comparing.page)
def page(
    asked: Asked,
    rules: Annotated[str, Kind("RULES")] | None = None,
    *,
    folder: Annotated[str, Kind("DIR", option="--all")] | None = None,
    target: Target | None = None,
) -> None:
    """
    Args:
        rules: A YAML file, the name of built-in rules, or -.
        folder: A page for each built-in ruleset, and index.html, into a folder.
    """
    quick = asked["quick"]
    if rules is None and folder is None:
        raise ArgumentError("RULES is missing; name the rules, or --all DIR for all built-in ones")
    if rules is not None and folder is not None:
        raise ArgumentError(
            f"--all DIR makes a page for each built-in ruleset; leave {rules} or --all out"
        )
    if rules is None:
        if target is not None:
            raise ArgumentError("-o names one page; with --all DIR the pages go into the folder")
        _every_page(Path(str(folder)), quick=quick)
        return
    if target in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
        raise ArgumentError(
            "a page is nothing to show on a terminal; write it to a file: -o page.html"
        )
    if target not in (None, "-") and not target.lower().endswith((".html", ".htm")):
        raise ArgumentError(f"-o: {target!r} is no name of a page; end it in .html")
    place = destination("html", target, keep=[rules])
    place.write(_found(comparing.page, rules, asked))


def _every_page(folder: Path, *, quick: bool) -> None:
    """A page for each built-in ruleset; those that are done stay if it is stopped."""
    from farklegen.pages.build import build_index
    from farklegen.report.numbers import duration
    from farklegen.study.study import Study

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(f"{folder} cannot be made: {output.reason(error)}") from None
    pages: list[tuple[LoadedRuleset, bool]] = []
    every, began = api.rulesets(), time.monotonic()
    try:
        for loaded in every:
            with Bar(tells_stop=True) as bar:
                study = Study(loaded, progress=Labelled(loaded.slug, bar))
                text = api.page(study, quick=quick)
            output.write_file(str(folder / f"{loaded.slug}.html"), output.utf8(text))
            pages.append((loaded, "solution" in vars(study)))
    except KeyboardInterrupt:
        done = f"{len(pages)} of {len(every)} pages are written"
        complain(f"Stopped: {done}. Solved matches are kept.")
        raise
    output.write_file(str(folder / "index.html"), output.utf8(build_index(pages)))
    took = duration(time.monotonic() - began)
    output.write_text(f"Wrote {len(pages)} pages and {folder / 'index.html'} in {took}.\n")


@asks()
def check(
    files: Annotated[list[str], Kind("FILE...", "files, or names of built-in rules")],
    *,
    format: Format | None = None,
    target: Target | None = None,
) -> None:
    """Check rules, and read them back in plain words.

    For each file it lists every problem with line and column, or reads the rules back sentence by
    sentence, so that you can see whether you wrote what you play. Exit code 1 if a file is invalid,
    2 if one cannot be read.

    Args:
        files: YAML files, names of built-in rules, or - for standard input.
    """
    place = destination(format, target, keep=files)

    from farklegen.report.rules import check_document
    from farklegen.rules.loading import is_text

    checked, unreadable = [], False
    for file in files:
        try:
            checked.append(api.check(Path(file) if is_text(file) else file))
        except FileProblemError as error:
            unreadable = True
            complain(f"farklegen: error: {error}")
    if checked:
        place.emit(check_document(*checked))
    if unreadable or not all(rules.valid for rules in checked):
        raise typer.Exit(2 if unreadable else 1)


@asks()
def rulesets(
    words: Annotated[list[str], Kind("[NAME | WORDS...]")] | None = None,
    *,
    format: Format | None = None,
    target: Target | None = None,
) -> None:
    """The built-in rules: list them, look for some, or show one.

    A name from the list works in every command that takes RULES. With a name it shows the file of
    these rules. Words find rules by their names, sources and sentences in plain words.

    Args:
        words: Show the rules of this name, or list those with all these words.
    """
    if (target or "").endswith(SUFFIXES):
        format = format or "text"
    place = destination(format, target)

    from farklegen.report.rules import catalogue_document

    words = words or []
    if len(words) == 1 and words[0] in api.ruleset_names():
        place.emit(api.builtin(words[0]).document())
        return
    found = api.rulesets(words)
    if len(words) == 1 and not found:
        api.builtin(words[0])  # says which name may be meant
    place.emit(catalogue_document(found, words))


@asks()
def schema(*, target: Target | None = None) -> None:
    """Print the JSON Schema for editors.

    Editors with a YAML language server complete and check ruleset files with it. Files from
    "farklegen new" name it in their first line, as ruleset.schema.json in the same folder.
    """
    place = destination("json", target)

    from farklegen.render.json import dump

    place.write(dump(api.schema()))


@asks()
def new(
    file: Annotated[str, Kind("FILE")],
    *,
    start: Annotated[str, Kind("NAME", option="--from")] | None = None,
    ask: Flag = False,
    force: Flag = False,
) -> None:
    """Start a file of your own rules.

    It writes a commented file to edit, and says what to do next. With --ask it asks for the rules
    one by one, and you edit nothing. It leaves an existing file alone unless you give --force.

    Args:
        file: The file to create.
        start: Built-in rules to start from (see: farklegen rulesets).
        ask: Ask for the rules one by one, and write what was answered.
        force: Overwrite the file if there is one.
    """
    if ask and start is not None:
        raise ArgumentError("--ask and --from both say where to begin; leave one of them out")

    if file != "-":
        output.check_writable(file, replace=force)

    try:
        text = _ask(file) if ask else api.template(start)
    except KeyboardInterrupt:
        complain("\nStopped: nothing was written.")
        raise
    if file == "-":
        output.write_text(text, for_programs=True)
        return
    output.write_file(file, output.utf8(text), replace=force)
    beside = Path(file).with_name("ruleset.schema.json")
    output.write_text(
        f"Wrote {file}. Next:\n"
        f"  1. {'Add what else' if ask else 'Change it to what'} you play, in any text editor.\n"
        f"  2. farklegen check {quote(file)}\n"
        "     reads the rules back to you, or says what is wrong with them.\n"
        f"  3. farklegen table {quote(file)}\n"
        "     prints the card to learn by heart.\n"
        "Many editors complete and check the file while you type, with its schema beside it:\n"
        f"     farklegen schema -o {quote(str(beside))}\n"
    )


def _ask(file: str) -> str:
    """The text of a file as the answers make it."""
    from farklegen.rules.new import read_answers

    complain(
        "Press Enter for the answer in brackets; type back for the question before. Ctrl-C stops; "
        "nothing is written before the end."
    )
    texts: dict[str, str] = {}
    at = 0
    while True:
        answers = read_answers(texts)
        question = next(islice(answers, at, None), None)
        if question is None:
            text = _read_back(answers, file)
            last = f"Enter writes {file}, back changes an answer: "
            line = output.typed(last) if text else "back"
            if text and not line:
                return text
            at -= str(line).lower() == "back"
            continue
        usual = texts.get(question.text, question.usual)
        line = output.typed(f"{at + 1} of {len(answers)}. {question.text} [{usual}]: ")
        if line is None:
            raise FarklegenError(
                f"the answers ended before the question '{question.text}'. Nothing was written; "
                "give an answer on a line of its own, or an empty line for what is usual"
            )
        if line.lower() == "back":
            at = max(at - 1, 0)
            continue
        try:
            question.read(line or usual)
        except ArgumentError as error:
            complain(f"Error: {error}")
        else:
            texts[question.text] = line or usual
            at += 1


def _read_back(answers: Mapping[Question, Answer], file: str) -> str | None:
    """The text that answers make, once its rules were said in words; None if it makes no game."""
    from farklegen.rules.explain import explain
    from farklegen.rules.loading import load_text
    from farklegen.rules.new import ruleset_text

    text = ruleset_text({question.key: answer for question, answer in answers.items()})
    try:
        loaded = load_text(text, file)
    except RulesetError as error:
        complain(str(error))
        return None
    complain("\nYou play by these rules:")
    for clause in explain(loaded.ruleset):
        complain(fill(clause.text, initial_indent="- ", subsequent_indent="  "))
    output.complain_all(loaded.warnings)
    return text


@asks()
def cache(
    action: Annotated[str, one_of(("list", "clear"), "[list|clear]")] = "list",
    *,
    format: Format | None = None,
    target: Target | None = None,
) -> None:
    """What is kept on disk: where, how large; or clear it.

    Solved matches are kept, so the same question about the same rules is answered at once. "clear"
    removes them. FARKLEGEN_CACHE names the folder, or is off. FARKLEGEN_CACHE_SIZE limits their
    size in all, such as 500MB (1 GB without it).

    Args:
        action: Show what is kept, or remove the solved matches.
    """
    place = destination(format, target)

    from farklegen.report.rules import Kept, cache_document
    from farklegen.store import files, matches

    root, removed = files.root(), action == "clear"
    folder = None if root is None else str(root)
    count, size, left = matches.clear() if removed else (*matches.usage(), 0)
    kept = Kept(folder, count, size, files.most_bytes())
    place.emit(cache_document(kept, removed=removed))
    if left:
        raise FileProblemError(
            f"{left} of the solved matches in {folder} could not be removed; check its permissions"
        )


@asks()
def serve(
    *,
    host: Annotated[str, Kind("ADDRESS")] = "127.0.0.1",
    port: Annotated[int | str, whole("N", 0, 65535)] = "8000",
    open_page: Annotated[bool, yes_or_no(option="--open")] = False,
) -> None:
    """House rules, card and match in a browser.

    The page has a form of house rules, reads them back and shows the card at once. It solves the
    match, compares rulesets, prints, and makes links that carry the rules. Programs find the same
    under /api. It is for this machine and your home network. For everybody else put pages on a web
    host: farklegen page --all DIR. Ctrl-C ends it.

    Args:
        host: Where to listen; only here by default.
        port: The port; 0 for any that is free.
        open_page: Open the page in a browser once it is there.
    """
    if not host.strip():
        raise ArgumentError("--host: no address; give one of this machine, such as 127.0.0.1")

    for module in ("fastapi", "uvicorn"):
        need(module, "the web application needs", '"farklegen[web]"')
    from farklegen.web.app import serve as run

    def ready(address: str, only_here: bool) -> None:
        if not only_here:
            complain(
                f"Everybody who reaches this machine at {host} can use this server, without "
                "password and without encryption: that is for a network at home."
            )
        complain(f"farklegen is at {address} (Ctrl-C ends it)")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    run(host, int(port), ready)
