import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# The numbers that order the queue move to the notes, in one statement that both databases know.
COPY = """
    UPDATE annotation_document
    SET risk = told.risk, uncertainty = told.uncertainty, draw = told.draw
    FROM annotation_documentpriority AS told
    WHERE told.document_id = annotation_document.id
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_user_password_is_temporary'),
        ('annotation', '0006_assign_notes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='document',
            name='draw',
            field=models.FloatField(default=2),
        ),
        migrations.AddField(
            model_name='document',
            name='risk',
            field=models.FloatField(default=-1),
        ),
        migrations.AddField(
            model_name='document',
            name='uncertainty',
            field=models.FloatField(default=-1),
        ),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
        migrations.RemoveIndex(
            model_name='document',
            name='document_queue',
        ),
        migrations.RemoveIndex(
            model_name='document',
            name='document_position',
        ),
        migrations.RemoveIndex(
            model_name='document',
            name='document_counts',
        ),
        migrations.RemoveIndex(
            model_name='documentpriority',
            name='priority_risk',
        ),
        migrations.RemoveIndex(
            model_name='documentpriority',
            name='priority_uncertainty',
        ),
        migrations.RemoveIndex(
            model_name='documentpriority',
            name='priority_draw',
        ),
        migrations.RemoveField(
            model_name='documentpriority',
            name='draw',
        ),
        migrations.RemoveField(
            model_name='documentpriority',
            name='risk',
        ),
        migrations.RemoveField(
            model_name='documentpriority',
            name='uncertainty',
        ),
        migrations.AlterField(
            model_name='document',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='accounts.project'),
        ),
        migrations.AlterField(
            model_name='layer',
            name='author',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'batch', 'state', 'doc_type'], name='document_tally'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'position', 'batch', 'id'], name='document_places'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'state', 'position', 'batch', 'id'], name='document_states'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'doc_type', 'state', 'position', 'batch', 'id'], name='document_types'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'doc_date', 'position', 'batch', 'state', 'doc_type', 'id'], name='document_dates'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'state', '-risk', 'position'], name='document_risks'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'state', '-uncertainty', 'position'], name='document_doubts'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['project', 'state', 'draw', 'position'], name='document_draws'),
        ),
        migrations.AddIndex(
            model_name='layer',
            index=models.Index(fields=['author', 'kind', 'state', 'created_at'], name='layer_desk'),
        ),
    ]
