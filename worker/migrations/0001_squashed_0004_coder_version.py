"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

from deidweb.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('worker', '0001_initial'),
        ('worker', '0002_transformer'),
        ('worker', '0003_gate_waivers_note_results_site_measures'),
        ('worker', '0004_coder_version'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('annotation', '0001_initial'),
        ('icdcoder', '0004_code_snapshot'),
        ('jobs', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='ModelVersion',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveIntegerField()),
                    ('kind', models.CharField(default='encoder', max_length=20)),
                    ('content_hash', models.CharField(max_length=64)),
                    ('state', models.CharField(choices=[('candidate', 'à décider'), ('promoted', 'en service'), ('retired', 'remplacé'), ('discarded', 'écarté')], default='candidate', max_length=10)),
                    ('train_notes', models.PositiveIntegerField()),
                    ('test_notes', models.PositiveIntegerField()),
                    ('metrics', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='jobs.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='models', to='accounts.project')),
                ],
                options={
                    'ordering': ['-number'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='model_number_once'), models.UniqueConstraint(condition=models.Q(('state', 'promoted')), fields=('project',), name='one_promoted_model_per_project')],
                },
            ),
            migrations.CreateModel(
                name='GateWaiver',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('state', models.CharField(choices=[('asked', 'demandée'), ('granted', 'accordée'), ('refused', 'refusée')], default='asked', max_length=10)),
                    ('reason', models.TextField()),
                    ('failed', models.JSONField(default=list)),
                    ('shipped_hash', models.CharField(max_length=64)),
                    ('asked_at', models.DateTimeField(auto_now_add=True)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waivers', to='worker.modelversion')),
                ],
                options={
                    'ordering': ['-asked_at'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'asked')), fields=('version',), name='one_open_waiver'), models.CheckConstraint(condition=models.Q(('decided_by__isnull', True), models.Q(('decided_by', models.F('asked_by')), _negated=True), _connector='OR'), name='waiver_takes_two_people')],
                },
            ),
            migrations.CreateModel(
                name='NoteResult',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('before', models.JSONField()),
                    ('after', models.JSONField()),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.document')),
                    ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='note_results', to='worker.modelversion')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('version', 'document'), name='note_result_once')],
                },
            ),
            migrations.CreateModel(
                name='SiteMeasure',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('engine', models.CharField(max_length=120)),
                    ('content_hash', models.CharField(blank=True, max_length=64)),
                    ('note_count', models.PositiveIntegerField()),
                    ('result', models.JSONField()),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='site_measures', to='accounts.project')),
                ],
                options={
                    'ordering': ['-created_at'],
                    'indexes': [models.Index(fields=['project', '-created_at'], name='site_measure_newest')],
                },
            ),
            migrations.CreateModel(
                name='CoderVersion',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveIntegerField()),
                    ('content_hash', models.CharField(max_length=64)),
                    ('state', models.CharField(choices=[('candidate', 'à décider'), ('promoted', 'en service'), ('retired', 'remplacé'), ('discarded', 'écarté')], default='candidate', max_length=10)),
                    ('train_stays', models.PositiveIntegerField()),
                    ('test_stays', models.PositiveIntegerField()),
                    ('codes', models.PositiveIntegerField()),
                    ('metrics', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='jobs.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='coders', to='accounts.project')),
                    ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='icdcoder.codesnapshot')),
                ],
                options={
                    'ordering': ['-number'],
                    'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='coder_number_once'), models.UniqueConstraint(condition=models.Q(('state', 'promoted')), fields=('project',), name='one_promoted_coder_per_project')],
                },
            ),
        ),
    ]
