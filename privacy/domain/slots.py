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
        element = rendered[index].element
        if element is not None:
            read.setdefault(element, index)
    # an element without a rendered mention can't be tagged: it comes first
    order = sorted(elements, key=lambda k: (not known(elements[k]), read.get(k, -1)))
    return frozenset(k for k in order[limit:] if k in read)


def rendered_element(rendered: Mapping[int, Rendered], mention: Mention) -> ElementKey | None:
    """The element that a mention shows, if any."""
    shown = rendered.get(mention.index)
    return shown.element if shown is not None else None


def tagged(mention: Mention) -> Rendered:
    """The label in place of a value that got no share."""
    return Rendered(f"[{mention.subtype or mention.label}]", warning=BEYOND)
