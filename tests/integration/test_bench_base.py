"""The big base of the bench, small: what is written straight through SQL is what services write."""

from __future__ import annotations

import json

FILL = """
import json
from annotation.models import *
from annotation.selectors.tasks import project_tasks
from annotation.services.build_snapshot import Order, write_snapshot
from annotation.services.renew_lease import beat
from annotation.services.start_annotation import start_next
from benches.ui.big_base import Size, fill
from deidweb.accounts.models import User
project = fill(Size(notes=600, spans=12_345, people=3))
# by default, a share of the notes comes without suggestions: chance would decide what "copied" says
WorkSettings.objects.filter(project=project).update(hidden_percent=0)
spans = LayerSpan.objects.select_related("layer__document")
person = User.objects.get(username="p1")
tasks = project_tasks(person, project)
draft = write_snapshot(
    project, Order(), name="essai", on_progress=lambda done, total: None)
layer = start_next(actor=person, project=project)
print(json.dumps({
    "states": sorted(set(Document.objects.values_list("state", flat=True))),
    "spans": spans.exclude(layer=layer).count(),
    "wrong": sum(s.layer.document.text[s.start:s.end] != s.surface for s in spans),
    "layers": {kind: Layer.objects.filter(kind=kind).count() for kind in Layer.Kind.values},
    "gold": [tasks.gold, Layer.objects.filter(kind="gold", version=1).count()],
    "tasks": [tasks.total, tasks.waiting],
    "copied": layer.spans.count() == layer.source_layer.spans.count() > 5,
    "dataset": sum(draft.statistics.to_json()["notes"].values()),
    "beat": beat(actor=person, layer=layer),
}))
"""


def test_the_base_is_whole(either_stack):
    told = json.loads(either_stack.run(FILL))
    assert told["states"] == ["compare", "gold", "imported", "in_progress", "preannotated"]
    assert (told["spans"], told["wrong"]) == (12_345, 0)
    # 600 notes: 60 gold, 30 begun, 2 compared, 12 without suggestions; before the next one is taken
    assert told["layers"] == {"suggestion": 588, "annotator": 60 + 30 + 2 + 2 + 1, "gold": 60}
    assert told["gold"] == [60, 60]
    # 496 suggested and 12 bare notes wait
    assert told["tasks"] == [600, 508]
    assert told["dataset"] == 60
    assert (told["copied"], told["beat"]) == (True, 30)
