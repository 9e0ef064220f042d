import json
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.management.commands import substitute
from privacy.management.ledger_file import LedgerFileError, open_ledger

KEY = "0f" * 32
EXAMPLE = (
    "M. Durand, né à Dijon, 40 ans, a été hospitalisé du 12/02/2020 au 26 février 2020 à la suite d'un accident de"
    " la route à Dijon."
)
ENTITIES = [
    ("Durand", "PER", "NOM"),
    ("Dijon", "LOC", "VILLE"),
    ("40 ans", "AGE", "AGE"),
    ("12/02/2020", "DATE", "DATE"),
    ("26 février 2020", "DATE", "DATE"),
    ("Dijon", "LOC", "VILLE"),
]


def record(id: str, patient: str, text: str = EXAMPLE, entities=ENTITIES) -> dict:
    spans, at = [], 0
    for surface, label, subtype in entities:
        start = text.index(surface, at)
        at = start + len(surface)
        spans.append({"start": start, "end": at, "label": label, "subtype": subtype})
    return {"id": id, "text": text, "patient": {"id": patient}, "entities": spans}


@pytest.fixture
def source(tmp_path) -> Path:
    path = tmp_path / "in.jsonl"
    write(
        path,
        record("n1", "p1"),
        record("n2", "p2"),
        record("n3", "p1", "Revu à Dijon.", ENTITIES[1:2]),
    )
    return path


def write(path: Path, *records: dict) -> None:
    path.write_text(
        "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8"
    )


@pytest.fixture
def key_file(tmp_path) -> Path:
    path = tmp_path / "key"
    path.write_text(KEY + "\n")
    return path


def run(source: Path, target: Path, **options: object) -> list[dict]:
    call_command(
        "substitute",
        str(source),
        str(target),
        **({"epsilon": "1", "reference_date": "2022-10-24"} | options),
    )
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_notes_come_out_in_their_order_with_offsets_in_the_new_text(source, tmp_path, key_file):
    notes = run(source, tmp_path / "out.jsonl", key_file=key_file)
    assert [n["id"] for n in notes] == ["n1", "n2", "n3"]
    assert set(notes[0]) == {"id", "patient", "text", "replacements"}
    shown = [notes[0]["text"][r["start"] : r["end"]] for r in notes[0]["replacements"]]
    assert [(r["label"], r["subtype"]) for r in notes[0]["replacements"]] == [
        (la, st) for _, la, st in ENTITIES
    ]
    assert set(notes[0]["replacements"][0]) == {"start", "end", "label", "subtype"}
    assert shown[1] == shown[5]
    # a pseudonym under the study's key, the one that exports of the pages have
    first, second, last = (n["patient"]["id"] for n in notes)
    assert first == last == pseudonym(StudyKey.from_hex(KEY), "patient", "p1") != second
    # the notes of a patient need not be adjacent: n3 shares Dijon with n1
    third = notes[2]["replacements"][0]
    assert notes[2]["text"][third["start"] : third["end"]] == shown[1]


def test_what_was_written_is_told_and_whether_its_key_is_kept(source, tmp_path, key_file, capsys):
    run(source, tmp_path / "out.jsonl", key_file=key_file)
    assert capsys.readouterr().err.endswith("3 notes substituées.\n")
    run(source, tmp_path / "other.jsonl")
    assert "3 notes substituées.\nSans --key-file la clé est oubliée" in capsys.readouterr().err


def test_a_byte_order_mark_changes_nothing(source, tmp_path, key_file):
    plain = run(source, tmp_path / "plain.jsonl", key_file=key_file)
    source.write_bytes(b"\xef\xbb\xbf" + source.read_bytes())
    assert run(source, tmp_path / "marked.jsonl", key_file=key_file) == plain


def test_fields_that_nobody_reads_are_told_without_their_values(tmp_path, capsys):
    path = tmp_path / "in.jsonl"
    write(path, record("n1", "p1"), record("n2", "p1") | {"nom": "Prélot"})
    run(path, tmp_path / "out.jsonl")
    told = capsys.readouterr().err
    assert "in.jsonl, ligne 2, champ « nom » : champ inconnu, ignoré (1 note(s))" in told
    assert "Prélot" not in told


