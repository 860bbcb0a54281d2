"""Finding rulesets by words, and by the rules that they have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from farklegen.errors import ArgumentError
from farklegen.rules.explain import explain
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.problems import closest
from farklegen.rules.ruleset import Bank, Farkle, Ruleset

ALWAYS = ("name", "source", "labels", "combinations")
"""Keys that every ruleset has, or that say nothing about the game."""


def with_words(rulesets: Sequence[LoadedRuleset], words: Sequence[str]) -> list[LoadedRuleset]:
    """The rulesets in which every word occurs, any case: in name, source or the rules in words."""

    def told(loaded: LoadedRuleset) -> str:
        clauses = (f"{clause.topic} {clause.text}" for clause in explain(loaded.ruleset))
        return " ".join((loaded.slug, loaded.name, *clauses)).casefold()

    wanted = [word.casefold() for word in words]
    return [loaded for loaded in rulesets if all(word in told(loaded) for word in wanted)]


def with_rules(rulesets: Sequence[LoadedRuleset], rules: Sequence[str]) -> list[LoadedRuleset]:
    """The rulesets that have all of these rules, named by key (`piggyback`, `bank.opening`).

    A ruleset has a rule if the key is there and says something else than without it. The first part
    of a key is enough (`farkle`).

    Raises:
        ArgumentError: for something that is no key.
    """
    known = rule_keys()
    for rule in rules:
        if rule not in known:
            near = closest(rule, list(known))
            meant = f"; did you mean {near}?" if near else f"; there are: {', '.join(known)}"
            raise ArgumentError(f"there is no rule {rule!r}{meant}")
    return [loaded for loaded in rulesets if set(rules) <= set(_in_force(loaded.ruleset))]


def rule_keys() -> tuple[str, ...]:
    """All keys by which `with_rules` finds, in the order of the language."""
    keys: list[str] = []
    for attribute, field in Ruleset.model_fields.items():
        name = field.alias or attribute
        if name not in ALWAYS:
            keys.append(name)
            for group in (Bank, Farkle):
                if field.annotation is group:
                    keys += [f"{name}.{key}" for key in group.model_fields]
    return tuple(keys)


def _in_force(ruleset: Ruleset) -> Iterator[str]:
    """The keys of a ruleset that say something else than without them."""
    given = ruleset.model_dump(exclude_defaults=True, exclude=set(ALWAYS))
    for name, value in given.items():
        yield name
        if isinstance(value, Mapping):
            yield from (f"{name}.{inner}" for inner in value)
