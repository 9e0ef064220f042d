"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.core.validators
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

from deidweb.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('annotation', '0001_initial'),
        ('annotation', '0002_spanop_gesture'),
        ('annotation', '0003_residual_check'),
        ('annotation', '0004_datasets_and_tallies'),
        ('annotation', '0005_share_out_work'),
        ('annotation', '0006_assign_notes'),
        ('annotation', '0007_speed_of_lists_and_queue'),
        ('annotation', '0008_count_gold_by_day'),
        ('annotation', '0009_keys_for_all_labels'),
        ('annotation', '0010_stay'),
        ('annotation', '0011_set_aside_and_release'),
        ('annotation', '0012_oppositions'),
        ('annotation', '0013_asked_by'),
        ('annotation', '0014_oppositions_seen'),
        ('annotation', '0015_sealed_columns'),
        ('annotation', '0016_seal_identities'),
        ('annotation', '0017_identities_sealed'),
        ('annotation', '0018_pick'),
        ('annotation', '0019_known_lines'),
        ('annotation', '0020_pdf_margins'),
        ('annotation', '0021_key_line_memory'),
        ('annotation', '0022_file_sources'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('jobs', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Patient',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='patients', to='accounts.project')),
                    ('lookup', models.CharField(editable=False, max_length=64)),
                    ('sealed_id', models.TextField(editable=False)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('project', 'lookup'), name='patient_digest_once')],
                },
            ),
            migrations.CreateModel(
                name='ImportBatch',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('file_name', models.CharField(max_length=255)),
                    ('format', models.CharField(max_length=20)),
                    ('size_bytes', models.PositiveBigIntegerField()),
                    ('sha256', models.CharField(max_length=64)),
                    ('state', models.CharField(choices=[('pending', 'en attente'), ('review', 'à vérifier'), ('done', 'importé'), ('refused', 'refusé')], default='pending', max_length=10)),
                    ('document_count', models.PositiveIntegerField(default=0)),
                    ('report', models.JSONField(default=list)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='jobs.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='accounts.project')),
                    ('margin_lines', models.JSONField(default=list)),
                    ('margins', models.TextField(default='drop')),
                ],
                options={
                    'ordering': ['-created_at'],
                },
            ),
            migrations.CreateModel(
                name='Document',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('external_id', models.CharField(max_length=200)),
                    ('position', models.PositiveIntegerField()),
                    ('text', models.TextField()),
                    ('sha256', models.CharField(max_length=64)),
                    ('doc_type', models.CharField(blank=True, max_length=60)),
                    ('doc_date', models.DateField(null=True)),
                    ('state', models.CharField(choices=[('imported', 'importée'), ('preannotated', 'pré-annotée'), ('in_progress', 'en cours'), ('compare', 'à comparer'), ('gold', 'validée')], default='imported', max_length=12)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='accounts.project')),
                    ('batch', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='annotation.importbatch')),
                    ('patient', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='annotation.patient')),
                    ('draw', models.FloatField(default=2)),
                    ('risk', models.FloatField(default=-1)),
                    ('uncertainty', models.FloatField(default=-1)),
                    ('stay', models.CharField(blank=True, max_length=200)),
                    ('pick', models.FloatField(default=-1)),
                ],
                options={
                    'ordering': ['project', 'position'],
                    'indexes': [models.Index(fields=['project', 'batch', 'state', 'doc_type'], name='document_tally'), models.Index(fields=['project', 'position', 'batch', 'id'], name='document_places'), models.Index(fields=['project', 'state', 'position', 'batch', 'id'], name='document_states'), models.Index(fields=['project', 'doc_type', 'state', 'position', 'batch', 'id'], name='document_types'), models.Index(fields=['project', 'doc_date', 'position', 'batch', 'state', 'doc_type', 'id'], name='document_dates'), models.Index(fields=['project', 'state', '-risk', 'position'], name='document_risks'), models.Index(fields=['project', 'state', '-uncertainty', 'position'], name='document_doubts'), models.Index(fields=['project', 'state', 'draw', 'position'], name='document_draws'), models.Index(fields=['project', 'state', '-pick', 'position'], name='document_picks')],
                    'constraints': [models.UniqueConstraint(fields=('project', 'external_id'), name='document_once')],
                },
            ),
            migrations.CreateModel(
                name='Layer',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(choices=[('suggestion', 'suggestion'), ('annotator', 'annotateur'), ('gold', 'référence')], max_length=10)),
                    ('engine_version', models.CharField(blank=True, max_length=80)),
                    ('version', models.PositiveIntegerField(default=1)),
                    ('rev', models.PositiveIntegerField(default=0)),
                    ('state', models.CharField(choices=[('open', 'ouverte'), ('submitted', 'validée')], default='open', max_length=10)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('submitted_at', models.DateTimeField(null=True)),
                    ('author', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='layers', to='annotation.document')),
                    ('source_layer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='derived', to='annotation.layer')),
                    ('active_seconds', models.PositiveIntegerField(default=0)),
                    ('beat_at', models.DateTimeField(null=True)),
                    ('hides_suggestions', models.BooleanField(default=False)),
                    ('lease_until', models.DateTimeField(null=True)),
                    ('picked_by', models.CharField(blank=True, max_length=12)),
                    ('provenance', models.CharField(blank=True, choices=[('single', 'une lecture'), ('unanimous', 'deux lectures identiques'), ('adjudicated', 'deux lectures comparées')], max_length=12)),
                ],
                options={
                    'ordering': ['document', 'kind', 'version'],
                    'indexes': [models.Index(fields=['author', 'kind', 'state', 'created_at'], name='layer_desk')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'suggestion')), fields=('document', 'engine_version'), name='suggestion_once_per_engine'), models.UniqueConstraint(condition=models.Q(('kind', 'annotator')), fields=('document', 'author'), name='annotator_layer_once'), models.UniqueConstraint(condition=models.Q(('kind', 'gold')), fields=('document', 'version'), name='gold_version_once')],
                },
            ),
            migrations.CreateModel(
                name='LayerSpan',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('span_id', models.UUIDField(default=uuid.uuid4)),
                    ('start', models.PositiveIntegerField()),
                    ('end', models.PositiveIntegerField()),
                    ('label', models.CharField(max_length=8)),
                    ('subtype', models.CharField(blank=True, max_length=16)),
                    ('score', models.FloatField(null=True)),
                    ('source', models.CharField(blank=True, max_length=80)),
                    ('state', models.CharField(choices=[('suggested', 'suggérée'), ('accepted', 'acceptée'), ('corrected', 'corrigée'), ('manual', 'ajoutée'), ('rejected', 'refusée')], default='suggested', max_length=10)),
                    ('doubt', models.BooleanField(default=False)),
                    ('comment', models.CharField(blank=True, max_length=500)),
                    ('surface', models.TextField()),
                    ('layer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spans', to='annotation.layer')),
                ],
                options={
                    'ordering': ['layer', 'start', '-end'],
                    'constraints': [models.UniqueConstraint(fields=('layer', 'span_id'), name='span_once_per_layer'), models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='span_not_empty')],
                },
            ),
            migrations.CreateModel(
                name='PatientRecord',
                fields=[
                    ('patient', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='record', serialize=False, to='annotation.patient')),
                    ('sealed', models.TextField(blank=True, default='', editable=False)),
                ],
            ),
            migrations.CreateModel(
                name='ProjectLabel',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('label', models.CharField(max_length=8)),
                    ('subtype', models.CharField(max_length=16)),
                    ('name', models.CharField(max_length=60, verbose_name='nom')),
                    ('colour', models.CharField(max_length=7, verbose_name='couleur')),
                    ('key', models.CharField(blank=True, max_length=1, verbose_name='touche')),
                    ('guideline', models.TextField(blank=True, verbose_name='consigne')),
                    ('enabled', models.BooleanField(default=True)),
                    ('order', models.PositiveSmallIntegerField(default=0)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='labels', to='accounts.project')),
                ],
                options={
                    'ordering': ['order', 'pk'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'subtype'), name='label_once'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('project', 'key'), name='label_key_once')],
                },
            ),
            migrations.CreateModel(
                name='SpanOp',
                fields=[
                    ('op_id', models.UUIDField(primary_key=True, serialize=False)),
                    ('rev', models.PositiveIntegerField()),
                    ('kind', models.CharField(max_length=10)),
                    ('changes', models.JSONField()),
                    ('undoes', models.UUIDField(null=True)),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('layer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ops', to='annotation.layer')),
                    ('gesture', models.UUIDField(db_index=True, null=True)),
                ],
                options={
                    'ordering': ['layer', 'rev'],
                    'constraints': [models.UniqueConstraint(fields=('layer', 'rev'), name='op_rev_once')],
                },
            ),
            migrations.CreateModel(
                name='IdentityKey',
                fields=[
                    ('id', models.BigAutoField(primary_key=True, serialize=False)),
                    ('key', models.BigIntegerField()),
                    ('field', models.CharField(max_length=8)),
                    ('patient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='identity_keys', to='annotation.patient')),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.project')),
                ],
                options={
                    'indexes': [models.Index(fields=['project', 'key'], name='identity_lookup')],
                    'constraints': [models.UniqueConstraint(fields=('patient', 'key'), name='identity_key_once')],
                },
            ),
            migrations.CreateModel(
                name='ResidualReason',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(max_length=10)),
                    ('start', models.PositiveIntegerField()),
                    ('end', models.PositiveIntegerField()),
                    ('reason', models.CharField(choices=[('harmless', "n'identifie personne : mesure, référence, mot courant"), ('namesake', 'homonyme : une autre personne, ou un lieu, une maladie'), ('wrong_file', 'mauvais dossier : signalé au responsable'), ('other', 'autre raison, à écrire')], max_length=12)),
                    ('words', models.CharField(blank=True, max_length=300)),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.document')),
                    ('layer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='residual_reasons', to='annotation.layer')),
                ],
                options={
                    'ordering': ['document', 'start'],
                    'constraints': [models.UniqueConstraint(fields=('document', 'author', 'kind', 'start', 'end'), name='residual_reason_once')],
                },
            ),
            migrations.CreateModel(
                name='AgreementReport',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('note_count', models.PositiveIntegerField(default=0)),
                    ('result', models.JSONField(default=dict)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agreements', to='accounts.project')),
                ],
                options={
                    'ordering': ['-created_at'],
                    'indexes': [models.Index(fields=['project', '-created_at'], name='agreement_newest')],
                },
            ),
            migrations.CreateModel(
                name='DatasetFile',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('format', models.CharField(max_length=20)),
                    ('part', models.CharField(choices=[('all', 'tout le jeu'), ('train', 'apprentissage'), ('validation', 'validation'), ('test', 'test')], max_length=10)),
                    ('losses', models.JSONField(default=dict)),
                    ('note_count', models.PositiveIntegerField()),
                    ('size_bytes', models.PositiveBigIntegerField()),
                    ('sha256', models.CharField(max_length=64)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='annotation.datasetsnapshot')),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('decided_sha256', models.CharField(blank=True, max_length=64)),
                    ('decision_reason', models.TextField(blank=True)),
                    ('state', models.CharField(choices=[('written', 'à décider'), ('released', 'autorisé'), ('refused', 'refusé')], default='written', max_length=10)),
                    ('asked_by', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('source_id', models.UUIDField(db_index=True, null=True)),
                    ('source_sha256', models.CharField(blank=True, max_length=64)),
                ],
                options={
                    'ordering': ['-created_at'],
                    'constraints': [models.UniqueConstraint(fields=('snapshot', 'format', 'part'), name='dataset_file_once'), models.CheckConstraint(condition=models.Q(('decided_by__isnull', True), models.Q(('decided_by', models.F('created_by')), _negated=True), _connector='OR'), name='dataset_file_two_persons')],
                },
            ),
            migrations.CreateModel(
                name='DatasetSnapshot',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveIntegerField()),
                    ('address', models.CharField(max_length=64)),
                    ('content_sha256', models.CharField(max_length=64)),
                    ('seed', models.PositiveBigIntegerField()),
                    ('test_share', models.FloatField()),
                    ('validation_share', models.FloatField()),
                    ('note_count', models.PositiveIntegerField()),
                    ('span_count', models.PositiveIntegerField()),
                    ('patient_count', models.PositiveIntegerField()),
                    ('size_bytes', models.PositiveBigIntegerField()),
                    ('statistics', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='datasets', to='accounts.project')),
                    ('effects_seen', models.PositiveIntegerField(default=0)),
                ],
                options={
                    'ordering': ['project', '-number'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'address'), name='dataset_address_once'), models.UniqueConstraint(fields=('project', 'number'), name='dataset_number_once')],
                },
            ),
            migrations.CreateModel(
                name='DayTally',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('accepted', models.PositiveIntegerField(default=0)),
                    ('corrected', models.PositiveIntegerField(default=0)),
                    ('added', models.PositiveIntegerField(default=0)),
                    ('rejected', models.PositiveIntegerField(default=0)),
                    ('active_seconds', models.PositiveIntegerField(default=0)),
                    ('day', models.DateField()),
                    ('engine_version', models.CharField(blank=True, max_length=80)),
                    ('notes', models.PositiveIntegerField(default=0)),
                    ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='day_tallies', to='accounts.project')),
                ],
                options={
                    'ordering': ['project', 'day'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'day', 'author', 'engine_version'), name='day_tally_once')],
                },
            ),
            migrations.CreateModel(
                name='LayerTally',
                fields=[
                    ('accepted', models.PositiveIntegerField(default=0)),
                    ('corrected', models.PositiveIntegerField(default=0)),
                    ('added', models.PositiveIntegerField(default=0)),
                    ('rejected', models.PositiveIntegerField(default=0)),
                    ('active_seconds', models.PositiveIntegerField(default=0)),
                    ('layer', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tally', serialize=False, to='annotation.layer')),
                    ('day', models.DateField()),
                    ('engine_version', models.CharField(blank=True, max_length=80)),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Adjudication',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('swapped', models.BooleanField(default=False)),
                    ('conflicts', models.PositiveIntegerField(default=0)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('adjudicator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjudications', to='annotation.document')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.layer')),
                    ('gold', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.layer')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.layer')),
                ],
                options={
                    'ordering': ['created_at'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('finished_at__isnull', True)), fields=('document',), name='adjudication_open_once')],
                },
            ),
            migrations.CreateModel(
                name='ConflictDecision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=20)),
                    ('kind', models.CharField(max_length=8)),
                    ('choice', models.CharField(max_length=8)),
                    ('spans', models.JSONField(default=list)),
                    ('cause', models.CharField(blank=True, choices=[('ambiguous', 'texte ambigu'), ('guideline', 'lacune du guide'), ('slip', "erreur d'annotation"), ('edge', 'cas limite')], max_length=10)),
                    ('words', models.CharField(blank=True, max_length=300)),
                    ('at', models.DateTimeField(auto_now=True)),
                    ('adjudication', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='annotation.adjudication')),
                    ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('adjudication', 'key'), name='conflict_decided_once')],
                },
            ),
            migrations.CreateModel(
                name='DocumentPriority',
                fields=[
                    ('document', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='priority', serialize=False, to='annotation.document')),
                    ('bare', models.PositiveIntegerField(default=0)),
                    ('unsure', models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='Skip',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('reason', models.CharField(choices=[('unreadable', 'texte illisible ou vide'), ('not_mine', 'je connais ce patient'), ('too_hard', 'trop difficile, à discuter'), ('wrong_file', 'mauvais dossier'), ('other', 'autre raison, à écrire')], max_length=12)),
                    ('words', models.CharField(blank=True, max_length=300)),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='skips', to='annotation.document')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-at'],
                    'constraints': [models.UniqueConstraint(fields=('document', 'user'), name='skip_once')],
                },
            ),
            migrations.CreateModel(
                name='TypeReader',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('doc_type', models.CharField(max_length=60)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='type_readers', to='accounts.project')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['project', 'doc_type', 'user'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'doc_type', 'user'), name='type_reader_once')],
                },
            ),
            migrations.CreateModel(
                name='WorkSettings',
                fields=[
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='work', serialize=False, to='accounts.project')),
                    ('readers', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(2)])),
                    ('order', models.CharField(choices=[('oldest', "les plus anciennes d'abord"), ('risk', "les plus risquées d'abord"), ('uncertainty', "celles où le modèle hésite d'abord"), ('random', 'au hasard'), ('picked', "celles qui ont été choisies pour le modèle d'abord")], default='oldest', max_length=12)),
                    ('random_percent', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)])),
                    ('hidden_percent', models.PositiveSmallIntegerField(default=5, validators=[django.core.validators.MaxValueValidator(100)])),
                    ('lease_minutes', models.PositiveIntegerField(default=1440, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(43200)])),
                    ('unanimous_is_gold', models.BooleanField(default=True)),
                    ('seed', models.CharField(default='0', max_length=32)),
                ],
                options={
                    'constraints': [models.CheckConstraint(condition=models.Q(('readers__in', [1, 2])), name='work_one_or_two_readers')],
                },
            ),
            migrations.CreateModel(
                name='Assignment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='annotation.document')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='accounts.project')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['project', 'document', 'user'],
                    'indexes': [models.Index(fields=['project', 'user'], name='assignment_theirs')],
                    'constraints': [models.UniqueConstraint(fields=('document', 'user'), name='assignment_once')],
                },
            ),
            migrations.CreateModel(
                name='GoldDay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('day', models.DateField()),
                    ('notes', models.PositiveIntegerField(default=0)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='gold_days', to='accounts.project')),
                ],
                options={
                    'ordering': ['project', 'day'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'day'), name='gold_day_once')],
                },
            ),
            migrations.CreateModel(
                name='NoteAside',
                fields=[
                    ('document', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='aside', serialize=False, to='annotation.document')),
                    ('why', models.CharField(choices=[('slow', 'sa lecture dépasse le temps prévu'), ('broken', 'sa lecture arrête le programme'), ('person', 'écartée par une personne')], max_length=10)),
                    ('words', models.CharField(blank=True, max_length=300)),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-at'],
                },
            ),
            migrations.CreateModel(
                name='Opposition',
                fields=[
                    ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                    ('added_at', models.DateTimeField(auto_now_add=True)),
                ],
            ),
            migrations.CreateModel(
                name='OppositionEffect',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('patient_count', models.PositiveIntegerField()),
                    ('note_count', models.PositiveIntegerField()),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.project')),
                ],
                options={
                    'indexes': [models.Index(fields=['project', 'at'], name='opposition_effect_at')],
                },
            ),
            migrations.CreateModel(
                name='KnownLine',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('digest', models.CharField(max_length=64)),
                    ('marks', models.JSONField(default=list)),
                    ('golds', models.PositiveIntegerField()),
                    ('notes', models.PositiveIntegerField()),
                    ('sample_start', models.PositiveIntegerField(default=0)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_lines', to='accounts.project')),
                    ('sample', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='annotation.document')),
                ],
                options={
                    'ordering': ['-notes', 'digest'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'digest'), name='known_line_once')],
                },
            ),
        ),
    ]