def test_same_key_same_bytes_other_patients_differ(source, tmp_path, key_file):
    first = run(source, tmp_path / "a.jsonl", key_file=key_file)
    run(source, tmp_path / "b.jsonl", key_file=key_file)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert first[0]["text"] != first[1]["text"]


def test_without_a_key_file_every_run_is_fresh(source, tmp_path):
    assert run(source, tmp_path / "a.jsonl") != run(source, tmp_path / "b.jsonl")


def test_names_never_come_out_even_where_the_annotation_forgot_them(tmp_path, capsys):
    source = tmp_path / "in.jsonl"
    write(source, record("n1", "p1", EXAMPLE + " Rappeler M. DURAND."))
    notes = run(source, tmp_path / "out.jsonl")
    assert "durand" not in notes[0]["text"].lower()
    assert notes[0]["text"].endswith(" Rappeler M. [PER].")
    assert "1 chaîne d'origine" in capsys.readouterr().err


def test_features_and_prior_change_the_draws_of_places_alone(source, tmp_path, key_file):
    radon, cancer = tmp_path / "radon.csv", tmp_path / "cancer.csv"
    radon.write_text(
        "dep_code,radon,mot\n21,1\n25,3\n71,9\n01,4\n".replace("\n", ",x\n").replace(
            "mot,x", "mot"
        ),
        encoding="utf-8",
    )
    cancer.write_text("insee_code;taux\n21231;1,5\n25056;2,5\n71076;7\n", encoding="utf-8")
    files, both = [str(radon)], [str(radon), str(cancer)]
    plain = run(source, tmp_path / "a.jsonl", key_file=key_file)
    chosen = [
        run(source, tmp_path / "b.jsonl", key_file=key_file, features=files, columns=["radon=0,5"]),
        run(
            source,
            tmp_path / "c.jsonl",
            key_file=key_file,
            features=both,
            columns=["radon=0,5", "taux=1"],
        ),
        run(source, tmp_path / "d.jsonl", key_file=key_file, prior="uniform"),
    ]
    shown = [
        [n["text"][r["start"] : r["end"]] for n in notes[:1] for r in n["replacements"]]
        for notes in [plain, *chosen]
    ]
    assert len({row[1] for row in shown}) > 1  # the town
    assert len({tuple(row[2:5]) for row in shown}) == 1  # the dates
    with pytest.raises(CommandError, match=r"radon\.csv, ligne 2, mot"):
        run(source, tmp_path / "e.jsonl", features=files, columns=["mot"])
    with pytest.raises(CommandError, match="aucun fichier n'a"):
        run(source, tmp_path / "e.jsonl", features=files, columns=["taux"])
    with pytest.raises(CommandError, match="plusieurs fichiers"):
        run(source, tmp_path / "e.jsonl", features=files * 2, columns=["radon"])
    radon.write_text("dep_code,radon\n21,1\n21,2\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"radon.csv.*3.*dep_code"):
        run(source, tmp_path / "e.jsonl", features=files)
    assert not (tmp_path / "e.jsonl").exists()


def test_area_and_mechanisms_are_obeyed(source, tmp_path):
    notes = run(source, tmp_path / "out.jsonl", dates="tag", places="tag")
    assert notes[2]["text"] == "Revu à [VILLE]."
    assert "du [DATE] au [DATE] à la suite" in notes[0]["text"]
    with pytest.raises(CommandError, match="zone inconnue"):
        run(source, tmp_path / "none.jsonl", area="FR-ZZ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"epsilon": "0"}, "strictement positif"),
        ({"epsilon": "-1"}, "strictement positif"),
        ({"epsilon": "abc"}, "un nombre est attendu"),
        ({"epsilon": "1e400"}, "un nombre est attendu"),
        ({"epsilon": "1/0"}, "un nombre est attendu"),
        ({"cap": "3"}, "--cap ne va qu'avec --ledger"),
        ({"shares": ["dates=2", "dates=3"]}, "dates= est donné deux fois"),
        ({"area": "DE"}, "attendu FR"),
        ({"reference_date": "24/10/2022"}, "AAAA-MM-JJ"),
    ],
)
def test_bad_options_are_refused_in_french_and_write_nothing(source, tmp_path, options, message):
    with pytest.raises(CommandError, match=message):
        run(source, tmp_path / "out.jsonl", **options)
    assert not (tmp_path / "out.jsonl").exists()


