"""The table of written forms."""

from __future__ import annotations

from annotation.domain.spans import Span
from benches.ner import forms
from benches.ner.carriers import CARRIERS, carriers_of
from benches.ner.engines import Column
from benches.ner.forms import Recall
from worker.training.corpus import catalogue


def test_every_form_of_the_catalogue_has_sentences_with_one_place():
    known = catalogue.forms()
    assert len({(form.subtype, form.name) for form in known}) >= 150
    assert all(len(carriers_of(form)) >= 4 for form in known)
    assert all(carrier.count("{}") == 1 for own in CARRIERS.values() for carrier in own)


def test_every_sentence_list_serves_some_form():
    used = {carriers_of(form) for form in catalogue.forms()}
    assert [key for key, own in CARRIERS.items() if own not in used] == []


def test_a_decade_is_not_put_after_en():
    [decade] = [form for form in catalogue.forms() if form.name == "années 80"]
    assert not any(" en {}" in carrier for carrier in carriers_of(decade))


def test_samples_are_the_same_for_a_seed_and_mark_what_they_say():
    first, again = list(forms.samples(5, 1)), list(forms.samples(5, 1))
    assert first == again
    assert first != list(forms.samples(6, 1))
    assert all(sample.gold for sample in first)
    for sample in first:
        for span in sample.gold:
            surface = sample.text[span.start : span.end]
            assert surface == surface.strip() != ""


def test_a_mention_half_covered_is_not_masked():
    text = "Mme Anne Petit"  # gold: "Anne Petit", two tokens
    gold = Span(4, 14, "PER")
    recall = Recall()
    recall.add(text, gold, [Span(4, 8, "PER")])  # half of it
    recall.add(text, gold, [Span(4, 8, "PER"), Span(9, 14, "LOC")])  # masked, one label wrong
    recall.add(text, gold, [Span(0, 14, "PER")])  # masked and right, though too long
    recall.add(text, gold, [])
    assert (recall.mentions, recall.masked, recall.labelled) == (4, 2, 1)
    assert recall.masked_share == 0.5
    assert recall.labelled_share == 0.25


class Everything:
    version = "everything"

    def detect(self, texts, patients=None):
        return [[Span(0, len(text), "PER")] for text in texts]


class Nothing:
    version = "nothing"

    def detect(self, texts, patients=None):
        return [[] for _ in texts]


def test_the_table_ranks_by_the_last_engine_and_counts_what_it_leaves_out():
    columns = [Column("rien", Nothing()), Column("tout", Everything())]
    scores = forms.measure(columns, seed=1, each=1)
    assert len(scores) == len({(form.subtype, form.name) for form in catalogue.forms()})
    for (subtype, name), recalls in scores.items():
        assert recalls["rien"].masked == 0
        assert recalls["tout"].masked == recalls["tout"].mentions, (subtype, name)
    assert scores["IPP", "########"]["tout"].labelled == 0
    assert scores["NOM", "DUPONT"]["tout"].labelled == scores["NOM", "DUPONT"]["tout"].mentions
    shown = forms.to_text(scores, columns, most=3)
    assert f"les {len(scores) - 3} autres : tout masquées à 100,0 % et plus" in shown
    worst = shown.splitlines()[3]  # title, header, rule, first row
    assert worst.split()[-4:] == ["0,0", "0,0", "100,0", "0,0"]
