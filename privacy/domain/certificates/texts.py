"""What can be said of a whole text made of neighbours: that nothing bounds it."""

from fractions import Fraction

from privacy.domain.certificates.certificate import Certificate, Verdict
from privacy.domain.obfuscation.method import TextMethod

KIND = "texts"
REASON = (
    "Les voisins parmi lesquels on tire dépendent du mot ou de la phrase d'origine, et eux seuls peuvent sortir : "
    "aucune borne ne tient."
)


def certify_texts(method: TextMethod) -> Certificate:
    """Two words without a common neighbour never give the same output: the loss is infinite, whatever ε."""
    return Certificate(
        kind=KIND,
        mechanism=method,
        epsilon=Fraction(0),
        verdict=Verdict.FAIL,
        worst_loss_per_unit=None,
        unit="",
        reason=REASON,
    )
