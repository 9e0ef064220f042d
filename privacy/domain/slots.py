"""N fixed in advance: which elements of a file get one of the N shares ε/N, the others being tagged.

Draws that earlier exports have charged come first, so that a file that grows keeps its surrogates and
pays nothing for them; then the order of reading, which the text shows anyway.
"""

from collections.abc import Callable, Mapping
from typing import Final

from privacy.domain.budget import Element, ElementKey
from privacy.domain.patient_file import Mention, Rendered

BEYOND: Final = "au-delà du nombre d'éléments fixé : remplacé par son étiquette"

IsKnown = Callable[[Element], bool]


def nothing_known(_element: Element) -> bool:
    """No draw has been charged yet."""
    return False


def beyond(
    limit: int | None,
    elements: Mapping[ElementKey, Element],
    rendered: Mapping[int, Rendered],
    known: IsKnown,
) -> frozenset[ElementKey]:
    """Keys of the elements that get no share; none without a limit."""
    if limit is None or len(elements) <= limit:
        return frozenset()
    read: dict[ElementKey, int] = {}
    for index in sorted(rendered):
        for element in rendered[index].elements:
            read.setdefault(element, index)
    # what no mention shows is the date of a note alone: it leaves before anything is tagged for it
    last = len(rendered)
    order = sorted(elements, key=lambda k: (not known(elements[k]), read.get(k, last)))
    return frozenset(order[limit:])


def shows_any(
    rendered: Mapping[int, Rendered], mention: Mention, elements: frozenset[ElementKey]
) -> bool:
    """True when the mention shows one of these elements: a range is tagged whole."""
    shown = rendered.get(mention.index)
    return shown is not None and not elements.isdisjoint(shown.elements)


def tagged(mention: Mention, warning: str | None = None) -> Rendered:
    """The label in place of a value: « [VILLE] »."""
    return Rendered(f"[{mention.subtype or mention.label}]", warning=warning)
