"""A document that uses every kind of block, for the tests of the renderers."""

from farklegen.report.document import (
    Cell,
    Column,
    Document,
    Facts,
    Heading,
    Notes,
    Paragraph,
    Table,
    Verbatim,
    columns,
)

DOCUMENT = Document(
    kind="sample",
    title="Basic Farkle",
    blocks=(
        Paragraph(
            "Play for the most points per turn. Of two equal states take the one with more dice."
        ),
        Facts(
            (
                ("Points per turn", Cell("302.79", "strong")),
                ("Loss", "0"),
                ("Rules", "Six dice."),
                ("", "The first to bank 10,000 points wins."),
            )
        ),
        Heading("When to bank"),
        Table(
            columns("Turn score", *(f"{n} dice" for n in range(1, 7))),
            (
                ("0", *(f"{n},000" for n in range(1, 7))),
                ("50–200", "10", "20", "30", Cell("40", "good"), "50", "1 in 46,656"),
            ),
            title="Break points",
            note="Look up your turn score.",
        ),
        Heading("Sources", 3),
        Table(
            (Column("Name"), Column("Dice", "right"), Column("Source"), Column("Mark")),
            (
                ("basic", "6", "A paper on optimal play of this game of dice, in a journal", "*"),
                ("pipe|d", "5", "A page: https://example.org/a/long/address/in/one/word", ""),
            ),
        ),
        Notes(
            ("The goal is left out, and so is the end of the game.", "Penalties count."), "Left out"
        ),
        Verbatim(("name: x   # as it is", Cell("a.yaml:1:2: error: no", "bad")), "yaml"),
    ),
    data={
        "ruleset": {"name": "Bäsic"},
        "bank_at": {1: 300, 2: None},
        "break_points": [[350, 0], [0.1, True]],
    },
    rows=(
        {"name": "basic", "points": 1000, "share": 0.1, "valid": True},
        {"name": 'with "quotes", comma', "points": None, "share": 1e-17, "valid": False},
    ),
)
