"""Organisations of one patient's file: one establishment has one name in all of its notes."""

from annotation.domain.labels import Label
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.places.geography import Commune
from privacy.domain.places.patient_places import Places
from privacy.domain.randomness import StudyKey
from privacy.domain.surrogates.organisations import NamedOrganisation, heads, organisation, read
from privacy.domain.surrogates.shapes import draw_source
from privacy.domain.tables import Tables
from privacy.domain.text import fold_phrase


class Organisations:
    """Reads every ORG mention once; `places` tells which town replaces theirs."""

    def __init__(self, file: PatientFile, places: Places, key: StudyKey, tables: Tables) -> None:
        self._file, self._places, self._key, self._tables = file, places, key, tables
        self._mentions = file.labelled(Label.ORG)
        self._parts = {m.surface: read(m.surface, tables.atlas) for m in self._mentions}
        self._heads = heads(self._parts.items())

    def render(self) -> dict[int, Rendered]:
        """What replaces each ORG mention, by mention index: « CH Pasteur » and « Centre hospitalier Louis-Pasteur » → « CH des
        Ormeaux » and « Centre hospitalier des Ormeaux »."""
        return {m.index: self._render(m, self._parts[m.surface]) for m in self._mentions}

    def _render(self, mention: Mention, parts: NamedOrganisation) -> Rendered:
        value = self._heads[fold_phrase(mention.surface)]
        source = draw_source(self._key, self._file.patient_id, Label.ORG, value)
        named: list[str] = []

        def city_of(name: str) -> tuple[Commune | None, bool]:
            named.append(name)
            return self._places.city_of(name)

        drawn = organisation(
            source,
            parts,
            mention.surface,
            self._tables,
            city_of,
            mention.subtype,
            shouted=not parts.kind and self._file.in_capitals,
        )
        if not drawn.derived:
            return Rendered(drawn.text, stands=drawn.stands)
        followed = self._places.followed(named[-1])
        return Rendered(
            drawn.text, derived_from="la commune", sources=followed, stands=drawn.stands
        )
