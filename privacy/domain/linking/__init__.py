"""The small words before a surrogate, adapted to it as French asks."""
