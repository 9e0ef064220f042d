from annotation.domain.spans import Span
from benches import bench_rules
from benches.ner.engines import RememberingModel
from worker.engine.hybrid import STEPS
from worker.engine.reading import Reading

TEXT = "séjour à LILLE CEDEX"


class Cedex:
    version = "cedex"

    def read(self, texts):
        return [
            Reading(
                [Span(9, 20, "LOC", "VILLE", 0.9, "model:x")],
                [0, 7, 9, 15],
                [6, 8, 14, 20],
                [1, 1, 0, 0],
            )
            for _ in texts
        ]


def found(*steps):
    [spans] = bench_rules.Variant("", steps=frozenset(steps)).detect(
        RememberingModel(Cedex()), [TEXT]
    )
    return [TEXT[span.start : span.end] for span in spans]


def test_a_step_left_out_changes_what_is_found():
    assert found() == ["LILLE"]
    assert found("cut_edges") == ["LILLE CEDEX"]


def test_every_step_and_family_has_its_row():
    titles = [variant.title for variant in bench_rules.variants()]
    assert {f"étape : {step.__name__}" for step in STEPS} < set(titles)
