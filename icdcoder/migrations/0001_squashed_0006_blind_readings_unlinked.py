"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

from deidweb.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('icdcoder', '0001_initial'),
        ('icdcoder', '0002_oppositions_seen'),
        ('icdcoder', '0003_coder_page'),
        ('icdcoder', '0004_code_snapshot'),
        ('icdcoder', '0005_blind_studies'),
        ('icdcoder', '0006_blind_readings_unlinked'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('annotation', '0001_initial'),
        ('jobs', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='CodedNote',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('export_id', models.UUIDField()),
                    ('public_id', models.CharField(max_length=200)),
                    ('text', models.TextField()),
                    ('order', models.PositiveIntegerField()),
                    ('coder_version', models.CharField(blank=True, max_length=80)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='coded_notes', to='accounts.project')),
                    ('effects_seen', models.PositiveIntegerField(default=0)),
                    ('coder_says', models.CharField(blank=True, max_length=400)),
                    ('stay', models.CharField(blank=True, max_length=200)),
                    ('patient', models.CharField(blank=True, max_length=200)),
                ],
                options={
                    'ordering': ['order'],
                    'indexes': [models.Index(fields=['export_id', 'order'], name='coded_note_order')],
                    'constraints': [models.UniqueConstraint(fields=('project', 'export_id', 'public_id'), name='coded_note_once')],
                },
            ),
            migrations.CreateModel(
                name='CodePrediction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=8)),
                    ('label', models.CharField(max_length=400)),
                    ('score', models.FloatField(null=True)),
                    ('evidence', models.JSONField(default=list)),
                    ('coder_version', models.CharField(max_length=80)),
                    ('state', models.CharField(choices=[('proposed', 'proposé'), ('accepted', 'accepté'), ('rejected', 'refusé')], default='proposed', max_length=8)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('note', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='predictions', to='icdcoder.codednote')),
                    ('is_principal', models.BooleanField(default=False)),
                ],
                options={
                    'ordering': [models.OrderBy(models.F('score'), descending=True, nulls_last=True), 'code'],
                    'constraints': [models.UniqueConstraint(fields=('note', 'code'), name='code_once_per_note'), models.CheckConstraint(condition=models.Q(('score__gte', 0), ('score__lte', 1)), name='code_score_range'), models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'accepted', 'rejected'])), name='code_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='code_decision_is_dated'), models.UniqueConstraint(condition=models.Q(('is_principal', True)), fields=('note',), name='one_principal_a_note'), models.CheckConstraint(condition=models.Q(('is_principal', False), ('state', 'accepted'), _connector='OR'), name='code_principal_is_accepted')],
                },
            ),
            migrations.CreateModel(
                name='CodeSnapshot',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveIntegerField()),
                    ('address', models.CharField(max_length=64)),
                    ('content', models.BinaryField()),
                    ('note_count', models.PositiveIntegerField()),
                    ('stay_count', models.PositiveIntegerField()),
                    ('code_count', models.PositiveIntegerField()),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='code_snapshots', to='accounts.project')),
                ],
                options={
                    'ordering': ['-number'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='code_snapshot_number_once'), models.UniqueConstraint(fields=('project', 'address'), name='code_snapshot_once')],
                },
            ),
            migrations.CreateModel(
                name='BlindStudy',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('export_id', models.UUIDField()),
                    ('number', models.PositiveIntegerField()),
                    ('seed', models.CharField(max_length=64)),
                    ('note_count', models.PositiveSmallIntegerField()),
                    ('asks_guess', models.BooleanField()),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('closed_at', models.DateTimeField(null=True)),
                    ('coders', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='jobs.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blind_studies', to='accounts.project')),
                ],
                options={
                    'ordering': ['-number'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='blind_study_number_once')],
                },
            ),
            migrations.CreateModel(
                name='BlindReading',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('is_original', models.BooleanField()),
                    ('order', models.PositiveSmallIntegerField()),
                    ('last_at', models.DateTimeField(null=True)),
                    ('seconds', models.FloatField(default=0)),
                    ('guess', models.CharField(blank=True, choices=[('original', "une note d'origine"), ('deidentified', 'une note dé-identifiée'), ('unknown', 'je ne sais pas')], max_length=12)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('coder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('document', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.document')),
                    ('note', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='icdcoder.codednote')),
                    ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readings', to='icdcoder.blindstudy')),
                ],
                options={
                    'ordering': ['order'],
                    'constraints': [models.UniqueConstraint(fields=('study', 'coder', 'note'), name='blind_note_seen_once'), models.UniqueConstraint(fields=('study', 'coder', 'order'), name='blind_order_once'), models.CheckConstraint(condition=models.Q(('seconds__gte', 0)), name='blind_seconds_positive')],
                },
            ),
            migrations.CreateModel(
                name='BlindCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=8)),
                    ('label', models.CharField(max_length=400)),
                    ('is_principal', models.BooleanField(default=False)),
                    ('reading', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='icdcoder.blindreading')),
                ],
                options={
                    'ordering': ['-is_principal', 'code'],
                    'constraints': [models.UniqueConstraint(fields=('reading', 'code'), name='blind_code_once'), models.UniqueConstraint(condition=models.Q(('is_principal', True)), fields=('reading',), name='one_blind_principal')],
                },
            ),
        ),
    ]
