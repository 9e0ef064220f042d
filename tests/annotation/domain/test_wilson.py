"""The interval of a share against its published values."""

from annotation.domain.wilson import wilson


def test_it_is_the_published_interval():
    # Newcombe 1998, table I
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_nothing_counted_says_nothing():
    assert wilson(0, 0) == (0.0, 1.0)
