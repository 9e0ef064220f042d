"""Runs one other tool over texts: ``PYTHON -I process.py --peer NAME``, by any interpreter.

Standard library and the tool alone: nothing of this project is imported. One JSON object a line.
In: ``{"text": …}``. Out: first ``{"peer": NAME, "version": …}``, then for each text
``{"spans": [[start, end, "the tool's own label"], …], "seconds": …}``; offsets are code points.
When the tool isn't installed: ``{"absent": reason}``, exit code 3. ``--installed PACKAGE…`` answers with those that are there.
"""

import argparse
import ctypes
import json
import logging
import os
import re
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import distributions, version
from pathlib import Path
from typing import TextIO

Found = list[tuple[int, int, str]]
Detect = Callable[[str], Found]
ABSENT = 3
PARENT_DEATH_SIGNAL, NEW_USER, NEW_NET = 1, 0x10000000, 0x40000000  # PR_SET_…, CLONE_…
SPACY_MODEL = "fr_core_news_md"
GLINER_DIR = "GLINER_DIR"
GLINER_LABELS = (
    "person", "city", "address", "country", "hospital", "organization", "date", "date of birth", "age",
    "phone number", "email", "website", "identification number", "social security number",
)  # fmt: skip
WINDOW, SHARED = 200, 20  # words and signs: its usual window is 384 of its own
EDS_PSEUDO_RULES = ("eds_pseudo.simple_rules", "eds_pseudo.addresses", "eds_pseudo.dates")
# Some load their lists at the first text that holds a name: that is no reading time.
WARM_UP = "Mme Anne Dupont, 12 rue de la Gare 39100 Dole, née le 3 mars 1950, tél. 01 99 00 00 01."


def spacy() -> tuple[str, Detect]:
    """The French pipeline's entities; MISC identifies nobody."""
    import spacy as library

    pipeline = library.load(SPACY_MODEL, exclude=["lemmatizer", "morphologizer", "parser"])

    def detect(text: str) -> Found:
        return [
            (entity.start_char, entity.end_char, entity.label_)
            for entity in pipeline(text).ents
            if entity.label_ != "MISC"
        ]

    return f"{library.__version__}, {SPACY_MODEL} {pipeline.meta['version']}", detect


def presidio() -> tuple[str, Detect]:
    """Its recognisers for French over the same pipeline, and its telephones for France."""
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NlpEngineProvider
    from presidio_analyzer.predefined_recognizers import PhoneRecognizer

    engine = NlpEngineProvider(
        nlp_configuration={
            "nlp_engine_name": "spacy",
            "models": [{"lang_code": "fr", "model_name": SPACY_MODEL}],
        }
    ).create_engine()
    registry = RecognizerRegistry(supported_languages=["fr"])
    registry.load_predefined_recognizers(languages=["fr"], nlp_engine=engine)
    registry.add_recognizer(PhoneRecognizer(supported_language="fr", supported_regions=["FR"]))
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["fr"])

    def detect(text: str) -> Found:
        found = analyzer.analyze(text, language="fr")
        return [(item.start, item.end, item.entity_type) for item in found]

    return version("presidio-analyzer"), detect


def gdpr_pseudonymizer() -> tuple[str, Detect]:
    """What it proposes to a person, all accepted."""
    from gdpr_pseudonymizer.nlp.hybrid_detector import HybridDetector

    detector = HybridDetector()
    detector.load_model(SPACY_MODEL)

    def detect(text: str) -> Found:
        found = detector.detect_entities(text) if text.strip() else []
        return [(item.start_pos, item.end_pos, item.entity_type) for item in found]

    return version("gdpr-pseudonymizer"), detect


def anonyfy() -> tuple[str, Detect]:
    """What its `mask` replaces: the candidates that it observes, less those that it leaves."""
    from anonyfy import Vault
    from anonyfy.surrogate import engine

    # It wants a file that observing never writes to; it holds it open, and a process that is killed leaves no folder.
    with tempfile.TemporaryDirectory(prefix="anonyfy-") as folder:
        vault = Vault(key=b"0" * 32, scope="bench", registry_path=str(Path(folder, "registry.db")))
    keep = getattr(engine, "_filter_bare_candidates", lambda spans, text: spans)

    def detect(text: str) -> Found:
        spans = keep(list(vault.mask(text, observe=True).entities), text)
        return [(span.start, span.end, span.type.value) for span in spans]

    return version("anonyfy"), detect


