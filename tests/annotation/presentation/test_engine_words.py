"""What a person reads in the place of an engine's version."""

from dataclasses import dataclass, fields

import pytest

from annotation.models.layer import IMPORTED_VERSION
from annotation.presentation.engine_words import engine_words
from worker.engine.encoder.files import version_of
from worker.engine.hybrid import HybridDetector
from worker.engine.rules.engine import RuleDetector

DIGEST = "3f2a91c0b7de" + "0" * 52


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("", "sans suggestion"),
        (IMPORTED_VERSION, "entités du fichier importé"),
        ("rules-1", "règles seules"),
        ("rules-1-names", "règles seules"),
        ("hybrid(rules-1, sans modèle)", "règles seules"),
        ("hybrid(rules-1+ner-fr-1-3f2a91c0b7de)", "règles et modèle ner-fr-1"),
        ("hybrid(rules-1+encoder-3f2a91c0b7de)", "règles et modèle réentraîné 3f2a91"),
        ("hybrid(rules-3+projet-e01202-8428dc627e5a)", "règles et modèle réentraîné 8428dc"),
        ("autre-2", "autre-2"),
        ("hybrid(rules-1+autre)", "hybrid(rules-1+autre)"),
    ],
)
def test_a_version_is_said_in_words(version, words):
    assert engine_words(version) == words


@dataclass(frozen=True)
class Named:
    """All that the hybrid asks of a model for its own version."""

    version: str


@pytest.mark.slow
def test_what_the_engines_call_themselves_is_known():
    from worker.training.plan import Plan  # with PyTorch

    (name,) = (field.default for field in fields(Plan) if field.name == "name")
    rules = RuleDetector()
    assert engine_words(rules.version) == "règles seules"
    assert engine_words(HybridDetector(rules, None).version) == "règles seules"
    retrained = HybridDetector(rules, Named(version_of(name, DIGEST)))
    assert engine_words(retrained.version) == "règles et modèle réentraîné 3f2a91"
