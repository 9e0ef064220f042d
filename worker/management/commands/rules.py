"""Lists every rule of the engine, with examples and what it finds in the demo notes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.demo.corpus import load_corpus
from worker.selectors.listed_rules import ListedRule, list_rules


class Command(BaseCommand):
    help = (
        "Liste les règles de détection : exemples, et ce que chacune trouve dans la démonstration."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NOM", help="ces règles seulement")

    def handle(self, *args: Any, **options: Any) -> None:
        listed = {rule.name: rule for rule in list_rules(n.text for n in load_corpus("dev"))}
        names: list[str] = options["names"] or list(listed)
        if unknown := [name for name in names if name not in listed]:
            raise CommandError(
                f"Règle inconnue : {', '.join(unknown)}. Règles : {', '.join(sorted(listed))}."
            )
        for name in names:
            self.stdout.write(_lines(listed[name]))


def _lines(rule: ListedRule) -> str:
    worth = "sûre" if rule.is_sure else "le modèle peut la contredire"
    lines = [f"{rule.name} · {rule.label} / {rule.subtype} · {worth}"]
    lines += [f"  exemple   {' '.join(example.split())}" for example in rule.examples]
    found = f" : {' · '.join(rule.finds)}" if rule.finds else ""
    return "\n".join([*lines, f"  trouvés   {rule.count} dans la démonstration{found}", "", ""])
