"""Which rules are on: what ``select``, ``ignore`` and their kin make of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from bvhlint.config.origin import Origin, quoted
from bvhlint.config.settings import Settings
from bvhlint.suggest import did_you_mean

ALL = "ALL"
SELECTING_KEYS = ("select", "ignore", "extend-select", "extend-ignore")
ALWAYS_ON = frozenset({"BVH000"})
"""Rules that nothing can switch off: a crashed rule makes the whole run void."""

_EXACT = 1 << 20  # outweighs a prefix of any length
_BY_DEFAULT = (-1, False)
_NOT_NAMED = (-2, False)


class RuleLike(Protocol):
    """What a selection needs to know of a rule."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def default(self) -> bool: ...


class Selector(NamedTuple):
    """A word that chooses rules; one of the command line outweighs an equally long other."""

    text: str
    from_command_line: bool = False

    def weight(self, rule: RuleLike) -> tuple[int, bool] | None:
        """How closely the selector names a rule, or None if it does not."""
        if self.text in (rule.code, rule.name):
            return _EXACT, self.from_command_line
        if self.text == ALL:
            return 0, self.from_command_line
        # The empty text is no prefix.
        if self.text and rule.code.startswith(self.text):
            return len(self.text), self.from_command_line
        return None

    def wakes(self, rule: RuleLike) -> bool:
        """Whether it may switch on a rule that is off by default: a prefix may not."""
        return self.text in (ALL, rule.code, rule.name)


def choose(
    catalogue: Iterable[RuleLike],
    *,
    select: Sequence[Selector] | None = None,
    extend: Sequence[Selector] = (),
    ignore: Sequence[Selector] = (),
) -> frozenset[str]:
    """The codes of the rules that are on.

    ``select`` None stands for the default rules, to which ``extend`` adds. Of the selectors that
    match a rule the longest decides, a whole code or name being the longest and ``ALL`` the
    shortest; of two equally long ones that of the command line, then the one that ignores.
    """
    wanted = (*(select or ()), *extend)

    def is_on(rule: RuleLike) -> bool:
        chosen = _weight(rule, (entry for entry in wanted if rule.default or entry.wakes(rule)))
        if select is None and rule.default:
            chosen = max(chosen, _BY_DEFAULT)
        return chosen > _weight(rule, ignore)

    return frozenset(rule.code for rule in catalogue if rule.code in ALWAYS_ON or is_on(rule))


def _weight(rule: RuleLike, selectors: Iterable[Selector]) -> tuple[int, bool]:
    return max((entry.weight(rule) or _NOT_NAMED for entry in selectors), default=_NOT_NAMED)


def rules_on(settings: Settings, catalogue: Sequence[RuleLike]) -> frozenset[str]:
    """The codes of the rules that are on under the settings.

    Raises ConfigError for a selector that matches no rule, and for ``BVH000`` ignored.
    """
    for key in SELECTING_KEYS:
        for index, word in enumerate(_words(settings, key)):
            origin = settings.origin(key, index)
            check_selector(word, catalogue, origin)
            if key.endswith("ignore"):
                refuse_always_on(word, catalogue, origin)
    return chosen_of(settings, catalogue)


def chosen_of(settings: Settings, catalogue: Iterable[RuleLike]) -> frozenset[str]:
    """As ``rules_on``, for some rules of settings that were found valid before."""
    return choose(
        catalogue,
        select=None if settings.select is None else _selectors(settings, "select"),
        extend=_selectors(settings, "extend-select"),
        ignore=(*_selectors(settings, "ignore"), *_selectors(settings, "extend-ignore")),
    )


def _words(settings: Settings, key: str) -> Sequence[str]:
    words: Sequence[str] | None = getattr(settings, key.replace("-", "_"))
    return words or ()


def _selectors(settings: Settings, key: str) -> tuple[Selector, ...]:
    from_command_line = settings.from_command_line(key)
    return tuple(Selector(word, from_command_line) for word in _words(settings, key))


def check_selector(text: str, catalogue: Iterable[RuleLike], origin: Origin) -> None:
    """Raise ConfigError for a selector that matches no rule."""
    selector = Selector(text)
    if text == ALL or any(selector.weight(rule) is not None for rule in catalogue):
        return
    known = [ALL, *(word for rule in catalogue for word in (rule.code, rule.name))]
    if any(rule.code.startswith(text.upper()) for rule in catalogue):
        known.append(text.upper())
    raise origin.error(f"unknown rule {quoted(text)}{did_you_mean(text, known)}")


def refuse_always_on(text: str, catalogue: Iterable[RuleLike], origin: Origin) -> None:
    """Raise ConfigError where somebody ignores by name what cannot be ignored."""
    for rule in catalogue:
        if rule.code in ALWAYS_ON and text in (rule.code, rule.name):
            raise origin.error(f'"{text}" cannot be ignored: it says that a rule did not run')


def group_words(text: str, catalogue: Iterable[RuleLike]) -> str:
    """What to say where one rule is asked for and ``text`` chooses a part of the catalogue; empty
    where it chooses none."""
    selector = Selector(text.upper())
    first = next((rule for rule in catalogue if selector.weight(rule) is not None), None)
    if first is None or selector.weight(first) == (_EXACT, False):
        return ""
    return (
        f"{quoted(text)} stands for a part of the catalogue; say one rule here by its whole code "
        f'or name, such as "{first.code}" or "{first.name}"'
    )


def codes_by_word(catalogue: Iterable[RuleLike]) -> dict[str, str]:
    """From each rule's code and name to its code."""
    return {word: rule.code for rule in catalogue for word in (rule.code, rule.name)}


def rules_named(settings: Settings, key: str, catalogue: Sequence[RuleLike]) -> dict[str, str]:
    """From the code of each rule that the table ``key`` names to the name that it has there.

    Raises ConfigError for a name that no rule has, and for a rule that is named twice.
    """
    known = codes_by_word(catalogue)
    named: dict[str, str] = {}
    table: Mapping[str, object] = settings.raw.get(key, {})
    for word in table:
        code = known.get(word)
        if code is None:
            group = group_words(word, catalogue)
            raise settings.origin(key, word).error(
                group or f"unknown rule {quoted(word)}{did_you_mean(word, known)}"
            )
        if code in named:
            raise settings.origin(key, word).error(
                f'"{word}" is the rule that "{named[code]}" names already'
            )
        named[code] = word
    return named