def test_a_bad_or_missing_key_file_is_refused(source, tmp_path):
    bad = tmp_path / "bad"
    bad.write_text("abc")
    with pytest.raises(CommandError, match="64 chiffres hexadécimaux"):
        run(source, tmp_path / "out.jsonl", key_file=bad)
    with pytest.raises(CommandError, match="absent"):
        run(source, tmp_path / "out.jsonl", key_file=tmp_path / "absent")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"in\.jsonl, ligne 2"),
        (json.dumps({"id": "x", "text": "a", "entities": [{"start": 5, "end": 1, "label": "PER"}]}), r"ligne 2"),
        (json.dumps(record("n1", "p9")), r"ligne 2, champ « id »"),
        (
            json.dumps({"id": "x", "text": "Durand", "entities": [{"start": 0, "end": 4, "label": "PER"},
                                                                  {"start": 2, "end": 6, "label": "PER"}]}),
            r"ligne 2.*chevauche",
        ),
    ],
)  # fmt: skip
def test_a_bad_line_is_named_and_nothing_is_left_behind(tmp_path, line, message):
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(record("n1", "p1")) + "\n" + line + "\n", encoding="utf-8")
    target = tmp_path / "out.jsonl"
    target.write_text("before")
    with pytest.raises(CommandError, match=message) as caught:
        run(source, target)
    assert "Durand" not in str(caught.value)
    assert target.read_text() == "before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_source_and_target_must_differ(source):
    with pytest.raises(CommandError, match="différent"):
        run(source, source)


def test_a_missing_source_is_named(tmp_path):
    with pytest.raises(CommandError, match="introuvable"):
        run(tmp_path / "none.jsonl", tmp_path / "out.jsonl")


@pytest.mark.parametrize(
    "changed",
    [
        {"text": 3},
        {"entities": {"start": 3}},
        {"entities": [{"start": "3", "end": 9, "label": "PER", "subtype": "NOM"}]},
        {"entities": [{"start": 3, "end": 9, "label": ["PER"], "subtype": "NOM"}]},
    ],
)
def test_a_file_that_changes_while_it_is_read_is_refused(source, tmp_path, monkeypatch, changed):
    reread = substitute.reread_json
    monkeypatch.setattr(substitute, "reread_json", lambda line: {**reread(line), **changed})
    with pytest.raises(CommandError, match="changé"):
        call_command("substitute", str(source), str(tmp_path / "out.jsonl"), "--epsilon", "1")
    assert not (tmp_path / "out.jsonl").exists()


def test_batches_hold_whole_patients_and_end_by_their_number_of_notes_or_of_characters(
    tmp_path, monkeypatch
):
    source = tmp_path / "in.jsonl"
    write(source, *(record(f"n{i}", f"p{i // 2}") for i in range(10)))
    with source.open("rb") as stream:
        index = substitute._read_index(stream, "in.jsonl")
        by_notes = [len(batch) for batch in substitute._batches(stream, index, 3)]
        monkeypatch.setattr(substitute, "_TEXT_AT_ONCE", 5 * len(EXAMPLE))
        by_size = [len(batch) for batch in substitute._batches(stream, index, 100)]
    assert (by_notes, by_size) == ([2, 2, 1], [3, 2])


def test_notes_without_entities_are_counted(tmp_path, capsys):
    source = tmp_path / "in.jsonl"
    write(source, record("n1", "p1", "Rien.", []))
    assert run(source, tmp_path / "out.jsonl")[0]["text"] == "Rien."
    told = capsys.readouterr().err
    assert "1 note sans aucune entité" in told
    assert "Lancez d'abord « manage.py preannotate »" in told  # no note has any

    write(source, record("n1", "p1", "Rien.", []), record("n2", "p1"))
    run(source, tmp_path / "out.jsonl")
    assert "preannotate" not in capsys.readouterr().err


def test_what_is_masked_is_listed_with_its_place_form_and_level_and_without_its_words(
    tmp_path, capsys
):
    source, forgotten = tmp_path / "in.jsonl", " Rappeler M. DURAND, puis M. D. demain."
    text = EXAMPLE + forgotten
    write(source, record("n1", "p1", text))
    run(source, tmp_path / "out.jsonl")
    told = capsys.readouterr().err
    name, letter = text.index("DURAND"), text.rindex("D.")
    assert (
        f"note n1, caractères {name} à {name + 6} : PER, écrit autrement (casse, accents), sûr"
        in told
    )
    assert f"note n1, caractères {letter} à {letter + 1} : PER, initiales, probable" in told
    assert "DURAND" not in told


