"""What each key may hold, in plain words, and where each key lives.

The limits themselves are in the models; these are the words for them that messages use.
"""

from __future__ import annotations

from farklegen.rules.limits import MAX_ROUNDS, MAX_THROWS
from farklegen.rules.ruleset import Bank, Farkle, HotDiceBonus, Ruleset
from farklegen.rules.vocabulary import Vocabulary, by_name

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
    "goal": "target target_score winning_score score_to_win points_to_win to_win win_at win_score "
    "play_to max_score maximum_score end_score final_score game_score total limit game_to first_to",
    "rounds": "turns round number_of_rounds num_rounds max_rounds maximum_rounds number_of_turns "
    "max_turns maximum_turns turns_each turns_per_player rounds_per_player round_limit turn_limit "
    "rounds_to_play innings runden rundenzahl tours manches rondas",
    "combinations": "scoring scores score points combos combination_scores rolls patterns rules "
    "values scoring_combinations scoring_rolls",
    "die_weights": "weights loaded loaded_dice probabilities chances bias",
    "dice": "würfel wuerfel dés des dadi dados cubes "
    "number_of_dice num_dice dice_count dices die how_many_dice nr_of_dice amount_of_dice",
    "opening": "opening_minimum opening_score opening_bank opening_bid entry entry_score get_in "
    "get_on_board get_on_the_board on_board on_the_board to_get_on_board to_get_in buy_in break_in "
    "first_bank threshold to_open minimum_to_open minimum_opening min_opening opener first_minimum "
    "minimum_first first_points first_turn first_turn_minimum minimum_first_turn first_time "
    "to_get_on_the_board bank.board bank.start bank.to_start "
    "minimum_to_get_on_board minimum_to_get_on_the_board points_to_get_on_the_board",
    "minimum": "min minimum_bank min_bank bank_minimum minimum_score min_score minimum_to_bank "
    "minimum_points minimum_turn bank_at bank.limit bank.score bank.points bank.least "
    "bank.at_least bank.from bank.at",
    "hot_dice_bonus": "bonus hot_bonus all_dice_bonus",
    "lowest_score": "floor min_total minimum_total lowest farkle.min farkle.minimum "
    "farkle.min_score farkle.minimum_score farkle.never_below farkle.not_below farkle.below "
    "farkle.limit_below",
    "all_dice_only": "only_all_dice first_roll_only all_dice_combinations one_roll_only",
    "name": "title game game_name called",
    "source": "author from url link website origin reference by",
    "labels": "names nicknames",
    "nothing": "no_score no_points no_scoring_dice nothing_scores blank",
    "farkle": "farkles bust busts farkling",
    "streak": "farkles_in_a_row in_a_row consecutive farkle.limit farkle.max farkle.maximum "
    "farkle.count farkle.number farkle.after farkle.times farkle.farkles farkle.allowed",
    "multiple_of": "multiple multiples multiples_of round_to rounded_to bank.round bank.rounds "
    "bank.rounding bank.rounded bank.steps bank.step",
    "penalty": "farkle_penalty fine loss lose minus farkle.cost farkle.costs",
    "first_roll_penalty": "first_farkle_penalty first_roll_loss fleur",
    "instant_win": "instant_wins wins_at_once automatic_win auto_win",
    "end_game": "end ending game_end end_of_game endgame",
    "piggyback": "piggybacking steal stealing steals take_over taking_over takeover pass_on",
    "ties": "tie draw draws tiebreak tie_break",
}
"""What else people call keys; some only in one group (`bank.round`)."""

_PLAYERS = (
    "how many play is not a rule, so delete this line. Commands about a match are about two "
    "players; for 3, or 4, say --players 3 to table, solve, turn, advise, duel, simulate and play"
)
_LENGTH = (
    "a game is not measured in time or games here; write rounds: 10 if each player has so many "
    "turns, or delete this line"
)
_LAST_TURN = "write end_game: final_turn, or equal_turns if only the first player's goal gives one"
_EXACT = "write overshoot: bust, if the goal must be hit exactly"
_STREAK = (
    "write farkle: {streak: 3, penalty: %s}, with your number of farkles in a row and of points"
)
_FLOOR = "write lowest_score: 0 under 'farkle', if a penalty never takes a score below zero"
_FIRST = (
    "write opening: %s under 'bank' for the least points of the first bank of a game, or "
    "first_roll_points: %s under 'farkle' for what a farkle on the first roll of a turn banks"
)
_REMARK = "write remarks behind a #, or where the rules are from as source: ..."
_NO_WILD = (
    "write the die with the faces that stand for any other under 'die_types', such as "
    "devil: {weights: [1, 1, 1, 1, 1, 1], joker: 1}, and bring it with dice: {devil: 1, "
    "ordinary: 5}"
)
FOREIGN = {
    _PLAYERS: "players number_of_players num_players player_count player teams team opponents "
    "max_players min_players",
    _LENGTH: "games time time_limit duration",
    _LAST_TURN: "final_round last_round final_turn last_turn last_chance final_turns last_turns "
    "one_more_turn one_more_round last_licks equal_turns",
    "write end_game: sudden_death": "sudden_death first_wins",
    _EXACT: "exact exact_goal exactly exact_score exact_finish must_hit hit_exactly must_be_exact "
    "exact_win",
    _STREAK: "three_farkles triple_farkle triple_farkles 3_farkles three_farkles_in_a_row "
    "third_farkle three_farkle_penalty farkle_streak consecutive_farkles three_in_a_row "
    "farkle.3_in_a_row farkle.3 farkle.three farkle.triple farkle.third "
    "three_farkles_lose three_farkles_in_a_row_lose three_farkles_cost",
    _FLOOR: "farkle.below_zero farkle.never_negative farkle.negative farkle.can_be_negative "
    "farkle.no_negative farkle.never_below_zero farkle.not_below_zero farkle.below_0 "
    "farkle.never_below_0 farkle.not_below_0",
    _FIRST: "first first_roll first_rolls",
    _REMARK: "description notes note comment comments remark remarks rule about info version date",
    _NO_WILD: "wild wilds wild_die wild_dice joker jokers wildcard wild_card",
    "a die has six faces here; delete this line (faces that never come up have a weight of 0 in "
    "die_weights)": "sides faces die_sides number_of_sides number_of_faces",
}
"""What to do instead of writing keys that people expect and that there are not; a number that was
given for one replaces %s. Some are such only in one group (`farkle.three`).
"""

