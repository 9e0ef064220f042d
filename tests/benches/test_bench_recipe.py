"""The recipes' bench: where a note is cut into sentences, and what an interrupted adaptation leaves."""

from __future__ import annotations

import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import bench_recipe, letterheads
from tests.mini_model import write_mini_model
from worker.training.learn import learn


def test_a_note_is_cut_where_a_sentence_ends_and_never_inside_an_entity():
    text = "Vu à St. Ouen le 3 mars. Signé : Dr. Anne Durand\n\nOk\nRevu par M. Petit hier"
    told = (("St. Ouen", "LOC"), ("3 mars", "DATE"), ("Anne Durand", "PER"), ("Petit", "PER"))
    entities = tuple(
        Span(text.index(surface), text.index(surface) + len(surface), label, label)
        for surface, label in told
    )
    found = list(bench_recipe.cut(Note("n", text, entities=entities)))
    sentences = ["Vu à St. Ouen le 3 mars.", "Signé : Dr. Anne Durand", "Revu par M. Petit hier"]
    assert [part.text for part in found] == sentences
    marked = [part.text[s.start : s.end] for part in found for s in part.entities]
    assert marked == [surface for surface, _label in told]


def test_sentences_of_each_part_come_from_its_own_families_and_are_as_many_as_asked():
    parts = {split: bench_recipe.sentences(split, 40) for split in ("train", "dev", "test")}
    assert [len(found) for found in parts.values()] == [40, 40, 40]
    texts = [{part.text for part in found} for found in parts.values()]
    assert not texts[0] & texts[2]
    assert any(part.entities for part in parts["train"])


class Inline:
    """A pool of this process."""

    def __init__(self, *_arguments: object, **_named: object) -> None:
        pass

    def __enter__(self) -> Inline:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    map = staticmethod(map)


@pytest.mark.slow
def test_an_interrupted_adaptation_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    trained = []

    def counted(*arguments):
        trained.append(arguments)
        return learn(*arguments)

    monkeypatch.setattr(bench_recipe, "SHIPPED", write_mini_model(tmp_path / "tiny"))
    monkeypatch.setattr(bench_recipe, "ProcessPoolExecutor", Inline)
    monkeypatch.setattr(bench_recipe, "learn", counted)
    monkeypatch.setattr(bench_recipe, "_KEPT", 3)
    monkeypatch.setattr(bench_recipe, "_WAITING", 12)
    command = f"--only adaptation --raw 40 --sizes 12 --seeds 1 --epochs 1 --dry --device cpu --work {tmp_path}".split()
    assert bench_recipe.main(command) == 0
    first = capsys.readouterr().out
    assert bench_recipe.main(command) == 0
    assert len(trained) == 2  # one start each, and nothing again
    assert capsys.readouterr().out.splitlines()[-1] == first.splitlines()[-1]


def test_services_write_their_own_blocks_and_what_is_learned_from_some_helps_in_the_others():
    made = letterheads.services(2, 5, 1)
    for own in made:
        first = own[0].text.split("\n")[0]
        assert all(note.text.startswith(first) for note in own)
        for note in own:
            surfaces = [note.text[s.start : s.end] for s in note.entities]
            assert all(surface == surface.strip() != "" for surface in surfaces)
    corrected = [note for own in made for note in own[:2]]
    others = [note for own in made for note in own[2:]]
    known = letterheads.memory(corrected, corrected + others)
    found = letterheads.Remembering(Blind(), known).detect([note.text for note in others])
    right = [
        {(s.start, s.end, s.label) for s in spans}
        <= {(s.start, s.end, s.label) for s in note.entities}
        for spans, note in zip(found, others, strict=True)
    ]
    assert all(right)
    assert all(found)


class Blind:
    version = "blind"

    def detect(self, texts, patients=None):
        return [[] for _text in texts]
