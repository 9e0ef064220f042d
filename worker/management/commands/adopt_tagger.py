"""A token classifier of others', another tool or the rules alone made a model's directory, or a project's candidate."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deidweb.accounts.models import Project, User
from worker.services.errors import ModelError
from worker.services.start_adoption import start_adoption


class Command(BaseCommand):
    help = (
        "Prend un modèle d'étiquetage (config.json, model.safetensors, labels.json : ses étiquettes → les nôtres). "
        "--output écrit un dossier que lit preannotate --model ; --project en demande la comparaison, "
        "comme la page Modèles (DIR est alors le nom d'un dossier de TAGGER_DIR). Au lieu de DIR : engine:rules (les règles "
        "seules), peer:NOM (un outil d'un interpréteur de $PEERS_PYTHON : spacy, presidio, gliner…) ; avec --project aussi "
        "engine:crf et engine:lstm, appris des notes validées."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="DIR", help="dossier du modèle, engine:… ou peer:…")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--output", type=Path, metavar="DIR", help="dossier neuf du modèle")
        where.add_argument(
            "--project", metavar="ID", help="identifiant du projet, dans l'adresse de ses pages"
        )
        parser.add_argument("--alone", action="store_true", help="sans les règles (défaut : réuni à elles)")  # fmt: skip
        parser.add_argument("--user", metavar="IDENTIFIANT", help="avec --project : qui le demande")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["project"]:
            self._ask(options)
        else:
            self._write(options["source"], options["output"], alone=options["alone"])

    def _ask(self, options: dict[str, Any]) -> None:
        user = User.objects.filter(username=options["user"] or "", is_active=True).first()
        try:
            project = Project.objects.visible_to(user).get(pk=options["project"]) if user else None
        except (Project.DoesNotExist, ValidationError):
            project = None
        if user is None or project is None:
            raise CommandError("--project et --user : projet ou personne inconnus.")
        try:
            job = start_adoption(
                actor=user, project=project, name=options["source"], alone=options["alone"]
            )
        except (ModelError, PermissionDenied) as error:
            raise CommandError(str(error) or "cette personne n'en a pas le droit.") from None
        self.stdout.write(f"Comparaison demandée : travail {job.pk}.")

    def _write(self, source: str, output: Path, *, alone: bool) -> None:
        from worker.engine.encoder.files import content_hash
        from worker.tasks.adopt import LEARNERS, made_of, without_rules
        from worker.tasks.context import JobRefused

        if source in LEARNERS:
            raise CommandError(
                f"{source} s'apprend des notes validées d'un projet : --project et --user."
            )
        if ":" not in source and not Path(source).is_dir():
            raise CommandError(f"dossier introuvable : {source}")
        if output.exists():
            raise CommandError(f"le dossier existe : {output}")
        try:
            draft = Path(tempfile.mkdtemp(prefix=f".{output.name}-", dir=output.parent))
        except OSError:
            raise CommandError(f"écriture impossible dans {output}") from None
        try:
            made = made_of(source, Path(source), draft)
            if alone:
                without_rules(made, draft)
            draft.chmod(0o755)
            draft.replace(output)
        except JobRefused as error:
            raise CommandError(str(error)) from None
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        self.stdout.write(f"Modèle écrit dans {output} (SHA-256 {content_hash(output)})")
