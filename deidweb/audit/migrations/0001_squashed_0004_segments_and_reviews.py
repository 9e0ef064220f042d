"""Today's tables at once, for a new database; one that holds earlier tables goes on along the migrations that this one replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from deidweb.audit import triggers
from deidweb.create_together import CreateTogether


def install_triggers(_apps, schema_editor):
    triggers.install(schema_editor.connection)


def remove_triggers(_apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):

    replaces = [
        ('audit', '0001_initial'),
        ('audit', '0002_append_only'),
        ('audit', '0003_audithead_seal'),
        ('audit', '0004_segments_and_reviews'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='AuditHead',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('last_digest', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                    ('count', models.PositiveBigIntegerField(default=0)),
                    ('seal', models.CharField(default='', max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name='AuditEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(db_index=True)),
                    ('action', models.CharField(db_index=True, max_length=64)),
                    ('project_ref', models.UUIDField(db_index=True, null=True)),
                    ('object_type', models.CharField(blank=True, max_length=40)),
                    ('object_id', models.CharField(blank=True, max_length=64)),
                    ('details', models.JSONField(default=dict)),
                    ('previous', models.CharField(max_length=64)),
                    ('digest', models.CharField(max_length=64)),
                    ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'ligne du journal',
                    'ordering': ['pk'],
                },
            ),
            migrations.CreateModel(
                name='AuditSegment',
                fields=[
                    ('number', models.PositiveIntegerField(primary_key=True, serialize=False)),
                    ('first_row', models.PositiveBigIntegerField()),
                    ('last_row', models.PositiveBigIntegerField()),
                    ('row_count', models.PositiveBigIntegerField()),
                    ('began', models.DateTimeField()),
                    ('ended', models.DateTimeField()),
                    ('previous', models.CharField(max_length=64)),
                    ('last_digest', models.CharField(max_length=64)),
                    ('seal', models.CharField(max_length=64)),
                    ('erased_at', models.DateTimeField(null=True)),
                    ('erasure_seal', models.CharField(blank=True, max_length=64)),
                ],
                options={
                    'ordering': ['number'],
                },
            ),
            migrations.CreateModel(
                name='AuditReview',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('project_ref', models.UUIDField()),
                    ('month', models.DateField()),
                    ('at', models.DateTimeField(auto_now_add=True)),
                    ('alert_count', models.PositiveIntegerField()),
                    ('conclusion', models.CharField(max_length=500)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['-month'],
                    'constraints': [models.UniqueConstraint(fields=('project_ref', 'month'), name='audit_review_once')],
                },
            ),
        ),
        migrations.RunPython(install_triggers, remove_triggers),
    ]
