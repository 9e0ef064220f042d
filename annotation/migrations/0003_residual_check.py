import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_user_password_is_temporary"),
        ("annotation", "0002_spanop_gesture"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="IdentityKey",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.BigIntegerField()),
                ("field", models.CharField(max_length=8)),
                (
                    "patient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="identity_keys",
                        to="annotation.patient",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.project",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["project", "key"], name="identity_lookup")],
                "constraints": [
                    models.UniqueConstraint(fields=("patient", "key"), name="identity_key_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ResidualReason",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("start", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("harmless", "n'identifie personne : mesure, référence, mot courant"),
                            ("namesake", "homonyme : une autre personne, ou un lieu, une maladie"),
                            ("wrong_file", "mauvais dossier : signalé au responsable"),
                            ("other", "autre raison, à écrire"),
                        ],
                        max_length=12,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="annotation.document",
                    ),
                ),
                (
                    "layer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="residual_reasons",
                        to="annotation.layer",
                    ),
                ),
            ],
            options={
                "ordering": ["document", "start"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("document", "author", "kind", "start", "end"),
                        name="residual_reason_once",
                    )
                ],
            },
        ),
    ]
