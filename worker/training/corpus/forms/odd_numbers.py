"""Written forms of plates, safes, short extensions, dictated references and ages in cells."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from worker.training.corpus.forms import french
from worker.training.corpus.forms.base import Form, FormSet, digits
from worker.training.corpus.forms.durations import Age, any_age
from worker.training.corpus.forms.identifiers import fill
from worker.training.corpus.marked import Fragment

# France (new and old), Belgium, Switzerland, Germany, Italy, Spain, Portugal, Britain, Luxembourg…
_PLATES: Final = (
    "@@-###-@@", "@@ ### @@", "@@###@@", "~~-###-~~", "~~ ### ~~", "@@-### @@", "#### @@ ##", "### @@@ ##", "####@@##", "## @@ ##", "W-###-@@", "@@-###-@@ (##)", "#-@@@-###", "#@@@###", "GE ######", "VD ### ###", "VS-#####", "JU #####", "BS-@@ ####", "KA-@@ ####", "S @@ ####", "OG-@ ###",
    "#### @@@", "####-@@@", "##-@@-##", "@@##@@", "@@## @@@", "@@ ####", "##-@@@-#", "WA #####", "#####-@-##", "##### @ ##", "B ### @@@", "CD ###-@@", "##### TU ###", "@@-####-@@", "##@-####",
)  # fmt: skip
_SAFES: Final = ("####", "###", "@##", "@-###", "@ ##", "$/###", "00####", "S###", "%-###", "@@##", "@@ ###", "##/%", "##-@", "#### @", "C#@", "@#/##", "0### bis", "##.###", "###@@", "%@###")  # fmt: skip
_SHORT_LINES: Final = ("# ## ##", "#-####", "## ##", "## ###", "### ##", "# ####", "#.####", "*####", "##.##", "# ## #", "####", "#####", "##-##", "#/####", "## ## #", "#*###", "6#####", "# ### ##")  # fmt: skip
_SPACED: Final = ("$ ## ####", "@@ ## ### / #", "## ### ### @", "## - $ - ##", "% ### ## @@", "@@@ ### ### #", "# ## ## ### ###", "@ ### ###", "$ @ ####", "### ### / % ##", "##.## / ####", "@@ $ ## ##", "% . #### . ##", "#### - #### - ##", "@@@ $ - ###", "## @@ ####", "% / @@ / ####", "### @ ## ##", "@@/ ## ###", "## ## ## - ##")  # fmt: skip
_BARS: Final = ("slash", "barre", "barre oblique", "tiret", "slash", "point", "espace")


def _dictated(value: Any, rng: Random) -> str:
    """ "d u r slash m m slash deux mille vingt tiret cent treize"."""
    letters = "".join(rng.choice("ABCDEFGLMNPRSTV") for _ in range(rng.choice((2, 3))))
    typist = "".join(rng.choice("abcdefglmnprstv") for _ in range(2))
    year, number = rng.randrange(2008, 2027), rng.randrange(1, 999)
    bar, last = rng.choice(_BARS[:5]), rng.choice(_BARS)
    apart = rng.random() < 0.5
    head = " ".join(letters.lower()) if apart else letters
    tail = " ".join(typist) if apart else typist
    spoken = rng.random() < 0.6
    shown_year = rng.choice((french.number_words(year), french.number_words(year % 100))) if spoken else str(year)  # fmt: skip
    shown = french.number_words(number) if spoken else str(number)
    return rng.choice((
        f"{head} {bar} {tail}", f"{head} {bar} {tail} {bar} {shown_year}", f"{head} {bar} {tail} {bar} {shown_year} {last} {shown}", f"{shown_year} {bar} {shown}", f"{head} {last} {shown}", f"{shown_year} {last} {shown} {last} {head}",
    ))  # fmt: skip


def _dictated_number(value: Any, rng: Random) -> str:
    """A number of a file as it is spoken: pairs or digits, letters between them."""
    pairs = [french.number_words(rng.randrange(10, 100)) for _ in range(rng.choice((2, 3, 4)))]
    letter = rng.choice("abcdefghlmnprst")
    body = rng.choice((" ", ", ", " ")).join(pairs)
    return rng.choice((body, f"{letter} {body}", f"{body} {letter}", f"{letter} tiret {body}", f"zéro {body}", " ".join(digits(rng, rng.choice((5, 6, 7))))))  # fmt: skip


def _cell_age(age: Age, rng: Random) -> str:
    """As a column wants it: "6 m", "3a", "2a 6m", "10 j"."""
    unit, n = age.unit[0], age.count
    if age.unit == "ans" and n < 12 and rng.random() < 0.3:
        months = rng.randrange(1, 12)
        return rng.choice((f"{n}a{months}m", f"{n} a {months} m", f"{n}a {months}m", f"{n} ans {months} m", f"{n}A{months}M"))  # fmt: skip
    return rng.choice((f"{n} {unit}", f"{n}{unit}", f"{n} {unit}.", f"{n} {unit.upper()}", f"{n}{unit.upper()}", f"{n} {age.unit}", f"{n}{age.unit}"))  # fmt: skip


def _filler(patterns: tuple[str, ...]) -> Callable[[Any, Random], str]:
    return lambda value, rng: fill(rng.choice(patterns), rng)


_Write = Callable[[Any, Random], Fragment | str]
_ROWS: Final[tuple[tuple[str, str, str, _Write], ...]] = (
    ("plaque", "AUTRE", "plaque AB-123-CD", _filler(_PLATES)),
    ("coffre", "AUTRE", "coffre 0412", _filler(_SAFES)),
    ("court", "TEL", "poste 6 81 12", _filler(_SHORT_LINES)),
    ("dictee", "REF", "d u r slash m m", _dictated),
    ("espace", "REF", "2023 11 0458", _filler(_SPACED)),
    ("parle", "AUTRE", "douze quarante-cinq b", _dictated_number),
)
ODD_NUMBERS: Final[dict[str, FormSet]] = {
    part: FormSet.of([Form(subtype, name, write, 1.0, frozenset({"rare", part}))])
    for part, subtype, name, write in _ROWS
}
CELL_AGES: Final = FormSet.of(
    [Form("AGE", "6 m (colonne)", _cell_age, 1.0, frozenset({"rare"}), any_age)]
)
