from pathlib import Path

import pytest

from worker.training.corpus import library
from worker.training.corpus.library import Family, Library
from worker.training.corpus.template import Slot, TemplateError

CONTENT = """#! written by hand
## crh-a

#! patient: femme 20-40
Vue le {date}.

## crh-b
Sortie.
"""


def test_families_have_id_type_body_line_and_comments() -> None:
    first, second = library.read_families(CONTENT, "crh", "crh.txt")
    assert (first.id, first.document_type, first.comments) == (
        "crh-a",
        "crh",
        ("patient: femme 20-40",),
    )
    assert first.nodes[1] == Slot("date", 5)
    assert (second.id, second.source, second.line) == ("crh-b", "Sortie.", 7)


def test_text_before_the_first_family_is_refused() -> None:
    with pytest.raises(TemplateError) as caught:
        list(library.read_families("bonjour\n## a\nb", "crh", "crh.txt"))
    assert (caught.value.file, caught.value.line) == ("crh.txt", 1)


def test_rules_have_their_alternatives_with_lines() -> None:
    (rule,) = library.read_rules(
        "# soins\nsoins_etat:\n    calme\n\n    agité\\nla nuit\n", "s.txt"
    )
    assert rule.sources == (("calme", 3), ("agité\\nla nuit", 5))
    assert rule.options[1][0].value == "agité\nla nuit"  # type: ignore[union-attr]


def test_a_line_that_is_neither_rule_nor_alternative_is_refused() -> None:
    with pytest.raises(TemplateError) as caught:
        list(library.read_rules("soins:\n    a\n  b\n", "s.txt"))
    assert caught.value.line == 3


def test_two_families_of_one_id_and_two_rules_of_one_name_are_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("## x\na", "utf-8")
    second.write_text("## x\nb", "utf-8")
    with pytest.raises(TemplateError, match="identifiant déjà pris : x"):
        library.load([first, second], tmp_path / "none")
    phrases = tmp_path / "phrases"
    phrases.mkdir()
    for name in ("p.txt", "q.txt"):
        (phrases / name).write_text("r:\n    a\n", "utf-8")
    with pytest.raises(TemplateError, match="règle déjà définie : r"):
        library.load_rules(phrases)


def _families(kind: str, count: int) -> list[Family]:
    return [Family(f"{kind}-{n}", kind, "x", "f", 1) for n in range(count)]


def test_every_family_is_on_one_side_and_every_type_of_three_on_all() -> None:
    families = [*_families("crh", 100), *_families("sms", 3), *_families("rcp", 7)]
    sides = Library(tuple(families), {}).by_split
    ids = [family.id for side in sides.values() for family in side]
    assert sorted(ids) == sorted(family.id for family in families)
    for split in ("train", "dev", "test"):
        assert {family.document_type for family in sides[split]} == {"crh", "sms", "rcp"}
    assert 75 <= len([f for f in sides["train"] if f.document_type == "crh"]) <= 92


def test_families_added_later_move_nobody_across_sides() -> None:
    before, after = (Library(tuple(_families("crh", count)), {}).by_split for count in (100, 160))
    for split in ("train", "dev", "test"):
        assert {f.id for f in before[split]} <= {f.id for f in after[split]}


def test_the_shipped_families_have_no_problem() -> None:
    read = library.load()
    assert all(rule.options for rule in read.rules.values())
    assert all(family.nodes for family in read.families)