# --- the ledger


def charged(ledger: Path) -> dict[str, Fraction]:
    """What each account of the file has spent."""
    totals: dict[str, Fraction] = {}
    with closing(sqlite3.connect(ledger)) as rows:
        for account, epsilon in rows.execute("SELECT account, epsilon FROM charge"):
            totals[account] = totals.get(account, Fraction(0)) + Fraction(epsilon)
    return totals


@pytest.fixture
def ledger(tmp_path) -> Path:
    return tmp_path / "registre"


def test_each_person_is_charged_and_the_same_draws_cost_nothing_more(
    source, tmp_path, key_file, ledger
):
    for name in ("a", "b"):
        run(source, tmp_path / name, epsilon="1", key_file=str(key_file), ledger=str(ledger))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(charged(ledger).values()) == [1, 1]
    run(source, tmp_path / "c", epsilon="2", key_file=str(key_file), ledger=str(ledger))
    assert sorted(charged(ledger).values()) == [3, 3]
    # without a key file the draws are new ones, of another study
    run(source, tmp_path / "d", epsilon="1", ledger=str(ledger))
    assert sorted(charged(ledger).values()) == [4, 4]
    for path in (ledger, Path(f"{ledger}.key")):
        assert path.stat().st_mode & 0o077 == 0
    kept = ledger.read_bytes()
    assert not any(word in kept for word in (b"Dijon", b"Durand", b"p1", b"12/02/2020"))


def test_beyond_the_cap_nothing_is_written_and_nothing_charged(source, tmp_path, key_file, ledger):
    asked = {"key_file": str(key_file), "ledger": str(ledger), "cap": "1,5"}
    run(source, tmp_path / "a", epsilon="1", **asked)
    with pytest.raises(CommandError, match="2 patients"):
        run(source, tmp_path / "b", epsilon="0.6", **asked)
    assert not (tmp_path / "b").exists()
    assert sorted(charged(ledger).values()) == [1, 1]
    run(source, tmp_path / "b", epsilon="0.5", **asked)
    assert sorted(charged(ledger).values()) == [Fraction(3, 2), Fraction(3, 2)]


def test_what_has_no_bound_needs_a_reason_that_the_ledger_keeps(source, tmp_path, key_file, ledger):
    asked = {"key_file": str(key_file), "epsilon": "1", "ledger": str(ledger), "dates": "shift"}
    with pytest.raises(CommandError, match="shift"):
        run(source, tmp_path / "a", **asked)
    assert not ledger.exists()
    run(source, tmp_path / "a", **asked, override="Comparaison avec Stubbs.")
    with closing(sqlite3.connect(ledger)) as rows:
        signed = rows.execute("SELECT mechanisms, reason FROM override").fetchall()
        (offsets,) = rows.execute("SELECT COUNT(*) FROM charge WHERE has_bound = 0").fetchone()
    assert signed == [("shift", "Comparaison avec Stubbs.")]
    assert offsets == 2  # one offset a patient
    with pytest.raises(CommandError, match="--ledger"):
        run(source, tmp_path / "a", epsilon="1", override="Sans registre.")


def test_a_note_without_a_patient_pays_from_the_account_of_its_text(
    tmp_path, key_file, ledger, capsys
):
    path = tmp_path / "lone.jsonl"
    write(path, record("n1", ""), record("n2", "", "Revu à  Dijon.", ENTITIES[1:2]),
          record("n3", "", "Revu à Dijon.", ENTITIES[1:2]))  # fmt: skip
    run(path, tmp_path / "a", epsilon="1", key_file=str(key_file), ledger=str(ledger))
    assert sorted(charged(ledger).values()) == [1, 2]
    assert "3 notes sans patient" in capsys.readouterr().err


