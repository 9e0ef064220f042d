from fractions import Fraction

from benches.privacy.priors import SHIPPED, moved, origins
from privacy.domain.tables import default_tables


def test_origins_are_towns_where_people_live():
    communes = default_tables().atlas.communes
    people = [communes[row].population for row in origins(60)]
    # half of the communes have fewer than 500 inhabitants, and one French person in fifteen lives there
    assert sum(count < 500 for count in people) <= 8
    assert sum(count > 5000 for count in people) >= 30


def test_the_inhabitants_draw_fewer_hamlets_and_towns_of_a_nearer_size():
    rows = origins(12)
    uniform, population = (moved(prior, Fraction(1), rows) for prior in SHIPPED)
    assert uniform.hamlets > 0.3
    assert population.hamlets < 0.1
    assert population.size < uniform.size
    assert 10 < population.kilometres < 400
    assert uniform.same < population.same < 0.2
