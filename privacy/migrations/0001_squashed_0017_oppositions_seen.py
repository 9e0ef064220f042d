"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.core.validators
import django.db.models.deletion
import privacy.domain.policy
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from deidweb.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('privacy', '0001_initial'),
        ('privacy', '0002_ledger_and_key_versions'),
        ('privacy', '0003_papers_mechanisms'),
        ('privacy', '0004_place_features'),
        ('privacy', '0005_place_prior'),
        ('privacy', '0006_place_unit'),
        ('privacy', '0007_no_bound'),
        ('privacy', '0008_one_account'),
        ('privacy', '0009_tags_and_age_cap'),
        ('privacy', '0010_note_dates'),
        ('privacy', '0011_cohort_report'),
        ('privacy', '0012_population_prior'),
        ('privacy', '0013_shares_of_epsilon'),
        ('privacy', '0014_notes_read_before_release'),
        ('privacy', '0015_own_prior'),
        ('privacy', '0016_asked_by'),
        ('privacy', '0017_oppositions_seen'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('jobs', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Study',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('name', models.CharField(max_length=120, verbose_name='nom')),
                    ('recipient', models.CharField(max_length=200, verbose_name='destinataire')),
                    ('purpose', models.TextField(verbose_name='finalité')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='accounts.project')),
                    ('destroyed_at', models.DateTimeField(null=True)),
                    ('key_version', models.PositiveIntegerField(default=1)),
                    ('rotated_at', models.DateTimeField(null=True)),
                ],
                options={
                    'ordering': ['name'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='study_once')],
                },
            ),
            migrations.CreateModel(
                name='ExportRequest',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveIntegerField()),
                    ('requested_at', models.DateTimeField(auto_now_add=True)),
                    ('epsilon', models.DecimalField(decimal_places=2, max_digits=6, validators=[django.core.validators.MinValueValidator(Decimal('0.1')), django.core.validators.MaxValueValidator(Decimal('10'))])),
                    ('dates', models.CharField(choices=[('metric', 'Bruit métrique'), ('tchouka2023', "Chaîne d'intervalles, article de 2023 (sans garantie)"), ('tchouka2022', 'Intervalles par catégorie, article de 2022 (sans garantie)'), ('shift', 'Décalage uniforme (sans garantie)'), ('tag', 'Étiquette')], default='metric', max_length=20)),
                    ('places', models.CharField(choices=[('metric', 'Bruit métrique'), ('tchouka2023', 'Dix communes voisines, article de 2023 (sans garantie)'), ('tchouka2024', 'Dix communes voisines, article de 2024 (sans garantie)'), ('geoind', 'Géo-indistinguabilité (ε pour 50 km)'), ('random', 'Commune au hasard'), ('tag', 'Étiquette')], default='metric', max_length=20)),
                    ('area', models.CharField(default='FR', max_length=10)),
                    ('reference_date', models.DateField()),
                    ('scope', models.CharField(choices=[('gold', 'Notes validées seulement'), ('all', 'Toutes les notes annotées, validées ou non')], default='gold', max_length=4)),
                    ('state', models.CharField(choices=[('requested', 'demandé'), ('built', 'à décider'), ('quarantined', 'en quarantaine'), ('failed', 'échec de la fabrication'), ('released', 'approuvé'), ('refused', 'refusé'), ('withdrawn', 'retiré')], default='requested', max_length=12)),
                    ('built_at', models.DateTimeField(null=True)),
                    ('document_count', models.PositiveIntegerField(default=0)),
                    ('patient_count', models.PositiveIntegerField(default=0)),
                    ('size_bytes', models.PositiveBigIntegerField(default=0)),
                    ('sha256', models.CharField(blank=True, max_length=64)),
                    ('manifest', models.JSONField(default=dict)),
                    ('findings', models.JSONField(default=list)),
                    ('finding_count', models.PositiveIntegerField(default=0)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('decided_sha256', models.CharField(blank=True, max_length=64)),
                    ('decision_reason', models.TextField(blank=True, verbose_name='motif')),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='jobs.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exports', to='accounts.project')),
                    ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exports', to='privacy.study')),
                    ('elements', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                    ('key_version', models.PositiveIntegerField(default=1)),
                    ('place_features', models.JSONField(blank=True, default=list)),
                    ('place_metric', models.CharField(blank=True, max_length=64)),
                    ('place_prior', models.CharField(choices=[('uniform', 'Toutes les communes à égalité'), ('population', "Selon leur nombre d'habitants"), ('file', "Selon une colonne d'une table importée")], default='uniform', max_length=10)),
                    ('is_override', models.BooleanField(default=False)),
                    ('cap_ages', models.BooleanField(default=False)),
                    ('tags', models.JSONField(blank=True, default=list)),
                    ('note_dates', models.BooleanField(default=False)),
                    ('cohort', models.JSONField(blank=True, default=dict)),
                    ('share_ages', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)])),
                    ('share_dates', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)])),
                    ('share_places', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)])),
                    ('changes', models.JSONField(blank=True, default=dict)),
                    ('reading', models.JSONField(blank=True, default=dict)),
                    ('sample', models.JSONField(blank=True, default=list)),
                    ('asked_by', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('effects_seen', models.PositiveIntegerField(default=0)),
                ],
                options={
                    'ordering': ['-requested_at'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='export_number_once'), models.CheckConstraint(condition=models.Q(('decided_by__isnull', True), models.Q(('decided_by', models.F('requested_by')), _negated=True), _connector='OR'), name='export_decided_by_somebody_else'), models.CheckConstraint(condition=models.Q(('epsilon__gte', Decimal('0.1')), ('epsilon__lte', Decimal('10'))), name='export_epsilon_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'released'), _negated=True), ('decided_by__isnull', False), _connector='OR'), name='export_released_by_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'released'), _negated=True), models.Q(models.Q(('sha256', ''), _negated=True), ('decided_sha256', models.F('sha256'))), _connector='OR'), name='export_released_as_approved'), models.CheckConstraint(condition=models.Q(('is_override', False), models.Q(('decision_reason', ''), _negated=True), _connector='OR'), name='export_override_explained')],
                },
            ),
            migrations.CreateModel(
                name='PrivacySettings',
                fields=[
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='privacy_settings', serialize=False, to='accounts.project')),
                    ('epsilon_cap', models.DecimalField(decimal_places=2, default=Decimal('10'), max_digits=6, validators=[django.core.validators.MinValueValidator(Decimal('0.1')), django.core.validators.MaxValueValidator(Decimal('1000'))], verbose_name='plafond de ε par patient')),
                    ('area', models.CharField(default='FR', max_length=10)),
                    ('place_features', models.JSONField(blank=True, default=list)),
                    ('place_metric', models.CharField(blank=True, max_length=64)),
                    ('place_prior', models.CharField(choices=[('uniform', 'Toutes les communes à égalité'), ('population', "Selon leur nombre d'habitants"), ('file', "Selon une colonne d'une table importée")], default=privacy.domain.policy.PlacePrior['POPULATION'], max_length=10)),
                ],
            ),
            migrations.CreateModel(
                name='ChargeUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('export', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='privacy.exportrequest')),
                    ('charge', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='privacy.ledgercharge')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('export', 'charge'), name='use_once')],
                },
            ),
            migrations.CreateModel(
                name='LedgerCharge',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key_version', models.PositiveIntegerField()),
                    ('account', models.CharField(max_length=32)),
                    ('memo', models.CharField(max_length=64)),
                    ('element_class', models.CharField(max_length=30)),
                    ('epsilon', models.CharField(max_length=60)),
                    ('charged_at', models.DateTimeField(auto_now_add=True)),
                    ('settled_at', models.DateTimeField(null=True)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.project')),
                    ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='charges', to='privacy.study')),
                    ('uses', models.ManyToManyField(related_name='charges', through='privacy.ChargeUse', to='privacy.exportrequest')),
                    ('has_bound', models.BooleanField(default=True)),
                    ('is_joined', models.BooleanField(default=True)),
                ],
                options={
                    'indexes': [models.Index(fields=['account'], name='charge_of_account'), models.Index(condition=models.Q(('is_joined', False)), fields=['project'], name='charge_to_join')],
                    'constraints': [models.UniqueConstraint(fields=('study', 'memo'), name='charge_once')],
                },
            ),
            migrations.CreateModel(
                name='FeatureFile',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('name', models.CharField(max_length=80, verbose_name='nom')),
                    ('sha256', models.CharField(max_length=64)),
                    ('size_bytes', models.PositiveIntegerField()),
                    ('content', models.BinaryField()),
                    ('key', models.CharField(max_length=80)),
                    ('by_department', models.BooleanField()),
                    ('columns', models.JSONField(blank=True, default=list)),
                    ('left_out', models.JSONField(blank=True, default=dict)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('retired_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feature_files', to='accounts.project')),
                    ('retired_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['created_at'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='feature_file_name_once'), models.UniqueConstraint(condition=models.Q(('retired_at__isnull', True)), fields=('project', 'sha256'), name='feature_file_content_once')],
                },
            ),
            migrations.CreateModel(
                name='Ledger',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('opened_at', models.DateTimeField(auto_now_add=True)),
                ],
            ),
            migrations.CreateModel(
                name='ExportReading',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=64)),
                    ('public_id', models.CharField(max_length=64)),
                    ('verdict', models.CharField(choices=[('clear', "personne n'est reconnaissable"), ('recognised', "quelqu'un est reconnaissable")], max_length=10)),
                    ('at', models.DateTimeField(auto_now=True)),
                    ('export', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readings', to='privacy.exportrequest')),
                    ('reader', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('export', 'sha256', 'public_id', 'reader'), name='export_note_read_once')],
                },
            ),
        ),
    ]
