"""What each key may hold, in plain words, and where each key lives.

The limits themselves are in the models; these are the words for them that messages use.
"""

from __future__ import annotations

from farklegen.rules.language import Vocabulary, by_name
from farklegen.rules.patterns import MAX_ROUNDS, MAX_THROWS
from farklegen.rules.ruleset import Bank, Farkle, HotDiceBonus, Ruleset

SECTIONS: dict[str, frozenset[str]] = {
    "": Ruleset.known_keys(),
    "bank": frozenset(Bank.model_fields),
    "farkle": frozenset(Farkle.model_fields),
    "hot_dice_bonus": frozenset(HotDiceBonus.model_fields),
}
"""The keys of the top level and of each group of keys."""

PATTERN_LISTS = ("all_dice_only", "instant_win", "disaster")
"""Keys that hold lists of patterns: `[2222]` is a pattern there, not a number."""

OPTIONAL_GROUPS = ("bank", "farkle", "labels", *PATTERN_LISTS, "die_types")
"""Keys that may be left empty, as when every line below them is commented out."""

_ABOVE_ZERO = "a whole number above 0"
_FROM_ZERO = "a whole number, 0 or more"
_TEXT = "a text on one line"

EXPECTED: dict[tuple[str, ...], str] = {
    ("name",): _TEXT,
    ("source",): "a text",
    ("dice",): "a whole number from 1 to 8, or the dice by name, such as {lucky: 2, ordinary: 4}",
    ("dice", "*"): "the name of a kind of dice, with how many there are, from 1 to 8",
    ("goal",): f"{_ABOVE_ZERO}, such as 10000",
    ("rounds",): f"a whole number from 1 to {MAX_ROUNDS}",
    ("last_die_throws",): f"a whole number from 1 to {MAX_THROWS}",
    ("combinations",): "lines of pattern: points below it, such as AAA: 500",
    ("combinations", "*"): f"points ({_ABOVE_ZERO}) or a list of six, one for each face",
    ("combinations", "*", "*"): f"{_FROM_ZERO} (0: this face does not score)",
    ("labels",): "lines of pattern: name below it, such as AABBCC: three pairs",
    ("labels", "*"): _TEXT,
    ("nothing",): f"{_ABOVE_ZERO}, such as 500",
    ("all_dice_only",): "a list of patterns in brackets, such as [AAA, 12345]",
    ("all_dice_only", "*"): "a pattern, such as AAA",
    ("hot_dice_bonus",): "keys below it, such as {points: 500}",
    ("hot_dice_bonus", "points"): _FROM_ZERO,
    ("hot_dice_bonus", "step"): _FROM_ZERO,
    ("bank",): "keys below it, such as {minimum: 300}",
    ("bank", "minimum"): _FROM_ZERO,
    ("bank", "opening"): _FROM_ZERO,
    ("bank", "beat_previous"): "true or false",
    ("bank", "multiple_of"): _ABOVE_ZERO,
    ("farkle",): "keys below it, such as {streak: 3, penalty: 500}",
    ("farkle", "streak"): f"{_ABOVE_ZERO}, such as 3",
    ("farkle", "penalty"): f"{_FROM_ZERO}, or the word all",
    ("farkle", "lowest_score"): "a whole number, 0 or less (or null: no limit)",
    ("farkle", "first_roll_points"): _FROM_ZERO,
    ("farkle", "first_roll_penalty"): _FROM_ZERO,
    ("farkle", "all_dice_points"): _FROM_ZERO,
    ("farkle", "keeps_turn_score"): "true or false",
    ("instant_win",): "a list of patterns in brackets, such as [AAAAAA]",
    ("instant_win", "*"): "a pattern, such as AAAAAA",
    ("disaster",): "a list of patterns in brackets, such as [2222]",
    ("disaster", "*"): "a pattern, such as 2222",
    ("die_weights",): "six whole numbers, one for each face, such as [1, 1, 1, 1, 1, 1] for fair "
    "dice",
    ("die_weights", "*"): f"{_FROM_ZERO} (0: this face never comes up)",
    ("die_types",): "lines of name: weights below it, such as lucky: [6, 1, 2, 3, 4, 6]",
    ("die_types", "*"): "six whole numbers, one for each face, such as [6, 1, 2, 3, 4, 6], or "
    "{weights: [6, 1, 2, 3, 4, 6], joker: 1}",
    ("die_types", "*", "weights"): "six whole numbers, one for each face, such as "
    "[1, 1, 1, 1, 1, 1]",
    ("die_types", "*", "weights", "*"): f"{_FROM_ZERO} (0: this face never comes up)",
    ("die_types", "*", "joker"): "a face from 1 to 6, or several in brackets",
    ("die_types", "*", "joker", "*"): "a face from 1 to 6",
    ("die_types", "*", "*"): f"{_FROM_ZERO} (0: this face never comes up)",
}

