"""What a new job, model or page easily forgets."""

from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from deidweb.jobs.kinds import KINDS, queue_of
from worker.tasks.run import HANDLERS


@pytest.mark.slow  # imports PyTorch
def test_every_kind_of_job_has_a_name_a_queue_and_a_handler():
    assert set(HANDLERS) == set(KINDS)
    for target in HANDLERS.values():
        module, function = target.split(":")
        assert callable(getattr(import_module(module), function))


def test_every_queue_is_served_by_the_one_command_tree_and_by_compose():
    from deidweb.management.commands.serve import build_tree

    queues = {queue for _title, queue in KINDS.values()}
    commands = [" ".join(child.command) for child in build_tree(8000)]
    text = Path("docker-compose.yml").read_text(encoding="utf-8")
    for queue in queues:
        assert any(f"--queues={queue}" in command for command in commands)
        assert f"--queues={queue}" in text
    for helper in ("batch", "train"):  # exports and sweeps go on while one of the others is busy
        assert any(f"--queues={helper},fast" in command for command in commands)
    # in compose they do not: they have no key of a study; a second worker of "fast" helps instead
    assert "--queues=batch --" in text
    assert "--queues=train --" in text


def test_what_somebody_waits_for_never_queues_behind_a_model_that_reads_or_learns():
    waiting = {kind for kind in KINDS if queue_of(kind) == "fast"}
    assert set(KINDS) - waiting == {
        "preannotate", "choose_notes", "learn_lines", "measure_site", "measure_recent", "train_ner", "adapt_ner", "adopt_tagger", "compare_model", "search_ner", "study_ner", "backfill", "train_icd", "learn_neighbours",
        "near_sentences", "measure_methods", "share_private", "learn_private",
    }  # fmt: skip
    assert {queue_of(kind) for kind in ("preannotate", "measure_site")} == {"batch"}
    assert {queue_of(kind) for kind in ("train_ner", "search_ner", "study_ner", "train_icd")} == {
        "train"
    }


@pytest.mark.django_db
def test_no_migration_is_missing():
    out = StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=out)
