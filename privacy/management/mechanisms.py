"""`--dates` and `--places`: by which mechanism a command substitutes."""

from argparse import ArgumentParser

from privacy.domain.policy import DateMechanism, PlaceMechanism


def add_mechanisms(parser: ArgumentParser) -> None:
    """Both options, `metric` by default."""
    parser.add_argument(
        "--dates",
        choices=[m.value for m in DateMechanism],
        default="metric",
        help="mécanisme des dates et des âges (metric ; les autres, sauf tag, sont sans garantie)",
    )
    parser.add_argument(
        "--places",
        choices=[m.value for m in PlaceMechanism],
        default="metric",
        help="mécanisme des lieux (metric ; tchouka2023 et tchouka2024 sont sans garantie)",
    )