def test_a_ledger_without_its_key_or_that_is_none_is_refused(source, tmp_path, key_file, ledger):
    asked = {"key_file": str(key_file), "epsilon": "1", "ledger": str(ledger)}
    run(source, tmp_path / "a", **asked)
    Path(f"{ledger}.key").unlink()
    with pytest.raises(CommandError, match=r"registre\.key manque"):
        run(source, tmp_path / "b", **asked)
    ledger.write_text("ceci n'est pas un registre, " * 40)
    with pytest.raises(CommandError, match="illisible"):
        run(source, tmp_path / "b", **asked)
    assert not (tmp_path / "b").exists()


def test_a_ledger_with_another_ones_key_is_refused(source, tmp_path, key_file, ledger):
    """It would open empty accounts for who has spent already."""
    asked = {"key_file": str(key_file), "epsilon": "1", "ledger": str(ledger)}
    run(source, tmp_path / "a", **asked)
    kept = Path(f"{ledger}.key").read_text()
    Path(f"{ledger}.key").write_text("ab" * 32 + "\n")
    with pytest.raises(CommandError, match=r"registre\.key n'est pas la clé de ce registre"):
        run(source, tmp_path / "b", **asked)
    assert not (tmp_path / "b").exists()
    Path(f"{ledger}.key").write_text(kept)
    run(source, tmp_path / "b", **asked)


def test_a_ledger_of_before_there_was_a_mark_takes_that_of_its_key(
    source, tmp_path, key_file, ledger
):
    asked = {"key_file": str(key_file), "epsilon": "1", "ledger": str(ledger)}
    run(source, tmp_path / "a", **asked)
    with closing(sqlite3.connect(ledger)) as rows:
        rows.execute("DROP TABLE key_mark")
        rows.commit()
    run(source, tmp_path / "b", **asked)
    Path(f"{ledger}.key").write_text("ab" * 32 + "\n")
    with pytest.raises(CommandError, match="n'est pas la clé"):
        run(source, tmp_path / "c", **asked)


@pytest.mark.parametrize(
    "name", ["registre", "registre.key", "registre-journal", "key", "weights.csv"]
)
def test_the_output_takes_the_place_of_nothing_that_the_run_keeps(
    source, tmp_path, key_file, ledger, name
):
    (tmp_path / "weights.csv").write_text("insee,stays\n21231,3\n")
    asked = {"key_file": str(key_file), "epsilon": "1", "ledger": str(ledger)}
    with pytest.raises(CommandError, match="prendrait la place"):
        run(source, tmp_path / name, **asked, prior_file=str(tmp_path / "weights.csv"))
    assert not ledger.exists()
    assert key_file.read_text() == KEY + "\n"


def test_a_ledger_with_a_damaged_row_or_key_is_refused(source, tmp_path, key_file, ledger):
    asked = {"key_file": str(key_file), "ledger": str(ledger)}
    run(source, tmp_path / "a", epsilon="1", **asked)
    with closing(sqlite3.connect(ledger)) as rows:
        rows.execute("UPDATE charge SET epsilon = 'abc'")
        rows.commit()
    with pytest.raises(CommandError, match="registre : registre illisible"):
        run(source, tmp_path / "b", epsilon="2", **asked)
    Path(f"{ledger}.key").write_text("")
    with pytest.raises(CommandError, match=r"registre\.key"):
        run(source, tmp_path / "b", epsilon="2", **asked)
    with pytest.raises(CommandError, match="--cap"):
        run(source, tmp_path / "b", epsilon="2", **asked, cap="nan")
    assert not (tmp_path / "b").exists()


def test_a_first_run_that_is_refused_takes_no_other_ones_ledger_away(tmp_path, ledger):
    """The file of a run that had come to nothing was erased, while another one was waiting for it."""
    with suppress(CommandError), open_ledger(ledger, Fraction(1)):
        waiting = sqlite3.connect(ledger)
        raise CommandError
    with closing(waiting):
        waiting.execute("CREATE TABLE kept (a)")
        waiting.commit()
    with closing(sqlite3.connect(ledger)) as rows:
        assert rows.execute("SELECT COUNT(*) FROM kept").fetchone() == (0,)


def test_a_ledger_that_is_replaced_while_it_is_used_keeps_nothing(tmp_path, ledger):
    with open_ledger(ledger, Fraction(1)) as opened:
        ledger.rename(tmp_path / "moved")
        with pytest.raises(LedgerFileError, match="remplacé"):
            opened.settle()


