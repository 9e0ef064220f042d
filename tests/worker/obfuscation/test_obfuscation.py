"""From a released export to neighbours, and to another text. Tiny models; all people are invented."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from tests.mini_model import write_mini_backbone
from worker.obfuscation.doc2vec import Doc2VecEncoder
from worker.obfuscation.embed import SentenceEncoder, pool_of, sentence_table, sentences_of
from worker.obfuscation.learn import learn_words
from worker.obfuscation.pool import PoolError, texts_of, texts_of_others

RELEASED = ["Le patient tousse depuis hier.\nPas de fièvre.", "La patiente tousse, pas de fièvre ce jour.", "Le patient va bien."]  # fmt: skip
NOTE = {"id": "n1", "text": "Mme Durand tousse.\nPas de fièvre.", "patient": {"id": "p1"},
        "entities": [{"start": 4, "end": 10, "label": "PER", "subtype": "NOM"}]}  # fmt: skip


@pytest.fixture
def pool(tmp_path):
    path = tmp_path / "export.jsonl"
    rows = [{"id": str(i), "text": text, "replacements": []} for i, text in enumerate(RELEASED)]
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps(NOTE))
    return path


def test_originals_are_no_pool(pool, source, tmp_path):
    assert texts_of(pool) == RELEASED
    with pytest.raises(PoolError, match=r"ligne 1 .* export diffusé"):
        texts_of(source)
    both = tmp_path / "both.jsonl"
    both.write_text(json.dumps({**NOTE, "replacements": []}))
    with pytest.raises(PoolError):
        texts_of(both)
    both.write_text("")
    with pytest.raises(PoolError, match="aucune note"):
        texts_of(both)


def test_notes_of_the_patients_who_are_compared_are_no_pool(tmp_path):
    path = tmp_path / "export.jsonl"
    rows = [
        {"id": name, "text": name, "replacements": []} | ({"patient": {"id": patient}} if patient else {})
        for name, patient in (("n1", "p1"), ("n2", "p1"), ("n3", "p2"), ("n4", ""))
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, rows)))
    assert texts_of_others(path, {"n1"}) == (["n3", "n4"], 2)
    assert texts_of_others(path, {"n4", "p2"}) == (["n1", "n2", "n3"], 1)
    with pytest.raises(PoolError, match="que des notes des patients comparés"):
        texts_of_others(path, {"n1", "n3", "n4"})


def test_words_are_learned_and_the_same_texts_give_the_same_space():
    pytest.importorskip("gensim")
    one, other = (learn_words(RELEASED, size=8, epochs=3) for _ in range(2))
    assert one.version == other.version
    assert {"patient", "tousse", "fièvre"} <= set(one.words)
    assert "durand" not in one.places


def test_what_takes_long_says_within_it_that_it_gets_on(tmp_path):
    """An epoch over a large export, a patient's sentences in a large pool: a job that is silent for long is ended."""
    encoder, signs = SentenceEncoder(write_mini_backbone(tmp_path / "mini")), []
    pool = pool_of(encoder, RELEASED)
    pool.table(encoder, ["Pas de fièvre. Va bien."], lambda: signs.append("sentence"))
    assert len(signs) >= 2
    pytest.importorskip("gensim")
    learn_words(RELEASED, size=8, epochs=3, on_line=lambda: signs.append("line"))
    assert signs.count("line") >= 4 * len(RELEASED), "to count words, and in each epoch"


def test_a_sentence_of_the_pool_is_nearest_to_itself(tmp_path):
    encoder = SentenceEncoder(write_mini_backbone(tmp_path / "mini"))
    assert sentences_of(["Va bien.  Va bien.\nVa  bien."]) == ["Va bien."]
    table = sentence_table(encoder, ["Pas de fièvre."], RELEASED)
    ((near),) = table.values()
    assert near[0] == "Pas de fièvre."
    assert len(near) == 4  # all that the pool has
    assert sentence_table(encoder, [], RELEASED) == {}


