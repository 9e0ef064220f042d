"""Every file format of the product: one table for the pages, the jobs and the commands."""

from dataclasses import dataclass
from typing import Final

from annotation.domain.formats import (
    brat,
    conll,
    doccano,
    docx,
    eds,
    jsonl,
    label_studio,
    omop,
    pdf,
    plain,
    spacy,
    tables,
    webanno,
)
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Reader
from annotation.domain.formats.writing import Writer


@dataclass(frozen=True, slots=True)
class Format:
    """`loses` is what a file of this format can't say of a note (Loss), whatever the note.

    `title` is French. `extension` is that of written files; `is_binary` files are no text.
    """

    name: str
    title: str
    extension: str
    media_type: str
    reads: Reader | None = None
    writes: Writer | None = None
    loses: tuple[Loss, ...] = ()
    is_binary: bool = False


_JSONL: Final = "application/jsonl"
_ZIP: Final = "application/zip"
_TENSORS: Final = "application/octet-stream"
REPRESENTATIONS: Final = "representations"
REPRESENTATION_MODEL: Final = "representation_model"
MODEL_WEIGHTS: Final = "model_weights"
LEARNED_WORDS: Final = frozenset({REPRESENTATIONS, REPRESENTATION_MODEL})
WITHOUT_NOTES: Final = LEARNED_WORDS | {MODEL_WEIGHTS}
_DETAILS: Final = (Loss.SCORES, Loss.SOURCES, Loss.COMMENTS)
_BARE: Final = (Loss.PATIENT, Loss.META, *_DETAILS)

FORMATS: Final[dict[str, Format]] = {
    item.name: item
    for item in (
        Format("jsonl", "JSONL : une note par ligne", ".jsonl", _JSONL, jsonl.read, jsonl.write),
        Format(
            "text",
            "Texte : le fichier est une note",
            ".txt",
            "text/plain",
            plain.read,
        ),
        Format(
            "text_zip",
            "Textes dans une archive ZIP",
            ".zip",
            _ZIP,
            plain.read_archive,
            plain.write,
            (Loss.ENTITIES, Loss.PATIENT, Loss.META),
            is_binary=True,
        ),
        Format("csv", "Tableau CSV", ".csv", "text/csv", tables.read, tables.write),
        Format(
            "eds",
            "eds-pseudo (JSONL)",
            ".jsonl",
            _JSONL,
            eds.read,
            eds.write,
            (*_DETAILS, Loss.EMPTY_SUBTYPES),
        ),
        Format(
            "doccano",
            "doccano (JSONL, triplets)",
            ".jsonl",
            _JSONL,
            doccano.read,
            doccano.write,
            (Loss.PATIENT, *_DETAILS, Loss.EMPTY_SUBTYPES),
        ),
        Format(
            "doccano_objects",
            "doccano (JSONL, avec relations)",
            ".jsonl",
            _JSONL,
            doccano.read,
            doccano.write_objects,
            (Loss.PATIENT, Loss.SCORES, Loss.SOURCES, Loss.COMMENT_PLACES, Loss.EMPTY_SUBTYPES),
        ),
        Format(
            "label_studio",
            "Label Studio (JSON)",
            ".json",
            "application/json",
            label_studio.read,
            label_studio.write,
            (Loss.PATIENT, Loss.SOURCES, Loss.EMPTY_SUBTYPES),
        ),
        Format(
            "brat",
            "brat (.txt et .ann dans une archive ZIP)",
            ".zip",
            _ZIP,
            brat.read,
            brat.write,
            (Loss.PATIENT, Loss.META, Loss.SCORES, Loss.SOURCES, Loss.EMPTY_SUBTYPES),
            is_binary=True,
        ),
        Format(
            "prodigy",
            "spaCy 3 et Prodigy (JSONL)",
            ".jsonl",
            _JSONL,
            spacy.read,
            spacy.write,
            (Loss.PATIENT, Loss.EMPTY_SUBTYPES),
        ),
        Format(
            "spacy_tuples",
            "spaCy 2 (tableaux JSONL)",
            ".jsonl",
            _JSONL,
            spacy.read,
            spacy.write_tuples,
            (Loss.OVERLAPS, Loss.IDS, *_BARE, Loss.EMPTY_SUBTYPES),
        ),
        Format(
            "conll",
            "CoNLL-2003 (BIO)",
            ".conll",
            "text/plain",
            conll.read,
            conll.write_bio,
            (Loss.OVERLAPS, Loss.BLANKS, *_BARE, Loss.EMPTY_SUBTYPES, Loss.DISCONTINUOUS),
        ),
        Format(
            "conll_bioes",
            "CoNLL (BIOES)",
            ".conll",
            "text/plain",
            conll.read,
            conll.write_bioes,
            (Loss.OVERLAPS, Loss.BLANKS, *_BARE, Loss.EMPTY_SUBTYPES, Loss.DISCONTINUOUS),
        ),
        Format(
            "webanno",
            "INCEpTION (WebAnno TSV 3, archive ZIP)",
            ".zip",
            _ZIP,
            webanno.read,
            webanno.write,
            (*_BARE, Loss.EMPTY_SUBTYPES, Loss.UTF16),
            is_binary=True,
        ),
        Format(
            "omop_csv",
            "OMOP, table NOTE (CSV)",
            ".csv",
            "text/csv",
            omop.read_csv,
            omop.write_csv,
            (Loss.ENTITIES, Loss.PATIENT),
        ),
        Format(
            "omop_parquet",
            "OMOP, table NOTE (Parquet)",
            ".parquet",
            "application/vnd.apache.parquet",
            omop.read_parquet,
            omop.write_parquet,
            (Loss.ENTITIES, Loss.PATIENT),
            is_binary=True,
        ),
        Format(
            "omop_tables",
            "OMOP, tables NOTE et NOTE_NLP (CSV dans une archive ZIP)",
            ".zip",
            _ZIP,
            omop.read_tables,
            omop.write_tables,
            (Loss.PATIENT, Loss.SCORES, Loss.COMMENTS),
            is_binary=True,
        ),
        Format(
            "omop_parquet_tables",
            "OMOP, tables NOTE et NOTE_NLP (Parquet dans une archive ZIP)",
            ".zip",
            _ZIP,
            omop.read_tables,
            omop.write_parquet_tables,
            (Loss.PATIENT, Loss.SCORES, Loss.COMMENTS),
            is_binary=True,
        ),
        Format(
            "pdf",
            "PDF, ou archive ZIP de PDF",
            ".pdf",
            "application/pdf",
            pdf.read,
            is_binary=True,
        ),
        Format(
            "docx",
            "Word (.docx), ou archive ZIP de .docx",
            ".docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            docx.read,
            is_binary=True,
        ),
        # what a job makes of a data set (worker.private), no note in them
        Format(
            REPRESENTATIONS,
            "Représentations sans texte (safetensors)",
            ".safetensors",
            _TENSORS,
            is_binary=True,
        ),
        Format(
            REPRESENTATION_MODEL,
            "Réseau qui fait ces représentations, avec les mots d'un export diffusé (safetensors)",
            ".safetensors",
            _TENSORS,
            is_binary=True,
        ),
        Format(MODEL_WEIGHTS, "Poids d'un modèle et sa carte (ZIP)", ".zip", _ZIP, is_binary=True),
    )
}

READABLE: Final = tuple(item for item in FORMATS.values() if item.reads is not None)
WRITABLE: Final = tuple(item for item in FORMATS.values() if item.writes is not None)