def test_what_was_substituted_before_can_be_substituted_again_and_it_is_told(
    source, tmp_path, capsys
):
    first = run(source, tmp_path / "once.jsonl")
    again = run(tmp_path / "once.jsonl", tmp_path / "twice.jsonl")
    told = capsys.readouterr().err
    assert "notes déjà substituées : leurs remplacements sont lus comme entités : 3" in told
    assert [len(n["replacements"]) for n in again] == [len(n["replacements"]) for n in first]
    assert again[0]["text"] != first[0]["text"]


def test_labels_are_chosen_on_the_command_line(source, tmp_path):
    notes = run(source, tmp_path / "all.jsonl", tag="all")
    assert notes[0]["text"] == (
        "M. [NOM], né à [VILLE], [AGE], a été hospitalisé du [DATE] au [DATE] à la suite d'un accident de la route à"
        " [VILLE]."
    )
    text = run(source, tmp_path / "one.jsonl", tag="PER,ORG")[0]["text"]
    assert text.startswith("M. [NOM], né ")  # à, or au Havre
    assert text.count("[") == 1
    with pytest.raises(CommandError, match="étiquettes parmi PER"):
        run(source, tmp_path / "none.jsonl", tag="NOM")
    assert not (tmp_path / "none.jsonl").exists()


def test_ages_are_capped_on_the_command_line(tmp_path):
    source = tmp_path / "in.jsonl"
    write(source, record("n1", "p1", "Vu, 99 ans.", [("99 ans", "AGE", "AGE")]))
    notes = run(source, tmp_path / "out.jsonl", epsilon="10", cap_ages=True)
    assert notes[0]["text"] == "Vu, 90 ans ou plus."


def test_shares_of_epsilon_by_class(source, tmp_path, key_file):
    even = run(source, tmp_path / "a.jsonl", key_file=key_file)
    same = run(
        source, tmp_path / "b.jsonl", key_file=key_file, shares=["dates=2", "places=2", "ages=2"]
    )
    ledger = tmp_path / "ledger"
    uneven = run(
        source, tmp_path / "c.jsonl", key_file=key_file, shares=["places=3"], ledger=str(ledger)
    )
    assert [n["text"] for n in same] == [n["text"] for n in even]
    assert [n["text"] for n in uneven] != [n["text"] for n in even]
    with sqlite3.connect(ledger) as rows:
        spent = dict(rows.execute("SELECT element_class, epsilon FROM charge"))
    assert spent == {"VILLE": "1/2", "AGE": "1/6", "DATE": "1/6"}  # 3 + 1 + 1 + 1 parts
    for wrong in ("towns=2", "dates=0", "dates=21", "dates"):
        with pytest.raises(CommandError, match="--shares"):
            run(source, tmp_path / "d.jsonl", shares=[wrong])


def test_it_starts_without_models_and_guards_what_nobody_catches(tmp_path):
    """Settings and models of the server take a third of a start; the file's own settings keep what guards the log."""
    code = (
        "import sys; sys.argv = ['manage.py', 'substitute', '--help']; import manage\n"
        "try: manage.main()\n"
        "except SystemExit: pass\n"
        "assert not {'annotation.models', 'deidweb.celery'} & set(sys.modules)\n"
        "raise ValueError('CANARI')"
    )
    environment = {"PATH": "/usr/bin", "DEIDWEB_DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert "ValueError" in done.stderr
    assert "CANARI" not in done.stderr


def test_mechanisms_without_a_bound_say_so(source, tmp_path, capsys):
    run(source, tmp_path / "out.jsonl", dates="shift")
    assert "shift : sans borne de confidentialité." in capsys.readouterr().err
    run(source, tmp_path / "out.jsonl")
    assert "sans borne" not in capsys.readouterr().err


def test_an_identifier_that_names_its_patient_is_told_of_without_its_words(tmp_path, capsys):
    path = tmp_path / "in.jsonl"
    write(path, record("DURAND_2020-02-12", "p1"), record("durée-12", "p2"), record("n3", "p1"))
    run(path, tmp_path / "out.jsonl")
    told = capsys.readouterr().err
    assert "1 patient : l'identifiant d'une de ses notes contient une chaîne d'origine" in told
    assert "DURAND" not in told
