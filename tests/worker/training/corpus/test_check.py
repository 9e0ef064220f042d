from pathlib import Path

import pytest

from worker.training.corpus import __main__ as command
from worker.training.corpus import library
from worker.training.corpus.check import check
from worker.training.corpus.slot_names import why_unknown


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_every_kind_of_problem_names_file_and_line(tmp_path: Path) -> None:
    families = _write(
        tmp_path / "crh.txt",
        "## crh-1\n{foo}\n{med} {@nope}\n## crh-2\n<a|b\n## crh-1\nc\n## crh-3\n\n## crh-4\n{*3 @deux}",
    )
    phrases = _write(
        tmp_path / "phrases" / "p.txt",
        "deux:\n    a\n    b\nun:\n    {@trois}\ntrois:\n    {@un}\nvide:\ndeux:\n    c\n",
    )
    problems, counts, rules = check([families], [phrases])
    found = {(Path(file).name, line, reason.split(" (")[0]) for file, line, reason in problems}
    assert found == {
        ("crh.txt", 2, "case inconnue : {foo}"),
        ("crh.txt", 3, "numéro attendu : {med}"),
        ("crh.txt", 3, "règle inconnue : @nope"),
        ("crh.txt", 5, "« < » jamais fermé"),
        ("crh.txt", 6, "identifiant déjà pris : crh-1"),
        ("crh.txt", 8, "famille vide : crh-3"),
        ("crh.txt", 11, "@deux n'a que 2 alternatives, 3 demandées"),
        ("p.txt", 4, "règles en cercle : un → trois → un"),
        ("p.txt", 8, "règle sans alternative : vide"),
        ("p.txt", 9, "règle déjà définie : deux"),
    }
    assert counts == {"crh": 5}
    assert sorted(rules) == ["deux", "trois", "un", "vide"]


def test_unknown_slots_and_rules_are_found_inside_choices(tmp_path: Path) -> None:
    families = _write(tmp_path / "crh.txt", "## crh-1\nx\n<a|{foo}>\n{med} {@nope}")
    problems, _, _ = check([families], [])
    assert [(line, reason) for _, line, reason in problems] == [
        (3, "case inconnue : {foo}"),
        (4, "numéro attendu : {med} (par exemple {med1})"),
        (4, "règle inconnue : @nope"),
    ]


@pytest.mark.parametrize(
    "name",
    ["pat", "pat.nn", "med9.dict", "h2.finess", "zip1", "date.plage", "heure", "org", "tel2"],
)
def test_slots_of_the_language_exist(name: str) -> None:
    assert why_unknown(name) == ""


@pytest.mark.parametrize(
    "name", ["pat2", "med", "h.ville", "date.nope", "heure.x", "heure2", "Pat"]
)
def test_other_slots_do_not(name: str) -> None:
    assert why_unknown(name) != ""


def test_the_command_prints_counts_and_fails_on_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "PHRASES", tmp_path / "phrases")
    good = _write(tmp_path / "crh.txt", "## crh-1\nbon\n## crh-2\nbien")
    assert command.main(["check", str(good)]) == 0
    assert "crh" in capsys.readouterr().out
    bad = _write(tmp_path / "sms.txt", "## sms-1\n{foo}")
    assert command.main(["check", str(bad)]) == 1
    assert f"{bad}:2: case inconnue : {{foo}}" in capsys.readouterr().out
