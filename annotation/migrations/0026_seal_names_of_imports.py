import json

from django.db import migrations

from annotation.models.sealed import FILE_NAME, REPORT, seal_text, sealing_key
from deidweb.keys.identities import IdentityKeyMissingError


def seal(apps, schema_editor):
    """A project whose key is gone loses these names: there is nobody of it left to be told."""
    Patient = apps.get_model('annotation', 'Patient')
    for batch in apps.get_model('annotation', 'ImportBatch').objects.filter(sealed_name='').iterator():
        project, own = batch.project_id, batch.pk
        try:
            key = sealing_key(project, Patient.objects.filter(project=project).exists)
        except IdentityKeyMissingError:
            continue
        batch.sealed_name = seal_text(key, project, own, FILE_NAME, batch.file_name)
        report = json.dumps(batch.report) if batch.report else ''
        batch.sealed_report = seal_text(key, project, own, REPORT, report)
        batch.file_name, batch.report = '', []
        batch.save(update_fields=['sealed_name', 'sealed_report', 'file_name', 'report'])


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0025_sealed_names_of_imports'),
    ]

    operations = [
        migrations.RunPython(seal, migrations.RunPython.noop),
    ]