def test_doc2vec_puts_a_sentence_nearest_to_itself_and_to_its_like():
    pytest.importorskip("gensim")
    texts = [*RELEASED, "Une radiographie du genou sera faite demain."]
    done: list[int] = []
    encoder = Doc2VecEncoder(texts, size=16, epochs=100, on_epoch=done.append)
    assert done == list(range(1, 101))
    pool = pool_of(encoder, texts)
    assert (pool.vectors**2).sum(1) == pytest.approx(1, abs=1e-5)
    (near,) = pool.table(encoder, ["Pas de fièvre."]).values()
    assert near[0] == "Pas de fièvre."
    assert encoder.version == Doc2VecEncoder(texts, size=16, epochs=100).version
    assert encoder.version != Doc2VecEncoder(texts[:2], size=16, epochs=100).version


def test_doc2vec_has_nothing_to_learn_from_signs(tmp_path, source):
    pytest.importorskip("gensim")
    signs = tmp_path / "signs.jsonl"
    signs.write_text(json.dumps({"id": "a", "text": "...", "replacements": []}))
    with pytest.raises(CommandError, match="trop peu de mots"):
        call_command("learn_neighbours", str(signs), str(tmp_path / "near"), "--for", str(source), "--doc2vec")  # fmt: skip


def test_the_shipped_kind_of_model_embeds_too(tiny_model):
    vectors = SentenceEncoder(tiny_model).vectors(["Va bien.", "Va bien.", "Mme Petit tousse."])
    assert vectors[0] == pytest.approx(vectors[1], abs=1e-5)
    assert (vectors**2).sum(1) == pytest.approx(1)


@pytest.mark.parametrize("method", ["kneo", "noise"])
def test_a_note_goes_through_the_commands_by_words(pool, source, tmp_path, method):
    pytest.importorskip("gensim")
    near, target = tmp_path / "voisins", tmp_path / "out.jsonl"
    call_command("learn_neighbours", str(pool), str(near), "--size", "8", "--epochs", "3")
    call_command(
        "substitute", str(source), str(target), "--epsilon", "1", "--text", method, "--neighbours", str(near)
    )  # fmt: skip
    (line,) = target.read_text().splitlines()
    told = json.loads(line)
    assert told["replacements"] == []
    assert "durand" not in told["text"].casefold()
    assert told["text"].count("\n") == 1


def test_a_note_without_entities_changes_too_and_is_not_said_to_leave_as_it_is(
    pool, tmp_path, capsys
):
    pytest.importorskip("gensim")
    near, source, target = (tmp_path / name for name in ("voisins", "in.jsonl", "out.jsonl"))
    source.write_text(json.dumps({"id": "n", "text": "Patient vu ce jour.", "entities": []}))
    call_command("learn_neighbours", str(pool), str(near), "--size", "8", "--epochs", "3")
    call_command(
        "substitute", str(source), str(target), "--epsilon", "1", "--text", "kneo", "--neighbours", str(near)
    )  # fmt: skip
    assert json.loads(target.read_text())["text"] != "Patient vu ce jour."
    assert "sans aucune entité" not in capsys.readouterr().err


@pytest.mark.parametrize("by", ["--encoder", "--doc2vec"])
def test_a_note_goes_through_the_commands_by_sentences(pool, source, tmp_path, by):
    near, target = tmp_path / "voisins", tmp_path / "out.jsonl"
    if by == "--doc2vec":
        pytest.importorskip("gensim")
        how = [by, "--size", "8", "--epochs", "3"]
        with pytest.raises(CommandError, match="--for"):
            call_command("learn_neighbours", str(pool), str(near), *how)
    else:
        how = [by, str(write_mini_backbone(tmp_path / "mini"))]
    call_command("learn_neighbours", str(pool), str(near), "--for", str(source), *how)
    call_command(
        "substitute", str(source), str(target), "--epsilon", "1", "--text", "sentence", "--neighbours", str(near)
    )  # fmt: skip
    first, second = json.loads(target.read_text())["text"].split("\n")
    assert {first, second} <= set(sentences_of(RELEASED))