MEANINGS: dict[tuple[str, ...], str] = {
    ("set_aside",): "any (one scoring combination is enough) or all (every one must be set aside)",
    ("hot_dice",): "optional (with every die set aside, all may be rolled again) or required (they "
    "must be); that the turn ends there is not known here",
    ("last_die",): "optional (with one die left, the turn may be banked) or required (the die must "
    "be rolled)",
    ("hot_dice_bonus", "when"): "any (each time) or last_die (only if the last die was rolled "
    "alone)",
    ("end_game",): "sudden_death (the goal wins at once), final_turn (the opponent has one more "
    "turn) or equal_turns (only one who has had fewer turns)",
    ("ties",): "split (half a win for each), leader (to the player who had the score first) or "
    "challenger (to the one who drew level)",
    ("overshoot",): "win (the goal may be passed) or bust (it must be hit exactly)",
    ("piggyback",): "none, after_bank (the next player may go on with the dice that are left of a "
    "banked turn), after_farkle (of one that farkled) or both",
}
"""What each word means, where the file says yes or no."""

_ABOVE = "write %s"
_AWARD = (
    "only points to be gained can stand here, above 0. What a farkle costs is written "
    "farkle: {streak: 1, penalty: %s}"
)
_NO_LOSS = (
    "a combination cannot cost points: write what it pays, such as %s, or delete the line (rolls "
    "that wipe the score are listed under disaster)"
)
SIGNS: dict[tuple[str, ...], str] = {
    ("goal",): _ABOVE,
    ("bank", "minimum"): _ABOVE,
    ("bank", "opening"): _ABOVE,
    ("bank", "multiple_of"): _ABOVE,
    ("farkle", "streak"): _ABOVE,
    ("farkle", "penalty"): "write %s, without the minus: a penalty is taken off",
    ("farkle", "first_roll_penalty"): "write %s, without the minus: a penalty is taken off",
    ("farkle", "lowest_score"): "write -%s (no lower than %s below zero), or 0 (never below zero)",
    ("farkle", "first_roll_points"): _AWARD,
    ("farkle", "all_dice_points"): _AWARD,
    ("nothing",): _AWARD,
    ("combinations", "*"): _NO_LOSS,
}
"""What to write where a number has the wrong sign."""

WORD_MEANT: dict[str, tuple[str, ...]] = {
    "no": ("none", "false"),
    "off": ("none", "false"),
    "false": ("none",),
    "never": ("none", "false"),
    "0": ("false",),
    "n": ("false",),
    "yes": ("true",),
    "on": ("true",),
    "1": ("true",),
    "y": ("true",),
    "true": ("required",),
    "half": ("split",),
    "everything": ("all",),
    "exact": ("bust",),
}
"""What people write for a word of the language."""


WORDS = Vocabulary(
    sections=SECTIONS,
    expected=EXPECTED,
    also_called=by_name(ALSO_CALLED),
    word_meant=WORD_MEANT,
    missing={
        "goal": "goal: 10000",
        "combinations": "combinations: {1: 100, 5: 50}",
        "points": "points: 500",
        "weights": "weights: [1, 1, 1, 1, 1, 1], as of a fair die",
    },
    groups={
        "bank": "{opening: %s} (a player's first bank, to get on the board) or {minimum: %s} "
        "(every turn)",
        "hot_dice_bonus": "{points: %s}",
        "farkle": "{streak: 3, penalty: %s} (streak: 1 takes it at every farkle)",
    },
    unions=frozenset(
        {
            ("combinations", "*"),
            ("farkle", "penalty"),
            ("dice",),
            ("die_types", "*"),
            ("die_types", "*", "joker"),
        }
    ),
    pattern_lists=PATTERN_LISTS,
    patterned=("combinations", "labels"),
    foreign=by_name(FOREIGN),
    meanings=MEANINGS,
    signs=SIGNS,
)
"""All of them together."""
