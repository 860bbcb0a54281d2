"""Pictures of sweeps: which columns are drawn, and what is said where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import FileProblemError, UnsolvableError
from farklegen.pictures.file import draw
from farklegen.pictures.picture import Picture
from farklegen.pictures.sweep import SweepPicture, sweep_picture
from farklegen.report.sweep_table import SweepColumnError, chosen
from farklegen.sweeps.read_back import read_results

ROWS = """\
bank.minimum,hot_dice,combinations.111,points_per_turn,first_player_wins,problem
0,optional,300,400.5,0.53,
0,optional,,390,0.532,
0,required,300,380,0.534,
0,required,,370,0.536,
300,optional,300,350,0.52,
300,optional,,340,,out of reach
300,required,300,330,0.524,
300,required,,320,0.526,
"""


@pytest.fixture
def picture(tmp_path: Path):  # type: ignore[no-untyped-def]
    def making(rows: str = ROWS, only: tuple[tuple[str, str], ...] = (), **options: str) -> Picture:
        file = tmp_path / "sweep.csv"
        file.write_text(rows, encoding="utf-8")
        table = read_results(str(file))
        x, y, by = (options.get(name) for name in ("x", "y", "by"))
        return sweep_picture(*chosen(table, x, y, by, only))

    return making


def plot_of(picture: Picture) -> SweepPicture:
    assert isinstance(picture.plot, SweepPicture)
    return picture.plot


def lines(picture: Picture) -> dict[tuple[str, str], tuple[tuple[float, float], ...]]:
    return {
        (title, line.name): line.points
        for title, lines in plot_of(picture).panels
        for line in lines
    }


def test_keys_that_vary_are_axis_lines_and_panels(picture) -> None:  # type: ignore[no-untyped-def]
    found = lines(picture())
    assert found["combinations.111: 300", "optional"] == ((0.0, 400.5), (300.0, 350.0))
    assert found["combinations.111: left out", "required"] == ((0.0, 370.0), (300.0, 320.0))
    assert len(found) == 4


def test_the_picture_has_the_name_of_the_sweep_or_else_of_the_file(picture) -> None:  # type: ignore[no-untyped-def]
    named = "\n".join(
        line + (",sweep" if number == 0 else ",House rules")
        for number, line in enumerate(ROWS.splitlines())
    )
    assert picture(named).title == "House rules: Points per turn by bank.minimum"
    assert lines(picture(named)) == lines(picture())
    assert picture().title.startswith("sweep: ")


def test_keys_may_be_chosen(picture) -> None:  # type: ignore[no-untyped-def]
    drawn = picture(
        x="hot_dice", y="first_player_wins", by="bank.minimum", only=(("combinations.111", "none"),)
    )
    found = lines(drawn)
    assert found["", "0"] == ((0.0, 0.532), (1.0, 0.536))
    assert found["", "300"] == ((1.0, 0.526),)
    plot = plot_of(drawn)
    assert plot.places == {"optional": 0.0, "required": 1.0}
    assert plot.words
    assert (plot.x, plot.y, plot.by) == ("hot_dice", "first_player_wins", "bank.minimum")
    assert "1 ruleset without this number" in drawn.note
    assert "combinations.111: left out." in drawn.note


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"x": "nix"}, "^x: .* has no key that was varied 'nix'; there are bank.minimum, hot"),
        ({"y": "hot_dice"}, "^y: .* has no measure 'hot_dice'; there are points_per_turn, first"),
        ({"by": "bank.minimum", "x": "bank.minimum"}, "^by: bank.minimum is the key along"),
        ({"only": (("a", "b"),)}, "^only: .* has no key 'a'"),
        ({"only": (("hot_dice", "b"),)}, "hot_dice is never 'b'; its values are optional, req"),
    ],
)
def test_columns_that_are_not_there_are_named(picture, options, said) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SweepColumnError, match=said):
        picture(**options)


def test_everything_wrong_is_said_at_once(picture) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SweepColumnError) as problem:
        picture(x="a", y="b", by="c", only=(("d", "e"),))
    assert [line.split(":")[0] for line in str(problem.value).splitlines()] == [
        "x", "y", "by", "only",
    ]  # fmt: skip


def test_a_table_of_something_else_is_refused(picture) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SweepColumnError, match=r"no column is a measure.* there are apples, pears"):
        picture("apples,pears\n1,2\n")
    with pytest.raises(SweepColumnError, match="there are no rows"):
        picture(ROWS.splitlines()[0] + "\n")
    with pytest.raises(UnsolvableError, match=r"no row has a number for points_per_turn \(why\)"):
        picture("goal,points_per_turn,problem\n1,,why\n")


def test_too_many_keys_and_values_are_refused(picture) -> None:  # type: ignore[no-untyped-def]
    head = "goal,dice,bank.minimum,bank.opening,points_per_turn,problem\n"
    with pytest.raises(SweepColumnError, match=r"4 keys vary, .* hold bank.opening to one value"):
        picture(head + "1,1,1,1,5,\n2,2,2,2,6,\n")
    many = "".join(f"{n % 2},{n},1,1,{n},\n" for n in range(9))
    with pytest.raises(SweepColumnError, match="dice takes 9 values, too many for lines"):
        picture(head + many)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.txt", b"", "ends in .csv or .parquet"),
        ("none.csv", None, "there is no file"),
        ("a.csv", b"", "is empty"),
        ("a.csv", b"\xff\xfe\x00", "is not a table in CSV"),
        ("a.csv", b"a,b\n1\n", "row 2 has 1 values for 2 columns"),
        ("a.csv", b"a,a\n1,2\n", "'a' is there twice"),
        ("a.parquet", b"nonsense", "is not a Parquet file"),
    ],
)
def test_files_that_are_no_tables_are_refused(
    tmp_path: Path, name: str, data: bytes | None, said: str
) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(FileProblemError, match=said):
        read_results(str(tmp_path / name))


def test_parquet_says_the_same_as_csv(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {
        "bank.minimum": pa.array([0, None], pa.int64()),
        "farkle.keeps_turn_score": pa.array([True, False]),
        "points_per_turn": pa.array([400.5, None], pa.float64()),
        "problem": pa.array([None, "why"], pa.string()),
    }
    parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_text(
        "bank.minimum,farkle.keeps_turn_score,points_per_turn,problem\n0,true,400.5,\n,false,,why\n"
    )
    one, other = (read_results(str(tmp_path / name)) for name in ("a.parquet", "a.csv"))
    assert (one.columns, one.rows) == (other.columns, other.rows)


def test_lines_that_are_the_same_are_one_line(picture) -> None:  # type: ignore[no-untyped-def]
    rows = "goal,dice,points_per_turn,problem\n1,1,5,\n2,1,6,\n1,2,5,\n2,2,{},\n"
    names = [[name for _, name in lines(picture(rows.format(y)))] for y in (6, 7)]
    assert names == [["1, 2"], ["1", "2"]]


def test_lines_that_hide_each_other_in_one_panel_are_told(picture) -> None:  # type: ignore[no-untyped-def]
    rows = "goal,dice,bank.minimum,points_per_turn,problem\n"
    for panel in (0, 100):
        rows += f"1,1,{panel},5,\n2,1,{panel},6,\n1,2,{panel},5,\n2,2,{panel},{{}},\n"
    assert "lie on each other" in picture(rows.format(6, 7)).note
    assert "lie on each other" not in picture(rows.format(7, 7)).note
    assert "lie on each other" not in picture(rows.format(6, 6)).note


def test_what_a_panel_has_is_written_round_it(picture) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("matplotlib")
    by_word = picture(x="hot_dice", y="first_player_wins", by="bank.minimum")
    drawn = draw(by_word, "svg", size="column").decode()
    for text in ("optional", "required", "first player wins", "53%", "combinations.111: 300"):
        assert f"<!-- {text} -->" in drawn
    assert drawn.count("<!-- bank.minimum -->") == 1
    assert draw(picture(), "svg").decode().count("<!-- hot_dice -->") == 1
