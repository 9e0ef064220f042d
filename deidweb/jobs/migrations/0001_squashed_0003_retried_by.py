"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

from deidweb.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('jobs', '0001_initial'),
        ('jobs', '0002_live_details'),
        ('jobs', '0003_retried_by'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Job',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(max_length=40)),
                    ('payload', models.JSONField(default=dict)),
                    ('state', models.CharField(choices=[('queued', 'en attente'), ('running', 'en cours'), ('done', 'terminé'), ('failed', 'refusé'), ('dead', 'abandonné'), ('cancelled', 'annulé')], default='queued', max_length=10)),
                    ('attempt', models.PositiveSmallIntegerField(default=0)),
                    ('fence', models.PositiveIntegerField(default=0)),
                    ('worker', models.CharField(blank=True, max_length=120)),
                    ('cancel_requested', models.BooleanField(default=False)),
                    ('progress_done', models.PositiveIntegerField(default=0)),
                    ('progress_total', models.PositiveIntegerField(default=0)),
                    ('message', models.CharField(blank=True, max_length=300)),
                    ('error', models.TextField(blank=True)),
                    ('result', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('started_at', models.DateTimeField(null=True)),
                    ('heartbeat_at', models.DateTimeField(null=True)),
                    ('lease_until', models.DateTimeField(null=True)),
                    ('run_after', models.DateTimeField(null=True)),
                    ('dispatched_at', models.DateTimeField(null=True)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='accounts.project')),
                    ('details', models.JSONField(default=dict)),
                    ('retried_by', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-created_at'],
                    'indexes': [models.Index(fields=['state', 'lease_until'], name='job_state_lease')],
                },
            ),
        ),
    ]