ALSO_CALLED = {
    "goal": "target target_score winning_score points_to_win win_at play_to max_score end_score "
    "final_score",
    "rounds": "turns number_of_rounds max_rounds number_of_turns turns_per_player",
    "combinations": "scoring scores score points combos patterns values scoring_combinations",
    "die_weights": "weights loaded_dice probabilities",
    "dice": "number_of_dice num_dice dice_count",
    "opening": "opening_minimum opening_score entry get_in get_on_the_board on_board on_the_board "
    "buy_in first_bank threshold minimum_to_open min_opening",
    "minimum": "min minimum_bank min_bank minimum_score minimum_to_bank minimum_points",
    "hot_dice_bonus": "bonus hot_bonus all_dice_bonus",
    "lowest_score": "floor minimum_total farkle.minimum farkle.min",
    "name": "title game",
    "source": "author from url",
    "labels": "names",
    "nothing": "no_score no_points",
    "farkle": "farkles bust busts",
    "streak": "farkles_in_a_row in_a_row consecutive farkle.limit farkle.count",
    "multiple_of": "multiple multiples round_to",
    "penalty": "farkle_penalty fine loss farkle.cost",
    "first_roll_penalty": "first_farkle_penalty",
    "instant_win": "instant_wins auto_win",
    "end_game": "end ending game_end",
    "piggyback": "piggybacking steal stealing take_over",
    "ties": "tie draw tiebreak",
}
"""What else people call keys; some only in one group (`farkle.limit`)."""

FOREIGN = {
    "the number of players is not part of the rules; delete this line": "players "
    "number_of_players num_players player_count teams",
    "write end_game: final_turn, or equal_turns if only the first player's goal gives one":
        "final_round last_round final_turn last_turn equal_turns",
    "write overshoot: bust, if the goal must be hit exactly": "exact exact_goal must_hit",
    "write farkle: {streak: 3, penalty: 500}, with your own numbers": "three_farkles "
    "triple_farkle three_farkle_penalty farkle_streak",
    "write remarks behind a #, or where the rules are from as source: ...": "description notes "
    "note comment comments remark",
    "write the die under die_types, such as devil: {weights: [1, 1, 1, 1, 1, 1], joker: 1}, and "
    "dice: {devil: 1, ordinary: 5}": "wild wild_dice joker jokers",
    "a die has six faces; delete this line": "sides faces",
}  # fmt: skip
"""What to do instead of writing keys that people expect and that there are not."""


WORDS = Vocabulary(
    sections=SECTIONS,
    expected=EXPECTED,
    also_called=by_name(ALSO_CALLED),
    missing={
        "goal": "goal: 10000",
        "combinations": "combinations: {1: 100, 5: 50}",
        "points": "points: 500",
        "weights": "weights: [1, 1, 1, 1, 1, 1], as of a fair die",
    },
    pattern_lists=PATTERN_LISTS,
    patterned=("combinations", "labels"),
    foreign=by_name(FOREIGN),
)
"""All of them together."""