def incognito() -> tuple[str, Detect]:
    """Its regular expressions; its other strategy wants the patient's data."""
    from incognito_anonymizer.analyzer import RegexStrategy

    def detect(text: str) -> Found:
        found = RegexStrategy().analyze(text=text)
        return [
            (start, end, label.strip("<>"))
            for places, label in found.items()
            for start, end in places
        ]

    return version("incognito-anonymizer"), detect


def unpii(mode: str = "standard") -> tuple[str, Detect]:
    import unpii as library

    def detect(text: str) -> Found:
        return [
            (span.start, span.end, span.category) for span in library.find_spans(text, mode=mode)
        ]

    return library.__version__, detect


def unpii_paranoid() -> tuple[str, Detect]:
    return unpii("paranoid")


def gliner() -> tuple[str, Detect]:
    """What it is asked for by name, in weights that lie in `$GLINER_DIR`; it cuts longer texts than its window."""
    folder = Path(os.environ.get(GLINER_DIR) or "/nowhere")
    if not folder.is_dir():
        raise FileNotFoundError(f"${GLINER_DIR} names no folder")
    os.environ["HF_HUB_OFFLINE"] = "1"
    from gliner import GLiNER

    model = GLiNER.from_pretrained(str(folder), local_files_only=True)

    def detect(text: str) -> Found:
        return [
            (start + found["start"], start + found["end"], found["label"])
            for start, part in windows(text)
            for found in model.predict_entities(part, list(GLINER_LABELS))
        ]

    return f"{version('gliner')}, {folder.name}", detect


def windows(text: str) -> Iterator[tuple[int, str]]:
    """Parts of so many words and signs, each with its place in the text; neighbours share some."""
    words = [word.span() for word in re.finditer(r"\w+|[^\w\s]", text)]
    for begin in range(0, len(words), WINDOW - SHARED):
        start, end = words[begin][0], words[min(begin + WINDOW, len(words)) - 1][1]
        yield start, text[start:end]
        if begin + WINDOW >= len(words):
            return


def eds_pseudo() -> tuple[str, Detect]:
    """Its rules; its network is not asked, and its rules for known patients know nobody."""
    told = version("eds-pseudo")
    import edsnlp

    pipeline = edsnlp.blank("eds")
    for name in ("eds.normalizer", *EDS_PSEUDO_RULES):
        pipeline.add_pipe(name)

    def detect(text: str) -> Found:
        return [(found.start_char, found.end_char, found.label_) for found in pipeline(text).ents]

    return f"{told}, edsnlp {edsnlp.__version__}", detect


PEERS: dict[str, Callable[[], tuple[str, Detect]]] = {
    "spacy": spacy,
    "presidio": presidio,
    "gdpr-pseudonymizer": gdpr_pseudonymizer,
    "anonyfy": anonyfy,
    "incognito": incognito,
    "unpii": unpii,
    "unpii-paranoid": unpii_paranoid,
    "gliner": gliner,
    "eds-pseudo": eds_pseudo,
}


def serve(name: str, lines: TextIO, answers: TextIO) -> int:
    """Reads until the end of `lines`."""
    try:
        told, detect = PEERS[name]()
        detect(WARM_UP)
    except Exception as error:  # noqa: BLE001 - whatever keeps a tool from starting, it is absent
        _say(answers, {"absent": f"{type(error).__name__}: {error}"})
        return ABSENT
    _say(answers, {"peer": name, "version": told})
    for line in lines:
        text = json.loads(line)["text"]
        began = time.perf_counter()
        spans = detect(text)
        _say(answers, {"spans": spans, "seconds": time.perf_counter() - began})
    return 0


def _say(answers: TextIO, told: object) -> None:
    answers.write(json.dumps(told) + "\n")
    answers.flush()


def installed(packages: list[str]) -> list[str]:
    """Those that this interpreter has; none is loaded."""
    return [name for name in packages if any(distributions(name=name))]


def isolate() -> None:
    """No network, and no life beyond whoever started it. What the system does not offer is left."""
    if sys.platform != "linux":
        return
    user, group = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None)
    libc.prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if libc.unshare(NEW_USER | NEW_NET):
        return
    # or no file could be written, a tool's own folder among them
    for name, told in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):  # fmt: skip
        with suppress(OSError):
            Path("/proc/self", name).write_text(told)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--peer", choices=sorted(PEERS))
    what.add_argument("--installed", nargs="+", metavar="PACKAGE")
    options = parser.parse_args()
    # What a tool prints or logs goes to standard error: the answers keep a channel of their own.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if options.installed:
        _say(answers, installed(options.installed))
        return 0
    isolate()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    with open(0, encoding="utf-8", closefd=False) as lines:
        return serve(options.peer, lines, answers)


if __name__ == "__main__":
    sys.exit(main())
