"""The words, and abbreviations, that `rules.spoken` knows, in English, German and French.

Accents and umlauts are written without their marks, ß as ss.
"""

from __future__ import annotations

from farklegen.rules.patterns import MAX_DICE

# Each word of a text becomes a letter, and phrases are regular expressions over these letters.
# c: a number of dice that may be a face as well, f: dice of one face, k: of a kind, g: group,
# p: pair, t: so many of a kind by itself, s: straight, l, u, w: large, full, small, h: house,
# +: and, -: to, e: all, y: all alike. Fillers vanish.
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_COUNTS_ELSEWHERE = (
    "zwei drei vier funf sechs", "zwei drei vier fuenf sechs", "deux trois quatre cinq six"
)  # fmt: skip
FACE_WORDS = (
    ("ones", "aces", "ace", "eins", "einser", "einer", "einsen"),
    ("twos", "deuces", "zweien"), ("threes", "dreien"), ("fours", "vieren"),
    ("fives", "funfen", "fuenfen"), ("sixes", "sechsen"),
)  # fmt: skip
_TUPLES = (
    "single singles lone individual",
    "double doubles doublet doublets twin twins zwilling",
    "triple triples tripple tripples triplet triplets trio trios trips drilling drillinge "
    "brelan brelans",
    "quadruple quadruples quadruplet quadruplets quad quads quartet vierling vierlinge carre "
    "carres",
    "quintuple quintuples quintuplet quintuplets quint quints quintet funfling fuenfling",
    "sextuple sextuples sextuplet sextuplets sextet sechsling",
)
_OTHERS = {
    "k": ("ofakind", "oak", "ok", "kind", "kinds", "k", "alike", "same", "equal", "matching",
          "identical", "pasch", "gleiche", "gleich", "identiques"),
    "g": ("set", "sets", "group", "groups"),
    "y": ("yahtzee", "yatzy", "kniffel"),
    "p": ("pair", "pairs", "p", "paar", "paare", "paire", "paires"),
    "s": ("straight", "straights", "run", "runs", "sequence", "street", "row", "consecutive",
          "strasse", "strassen", "suite", "suites", "str"),
    "l": ("large", "long", "big", "high", "major", "grand", "whole", "complete",
          "grosse", "lange", "grande", "ls", "gs"),
    "u": ("full",),
    "w": ("small", "short", "little", "low", "minor", "partial", "mini",
          "kleine", "kurze", "petite", "ks", "ss"),
    "h": ("house", "houses", "boat", "fh"),
    "+": ("and", "with", "plus", "&", "+", "und", "et", "mit", "avec"),
    "-": ("to", "through", "thru", "until", "bis"),
    "*": ("x", "times", "×", "*"),
    "e": ("all", "every", "everything", "alle"),
    "": ("a", "an", "any", "the", "of", "in", "is", "dice", "die", "roll", "rolled", "rolling",
         "each", "per", "number", "numbers", "face", "faces", "combo", "combination", "by",
         "itself", "only", "just", "s", "score", "scores", "scoring", "points",
         "spot", "spots", "er", "de", "d", "ein", "eine", "un", "une"),
}  # fmt: skip


def _words() -> dict[str, tuple[str, int]]:
    """Every known word with its letter and its number."""
    found = {word: (letter, 0) for letter, words in _OTHERS.items() for word in words}
    found |= {word: ("c", number) for number, word in enumerate(_COUNTS, start=1)}
    for words in _COUNTS_ELSEWHERE:
        found |= {word: ("c", number) for number, word in enumerate(words.split(), start=2)}
    found |= {str(number): ("c", number) for number in range(1, MAX_DICE + 1)}
    for letter, groups in (("f", FACE_WORDS), ("t", [words.split() for words in _TUPLES])):
        for number, group in enumerate(groups, start=1):
            found |= dict.fromkeys(group, (letter, number))
    return found


WORDS = _words()
"""Every known word with its letter and its number."""