def test_every_method_is_compared_by_a_command(pool, source, tmp_path, capsys, settings):
    pytest.importorskip("gensim")
    settings.DATA_DIR = tmp_path  # no nomenclature: the codes' two columns are empty
    encoder, figure = write_mini_backbone(tmp_path / "mini"), tmp_path / "figure.svg"
    call_command(
        "compare_methods", str(source), pool=pool, encoder=[encoder], doc2vec=True, epochs=2, svg=figure, json=True
    )  # fmt: skip
    told = capsys.readouterr()
    assert "fetch_cim10" in told.err
    measured = json.loads(told.out.splitlines()[-1])
    assert list(measured)[-4:] == ["kneo", "sentence, mini", "sentence, Doc2Vec", "noise, ε = 20"]
    assert measured["tag"]["smr"] == 1.0
    assert measured["tag"]["jsc"] is None
    assert ElementTree.fromstring(figure.read_text()).tag.endswith("svg")
    assert "durand" not in (told.out + figure.read_text()).casefold()
    assert "Voisins tirés de 3 notes ; notes des mêmes patients laissées de côté : 0." in told.out
    assert "qui se lisent aussi dans les voisins : 0,0 %." in told.out
    with pytest.raises(CommandError, match="export diffusé"):
        call_command("compare_methods", str(source), pool=source)


def test_a_figure_without_a_folder_and_no_passage_are_refused_before_anything_is_compared(
    pool, source, tmp_path, monkeypatch
):
    monkeypatch.setattr("worker.management.commands.compare_methods.followed", None)
    for wrong, told in (
        ({"svg": tmp_path / "none" / "figure.svg"}, "Dossier introuvable"),
        ({"svg": source}, "différent"),
        ({"epochs": 0}, "--epochs : au moins 1"),
    ):
        with pytest.raises(CommandError, match=told):
            call_command("compare_methods", str(source), pool=pool, **wrong)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "tokenizer.json").write_text("{")
    monkeypatch.setattr("worker.management.commands.compare_methods.learn_words", None)
    for encoder in (tmp_path / "none", tmp_path / "bad"):
        with pytest.raises(CommandError, match=f"{encoder} : ce n'est pas un encodeur"):
            call_command("compare_methods", str(source), pool=pool, encoder=[encoder])
        with pytest.raises(CommandError, match=f"{encoder} : ce n'est pas un encodeur"):
            call_command("learn_neighbours", str(pool), str(tmp_path / "near"), "--for", str(source), "--encoder", str(encoder))  # fmt: skip
    with pytest.raises(CommandError, match=r"notes\.jsonl : ligne 1 : .*export diffusé"):
        call_command("compare_methods", str(source), pool=source)
    for option in ("--size", "--window", "--epochs"):
        with pytest.raises(CommandError, match=f"{option} : au moins 1"):
            call_command("learn_neighbours", str(pool), str(tmp_path / "near"), option, "0")


def test_what_does_not_go_together_is_said(pool, source, tmp_path):
    target = tmp_path / "out.jsonl"
    for wrong in (["--text", "kneo"], ["--neighbours", str(pool)]):
        with pytest.raises(CommandError, match="vont ensemble"):
            call_command("substitute", str(source), str(target), "--epsilon", "1", *wrong)
    with pytest.raises(CommandError, match="--ledger"):
        call_command("substitute", str(source), str(target), "--epsilon", "1", "--text", "kneo", "--neighbours", str(pool), "--ledger", str(tmp_path / "l"))  # fmt: skip
    with pytest.raises(CommandError, match="illisible"):
        call_command("substitute", str(source), str(target), "--epsilon", "1", "--text", "kneo", "--neighbours", str(pool))  # fmt: skip
    with pytest.raises(CommandError, match="export diffusé"):
        call_command("learn_neighbours", str(source), str(target))
    assert not target.exists()
